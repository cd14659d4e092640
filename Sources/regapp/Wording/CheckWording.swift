import Accounts
import CommandParser
import DocumentStore

// What a check finds.

extension DirectoryProblem {
    /// What is wrong and what to do about it; one line each.
    var lines: [String] {
        func line(_ problem: String, _ advice: Hint) -> String { "\(problem); \(advice.text)" }
        switch self {
        case .unusable(.store(.refused(let path, .symbolicLink))):
            return [line("\(path): a symbolic link is not followed here", "move it away")]
        case .unusable(.store(.refused(let path, .notRegular))):
            return [line("\(path): not a regular file", "move it away")]
        case .unusable(let error):
            let report = Report(error)
            return report.errors.map { ([$0] + report.hints.map(\.text)).joined(separator: "; ") }
        case .misnamed(let path, let expected):
            return [line("\(path): the name is not that of its email", "rename it to \(expected)")]
        case .duplicate(let path, let other):
            return [
                line(
                    "\(path): the email is that of \(other)",
                    "give this one an email of its own, or move it out of the folder")
            ]
        case .missing(let email, let path, let fields):
            let missing = fields.map(\.noun).joined(separator: ", ")
            return [line("\(email): missing \(missing)", "add it in \(path)")]
        case .noPassword(let email):
            return [
                line(
                    "\(email): no password, so it cannot log in",
                    "type \(.regapp("accounts", "password", argument: email))")
            ]
        case .looseMode(let path, let mode, let instead):
            let words = StoreWarning.looseMode(path: path, mode: mode, instead: instead).words
            return [words.hint.map { line(words.warning, "type \($0)") } ?? words.warning]
        case .leftover(let path):
            let next = "the next change \(path.hasSuffix(".tmp") ? "" : "completes or ")removes it"
            return [line("\(path): left over from a regapp that was ended", Hint(prose: next))]
        case .likeLeftover(let path):
            return [line("\(path): named like a temporary file of regapp, which it is not", "remove it")]
        case .sessionGone(let email):
            let problem = "session.json: \(email) is logged in and has no account"
            return [line(problem, "type \(.regapp("logout"))")]
        }
    }
}

extension DirectoryNote {
    /// What is good to know, in one line.
    var line: String {
        switch self {
        case .foreign(let path, .backup): "note: \(path): a backup; regapp passes over it"
        case .foreign(let path, .swapFile): "note: \(path): an editor's, for a file that is open in it"
        case .foreign(let path, .copy): "note: \(path): a copy of an account; regapp passes over it"
        case .foreign(let path, .other): "note: \(path): none of regapp's files; it passes over it"
        case .withoutPassword(let email):
            "note: \(email): no password, so whoever logs in first sets it; "
                + ("type \(.regapp("accounts", "password", argument: email))" as Hint).text
        case .plainPassword(let email, let besideHash):
            "note: \(email): a password that anybody can read, and no export has, until the next login; "
                + (besideHash ? "the hash beside it counts no more; " : "")
                + ("\(.regapp("accounts", "password", argument: email)) makes a hash of one" as Hint).text
        case .barred(.expired, let email):
            "note: \(email): expired; "
                + ("\(.regapp("accounts", "edit", "--expires=", argument: email)) lets it log in" as Hint)
                .text
        case .barred(.locked, let email):
            "note: \(email): locked; "
                + ("\(.regapp("accounts", "unlock", argument: email)) lets it log in" as Hint).text
        case .misspelt(let problem): "note: " + problem.sentence
        case .editedText(let path, _, isInUse: true): "note: \(path): open in an editor"
        case .editedText(let path, nil, isInUse: false):
            "note: \(path): a text for an editor, of a document that is not here; remove it by hand"
        case .editedText(let path, let subject?, isInUse: false):
            "note: \(path): a text that was kept; " + ("go on with it by \(subject.editing)" as Hint).text
        case .notHeldAgainstRules: "note: the accounts are not checked until policy.json can be accepted"
        }
    }
}

extension Edit.Subject {
    /// The command that opens the document in an editor.
    var editing: ShellCommand {
        switch self {
        case .own: .regapp("edit", "--editor")
        case .account(let email): .regapp("accounts", "edit", "--editor", argument: email)
        case .policy: .regapp("policy", "edit")
        }
    }
}
