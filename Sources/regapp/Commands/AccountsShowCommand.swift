import RegappCore
import RegappCommandLine
import RegappWording
import RegappJSON

struct AccountsShowCommand: RegappCommand {
    static let words = ["accounts", "show"]

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
        let filter = try conditions.filter(context.registry())
        let email = try context.lookBack(to: time, for: [email], where: filter)[0]
        let policy = try context.directory().policy
        let account = try context.registry().existingAccount(of: email, where: filter)
        if json { return try context.output.json(account.json().fileBytes) }
        if let column {
            guard let value = column.value(of: account) else {
                throw Report.missingValue(of: column, path: account.path)
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
