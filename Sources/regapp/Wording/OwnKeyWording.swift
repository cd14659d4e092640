import RegappCore
import RegappCommandLine
import RegappWording

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
        case .known(.field(.registered)), .known(.own):
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
                hint: "change the list with \(.regapp("accounts", "edit", "--editor", "EMAIL"))")
        case .mistyped(let field):
            Report(
                .data, "'\(key)' would be taken for a mistyped '\(field.rawValue)', and the file refused",
                hint: "choose another key, or use \(.words("--" + field.optionName, field.placeholder))")
        }
    }
}

extension AccountStatus {
    /// What changes it.
    fileprivate var changer: Sentence {
        switch self {
        case .passwordSet: .setPassword()
        case .locked:
            "change it with \(.regapp("accounts", "lock", "EMAIL")) or \(.regapp("accounts", "unlock", "EMAIL"))"
        case .expired: "change it with \(.words("--expires", "DATE"))"
        case .missing: "it says which required fields are missing"
        }
    }
}

extension Message {
    /// - Parameters:
    ///   - key: a key of an owner's own in a condition.
    ///   - nearest: the key that may be meant.
    static func noAccountHas(_ key: String, nearest: String?) -> Message {
        .warning("no account has the key '\(key)'", hint: nearest.map(Sentence.didYouMean))
    }
}
