package import RegappJSON

package struct FileProblem: Equatable, Sendable {
    package enum Reason: Equatable, Sendable {
        /// Not JSON by RFC 8259.
        case syntax(JSONError.Reason)
        case rule(Violation)
        case misspelt(MisspeltKey)
        /// What no caller tells apart: its sentence is made in `Wording`.
        case plain(String, hint: String? = nil)
    }

    /// An absolute path.
    package let path: String
    package let position: SourcePosition
    package let reason: Reason
    /// The email of the registered account, if setting a new password would repair the file.
    package fileprivate(set) var repairable: String?
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
    func problem(_ path: String, at offset: Int, _ reason: FileProblem.Reason) -> FileProblem {
        FileProblem(path: path, position: position(of: offset), reason: reason)
    }

    /// The first problems in the order of the text; those at one offset keep their order.
    func problems(
        _ path: String, _ found: [(offset: Int, reason: FileProblem.Reason)], repairable: String? = nil
    ) -> [FileProblem] {
        let sorted = found.enumerated().sorted {
            ($0.element.offset, $0.offset) < ($1.element.offset, $1.offset)
        }
        return sorted.prefix(JSONError.mostProblems).map { _, found in
            var problem = problem(path, at: found.offset, found.reason)
            problem.repairable = repairable
            return problem
        }
    }
}
