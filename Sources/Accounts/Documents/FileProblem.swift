package import StrictJSON

/// One thing in a file that regapp cannot accept, and where it stands.
package struct FileProblem: Equatable, Sendable {
    /// What is wrong.
    package enum Reason: Equatable, Sendable {
        /// The text is not JSON as RFC 8259 has it.
        case syntax(JSONError.Reason)
        /// The file holds something other than an object.
        case notAnObject
        /// A known key holds something other than a string.
        case notAString(Field, found: JSONValue.Kind)
        /// A value breaks a rule.
        case rule(Violation)
        /// The file lacks the key of a required field.
        case missing(Field)
        /// A key is not one that regapp reads, but another one is meant by it.
        case misspelt(MisspeltKey)
        /// A value of `policy.json` cannot be taken.
        case policy(PolicyProblem)
        /// `policy.json` has a key that it does not know.
        case unknownKey
        /// `policy.json` names no policy.
        case noPolicyNamed
        /// `policy.json` requires fields that the demo accounts lack.
        case demoLacks([Field])
        /// `session.json` names no account.
        case noAccountNamed
        /// `session.json` names an account without a single character.
        case emptyAccount
        /// `session.json` names an account by something other than a string.
        case accountNotAString(found: JSONValue.Kind)
        /// The email is that of another account.
        case emailTaken
        /// The file is not what regapp writes.
        case damaged
    }

    /// The file, as an absolute path.
    package let path: String
    /// The place of the offending value.
    package let position: SourcePosition
    /// What is wrong.
    package let reason: Reason
    /// The email of the registered account that a new password repairs: nothing but its password is wrong.
    package let repairable: String?

    /// States that something is wrong in a file.
    init(path: String, position: SourcePosition, reason: Reason, repairable: String? = nil) {
        (self.path, self.position, self.reason, self.repairable) = (path, position, reason, repairable)
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
                        reason: .syntax(problem.reason))
                })
        }
    }

    /// A problem with the value, or the key, that starts at a byte of this text.
    func problem(
        _ path: String, at offset: Int, _ reason: FileProblem.Reason, repairable: String? = nil
    ) -> FileProblem {
        FileProblem(path: path, position: position(of: offset), reason: reason, repairable: repairable)
    }
}
