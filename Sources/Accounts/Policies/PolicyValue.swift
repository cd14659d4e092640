package import StrictJSON

/// A value of `policy.json`.
package enum PolicyValue: Hashable, Sendable {
    case string(String)
    case integer(Int)
    case strings([String])
    /// An array with other elements than strings.
    case mixed([PolicyValue])
    case null
    /// A value that no key takes, such as a fraction or an object.
    case unsuitable
}

/// Why a value of `policy.json` is not suitable.
package struct PolicyProblem: Hashable, Sendable {
    /// What a key takes.
    package enum Expectation: Hashable, Sendable {
        case word(among: [String])
        case integer, strings
    }

    /// What would make a value of another type right.
    package enum Remedy: Hashable, Sendable {
        /// It is a number between quotes.
        case withoutQuotes
        /// It should be the only element of an array.
        case inBrackets
    }

    package enum Reason: Hashable, Sendable {
        /// The value is not of the key's JSON type.
        case wrongType(expected: Expectation, isNull: Bool, remedy: Remedy? = nil)
        /// An element of an array is not a string.
        case wrongElement(isNull: Bool)
        /// The number is outside the key's range.
        case outOfRange(ClosedRange<Int>)
        /// The key does not take the word; `meant` is a similar one that it takes, if any.
        case unknownWord(allowed: [String], meant: String?)
        /// The key does not take an element of the array.
        case unknownElement(allowed: [String], meant: String?)
        /// An element occurs twice in an array.
        case duplicate
        /// No password can pass: the rules require more bytes than the hash takes.
        case impossiblePassword(maximumBytes: Int)
    }

    package let key: PolicyKey
    /// The index of the array's element concerned, if any.
    package var index: Int?
    package let reason: Reason
}

/// All that is wrong with a value, whatever its key.
struct UnsuitableValue: Error {
    let problems: [(index: Int?, reason: PolicyProblem.Reason)]

    init(_ reason: PolicyProblem.Reason) { problems = [(nil, reason)] }

    init(_ problems: [(index: Int?, reason: PolicyProblem.Reason)]) { self.problems = problems }
}

extension PolicyValue {
    func number(in range: ClosedRange<Int>) throws(UnsuitableValue) -> Int {
        guard case .integer(let number) = self else {
            if case .string(let text) = self, Int(text) != nil { throw mistyped(.integer, .withoutQuotes) }
            throw mistyped(.integer)
        }
        guard range.contains(number) else { throw UnsuitableValue(.outOfRange(range)) }
        return number
    }

    func word<Word: RawRepresentable<String> & CaseIterable>(
        as type: Word.Type
    ) throws(UnsuitableValue) -> Word {
        let allowed = Word.allCases.map(\.rawValue)
        guard case .string(let text) = self else { throw mistyped(.word(among: allowed)) }
        guard let word = Word(rawValue: text) else {
            throw UnsuitableValue(.unknownWord(allowed: allowed, meant: Self.nearest(to: text, in: allowed)))
        }
        return word
    }

    /// The words of an array, each once.
    func words<Word: RawRepresentable<String> & Hashable>(
        among allowed: [Word]
    ) throws(UnsuitableValue) -> [Word] {
        guard let elements else {
            if case .string = self { throw mistyped(.strings, .inBrackets) }
            throw mistyped(.strings)
        }
        let names = allowed.map(\.rawValue)
        var words: [Word] = []
        var problems: [(index: Int?, reason: PolicyProblem.Reason)] = []
        for (index, element) in elements.enumerated() {
            guard case .string(let text) = element else {
                problems.append((index, .wrongElement(isNull: element == .null)))
                continue
            }
            guard let word = Word(rawValue: text), allowed.contains(word) else {
                let meant = Self.nearest(to: text, in: names)
                problems.append((index, .unknownElement(allowed: names, meant: meant)))
                continue
            }
            if words.contains(word) { problems.append((index, .duplicate)) }
            words.append(word)
        }
        guard problems.isEmpty else { throw UnsuitableValue(problems) }
        return words
    }

    private func mistyped(
        _ expected: PolicyProblem.Expectation, _ remedy: PolicyProblem.Remedy? = nil
    ) -> UnsuitableValue {
        UnsuitableValue(.wrongType(expected: expected, isNull: self == .null, remedy: remedy))
    }

    private static func nearest(to text: String, in words: [String]) -> String? {
        KeySuggestion.nearest(to: text, among: words.map { KeySuggestion(name: $0) })
    }

    private var elements: [PolicyValue]? {
        switch self {
        case .strings(let texts): texts.map(PolicyValue.string)
        case .mixed(let elements): elements
        case .string, .integer, .null, .unsuitable: nil
        }
    }
}

extension PolicyValue {
    package var json: JSONText {
        switch self {
        case .string(let text): .string(text)
        case .integer(let number): .integer(number)
        case .strings(let texts): .array(texts.map(JSONText.string))
        case .mixed(let values): .array(values.map(\.json))
        case .null, .unsuitable: .null
        }
    }
}
