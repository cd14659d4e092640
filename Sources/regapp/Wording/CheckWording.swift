import RegappCore
import RegappCommandLine
import RegappStore
import RegappValues
import RegappWording

extension DirectoryProblem {
    /// What is wrong and what to do about it; one line each.
    var lines: [String] {
        func line(_ problem: String, _ advice: Sentence) -> String { "\(problem); \(advice.text)" }
        switch self {
        case .unusable(let error):
            let report = Report(error)
            var advice = report.hints.map(\.text)
            if advice.isEmpty, case .store(.refused) = error { advice = ["move it away"] }
            return report.errors.map { ([$0] + advice).joined(separator: "; ") }
        case .misnamed(let path, let expected):
            return [line("\(path): the name does not match its email", "rename it to \(expected)")]
        case .duplicate(let path, let other):
            return [
                line(
                    "\(path): the same email as \(other)",
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
        case .misspelt(let problem): return [problem.sentence]
        case .leftover(let path):
            let next = "the next change \(path.hasSuffix(".tmp") ? "" : "completes or ")removes it"
            return [line("\(path): left over from a regapp that was interrupted", Sentence(prose: next))]
        case .likeLeftover(let path):
            return [line("\(path): named like a temporary file of regapp, but not one", "remove it")]
        case .sessionGone(let email):
            let problem = "session.json: \(email) is logged in but has no account"
            return [line(problem, "type \(.regapp("logout"))")]
        }
    }
}

extension DirectoryProblem {
    /// What similar problems have in common.
    var kind: String {
        switch self {
        case .unusable(.invalidFile(let problems)): problems.map(\.message).joined(separator: "\n")
        case .unusable(.store(.failed(let operation, _, let errno))): "\(operation) \(errno)"
        case .unusable(.store(.refused(_, let refusal))): "\(refusal)"
        case .unusable, .sessionGone: lines.joined(separator: "\n")
        case .misnamed: "misnamed"
        case .duplicate: "duplicate"
        case .missing(_, _, let fields): "missing \(fields)"
        case .noPassword: "no password"
        case .misspelt(let problem): "misspelt \(problem.message)"
        case .leftover: "leftover"
        case .likeLeftover: "like leftover"
        }
    }

    /// How many more are like this one.
    func summary(_ more: Int) -> String {
        let count = more.counted("more problem")
        switch self {
        case .missing(let subject, _, _), .noPassword(let subject), .sessionGone(let subject),
            .misnamed(let subject, _), .duplicate(let subject, _), .leftover(let subject),
            .likeLeftover(let subject):
            return "\(count) like that of \(subject)"
        case .unusable(.invalidFile(let problems)):
            return "\(count) like that of \(problems.first?.path ?? "")"
        case .misspelt(let problem): return "\(count) like that of \(problem.path)"
        case .unusable: return "\(count) like this: \(lines.first ?? "")"
        }
    }
}

extension DirectoryNote {
    /// What similar notes have in common.
    var kind: String {
        switch self {
        case .foreign(_, let file): "foreign \(file)"
        case .plainPassword(_, let besideHash): "plain password \(besideHash)"
        case .likeHash: "like hash"
        case .oddPhone: "odd phone"
        case .status(let status, _): status.rawValue
        case .misspelt(let problem): "misspelt \(problem.message)"
        case .editedText, .notHeldAgainstRules: line
        }
    }

    /// How many more are like this one.
    func summary(_ more: Int) -> String {
        let count = more == 1 ? "note: 1 more" : "note: \(more) more"
        return switch self {
        case .foreign(let subject, _), .editedText(let subject, _, _), .likeHash(let subject, _),
            .oddPhone(let subject), .plainPassword(let subject, _), .status(_, let subject):
            "\(count) like \(subject)"
        case .misspelt(let problem): "\(count) like that of \(problem.path)"
        case .notHeldAgainstRules: line
        }
    }

    var line: String {
        switch self {
        case .foreign(let path, .backup): "note: \(path): a backup; regapp ignores it"
        case .foreign(let path, .swapFile): "note: \(path): the swap file of an editor that has a file open"
        case .foreign(let path, .copy): "note: \(path): a copy of an account; regapp ignores it"
        case .foreign(let path, .other): "note: \(path): not one of regapp's files; regapp ignores it"
        case .plainPassword(let email, let besideHash):
            "note: \(email): the password is stored in plain text, and not exported, until the next login; "
                + (besideHash ? "the hash beside it no longer counts; " : "")
                + ("\(.regapp("accounts", "password", argument: email)) stores a hash" as Sentence).text
        case .likeHash(let path, let isRegistered):
            "note: \(path): the password looks like a hash, but counts as the password itself; if it is a hash, "
                + (isRegistered ? "name the key \"passwordHash\"" : "write the password instead")
        case .oddPhone(let path):
            "note: \(path): the phone holds more than digits, spaces and + - ( ) . /, so it may be no phone"
        case .status(let status, let email): "note: \(email): " + status.note(email).text
        case .misspelt(let problem): "note: " + problem.sentence
        case .editedText(let path, _, isInUse: true): "note: \(path): open in an editor"
        case .editedText(let path, nil, isInUse: false):
            "note: \(path): an editor's text of a document that is not here; remove it by hand"
        case .editedText(let path, let subject?, isInUse: false):
            "note: \(path): a text that was kept; " + ("continue with \(subject.editing)" as Sentence).text
        case .notHeldAgainstRules: "note: the accounts are not checked until policy.json can be accepted"
        }
    }
}

extension HashScheme {
    /// - Parameter counts: how many accounts have weak hashes of each scheme.
    static func note(onWeak counts: [HashScheme: Int]) -> String {
        let schemes = counts.sorted { $0.key < $1.key }.map { (scheme: $0.key.rawValue, count: $0.value) }
        let accounts = counts.values.reduce(0, +).counted(
            "account has a weak hash", "accounts have weak hashes")
        let advice: Sentence =
            "\(.regapp("login")) replaces a weak hash, or \(.regapp("accounts", "password", "EMAIL"))"
        return "note: \(accounts) of another program (\(Sentence.counted(schemes))); \(advice.text)"
    }
}
