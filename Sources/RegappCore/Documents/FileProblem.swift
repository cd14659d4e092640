internal import RegappStore
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

extension FileProblem {
    /// The problem with its place, as compilers write it: `FILE:LINE:COLUMN: what is wrong`.
    package var sentence: String { "\(path):\(position): \(message)" }

    /// The problem as a sentence: lowercase, without a period, without the value.
    package var message: String {
        switch reason {
        case .syntax(let reason): reason.message + (reason == .comment ? commentAdvice : "")
        case .rule(let violation): violation.message
        case .misspelt(let key): key.message
        case .plain(let message, _): message
        }
    }

    /// What to type instead, if known.
    package var hint: String? {
        switch reason {
        // A span such as +14d is only typed.
        case .rule(let violation) where violation.field == .expires: "write the date as YYYY-MM-DD"
        case .rule(let violation): violation.hint
        case .plain(_, let hint): hint
        case .syntax, .misspelt: nil
        }
    }

    /// Where a note can go instead of a comment.
    private var commentAdvice: String {
        switch FileAccess.name(of: path) {
        case StoreLayout.policy: "; this file takes no keys of your own, so keep notes elsewhere"
        default: #"; put a note in a key of your own, such as "note": "…""#
        }
    }
}

extension FileProblem.Reason {
    static let notAnObject = Self.plain("expected an object, from '{' to '}'")
    static let unknownKey = Self.plain(
        "unknown key",
        hint: "its keys are \(PolicyKey.allCases.map(\.rawValue).joined(separator: ", "))")
    static let emailTaken = Self.plain(AccountsError.emailTaken.sentences.joined())
    static let damaged = Self.plain(StoreError.foreignContent)

    static func notAString(_ noun: String, found: JSONValue.Kind) -> Self {
        plain("\(noun) must be a string" + found.advice)
    }

    static func missing(_ field: Field) -> Self { missing(field.noun, key: field.rawValue) }

    static func missing(_ noun: String, key: String) -> Self {
        plain("\(noun) is required: add \"\(key)\": \"…\"")
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
