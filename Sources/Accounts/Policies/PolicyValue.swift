package import StrictJSON

/// A value of `policy.json`, as far as its keys take any.
package enum PolicyValue: Hashable, Sendable {
    case string(String)
    case integer(Int)
    case strings([String])
    /// An array in which not everything is a string.
    case mixed([PolicyValue])
    case null
    /// A value that no key takes, such as a fraction or an object.
    case unsuitable
}

/// Why a value of `policy.json` cannot be taken.
package struct PolicyProblem: Hashable, Sendable {
    /// What a key takes.
    package enum Expectation: Hashable, Sendable {
        case word(among: [String])
        case integer, strings
    }

    /// What makes a value of another type right.
    package enum Remedy: Hashable, Sendable {
        /// It is a number between quotes.
        case withoutQuotes
        /// It is the one element of the array that is due.
        case inBrackets
    }

    /// What is wrong.
    package enum Reason: Hashable, Sendable {
        /// The value is not of the JSON type that the key takes.
        case wrongType(expected: Expectation, isNull: Bool, remedy: Remedy? = nil)
        /// An element of an array is not a string.
        case wrongElement(isNull: Bool)
        /// The number is outside the key's range.
        case outOfRange(ClosedRange<Int>)
        /// The word is none that the key takes; `meant` is the nearest of those, where one is near.
        case unknownWord(allowed: [String], meant: String?)
        /// An element of an array is none of the words that the key takes.
        case unknownElement(allowed: [String], meant: String?)
        /// An element of an array stands there twice.
        case duplicate
        /// No password can pass: the rules ask for more than the hash takes bytes.
        case impossiblePassword(maximumBytes: Int)
    }

    /// The key whose value it is.
    package let key: PolicyKey
    /// The index of the array's element that it is about, where it is about one.
    package var index: Int?
    /// What is wrong.
    package let reason: Reason
}

/// All that is wrong with a value, whatever key it is for.
struct UnsuitableValue: Error {
    let problems: [(index: Int?, reason: PolicyProblem.Reason)]

    init(_ reason: PolicyProblem.Reason) { problems = [(nil, reason)] }

    init(_ problems: [(index: Int?, reason: PolicyProblem.Reason)]) { self.problems = problems }
}

extension PolicyValue {
    /// The whole number that it is.
    func number(in range: ClosedRange<Int>) throws(UnsuitableValue) -> Int {
        guard case .integer(let number) = self else {
            if case .string(let text) = self, Int(text) != nil { throw mistyped(.integer, .withoutQuotes) }
            throw mistyped(.integer)
        }
        guard range.contains(number) else { throw UnsuitableValue(.outOfRange(range)) }
        return number
    }

    /// The word that it is.
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

    /// The words that it is an array of, each once.
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
    /// The value as the file has it.
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
