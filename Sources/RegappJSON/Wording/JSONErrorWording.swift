internal import RegappValues

extension JSONError.Reason {
    /// The reason as a sentence; it never quotes the file, which may contain a secret.
    package var message: String {
        switch self {
        case .empty: "the file is empty"
        case .blank: "the file holds only spaces and line breaks"
        case .otherEncoding(let encoding): "the file is \(encoding.rawValue): save it as UTF-8"
        case .notUTF8: "this byte is not UTF-8: save the file as UTF-8"
        case .byteOrderMark:
            "the file begins with a byte order mark: save it as UTF-8 without BOM (in vim ':set nobomb')"
        case .conflictMarker:
            "a git conflict is left here: keep the right lines, remove those with <<<<<<<, ======= and >>>>>>>"
        case .notJSON(let format): format.message
        case .missingBrace: "a '{' is missing before the first key"
        case .comment: "comments are not part of JSON"
        case .strangeCharacter(let scalar):
            "\(scalar.nameInText) does not belong here: remove it; only spaces, tabs and line breaks separate keys and values"
        case .extraComma(let place): place.message
        case .missingComma: "a comma is missing before this"
        case .semicolon: "a semicolon where a comma belongs"
        case .fullWidth(let ascii): "a full-width character: type '\(ascii)' instead"
        case .missingColon: "a colon is missing before this: it goes between a key and its value"
        case .extraColon: "an extra colon: remove it"
        case .commaForColon: "a comma where a colon belongs, between a key and its value"
        case .equalsSign: "'=' where a colon belongs, between a key and its value"
        case .missingKey: "a key in double quotes is expected here"
        case .missingValue: "the key before this has no value"
        case .extraText: "this does not belong here: a value is followed by a comma or the closing bracket"
        case .unclosedString(let cause):
            "the string that begins here is not closed on its line" + cause.advice
        case .wrongQuote(let quote):
            "\(quote.name): keys and strings are written in straight double quotes (\")"
        case .extraQuote: "an extra quote: remove it"
        case .quoteInString: #"a quote inside a string is written \""#
        case .keyWithoutQuotes: "this key has no quotes: write it in double quotes"
        case .valueWithoutQuotes: "this string has no quotes: write it in double quotes"
        case .controlCharacter(let byte): JSONError.controlCharacter(byte)
        case .invalidEscape(let escape): escape.message
        case .loneSurrogate: #"half of a surrogate pair: such a character is written as two escapes with \u"#
        case .word(let word): word.message
        case .number(let number): number.message
        case .unexpectedEnd(let open, let line):
            "the file ends too soon: a '\(open.closing)' is missing for the '\(open.opening)' of line \(line)"
        case .wrongBracket(let open, let line):
            "the wrong closing bracket: the '\(open.opening)' of line \(line) needs a '\(open.closing)'"
        case .extraBracket(let bracket):
            "a '\(bracket.closing)' too many: no '\(bracket.opening)' is open for it"
        case .squareForBrace: "keys go between '{' and '}', not between '[' and ']'"
        case .objectWithoutKey(let line):
            "a key in double quotes is expected here, or is the '}' for the '{' of line \(line) missing before this?"
        case .keyInArray(let line): "a key in the array of line \(line): is its ']' missing before this?"
        case .afterEnd(let what): what.message
        case .tooDeep: "nested more than \(JSONScanner.maximumDepth) deep"
        case .duplicateKey(let line): "duplicate key: it is already in line \(line)"
        }
    }
}

extension JSONError {
    fileprivate static func controlCharacter(_ byte: UInt8) -> String {
        let escape =
            switch byte {
            case 0x08: #"\b"#
            case 0x09: #"\t"#
            case 0x0C: #"\f"#
            default: #"\u"# + Unicode.Scalar(byte).hexadecimalDigits
            }
        return "\(Unicode.Scalar(byte).nameInText) in a string is written \(escape)"
    }
}

extension JSONError.Format {
    fileprivate var message: String {
        switch self {
        case .markup: "this is HTML or XML: a JSON object begins with '{'"
        case .lines:
            "this is not JSON: an object begins with '{' and ends with '}', keys and strings are in double quotes"
        case .fence: "the lines of three backticks are not part of JSON: the file begins with '{'"
        case .other: "this is not JSON: an object begins with '{', and nothing may come before it"
        }
    }
}

extension JSONError.ExtraComma {
    fileprivate var message: String {
        switch self {
        case .beforeFirst: "a comma with nothing before it: remove it"
        case .afterComma: "two commas in a row: remove one"
        case .afterLast: "trailing comma: remove it"
        }
    }
}

extension JSONError.UnclosedString {
    fileprivate var advice: String {
        switch self {
        case .missingQuote: ""
        case .lineBreak: #"; a line break in a string is written \n"#
        case .escapedQuote: #"; a backslash before the closing quote is written \\"#
        }
    }
}

extension JSONError.Quote {
    fileprivate var name: String {
        switch self {
        case .single: "a single quote"
        case .curly: "a curly quote"
        case .angle: "an angle quote"
        case .backtick: "a backtick"
        case .accent: "an acute accent"
        case .fullWidth: "a full-width quote"
        case .triple: "three quotes"
        }
    }
}

extension JSONError.Escape {
    fileprivate var message: String {
        switch self {
        case .apostrophe: "an apostrophe needs no backslash before it"
        case .unicode: #"no such escape: \u is followed by four hexadecimal digits"#
        case .other: #"no such escape: a backslash in a string, as in a Windows path, is written \\"#
        }
    }
}

extension JSONError.Word {
    fileprivate var message: String {
        switch self {
        case .capitals: "true, false and null are written in lowercase"
        case .nothing: "JSON has no None, nil or undefined: write null, or leave the key out"
        case .noNumber: "JSON has no NaN and no Infinity: a number is written in digits"
        }
    }
}

extension JSONError.Number {
    fileprivate var message: String {
        switch self {
        case .leadingZero:
            "a number does not begin with 0; a string, such as a phone number, is written in double quotes"
        case .plusSign:
            "a number has no plus sign; a string, such as a phone number, is written in double quotes"
        case .decimalPoint: "a decimal point has digits on both sides, as in 0.5"
        case .decimalComma: "a comma in a number: decimals are written with a point, as in 0.5"
        case .other: "not a JSON number such as 12, -0.5 or 1e9; a string is written in double quotes"
        }
    }
}

extension JSONError.Bracket {
    fileprivate var opening: String {
        switch self {
        case .brace: "{"
        case .square: "["
        }
    }

    fileprivate var closing: String {
        switch self {
        case .brace: "}"
        case .square: "]"
        }
    }
}

extension JSONError.AfterEnd {
    fileprivate var message: String {
        switch self {
        case .secondObject: "a second object begins here: a file holds one"
        case .member: "the object has ended before this: a closing bracket comes too early"
        case .other: "nothing may come after the end: remove this"
        }
    }
}

extension Unicode.Scalar {
    /// Its name with an article, and its number unless it is ASCII: `a tab`, `a zero-width space (U+200B)`.
    fileprivate var nameInText: String {
        let kind = value < 0x20 || (0x7F..<0xA0).contains(value) ? "control character" : "invisible character"
        let name = invisibleName ?? kind
        let number = invisibleName != nil && isASCII ? "" : " (\(codePoint))"
        return (name.first.map("aeiou".contains) == true ? "an " : "a ") + name + number
    }
}
