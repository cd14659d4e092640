import RegappCore
import RegappCommandLine
import RegappStore
import RegappValues
import RegappWording

struct RegisterCommand: RegappCommand {
    static let words = ["register"]
    static let page = #"""
        # register | ACCOUNTS FOR SERVERS
        Register an account

        On a terminal, regapp asks for what is missing. If you give any field as an option, it asks only for the password
        and what the policy requires. Under 'profile' you cannot register accounts. Under 'authorisation' the new account
        is also logged in, and its first login can set the password. --generate prints only the email and the password,
        before the account is registered.

        - Register from a script | regapp register --email ann@example.com --first-name Ann --last-name Lee
          --password-stdin

            add, signup, useradd, adduser, createuser, new, create, enroll, join, invite, accounts add, accounts create,
            accounts new, accounts register, sign up, htpasswd
            --file = accounts import FILE, --from = accounts import FILE, --csv = accounts import FILE
            --expires = accounts edit EMAIL --expires DATE
        """#
    static let isWriter = true

    private let options: FieldOptions
    private let own: [OwnValue]

    init(_ line: inout CommandLineReader) {
        // The name comes first, as on a form.
        let fields = Field.typedByPeople.filter { $0 != .email && $0 != .password } + [.email]
        options = FieldOptions(&line, fields, required: Field.requiredInRegistries, mayGenerate: true)
        own = line.options("set", .keyed("KEY=VALUE"), "KEY=VALUE", "set a custom key in the file")
            .map { OwnValue($0.key, $0.text) }
    }

    func run(_ context: inout CommandContext) throws {
        let directory = try context.directory(mayCreate: true)
        let policy = directory.policy
        guard policy.isRegistry else {
            throw context.noRegistry(directory, registers: true)
        }
        let registry = try context.registry()
        let own = try own.judged()
        let values = try FieldValues(options, context, directory, context.conversation())
        // The email comes first, so that a taken one is reported before anything else is typed.
        let fields = policy.registrationFields
        // If the line names any field, only what is required is asked for.
        let asked =
            options.values.isEmpty
            ? fields : fields.filter { policy.required.contains($0) || $0 == .password }
        var draft: Draft
        do { draft = try values.values(asking: asked) } catch let error as AccountsError {
            guard case .given(let email)? = options.values[.email] else { throw error }
            throw Self.failure(error, of: email)
        }
        draft.set(AccountRecord(ownChanges: own))
        if let mark = options.password.mark {
            draft.set(try mark.text(from: context.environment.now.systemDate), as: .mustChange)
        }
        let isGenerated = options.password.isGenerated
        let account: AccountFile
        do {
            account = try values.saving(draft) { draft in
                if !isGenerated { return try registry.register(draft) }
                let account = try registry.prepare(draft)
                let password = GeneratedPassword(
                    email: account.text(of: .email), password: draft.changes[.password] ?? "")
                return try [password].printThenSet { () throws(AccountsError) in
                    try registry.register(account)
                }
            }
        } catch let error as AccountsError {
            throw Self.failure(error, of: draft.changes[.email])
        }
        func report() {
            account.warnIfPasswordless(policy)
            guard account.missingLoginName(under: policy) != nil else {
                return Diagnostics.report(.registered(isLoggedIn: policy.logsInAtRegistration))
            }
            Diagnostics.report(.done("registered"))
            account.warnIfNameless(policy)
        }
        if isGenerated { return report() }
        try context.printOutcome(account, policy, report: report)
    }

    /// An account that exists is one to look at.
    private static func failure(_ error: AccountsError, of email: String?) -> any Error {
        guard error == .accountExists, let email else { return error }
        let show = ShellCommand.regapp("accounts", "show", argument: email)
        return Message(of: error).with(hints: ["see it with \(show), or choose another email"])
    }
}
