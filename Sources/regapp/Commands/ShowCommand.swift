import Accounts
import CommandParser
import DocumentStore
import RegappProcess
import StrictJSON

/// `regapp show`: the account that is logged in.
struct ShowCommand: RegappCommand {
    static let words = ["show"]

    static var page: CommandPage {
        CommandPage(
            "Show the account that is logged in", section: .account,
            discussion: [
                "The password shows as stars. With --field the stored value is printed exactly, a plain "
                    + "password included, and nothing else."
            ],
            examples: [
                Example("Show the account", "regapp show"),
                Example("Use one value in a script", "regapp show --field email"),
            ])
    }

    private let reveal: Bool
    private let json: Bool
    private let field: Field?

    init(_ line: inout CommandLineReader) {
        reveal = line.flag("reveal", "show the password, where it is stored plain")
        (json, field) = line.oneOf {
            (
                $0.flag("json", "print one JSON object with the fields of the file"),
                $0.option(
                    "field", .choice(of: Field.printed), "FIELD",
                    "print one value only: \(Field.printed.map(\.rawValue).joined(separator: ", "))")
            )
        }
    }

    func run(_ context: inout CommandContext) throws(Report) {
        let text = try Self.loggedIn(&context)
        if let field {
            try Self.print(field, of: text, &context)
        } else if json {
            try context.output.bytes(text.json(reveal: reveal).fileBytes)
        } else {
            try Self.print(text, reveal: reveal, &context)
        }
    }

    /// The account that is logged in.
    static func loggedIn(_ context: inout CommandContext) throws(Report) -> AccountText {
        let signIn = try context.signIn()
        guard let account = signIn.account else { throw try context.nobodyLoggedIn() }
        return AccountText(file: account, policy: signIn.policy)
    }

    /// Prints an account for people.
    static func print(
        _ text: AccountText, reveal: Bool = false, _ context: inout CommandContext
    ) throws(Report) {
        for line in text.lines(reveal: reveal) { try context.output.line(line) }
        if reveal && text.hasOnlyHash {
            Diagnostics.warning("the password cannot be shown: only its hash is kept")
        }
        if !text.file.missing.isEmpty {
            let fields = text.file.missing.map(\.noun).joined(separator: ", ")
            Diagnostics.warning("missing: \(fields)")
            let what = text.file.missing.count == 1 ? "it" : "them"
            Diagnostics.hint("add \(prose: what) with \(.regapp("edit")), or in \(text.file.path)")
        }
    }

    private static func print(
        _ field: Field, of text: AccountText, _ context: inout CommandContext
    ) throws(Report) {
        let known = text.policy.knownFields
        let name = field.rawValue
        guard known.contains(field) else {
            let names = known.map(\.rawValue).joined(separator: ", ")
            throw Report(
                .usage, "\(name) is no field of \(text.file.path)", hint: "its fields are \(prose: names)")
        }
        guard let value = text.file.values[field] else {
            throw Report(.data, "\(name) is not in \(text.file.path)")
        }
        try context.output.bytes(Array((value + "\n").utf8))
    }
}
