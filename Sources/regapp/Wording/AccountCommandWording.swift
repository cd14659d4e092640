import RegappCore
import RegappCommandLine
import RegappWording

// Messages of commands about an account.

extension Message {
    static func edited(_ changes: [FieldChange], _ policy: Policy, isChanged: Bool) -> Message {
        Message(changes.map { .done(Sentence(prose: $0.line(policy))) } + [.saved(isChanged)])
    }

    static let forgotten = Message.done(
        "logged out; nothing is left that could bring the profile back")

    /// - Parameter isOwn: whether the account is the current user's.
    static func missing(_ fields: [Field], path: String, isOwn: Bool) -> Message {
        let them = fields.count == 1 ? "it" : "them"
        let hint: Sentence =
            isOwn
            ? "add \(prose: them) with \(.regapp("edit")), or in \(path)" : "add \(prose: them) in \(path)"
        return missing(fields).followed(by: .hint(hint))
    }

    /// - Parameter keys: keys that seem to be meant for fields.
    static func misspelt(_ keys: [FileProblem]) -> Message {
        Message(keys.map { .warning($0.sentence) })
    }

    static let onlyHashIsKept = Message.warning(.onlyHashIsKept)

    static let visiblePassword = Message.warning(
        "other users of this machine can see a password given with --password")
}

extension String {
    static let onlyHashIsKept = "the password cannot be shown: only its hash is kept"
}
