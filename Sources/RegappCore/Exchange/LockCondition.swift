/// A column's or key's value that locks the account, as `--locked-if` names it.
package struct LockCondition: Hashable, Sendable {
    package let name: String
    let isNegated: Bool
    private let text: String

    /// - Parameter text: compared without case; empty for no value.
    package init(_ name: String, isNegated: Bool = false, _ text: String) {
        (self.name, self.isNegated, self.text) = (name, isNegated, text.lowercased())
    }

    package var typed: String { "\(name)\(isNegated ? "!" : "")=\(text)" }

    /// - Parameter value: empty if there is none; for a condition of true or false, a word for one of them.
    func holds(for value: String) throws(ImportProblem.Reason) -> Bool {
        let value = value.trimmed.lowercased()
        guard value != text, !text.isEmpty, let wanted = Self.truth(of: text) else {
            return (value == text) != isNegated
        }
        let truth = Self.truth(of: value)
        if truth == nil, ["true", "false"].contains(text) {
            throw .plain(
                "\(FormatProblem.shortened(name)) is compared with true or false, and is neither here")
        }
        return (truth == wanted) != isNegated
    }

    private static func truth(of word: String) -> Bool? {
        if ["true", "t", "yes", "y", "1", "on", "ja"].contains(word) { return true }
        return ["", "false", "f", "no", "n", "0", "off", "nein"].contains(word) ? false : nil
    }
}

// MARK: Columns that no option mentions

extension LockCondition {
    /// Nil if the column's or key's name suggests no lock.
    init?(suggestedBy name: String) {
        let stem = Self.stem(of: name)
        let isTime = Self.times.contains {
            stem.hasSuffix($0) && Self.closed.contains(String(stem.dropLast($0.count)))
        }
        if Self.open.contains(stem) {
            self.init(name, isNegated: true, "true")
        } else if isTime {
            self.init(name, isNegated: true, "")
        } else if Self.closed.contains(stem) {
            self.init(name, "true")
        } else {
            return nil
        }
    }

    /// A word in a column such as `status` may suggest a lock.
    init?(_ name: String, suggestedByWord word: String) {
        guard Self.mayHaveWord(name), Self.closed.contains(KeySuggestion.folded(word))
        else { return nil }
        self.init(name, word.trimmed)
    }

    static func mayHaveWord(_ name: String) -> Bool { ["status", "state"].contains(stem(of: name)) }

    /// A name without capitals, signs, bracketed remarks and words that say whose state it is.
    private static func stem(of name: String) -> String {
        var stem = KeySuggestion.folded(String(name.prefix { $0 != "[" && $0 != "(" }))[...]
        for word in ["user", "account", "login", "is", "was", "account"] where stem.hasPrefix(word) {
            stem = stem.dropFirst(word.count)
        }
        return String(stem)
    }

    private static let closed: Set<String> = [
        "suspended", "suspend", "suspension", "disabled", "disable", "deactivated", "blocked", "locked",
        "lock", "lockedout", "lockout", "banned", "ban", "inactive", "expired", "revoked", "terminated",
        "frozen", "archived", "closed", "removed", "retired", "dismissed", "cancelled", "canceled", "deleted",
        "deprovisioned", "trashed", "softdeletion", "softdeleted", "blockcredential", "blocksignin",
        "signinblocked", "blockedfromsignin", "ldapblocked", "blockedpendingapproval", "gesperrt", "inaktiv",
        "deaktiviert",
    ]
    private static let open: Set<String> = [
        "active", "activated", "enabled", "enable", "allowed", "unlocked", "nonlocked", "nonexpired",
        "canlogin", "aktiv",
    ]
    private static let times = ["at", "on", "since", "until", "date", "time", "timestamp", "end"]
}
