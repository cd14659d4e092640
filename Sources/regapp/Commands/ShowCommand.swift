import Accounts
import CommandParser
import DocumentStore
import RegappProcess
import StrictJSON

/// `regapp show`: the account that is logged in.
enum ShowCommand {
    static func run(_ context: inout CommandContext) throws(Report) {
        let text = try loggedIn(&context)
        if let name = context.invocation.text(.field) {
            try printField(name, of: text, &context)
        } else if context.invocation.has(.json) {
            try context.output.bytes(text.json(reveal: context.invocation.has(.reveal)).fileBytes)
        } else {
            try print(text, &context)
        }
    }

    /// The account that is logged in.
    static func loggedIn(_ context: inout CommandContext) throws(Report) -> AccountText {
        let signIn = try context.signIn()
        guard let account = signIn.account else { throw try context.nobodyLoggedIn() }
        return AccountText(file: account, policy: signIn.policy)
    }

    /// Prints an account for people.
    static func print(_ text: AccountText, _ context: inout CommandContext) throws(Report) {
        let reveal = context.invocation.has(.reveal)
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

    private static func printField(
        _ name: String, of text: AccountText, _ context: inout CommandContext
    ) throws(Report) {
        let known = text.policy.knownFields
        guard let field = Field(rawValue: name), known.contains(field) else {
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
