/// Where a text leaves the grammar, in bytes from its start. `JSONError` says which mistake caused it.
package struct JSONSyntaxError: Error, Equatable, Sendable {
    package let offset: Int
}

package struct JSONError: Error, Equatable, Sendable {
    package struct Problem: Equatable, Sendable {
        /// The place to correct, in bytes from the start of the text.
        package let offset: Int
        package let reason: Reason
    }

    package static let mostProblems = 10

    /// The problems in the order of the text, at least one, at most `mostProblems`.
    package let problems: [Problem]

    init(in bytes: [UInt8], refusedAt offset: Int, firstLine: Int) {
        let problems = Diagnosis(of: bytes, firstLine: firstLine).problems
        self.problems = problems.isEmpty ? [Problem(offset: offset, reason: .notJSON)] : problems
    }
}

extension JSONError {
    package struct Reason: Hashable, Sendable {
        /// What callers branch on; of everything else they only show the message.
        package enum Kind: Hashable, Sendable {
            case otherEncoding(Encoding)
            /// A byte that belongs to no UTF-8 character; the text as a whole may read well in Windows-1251.
            case notUTF8(isWindows1251: Bool)
            case unexpectedEnd
            case controlCharacter
            case invalidEscape
            case other
        }

        package let kind: Kind
        /// A sentence that never quotes the text, which may contain a secret.
        package let message: String

        init(_ message: String, kind: Kind = .other) { (self.message, self.kind) = (message, kind) }
    }

    /// An encoding in units of two or four bytes; the raw value is its name, which implies a byte order mark if it
    /// names no order.
    package enum Encoding: String, Hashable, Sendable, CaseIterable {
        case utf16 = "UTF-16"
        case utf16LittleEndian = "UTF-16LE"
        case utf16BigEndian = "UTF-16BE"
        case utf32 = "UTF-32"
        case utf32LittleEndian = "UTF-32LE"
        case utf32BigEndian = "UTF-32BE"
    }

    /// A quote that is not JSON's, by its name.
    package enum Quote: String, Hashable, Sendable {
        case single = "a single quote"
        case curly = "a curly quote"
        case angle = "an angle quote"
        case backtick = "a backtick"
        case accent = "an acute accent"
        case fullWidth = "a full-width quote"
        case triple = "three quotes"
    }

    package enum Bracket: String, Hashable, Sendable {
        case brace = "{"
        case square = "["

        var opening: String { rawValue }
        var closing: String { self == .brace ? "}" : "]" }
    }
}
