import RegappCore
import RegappCommandLine
import RegappStore
import RegappWording

// Messages of commands about an account.

extension Message {
    static func edited(_ changes: [FieldChange], _ policy: Policy, isChanged: Bool) -> Message {
        Message(changes.map { .done(Sentence(prose: $0.line(policy))) } + [.saved(isChanged)])
    }

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
}

extension String {
    static let onlyHashIsKept = "the password cannot be shown: only its hash is kept"
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
}

extension AccountColumn {
    /// The key that was probably meant.
    var suggestion: Sentence? { meant.map(Sentence.didYouMean) }
}

extension Sentence {
    static func didYouMean(_ key: String) -> Sentence { "did you mean '\(prose: key)'?" }
}

// Keys of the owners' own, and conditions on them.

extension Report {
    static func resemblesSecret(_ key: String) -> String {
        "'\(key)' is the key of one or resembles it"
    }

    /// - Parameter key: one that `--set` does not set.
    static func notOwnKey(_ key: String, _ refusal: OwnValue.Refusal) -> Report {
        let isKnown = "'\(key)' is not a key of your own"
        return switch refusal {
        case .secret:
            Report(
                .usage, "--set sets no passwords, and \(resemblesSecret(key))",
                hint: .setPassword())
        case .known(.field(.mustChange)):
            Report(
                .usage, isKnown,
                hint: "set it with \(.regapp("accounts", "password", "EMAIL", "--must-change"))")
        case .known(.field(.registered)), .known(.field(.lastSeen)), .known(.own):
            Report(.usage, "\(isKnown): regapp writes it")
        case .known(.field(let field)):
            Report(
                .usage, isKnown,
                hint: "set it with \(.words("--" + field.optionName, field.placeholder))")
        case .known(.status(let status)):
            Report(.usage, isKnown, hint: status.changer)
        case .operation:
            Report(
                .usage,
                "--set replaces a text; it neither adds to a list nor removes from one, as '\(key)=' looks",
                hint: "use \(.words("--add", "KEY=VALUE")) or \(.words("--remove", "KEY=VALUE"))")
        case .mistyped(let field):
            Report(
                .data, "'\(key)' would be taken for a mistyped '\(field.rawValue)', and the file refused",
                hint: "choose another key, or use \(.words("--" + field.optionName, field.placeholder))")
        }
    }
}
