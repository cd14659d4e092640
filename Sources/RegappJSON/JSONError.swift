internal import RegappValues

/// Where a text leaves the grammar, as a byte offset. `JSONError` says which mistake caused it.
package struct JSONSyntaxError: Error, Equatable, Sendable {
    package let offset: Int
}

package struct JSONError: Error, Equatable, Sendable {
    package struct Problem: Equatable, Sendable {
        /// The place to correct, as a byte offset.
        package let offset: Int
        package let reason: Reason
    }

    package static let mostProblems = 10

    /// In the order of the text; at least one, at most `mostProblems`.
    package let problems: [Problem]

    init(in bytes: [UInt8], refusedAt offset: Int, firstLine: Int) {
        let problems = Diagnosis(of: bytes, firstLine: firstLine).problems
        self.problems = problems.isEmpty ? [Problem(offset: offset, reason: .notJSON)] : problems
    }

    package struct Reason: Hashable, Sendable {
        /// The kinds that callers branch on; of all others they only show the message.
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
        /// A sentence; it never quotes the text, which may contain a secret.
        package let message: String

        init(_ message: String, kind: Kind = .other) {
            self.message = message
            self.kind = kind
        }
    }

    /// In units of two or four bytes. The raw value is the name; without a byte order it implies a byte order mark.
    package enum Encoding: String, Hashable, Sendable, CaseIterable {
        case utf16 = "UTF-16"
        case utf16LittleEndian = "UTF-16LE"
        case utf16BigEndian = "UTF-16BE"
        case utf32 = "UTF-32"
        case utf32LittleEndian = "UTF-32LE"
        case utf32BigEndian = "UTF-32BE"
    }

    package enum Bracket: String, Hashable, Sendable {
        case brace = "{"
        case square = "["

        var closing: String { self == .brace ? "}" : "]" }
    }
}

/// A line and column of a text, as editors count them.
package struct SourcePosition: Hashable, Sendable, CustomStringConvertible {
    /// The line, from 1; lines end at LF or CR LF.
    package let line: Int
    /// The column in Unicode scalars, from 1.
    package let column: Int

    package init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    /// An offset past the end counts as the end.
    package init(of offset: Int, in bytes: [UInt8]) {
        var line = 1
        var column = 1
        for byte in bytes.prefix(max(0, offset)) {
            if byte == UInt8(ascii: "\n") {
                line += 1
                column = 1
            } else if !UTF8.isContinuation(byte) {
                column += 1
            }
        }
        self.init(line: line, column: column)
    }

    package var description: String { "\(line):\(column)" }
}

extension JSONError.Reason {
    // MARK: The text as a whole

    package static let empty = Self("the file is empty")
    static let blank = Self("the file holds only spaces and line breaks")
    static let byteOrderMark = Self(
        "the file begins with a byte order mark: save it as UTF-8 without BOM (in vim ':set nobomb')")
    static let markup = Self("this is HTML or XML: a JSON object begins with '{'")
    /// For keys and values on lines, without braces.
    package static let linesWithoutBraces = Self(
        "this is not JSON: an object begins with '{' and ends with '}', keys and strings are in double quotes"
    )
    static let backtickLines = Self(
        "the lines of three backticks are not part of JSON: the file begins with '{'")
    package static let notJSON = Self(
        "this is not JSON: an object begins with '{', and nothing may come before it")
    static let missingBrace = Self("a '{' is missing before the first key")

    package static func otherEncoding(_ encoding: JSONError.Encoding) -> Self {
        Self("the file is \(encoding.rawValue): save it as UTF-8", kind: .otherEncoding(encoding))
    }

    static func notUTF8(isWindows1251: Bool) -> Self {
        Self(
            "this byte is not UTF-8: save the file as UTF-8", kind: .notUTF8(isWindows1251: isWindows1251))
    }

    // MARK: Between keys and values

    package static let comment = Self("comments are not part of JSON")
    static let leadingComma = Self("a comma with nothing before it: remove it")
    static let doubledComma = Self("two commas in a row: remove one")
    package static let trailingComma = Self("trailing comma: remove it")
    static let missingComma = Self("a comma is missing before this")
    static let semicolon = Self("a semicolon where a comma belongs")
    static let missingColon = Self("a colon is missing before this: it goes between a key and its value")
    static let extraColon = Self("an extra colon: remove it")
    static let commaForColon = Self("a comma where a colon belongs, between a key and its value")
    static let equalsSign = Self("'=' where a colon belongs, between a key and its value")
    static let missingKey = Self("a key in double quotes is expected here")
    static let missingValue = Self("the key before this has no value")
    static let extraText = Self(
        "this does not belong here: a value is followed by a comma or the closing bracket")

    /// For a character that JSON does not count as space, such as U+00A0.
    static func strangeCharacter(_ scalar: Unicode.Scalar) -> Self {
        Self(
            "\(scalar.nameInText) does not belong here: remove it; only spaces, tabs and line breaks separate keys and values"
        )
    }

    static func fullWidth(ascii: Unicode.Scalar) -> Self {
        Self("a full-width character: type '\(ascii)' instead")
    }

    // MARK: Quotes and strings

    static let unclosedString = Self("the string that begins here is not closed on its line")
    static let lineBreakInString = Self(unclosedString.message + #"; a line break in a string is written \n"#)
    /// For a last quote that belongs to the string because of the backslash before it.
    static let escapedLastQuote = Self(
        unclosedString.message + #"; a backslash before the closing quote is written \\"#)
    static let extraQuote = Self("an extra quote: remove it")
    static let quoteInString = Self(#"a quote inside a string is written \""#)
    static let keyWithoutQuotes = Self("this key has no quotes: write it in double quotes")
    static let valueWithoutQuotes = Self("this string has no quotes: write it in double quotes")
    static let loneSurrogate = Self(
        #"half of a surrogate pair: such a character is written as two escapes with \u"#)
    static let escapedApostrophe = Self(
        "an apostrophe needs no backslash before it", kind: .invalidEscape)
    static let shortUnicodeEscape = Self(
        #"no such escape: \u is followed by four hexadecimal digits"#, kind: .invalidEscape)
    static let unknownEscape = Self(
        #"no such escape: a backslash in a string, as in a Windows path, is written \\"#, kind: .invalidEscape
    )

    /// - Parameter name: the name, with its article, of a quote that is not JSON's.
    static func wrongQuote(_ name: String) -> Self {
        Self("\(name): keys and strings are written in straight double quotes (\")")
    }

    static func controlCharacter(_ byte: UInt8) -> Self {
        let escape =
            switch byte {
            case 0x08: #"\b"#
            case 0x09: #"\t"#
            case 0x0C: #"\f"#
            default: #"\u"# + Unicode.Scalar(byte).hexadecimalDigits
            }
        return Self(
            "\(Unicode.Scalar(byte).nameInText) in a string is written \(escape)", kind: .controlCharacter)
    }

    // MARK: Words and numbers

    static let wordInCapitals = Self("true, false and null are written in lowercase")
    static let foreignNull = Self("JSON has no None, nil or undefined: write null, or leave the key out")
    static let foreignNumber = Self("JSON has no NaN and no Infinity: a number is written in digits")
    static let leadingZero = Self(
        "a number does not begin with 0; a string, such as a phone number, is written in double quotes")
    static let plusSign = Self(
        "a number has no plus sign; a string, such as a phone number, is written in double quotes")
    static let decimalPoint = Self("a decimal point has digits on both sides, as in 0.5")
    static let decimalComma = Self("a comma in a number: decimals are written with a point, as in 0.5")
    static let notANumber = Self(
        "not a JSON number such as 12, -0.5 or 1e9; a string is written in double quotes")

    // MARK: Brackets

    static let squareForBrace = Self("keys go between '{' and '}', not between '[' and ']'")
    static let secondObject = Self("a second object begins here: a file holds one")
    static let memberAfterEnd = Self("the object has ended before this: a closing bracket comes too early")
    static let textAfterEnd = Self("nothing may come after the end: remove this")
    static let tooDeep = Self("nested more than \(JSONScanner.maximumDepth) deep")

    /// - Parameter line: the line of the open bracket.
    package static func unexpectedEnd(open: JSONError.Bracket, line: Int) -> Self {
        Self(
            "the file ends too soon: a '\(open.closing)' is missing for the '\(open.rawValue)' of line \(line)",
            kind: .unexpectedEnd)
    }

    static func extraBracket(_ bracket: JSONError.Bracket) -> Self {
        Self("a '\(bracket.closing)' too many: no '\(bracket.rawValue)' is open for it")
    }

    package static func duplicateKey(firstLine: Int) -> Self {
        Self("duplicate key: it is already in line \(firstLine)")
    }
}

extension Unicode.Scalar {
    /// With an article, and its code point unless it is ASCII: `a tab`, `a zero-width space (U+200B)`.
    fileprivate var nameInText: String {
        let kind = value < 0x20 || (0x7F..<0xA0).contains(value) ? "control character" : "invisible character"
        let name = invisibleName ?? kind
        let number = invisibleName != nil && isASCII ? "" : " (\(codePoint))"
        return (name.first.map("aeiou".contains) == true ? "an " : "a ") + name + number
    }
}
