/// Splits a line as a POSIX shell would, without ever running it: an instrument that shares nothing with what it judges.
///
/// Known are blanks, backslashes, single and double quotes, and `$'…'` with octal escapes.
package struct ShellWords {
    /// Why a line is not plain words.
    package enum Failure: Error, Hashable {
        case openQuote
        /// A character that a shell would act upon.
        case active(Character)
    }

    private var rest: Substring
    private let isStrict: Bool

    private init(_ line: String, isStrict: Bool) {
        (rest, self.isStrict) = (line[...], isStrict)
    }

    /// - Parameter isStrict: whether a character that a shell would act upon is a failure; where not, it stands for
    ///   itself, as for a plain word splitter.
    package static func split(_ line: String, isStrict: Bool = true) throws(Failure) -> [String] {
        var words = ShellWords(line, isStrict: isStrict)
        var found: [String] = []
        while let word = try words.next() { found.append(word) }
        return found
    }

    private mutating func next() throws(Failure) -> String? {
        rest = rest.drop { $0 == " " || $0 == "\t" }
        guard !rest.isEmpty else { return nil }
        // Scalars, since a combining mark may follow a quote or a backslash.
        var word = String.UnicodeScalarView()
        var isFirst = true
        while let scalar = rest.unicodeScalars.first, scalar != " ", scalar != "\t" {
            rest.unicodeScalars.removeFirst()
            switch scalar {
            case "\\": word.append(try take())
            case "'": word += try upTo("'", escapes: "")
            case "\"": word += try upTo("\"", escapes: "\\\"$`")
            case "$" where rest.unicodeScalars.first == "'":
                rest.unicodeScalars.removeFirst()
                word += try octal()
            case _
            where isStrict && (Self.isActive(scalar) || isFirst && "~#=".unicodeScalars.contains(scalar)):
                throw .active(Character(scalar))
            default: word.append(scalar)
            }
            isFirst = false
        }
        return String(word)
    }

    private static func isActive(_ scalar: Unicode.Scalar) -> Bool {
        "|&;<>()$`*?[]{}!^\n".unicodeScalars.contains(scalar)
    }

    private mutating func take() throws(Failure) -> Unicode.Scalar {
        guard let scalar = rest.unicodeScalars.popFirst() else { throw .openQuote }
        return scalar
    }

    private mutating func upTo(
        _ end: Unicode.Scalar, escapes: String
    ) throws(Failure) -> String.UnicodeScalarView {
        var text = String.UnicodeScalarView()
        while true {
            let scalar = try take()
            if scalar == end { return text }
            if scalar == "\\", !escapes.isEmpty, let next = rest.unicodeScalars.first,
                escapes.unicodeScalars.contains(next)
            {
                text.append(try take())
            } else if isStrict, end == "\"", scalar == "$" || scalar == "`" || scalar == "!" {
                throw .active(Character(scalar))
            } else {
                text.append(scalar)
            }
        }
    }

    private mutating func octal() throws(Failure) -> String.UnicodeScalarView {
        var bytes: [UInt8] = []
        while true {
            let scalar = try take()
            if scalar == "'" { return String(decoding: bytes, as: UTF8.self).unicodeScalars }
            guard scalar == "\\" else {
                bytes += Array(String(scalar).utf8)
                continue
            }
            let first = try take()
            guard "0"..."7" ~= first else {
                bytes += Array(String(first).utf8)
                continue
            }
            let digits = String(first) + String(try take()) + String(try take())
            bytes.append(UInt8(digits, radix: 8) ?? 0)
        }
    }
}
