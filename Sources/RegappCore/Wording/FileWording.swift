internal import RegappStore
internal import RegappJSON

extension FileProblem {
    /// The problem with its place, as compilers write it: `FILE:LINE:COLUMN: what is wrong`.
    package var sentence: String { "\(path):\(position): \(message)" }

    /// The problem as a sentence: lowercase, without a period, without the value.
    package var message: String {
        switch reason {
        case .syntax(let reason): reason.message + (reason == .comment ? commentAdvice : "")
        case .notAnObject: "expected an object, from '{' to '}'"
        case .notAString(let field, let found): "\(field.noun) must be a string" + found.advice
        case .rule(let violation): violation.message
        case .missing(let field): "\(field.noun) is required: " + Self.addition(of: field.rawValue)
        case .misspelt(let key): key.message
        case .policy(let problem): problem.message
        case .unknownKey: "unknown key"
        case .noPolicyNamed: "policy is required: " + Self.addition(of: "policy")
        case .demoLacks(let fields):
            "the demo accounts have no \(fields.map(\.noun).joined(separator: " and no ")), which this requires"
        case .noAccountNamed: "account is required: " + Self.addition(of: "account")
        case .emptyAccount: "account is empty"
        case .accountNotAString(let found): "account must be a string" + found.advice
        case .emailTaken: "an account has this email already"
        case .damaged: "not what regapp writes into this file"
        }
    }

    /// What to type instead, if known.
    package var hint: String? {
        switch reason {
        case .rule(let violation): violation.hint
        case .unknownKey: "its keys are \(PolicyKey.allCases.map(\.rawValue).joined(separator: ", "))"
        case .syntax, .notAnObject, .notAString, .missing, .misspelt, .policy, .noPolicyNamed, .demoLacks,
            .noAccountNamed, .emptyAccount, .accountNotAString, .emailTaken, .damaged:
            nil
        }
    }

    private static func addition(of key: String) -> String { "add \"\(key)\": \"…\"" }

    /// Where a note can go instead of a comment.
    private var commentAdvice: String {
        switch FileAccess.name(of: path) {
        case StoreLayout.policy: "; this file takes no keys of your own, so keep notes elsewhere"
        case StoreLayout.regapp.undo: ""
        default: #"; put a note in a key of your own, such as "note": "…""#
        }
    }
}

extension JSONValue.Kind {
    /// What to do about such a value where a string is needed, as the end of a sentence.
    var advice: String {
        switch self {
        case .number, .boolean: ": put it in quotes"
        case .null: ", not null"
        case .array: ", not an array"
        case .object: ", not an object"
        case .string: ""
        }
    }
}

extension MisspeltKey {
    fileprivate var message: String {
        switch consequence {
        case .missing(let noun):
            "\(noun) is required: "
                + (isLookalike
                    ? "this key only looks like \"\(meant)\", type it again"
                    : "write this key as \"\(meant)\"")
        case .notRead(isMistake: true) where !isLookalike:
            "this key is not read: write it as \"\(meant)\", or give it a name of its own"
        case .notRead: "this key is not read: " + question
        case .refused: "unknown key: " + question
        }
    }

    private var question: String {
        if isLookalike { return "it only looks like \"\(meant)\", type it again" }
        return "did you mean \"\(meant)\"" + (meantLine.map { " of line \($0)?" } ?? "?")
    }
}
