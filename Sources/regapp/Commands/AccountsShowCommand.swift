import RegappValues
import RegappCore
import RegappCommandLine
import RegappWording
import RegappJSON

struct AccountsShowCommand: RegappCommand {
    static let words = ["accounts", "show"]
    static let page = #"""
        # accounts show
        Show an account

        {keys}

        --field prints one value exactly. Neither the password nor its hash is ever shown.

        - Use one value in a script | regapp accounts show ann@example.com --field phone

            accounts get, accounts view, accounts info, accounts cat, user, account, member, members, id, who, whois
            get, status, info, view, cat, passwd S, passwd status, chage l, chage list, describe
            --reveal = accounts password EMAIL, --password = accounts password EMAIL, --all = accounts list
        """#

    private let email: String
    private let json: Bool
    private let column: AccountColumn?
    private let conditions: ConditionOptions
    private let time: String?

    init(_ line: inout CommandLineReader) {
        email = line.account()
        json = line.flag("json", oneOf: "form", "print one JSON object with the keys of the file")
        column = line.option(
            "field", .accountColumn, "FIELD", oneOf: "form", "print the value of one field or key only")
        conditions = ConditionOptions(&line, ConditionOptions.required)
        time = line.asOf()
    }

    func run(_ context: inout CommandContext) throws {
        // A key that no account has today may have been there then.
        let named = AccountFilter(conditions: try conditions.conditions(under: context.directory().policy))
        let email = try context.lookBack(to: time, for: [email], where: named)[0]
        let policy = try context.directory().policy
        let registry = try context.registry()
        let filter = try conditions.filter(registry)
        let account =
            json || column != nil
            ? try registry.existingAccount(of: email, where: filter)
            : try registry.shownAccount(of: email, where: filter)
        if json { return try context.output.json(account.json().fileBytes) }
        if let column {
            guard let value = column.shown(of: account) else {
                throw Message.missingValue(of: column, path: account.path)
            }
            return try context.output.value(value.cell)
        }
        let obstacle = account.obstacle(under: policy)
        let text = AccountText(file: account, policy: policy)
        try context.print(text, isOwn: false, obstacle: obstacle)
        if account.hasNoPassword, !account.missing.contains(.password) {
            Diagnostics.report(.hint(.setPassword(of: account.email)))
        }
    }
}
