/// Why a text is not acceptable JSON.
public struct JSONError: Error, Equatable, Sendable {
    /// What is wrong with one place of the text.
    public enum Reason: Equatable, Sendable {
        /// The text ends where more was due.
        case unexpectedEnd
        /// Something else was due here.
        case expected(Expectation)
        /// The byte does not belong to a UTF-8 character.
        case notUTF8
        /// The text starts with a byte order mark.
        case byteOrderMark
        /// A control character stands unescaped in a string.
        case controlCharacter
        /// A backslash is followed by something that is no escape.
        case invalidEscape
        /// A `\u` escape is one half of a surrogate pair without the other.
        case loneSurrogate
        /// Arrays and objects stand in each other more than `JSONScanner.maximumDepth` deep.
        case tooDeep
        /// The object has this key already.
        case duplicateKey(String)
    }

    /// What the grammar asks for at a place.
    public enum Expectation: Equatable, Sendable {
        case value, key, keyOrEnd, colon, commaOrBrace, commaOrBracket, digit, endOfText
    }

    /// One thing that is wrong.
    public struct Problem: Equatable, Sendable {
        /// Where, in bytes from the start of the text.
        public let offset: Int
        /// What.
        public let reason: Reason
    }

    /// All that was found, in the order of the text: one break of the syntax, or one or more duplicate keys.
    public let problems: [Problem]

    init(_ reason: Reason, at offset: Int) {
        problems = [Problem(offset: offset, reason: reason)]
    }

    init(duplicates: [Problem]) {
        problems = duplicates
    }
}

extension JSONError.Reason {
    /// The reason as a sentence; it names what was due, never what stands in the file, which may be a secret.
    public var message: String {
        switch self {
        case .unexpectedEnd: "the file ends too soon"
        case .expected(let expectation): "expected \(expectation.words)"
        case .notUTF8: "not UTF-8"
        case .byteOrderMark: "a byte order mark is not allowed"
        case .controlCharacter: "a control character in a string must be written as an escape such as \\n"
        case .invalidEscape: "no such escape in a string"
        case .loneSurrogate: "half of a surrogate pair"
        case .tooDeep: "nested more than \(JSONScanner.maximumDepth) deep"
        case .duplicateKey: "duplicate key"
        }
    }
}

extension JSONError.Expectation {
    fileprivate var words: String {
        switch self {
        case .value: "a value"
        case .key: "a key in double quotes"
        case .keyOrEnd: "a key in double quotes or '}'"
        case .colon: "':'"
        case .commaOrBrace: "',' or '}'"
        case .commaOrBracket: "',' or ']'"
        case .digit: "a digit"
        case .endOfText: "nothing more after the value"
        }
    }
}
