package import RegappJSON

package struct FileProblem: Equatable, Sendable {
    package enum Reason: Equatable, Sendable {
        /// Not JSON by RFC 8259.
        case syntax(JSONError.Reason)
        case notAnObject
        case notAString(Field, found: JSONValue.Kind)
        case rule(Violation)
        case missing(Field)
        case misspelt(MisspeltKey)
        case policy(PolicyProblem)
        case unknownKey
        case noPolicyNamed
        case demoLacks([Field])
        case noAccountNamed
        case emptyAccount
        case accountNotAString(found: JSONValue.Kind)
        case emailTaken
        /// The file is not as regapp writes it.
        case damaged
    }

    /// An absolute path.
    package let path: String
    package let position: SourcePosition
    package let reason: Reason
    /// The email of the registered account, if setting a new password would repair the file.
    package private(set) var repairable: String?
}

extension JSONDocument {
    init(parsing bytes: [UInt8], path: @autoclosure () -> String) throws(AccountsError) {
        do throws(JSONError) { try self.init(parsing: bytes) } catch {
            let path = path()
            throw .invalidFile(
                error.problems.map { problem in
                    FileProblem(
                        path: path, position: SourcePosition(of: problem.offset, in: bytes),
                        reason: .syntax(problem.reason))
                })
        }
    }

    /// A problem with the value or key that starts at a byte of this text.
    func problem(
        _ path: String, at offset: Int, _ reason: FileProblem.Reason, repairable: String? = nil
    ) -> FileProblem {
        FileProblem(path: path, position: position(of: offset), reason: reason, repairable: repairable)
    }
}
