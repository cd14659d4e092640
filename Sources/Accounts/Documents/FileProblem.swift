internal import DocumentStore
public import StrictJSON

/// One thing in a file that regapp cannot accept, and where it stands.
public struct FileProblem: Hashable, Sendable {
    /// What is wrong.
    public enum Fault: Hashable, Sendable {
        /// The text is not JSON as RFC 8259 has it.
        case syntax(String)
        /// The file holds something other than an object.
        case notAnObject
        /// A known key holds something other than a string.
        case notAString(Field, isNull: Bool)
        /// A value breaks a rule, or a required field is missing.
        case rule(Violation)
        /// A value of `policy.json` cannot be taken.
        case policy(PolicyFault)
        /// `policy.json` has a key that it does not know.
        case unknownKey
        /// `policy.json` names no policy.
        case noPolicyNamed
        /// `session.json` names no account.
        case noAccountNamed
        /// `session.json` names an account without a single character.
        case emptyAccount
        /// `session.json` names an account by something other than a string.
        case accountNotAString
        /// The file is not what regapp writes.
        case damaged
    }

    /// The file, as an absolute path.
    public let path: String
    /// The place of the offending value.
    public let position: SourcePosition
    /// What is wrong.
    public let fault: Fault
    /// The e-mail of the registered account that a new password repairs: nothing but its password is wrong.
    public let repairable: String?

    /// States that something is wrong in a file.
    init(path: String, position: SourcePosition, fault: Fault, repairable: String? = nil) {
        (self.path, self.position, self.fault, self.repairable) = (path, position, fault, repairable)
    }

    /// What to type instead, where that is known.
    public var hint: String? {
        switch fault {
        case .rule(let violation): violation.hint
        case .unknownKey: "its keys are \(PolicyKey.allCases.map(\.rawValue).joined(separator: ", "))"
        default: nil
        }
    }

    /// The fault as a sentence: lowercase, without a period, without the value.
    public var message: String {
        switch fault {
        case .syntax(let words): words
        case .notAnObject: "expected an object, from '{' to '}'"
        case .notAString(let field, let isNull):
            "\(field.noun) must be a string" + (isNull ? ", not null" : "")
        case .rule(let violation): violation.message
        case .policy(let fault): fault.message
        case .unknownKey: "unknown key"
        case .noPolicyNamed: "policy is required"
        case .noAccountNamed: "account is required"
        case .emptyAccount: "account is empty"
        case .accountNotAString: "account must be a string"
        case .damaged: "not what regapp writes into this file"
        }
    }
}

extension JSONDocument {
    /// Parses a file, its errors as problems of that file.
    init(parsing bytes: [UInt8], path: String) throws(AccountsError) {
        do throws(JSONError) { try self.init(parsing: bytes) } catch {
            throw .invalidFile(
                error.problems.map { problem in
                    FileProblem(
                        path: path, position: SourcePosition(of: problem.offset, in: bytes),
                        fault: .syntax(problem.reason.message))
                })
        }
    }

    /// A problem with the value, or the key, that starts at a byte of this text.
    func problem(
        _ path: String, at offset: Int, _ fault: FileProblem.Fault, repairable: String? = nil
    ) -> FileProblem {
        FileProblem(path: path, position: position(of: offset), fault: fault, repairable: repairable)
    }
}
