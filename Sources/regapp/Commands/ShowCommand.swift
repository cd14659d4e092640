import Accounts
import CommandParser
import DocumentStore
import StrictJSON

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
            ],
            nicknames: ["status", "whoami", "info", "me", "view", "cat", "get", "profile", "id", "display"])
    }

    private let reveal: Bool
    private let json: Bool
    private let field: Field?

    init(_ line: inout CommandLineReader) {
        reveal = line.flag("reveal", "show the password, if it is stored in plain text")
        // Not as a pair, whose type would be built at every start.
        var json = false
        var field: Field?
        line.oneOf {
            json = $0.flag("json", "print one JSON object with the fields of the file")
            field = $0.option(
                "field", .choice(of: Field.printed), "FIELD",
                "print one value only: \(Field.printed.map(\.rawValue).joined(separator: ", "))")
        }
        (self.json, self.field) = (json, field)
    }

    func run(_ context: inout CommandContext) throws {
        let text = try Self.loggedIn(&context)
        if let field {
            try Self.print(field, of: text, &context)
        } else if json {
            try context.output.bytes(text.json(reveal: reveal).fileBytes)
        } else {
            try Self.print(text, reveal: reveal, &context)
        }
    }

    /// - Throws: a report with exit code 77 if nobody is logged in.
    static func loggedIn(_ context: inout CommandContext) throws -> AccountText {
        let signIn = try context.signIn()
        guard let account = signIn.account else { throw try context.nobodyLoggedIn() }
        return AccountText(file: account, policy: signIn.policy)
    }

    static func print(
        _ text: AccountText, reveal: Bool = false, _ context: inout CommandContext
    ) throws {
        for line in text.lines(reveal: reveal) { try context.output.labelled(line) }
        if reveal && text.hasOnlyHash {
            Diagnostics.tell(.onlyHashIsKept)
        }
        Diagnostics.tell(.misspelt(text.file.misspeltKeys(under: text.policy)))
        if !text.file.missing.isEmpty {
            Diagnostics.tell(.missing(text.file.missing, path: text.file.path, isOwn: true))
        }
    }

    private static func print(
        _ field: Field, of text: AccountText, _ context: inout CommandContext
    ) throws {
        let (known, path) = (text.policy.knownFields, text.file.path)
        guard known.contains(field) else { throw Report.unknownField(field, path: path, known: known) }
        guard let value = text.file.values[field] else {
            if field == .password, text.hasOnlyHash { throw Report.onlyHashIsKept(path: path) }
            throw Report.missingFieldValue(field, path: path)
        }
        try context.output.bytes(Array((value + "\n").utf8))
    }
}
