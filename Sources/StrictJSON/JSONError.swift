/// Why a text was refused as JSON.
public struct JSONError: Error, Equatable, Sendable {
    /// What is wrong with one place of the text.
    public enum Reason: Equatable, Sendable {
        /// The text ends too early.
        case unexpectedEnd
        /// The grammar asks for something else here.
        case expected(Expectation)
        /// The bytes are not UTF-8.
        case notUTF8
        /// The text begins with a byte order mark.
        case byteOrderMark
        /// A string contains an unescaped control character.
        case controlCharacter
        /// A backslash does not begin a valid escape.
        case invalidEscape
        /// A `\u` escape is one half of a surrogate pair without the other.
        case loneSurrogate
        /// Arrays and objects are nested more than `JSONScanner.maximumDepth` deep.
        case tooDeep
        /// The object already has this key.
        case duplicateKey(String)
    }

    /// What the grammar asks for at a place.
    public enum Expectation: Equatable, Sendable {
        case value, key, keyOrEnd, colon, commaOrBrace, commaOrBracket, digit, endOfText
    }

    /// What is wrong at one place.
    public struct Problem: Equatable, Sendable {
        /// The place, in bytes from the start of the text.
        public let offset: Int
        /// What.
        public let reason: Reason
    }

    /// The problems in the order of the text: one syntax error, or one or more duplicate keys.
    public let problems: [Problem]

    init(_ reason: Reason, at offset: Int) {
        problems = [Problem(offset: offset, reason: reason)]
    }

    init(duplicates: [Problem]) {
        problems = duplicates
    }
}

extension JSONError.Reason {
    /// The reason as a sentence. It names what was expected, never what the file contains, which may be a secret.
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
