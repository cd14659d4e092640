import RegappCore
import RegappCommandLine
import RegappWording

// Keys of the owners' own, and conditions on them.

extension Report {
    static func passwordIsNoCondition(_ key: String) -> Report {
        Report(
            .usage, "--where is never about passwords, and '\(key)' is the key of one or resembles it",
            hint: "leave it out")
    }

    static func givenTwice(_ option: String, for key: String) -> Report {
        Report(.usage, "\(option) is given twice for '\(key)'", hint: "give it once")
    }

    /// - Parameter key: one that `--set` does not set.
    static func notOwnKey(_ key: String, _ refusal: OwnValue.Refusal) -> Report {
        switch refusal {
        case .secret:
            Report(
                .usage, "--set sets no passwords, and '\(key)' is the key of one or resembles it",
                hint: "set a password with \(.regapp("accounts", "password", "EMAIL"))")
        case .known(.field(.mustChange)):
            Report(
                .usage, "'\(key)' is not a key of your own",
                hint: "set it with \(.regapp("accounts", "password", "EMAIL", "--must-change"))")
        case .known(.field(.registered)), .known(.own):
            Report(.usage, "'\(key)' is not a key of your own: regapp writes it")
        case .known(.field(let field)):
            Report(
                .usage, "'\(key)' is not a key of your own",
                hint: "set it with \(.words("--" + field.optionName, field.placeholder))")
        case .known(.status(let status)):
            Report(.usage, "'\(key)' is not a key of your own", hint: status.changer)
        case .mistyped(let field):
            Report(
                .data, "'\(key)' would be taken for a mistyped '\(field.rawValue)', and the file refused",
                hint: "choose another key, or use \(.words("--" + field.optionName, field.placeholder))")
        }
    }
}

extension AccountStatus {
    /// What changes it.
    fileprivate var changer: Hint {
        switch self {
        case .passwordSet: "set a password with \(.regapp("accounts", "password", "EMAIL"))"
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
        .warning("no account has the key '\(key)'", hint: nearest.map(Hint.didYouMean))
    }
}
