import RegappCore
import RegappCommandLine
import RegappStore
import RegappWording

// Messages for administrators of a registry.

extension Message {
    /// - Parameter column: an owner's key.
    static func noAccountHas(_ column: AccountColumn) -> Message {
        .warning("no account listed here has the key '\(column.key)'", hint: column.suggestion)
    }

    static func hasNoPassword(email: String) -> Message {
        .hint(.setPassword(of: email))
    }

    static func isExpired(email: String) -> Message {
        Message(
            .warning("\(email) \(LoginObstacle.expired.predicate), so it cannot log in"),
            .hint(.endsExpiry(of: email)))
    }

}

extension Report {
    /// Generated passwords were printed, and then setting them failed.
    init(afterPrinting count: Int, _ error: AccountsError) {
        let report = Report(error)
        let what = count == 1 ? "the printed password" : "the \(count) printed passwords"
        // It is unknown whether it was made.
        let isBegun = if case .store(.halfway) = error { true } else { false }
        let end = isBegun ? "may be set" : count == 1 ? "was not set" : "were not set"
        self.init(report.exit, report.errors + ["\(what) \(end)"], hints: report.hints)
    }

    init(rejecting entry: RegistryEntry) {
        switch entry {
        case .invalid(let error): self.init(error)
        case .notAnAccount(let path, let email): self.init(.data, Self.stray(path, email))
        case .account(let account): self.init(.data, "\(account.path) is left out")
        }
    }

    private static func stray(_ path: String, _ email: String) -> String {
        "\(path) is not an account: its email is \(email)"
    }
}

extension AccountColumn {
    /// The key that was probably meant.
    var suggestion: Sentence? { meant.map(Sentence.didYouMean) }
}

extension Sentence {
    static func didYouMean(_ key: String) -> Sentence { "did you mean '\(prose: key)'?" }

    static func setPassword(of email: String = "EMAIL") -> Sentence {
        "set a password with \(.regapp("accounts", "password", argument: email))"
    }

    static func endsExpiry(of email: String) -> Sentence {
        "\(.regapp("accounts", "edit", "--expires=", argument: email)) lets it log in"
    }
}
