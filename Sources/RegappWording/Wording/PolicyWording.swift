internal import RegappCore
internal import RegappValues

extension Message {
    package static let saveRules = question("save these rules?")

    package static let removeProfile = question(
        "profile.json may hold a plain password, and no registry uses it: remove it? (undo brings it back)"
    )

    package static let profileRemoved = Message.done(
        "the profile is removed", next: "\(.regapp("undo")) brings it and the former policy back")

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
        return lines.isEmpty ? ["the text of policy.json \(verb) as it was; no rule is different"] : lines
    }
}

/// What a beginner can choose by a policy, in a few words each.
package enum PolicyOffer {
    package static let albums = "register and search albums"
    package static let profile = "go back to a profile for one person"
    package static let service = "keep accounts for a web or mail server"
    package static let demo = "try logging in as Alex, Anton or Jane"
}
