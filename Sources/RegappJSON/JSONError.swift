/// Where a text leaves the grammar. `JSONError` tells which mistake caused it.
package struct JSONSyntaxError: Error, Equatable, Sendable {
    /// In bytes from the start of the text.
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
        self.problems = problems.isEmpty ? [Problem(offset: offset, reason: .notJSON(.other))] : problems
    }
}

extension JSONError {
    /// What is wrong with one place of a text: only facts, and no value of the text.
    package enum Reason: Hashable, Sendable {
        // The text as a whole.
        case empty
        /// Nothing but spaces and line ends.
        case blank
        case otherEncoding(Encoding)
        /// A byte that belongs to no UTF-8 character; the text as a whole may read well in Windows-1251.
        case notUTF8(isWindows1251: Bool)
        case byteOrderMark
        case conflictMarker
        case notJSON(Format)
        /// Members without the brace that opens their object.
        case missingBrace

        // Between keys and values.
        case comment
        /// A character that is not a space to JSON, such as U+00A0.
        case strangeCharacter(Unicode.Scalar)
        case extraComma(ExtraComma)
        case missingComma
        case semicolon
        /// A full-width character in place of this one.
        case fullWidth(ascii: Unicode.Scalar)
        case missingColon
        case extraColon
        case commaForColon
        /// `=` in place of a colon.
        case equalsSign
        case missingKey
        case missingValue
        /// A value is followed by something other than a comma or a bracket.
        case extraText

        // Quotes and strings.
        case unclosedString(UnclosedString)
        case wrongQuote(Quote)
        case extraQuote
        /// A quote inside a string ends it.
        case quoteInString
        case keyWithoutQuotes
        case valueWithoutQuotes
        case controlCharacter(UInt8)
        case invalidEscape(Escape)
        case loneSurrogate

        // Words and numbers.
        case word(Word)
        case number(Number)

        // Brackets.
        case unexpectedEnd(open: Bracket, line: Int)
        case wrongBracket(open: Bracket, line: Int)
        /// A closing bracket although no bracket of this kind is open.
        case extraBracket(Bracket)
        case afterEnd(AfterEnd)
        /// An array begins with a key, like an object.
        case squareForBrace
        /// An object where a key is expected; the object around it begins in this line.
        case objectWithoutKey(line: Int)
        /// A key in an array that begins in this line.
        case keyInArray(line: Int)
        /// Arrays and objects are nested deeper than `JSONScanner.maximumDepth`.
        case tooDeep
        /// The object already has this key, in this line.
        case duplicateKey(firstLine: Int)
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

    package enum Format: Hashable, Sendable, CaseIterable {
        /// HTML or XML.
        case markup
        /// Keys and values in lines, without braces.
        case lines
        /// Lines of three backticks around the text.
        case fence
        case other
    }

    package enum ExtraComma: Hashable, Sendable, CaseIterable {
        case beforeFirst, afterComma, afterLast
    }

    /// Why a string lacks its closing quote.
    package enum UnclosedString: Hashable, Sendable, CaseIterable {
        case missingQuote
        /// It goes on in the next line.
        case lineBreak
        /// The backslash before the quote makes it a part of the string.
        case escapedQuote
    }

    package enum Quote: Hashable, Sendable, CaseIterable {
        case single, curly, angle, backtick, accent, fullWidth, triple
    }

    /// An invalid character after a backslash.
    package enum Escape: Hashable, Sendable, CaseIterable {
        case apostrophe
        /// `u` without four hexadecimal digits.
        case unicode
        case other
    }

    /// Another language's word for a value.
    package enum Word: Hashable, Sendable, CaseIterable {
        /// `true`, `false` or `null` with capitals.
        case capitals
        /// Another word for `null`.
        case nothing
        /// A word for infinity, or for a result that is not a number.
        case noNumber
    }

    package enum Number: Hashable, Sendable, CaseIterable {
        case leadingZero, plusSign, decimalPoint, decimalComma, other
    }

    package enum Bracket: Hashable, Sendable, CaseIterable {
        case brace, square
    }

    /// What follows the root value.
    package enum AfterEnd: Hashable, Sendable, CaseIterable {
        case secondObject
        case member
        case other
    }
}
