import RegappCore
import RegappCommandLine
import RegappValues
import RegappWording
import RegappJSON

struct ShowCommand: RegappCommand {
    static let words = ["show"]
    static let page = #"""
        # show | YOUR OWN ACCOUNT
        Show the account that is logged in

        The password is shown as stars. --field prints the stored value exactly, even a plain password. FIELD is a key of the
        file: {fields}, or a custom key. --json prints one object: the fields of the account, without the password, and then
        the custom keys.

        - Use one value in a script | regapp show --field email

            status, whoami, who, info, me, view, cat, get, profile, id, display, auth status
        """#

    private let reveal: Bool
    private let json: Bool
    private let column: AccountColumn?

    init(_ line: inout CommandLineReader) {
        reveal = line.flag("reveal", "show the password, if it is stored in plain text")
        json = line.flag("json", oneOf: "form", "print one JSON object with the keys of the file")
        let key = ValueType<AccountColumn>(
            expected: "a key such as email or a custom key",
            completion: .answers { _ in Field.printed.map { Offer($0.rawValue) } }, sample: .field(.email)
        ) { $0 == Field.password.rawValue ? .field(.password) : AccountColumn(key: $0) }
        column = line.option("field", key, "FIELD", oneOf: "form", "print the value of one key only")
    }

    func run(_ context: inout CommandContext) throws {
        ProcessHardening.shareMemory()
        let state = try context.state()
        guard let account = state.account else { throw try context.nobodyLoggedIn() }
        let text = AccountText(file: account, policy: state.policy)
        if let column {
            try context.output.value(Self.value(of: column, in: text))
        } else if json {
            try context.output.json(text.json(reveal: reveal).fileBytes)
        } else {
            try context.print(text, reveal: reveal)
        }
    }

    /// - Throws: a message if the file has no such key, or only the hash of the password.
    private static func value(of column: AccountColumn, in text: AccountText) throws -> String {
        let file = text.file
        let known = text.policy.knownFields
        guard case .field(let field) = column, known.contains(field) else {
            guard let value = file.ownValue(of: column.key)?.hidingHashes else {
                let names = known.map(\.rawValue).joined(separator: ", ")
                throw Message(
                    .usage, "\(column.key) is not a key of \(file.path)",
                    hint: column.suggestion ?? "its fields are \(prose: names)")
            }
            return value.cell
        }
        guard let value = file.values[field] else {
            if field == .password, text.hasOnlyHash {
                throw Message(.data, "\(String.onlyHashIsKept) in \(file.path)")
            }
            throw Message.missingValue(of: column, path: file.path)
        }
        return value
    }
}
