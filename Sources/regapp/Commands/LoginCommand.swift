import RegappCore
import RegappCommandLine
import RegappStore
import RegappValues
import RegappWording

struct LoginCommand: RegappCommand {
    static let words = ["login"]
    static let page = #"""
        # login | YOUR OWN ACCOUNT
        Log in, or create the profile of this folder

        Under the policy 'profile' this is also how you register: regapp saves an email and a password that pass the rules in
        profile.json. Under the other policies only registered accounts can log in: by email and password, or under
        'authorisation' by first name and password. On a terminal, regapp asks for what is missing.

        - Log in from a script | regapp login --email ann@example.com --password-file secret.txt

            signin, logon, auth, authenticate, su, log in, sign in, auth login
        """#
    static let isWriter = true

    private let options: FieldOptions

    init(_ line: inout CommandLineReader) {
        options = FieldOptions(&line, [.email, .firstName]) { field in
            let when = field == .firstName ? ", under 'authorisation'" : ""
            return "the \(field.noun) to log in with\(when)"
        }
    }

    func run(_ context: inout CommandContext) throws {
        let directory = try context.directory(mayCreate: true)
        let values = try FieldValues(options, context, directory, context.conversation())
        let policy = directory.policy
        if policy.isRegistry {
            let registry = try directory.registry()
            let credentials = try values.credentials(key: policy.loginKey.field)
            let log = context.log(registry.directory.store.directory)
            let (attempt, account) = try logIn(registry, credentials, values, log)
            return try context.printOutcome(account, policy) {
                Diagnostics.report(
                    .loggedInToRegistry(
                        email: account.email, setsFirstPassword: attempt.setsFirstPassword))
            }
        }
        let profile = directory.profile
        let draft = try values.values(
            asking: policy.registrationFields, isStored: { profile.holds($0.changes) })
        let (login, account) = try profile.login(draft)
        try context.printOutcome(account, policy) {
            Diagnostics.report(.loggedIn(login, path: profile.path, isPrivate: profile.isPrivate()))
        }
    }

    private func logIn(
        _ registry: Registry, _ credentials: Credentials, _ values: FieldValues, _ log: SystemLog
    ) throws -> (LoginAttempt, AccountFile) {
        var credentials = credentials
        var dialogue = LoginDialogue(isTyped: values.isPasswordTyped)
        var step = dialogue.begin(credentials)
        while true {
            switch step {
            case .askEmail(let count):
                guard let email = try values.askForEmail(among: count) else {
                    throw AccountsError.ambiguousFirstName(count)
                }
                step = dialogue.answer(email: email)
            case .check(let checked):
                credentials = checked
                step = dialogue.checked(Result(catching: try registry.attempt(credentials)))
            case .repeatPassword(_, let password):
                try values.askRepetition(of: password)
                step = dialogue.repeated()
            case .choosePassword(let attempt, let old):
                step = dialogue.chosen(try values.askNewPassword(of: attempt.account, insteadOf: old))
            case .replacePassword(let attempt, let password):
                step = dialogue.checked(
                    Result(catching: try registry.attempt(attempt, replacingPasswordBy: password)))
            case .complete(let attempt):
                step = dialogue.completed(attempt, Result(catching: try registry.complete(attempt)))
            case .finished(let attempt, let account):
                log.record(.granted(account), registry)
                return (attempt, account)
            case .refused(let error):
                log.record(.refused(credentials, error), registry)
                throw Message(refusingLogin: error)
            }
        }
    }
}

struct LogoutCommand: RegappCommand {
    static let words = ["logout"]
    static let page = #"""
        # logout | YOUR OWN ACCOUNT
        Log out, and remove the profile (undo brings it back)

        Under 'profile' this removes profile.json. 'regapp undo' brings it back, and so does a login with the same email
        and password.

        - Log out and delete the history | regapp logout --forget

            signout, logoff, log out, sign out, auth logout, --yes =, -y =, --all =, --force =, -f =
        """#
    static let isWriter = true

    private let forget: Bool

    init(_ line: inout CommandLineReader) {
        forget = line.flag("forget", "also delete the history of the profile and saved editor drafts")
    }

    func run(_ context: inout CommandContext) throws {
        if forget {
            let store = try context.store()
            let open: [String]
            do { open = try store.forgetEverybody() } catch {
                guard error.isOfReading else { throw error }
                throw Message(of: error).leaving(
                    "some of the profile or its history may be left", hint: "repeat the command to delete it")
            }
            for path in open { Diagnostics.report(.textStillOpen(path: path)) }
            guard open.isEmpty else {
                throw Message(
                    .inputOutput, "logged out, but saved editor drafts are left",
                    hint: "close the editor and run \(.regapp("logout", "--forget")) again")
            }
            return Diagnostics.report(.done("logged out, and the history is deleted"))
        }
        // Not `state`: a user can log out even if the account cannot be accepted.
        let directory = try context.directory()
        try directory.logout()
        Diagnostics.report(.loggedOut(directory.policy))
    }
}
