public import Accounts
internal import CommandParser
internal import DocumentStore

// What operators of a registry are told.

extension Report {
    /// Tells why a file in `accounts/` is left out.
    public init(rejecting entry: RegistryEntry) {
        switch entry {
        case .invalid(let error): self.init(error)
        case .notAnAccount(let path, let email): self.init(.data, Self.stray(path, email))
        case .unopenable(let path):
            self.init(.data, "\(path) is no account: its name is not UTF-8")
        case .account(let account, _): self.init(.data, "\(account.path) is left out")
        }
    }

    /// Tells what is wrong with a place of an imported file.
    public init(_ problem: ImportProblem, in path: String) {
        let place = "\(path):\(problem.line): "
        let names = [problem.field.map { "field \($0.rawValue)" }, problem.rule.map { "rule \($0)" }]
            .compactMap { $0 }.joined(separator: ", ")
        let end = problem.rule == nil ? "" : " (\(names))"
        var exit = ExitCode.data
        var hints: [Hint] = []
        switch problem.reason {
        case .violation(let violation) where violation.rule == .required && violation.field != .email:
            hints = ["add --allow-missing to take accounts that lack fields"]
        case .violation(let violation): hints = violation.importHint.map { [Hint(prose: $0)] } ?? []
        case .accountExists:
            exit = .exists
            hints = ["add --update to change the accounts that exist"]
        case .unusable(let problems): hints = Report(.invalidFile(problems)).hints
        case .misnamed: hints = ["see \(.regapp("accounts", "check"))"]
        case .format, .tooLong, .passwordAndHash, .twin: break
        }
        self.init(exit, problem.messages.map { place + $0 + end }, hints: hints)
    }

    private static func stray(_ path: String, _ email: String) -> String {
        let name = EmailAddress.fileName(of: email).map { ", so the file should be named \($0).json" } ?? ""
        return "\(path) is no account: its e-mail is \(email)\(name)"
    }
}

extension Violation {
    /// The hint for somebody who can correct a file, but no account that is not there yet.
    fileprivate var importHint: String? {
        if case .hash = rule {
            "ask for new passwords: leave the hash out and import with --allow-missing"
        } else {
            hint
        }
    }
}

extension RegistryProblem {
    /// What is wrong and what to do about it; one line each.
    public var lines: [String] {
        func line(_ problem: String, _ advice: Hint) -> String { "\(problem); \(advice.text)" }
        switch self {
        case .unusable(.store(.refused(let path, .symbolicLink))):
            return [line("\(path): a symbolic link is not followed here", "move it away")]
        case .unusable(.store(.refused(let path, .notRegular))):
            return [line("\(path): not a regular file", "move it away")]
        case .unusable(let error):
            let report = Report(error)
            return report.errors.map { ([$0] + report.hints.map(\.text)).joined(separator: "; ") }
        case .misnamed(let path, let expected?):
            return [line("\(path): the name is not that of its e-mail", "rename it to \(expected)")]
        case .misnamed(let path, nil):
            return [line("\(path): the name is that of no e-mail", "rename or remove it")]
        case .twin(let path, let other):
            return [line("\(path): the e-mail is that of \(other)", "remove one of the two")]
        case .missing(let email, let path, let fields):
            let missing = fields.map(\.noun).joined(separator: ", ")
            return [line("\(email): missing \(missing)", "add it in \(path)")]
        case .noPassword(let email, let mayBeClaimed):
            let danger = mayBeClaimed ? "so whoever logs in first sets it" : "so it cannot log in"
            return [
                line(
                    "\(email): no password, \(danger)",
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
