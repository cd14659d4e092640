import RegappCore
import RegappCommandLine
import RegappWording

struct LoginCommand: RegappCommand {
    static let words = ["login"]

    static let page = CommandPage(
        "Log in, or create the profile of this directory", section: .account,
        discussion: [
            "Under the policy 'profile' this is the registration form: an email and a password that "
                + "pass the rules are saved in profile.json. Under the other policies only registered "
                + "accounts can log in: by email and password, or under 'authorisation' by first name "
                + "and password.",
            "On a terminal it asks for options that are missing or have no value.",
        ],
        examples: [
            Example("Let regapp ask for the email and the password", "regapp login"),
            Example(
                "Log in from a script", "regapp login --email ann@example.com --password-file secret.txt"),
        ],
        nicknames: ["signin", "logon", "auth", "authenticate", "init", "su"])

    private let options: FieldOptions

    init(_ line: inout CommandLineReader) {
        options = FieldOptions(&line, [.email, .firstName]) { field in
            let when = field == .firstName ? ", under 'authorisation'" : ""
            return "the \(field.noun) to log in with\(when)"
        }
    }

    func run(_ context: inout CommandContext) throws {
        let directory = try context.directory(mayCreate: true)
        if directory.policy.isRegistry {
            try RegistryLogin.run(&context, directory, options)
        } else {
            try saveProfile(&context, directory)
        }
    }

    private func saveProfile(
        _ context: inout CommandContext, _ directory: AccountsDirectory
    ) throws {
        let (profile, policy) = (directory.profile, directory.policy)
        let draft = try FieldValues(options, context, directory, context.conversation()).values(
            asking: policy.registrationFields, isStored: { profile.holds($0.changes) })
        let (login, account) = try profile.login(draft)
        // Printed even if the output below fails: the profile is saved.
        defer {
            Diagnostics.tell(
                .loggedIn(login, path: profile.path, isPrivate: profile.isPrivate()))
        }
        try ShowCommand.printOutcome(AccountText(file: account, policy: policy), &context)
    }
}
