package import RegappCore
package import RegappValues

extension Message {
    package static let saveRules = question("save these rules?")

    /// After an undo, which leaves what it did not change: that a registry now stands over a profile, or nil.
    ///
    /// - Parameter directory: the directory under its present rules.
    package static func unusedProfile(in directory: AccountStore) throws(AccountsError) -> Message? {
        try directory.reading { try directory.unusedProfile($0) }.map { path in
            .warning(
                "\(path) may hold a plain password, and no registry uses it",
                hint: "\(.regapp("policy", "use", directory.policy.name.rawValue)) removes it")
        }
    }

    package static let demoIsReady = Message.done(
        "log in as Alex, Anton or Jane with a new password, such as password1",
        next: "try \(.regapp("login", "--first-name", "Alex"))")
}

extension Policy {
    func lines(since old: Policy, _ verb: String) -> [String] {
        guard name == old.name else {
            return ["Policy: \(old.name.rawValue) → \(name.rawValue)"]
        }
        let before = Dictionary(old.rulesInWords.map { ($0.key, $0.words) }) { first, _ in first }
        let lines = rulesInWords.filter { before[$0.key] != $0.words }
            .map { "\($0.key): \(before[$0.key] ?? .notSet) → \($0.words)" }
        return lines.isEmpty ? ["policy.json \(verb) as it was; no rule is different"] : lines
    }
}

/// What a beginner can choose by a policy, in a few words each.
package enum PolicyOffer {
    package static let albums = "register and search albums"
    package static let profile = "go back to a profile for one person"
    package static let service = "keep accounts for a web or mail server"
    package static let demo = "try logging in as Alex, Anton or Jane"
}
