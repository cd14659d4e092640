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
        case .misnamed: hints = ["see \(.regapp("check"))"]
        case .format(.json(let reason)): hints = reason.conversion(of: path).map { [$0] } ?? []
        case .format, .tooLong, .passwordAndHash, .twin: break
        }
        self.init(exit, problem.messages.map { place + $0 + end }, hints: hints)
    }

    private static func stray(_ path: String, _ email: String) -> String {
        "\(path) is no account: its e-mail is \(email)"
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
