internal import StrictJSON

// What is wrong in a file that regapp cannot accept, in words.

extension FileProblem {
    /// The problem with its place, as compilers write it: `FILE:LINE:COLUMN: what is wrong`.
    public var sentence: String { "\(path):\(position): \(message)" }

    /// The problem as a sentence: lowercase, without a period, without the value.
    public var message: String {
        switch reason {
        case .syntax(let reason): reason.message
        case .notAnObject: "expected an object, from '{' to '}'"
        case .notAString(let field, isNull: false): "\(field.noun) must be a string"
        case .notAString(let field, isNull: true): "\(field.noun) must be a string, not null"
        case .rule(let violation): violation.message
        case .policy(let problem): problem.message
        case .unknownKey: "unknown key"
        case .noPolicyNamed: "policy is required"
        case .noAccountNamed: "account is required"
        case .emptyAccount: "account is empty"
        case .accountNotAString: "account must be a string"
        case .damaged: "not what regapp writes into this file"
        }
    }

    /// What to type instead, where that is known.
    public var hint: String? {
        switch reason {
        case .rule(let violation): violation.hint
        case .unknownKey: "its keys are \(PolicyKey.allCases.map(\.rawValue).joined(separator: ", "))"
        case .syntax, .notAnObject, .notAString, .policy, .noPolicyNamed, .noAccountNamed, .emptyAccount,
            .accountNotAString, .damaged:
            nil
        }
    }
}
