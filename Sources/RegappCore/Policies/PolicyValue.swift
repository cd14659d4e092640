package import RegappJSON

package enum PolicyValue: Hashable, Sendable {
    case string(String)
    case integer(Int)
    case boolean(Bool)
    case array([PolicyValue])
    case null
    /// A value that no key takes, such as a fraction or an object.
    case unsuitable

    package static func strings(_ texts: [String]) -> PolicyValue { .array(texts.map(PolicyValue.string)) }
}

/// Why a value of `policy.json` is not suitable.
package struct PolicyProblem: Hashable, Sendable {
    package enum Expectation: Hashable, Sendable {
        case word(among: [String])
        case integer, boolean, strings
    }

    /// What would make a value of another type right.
    package enum Remedy: Hashable, Sendable {
        /// It is a number, true or false between quotes.
        case withoutQuotes
        /// It should be the only element of an array.
        case inBrackets
    }

    package enum Reason: Hashable, Sendable {
        case wrongType(expected: Expectation, isNull: Bool, remedy: Remedy? = nil)
        /// An element of an array is not a string.
        case wrongElement(isNull: Bool)
        case outOfRange(ClosedRange<Int>)
        /// The key does not take the word; `meant` is a similar one that it takes, if any.
        case unknownWord(allowed: [String], meant: String?)
        /// The text begins like a mask of phones and is none.
        case notMask
        /// The key does not take an element of the array.
        case unknownElement(allowed: [String], meant: String?)
        /// An element occurs twice in an array.
        case duplicate
        /// No password can pass: the rules require more bytes than the hash takes, or contradict each other (nil).
        case impossiblePassword(maximumBytes: Int?)
    }

    package let key: PolicyKey
    /// The index of the array's element concerned, if any.
    package var index: Int?
    package let reason: Reason
}

// Each function reads the value into a property, or returns all that is wrong with it and changes nothing.
extension PolicyValue {
    /// What is wrong with a value, or with one element of an array, whatever its key.
    typealias Mistake = (index: Int?, reason: PolicyProblem.Reason)

    func read(into number: inout Int, in range: ClosedRange<Int>) -> [Mistake] {
        guard case .integer(let value) = self else {
            if case .string(let text) = self, Int(text) != nil { return mistyped(.integer, .withoutQuotes) }
            return mistyped(.integer)
        }
        guard range.contains(value) else { return [(nil, .outOfRange(range))] }
        number = value
        return []
    }

    func read(into flag: inout Bool) -> [Mistake] {
        guard case .boolean(let value) = self else {
            let isQuoted = self == .string("true") || self == .string("false")
            return mistyped(.boolean, isQuoted ? .withoutQuotes : nil)
        }
        flag = value
        return []
    }

    func read<Word: RawRepresentable<String> & CaseIterable>(into word: inout Word) -> [Mistake] {
        let allowed = Word.allCases.map(\.rawValue)
        guard case .string(let text) = self else { return mistyped(.word(among: allowed)) }
        guard let value = Word(rawValue: text) else {
            return [(nil, .unknownWord(allowed: allowed, meant: Self.nearest(to: text, in: allowed)))]
        }
        word = value
        return []
    }

    func read(into mask: inout Policy.PhoneMask) -> [Mistake] {
        let allowed = Policy.PhoneMask.words
        guard case .string(let text) = self else { return mistyped(.word(among: allowed)) }
        guard let value = Policy.PhoneMask(text) else {
            let meant = Self.nearest(to: text, in: allowed.filter { !$0.hasPrefix("+") })
            return [(nil, meant == nil ? .notMask : .unknownWord(allowed: allowed, meant: meant))]
        }
        mask = value
        return []
    }

    /// An array, with each word once.
    func read<Word: RawRepresentable<String> & Hashable>(
        into property: inout [Word], among allowed: [Word]
    ) -> [Mistake] {
        guard case .array(let elements) = self else {
            if case .string = self { return mistyped(.strings, .inBrackets) }
            return mistyped(.strings)
        }
        let names = allowed.map(\.rawValue)
        var words: [Word] = []
        var problems: [Mistake] = []
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
        if problems.isEmpty { property = words }
        return problems
    }

    private func mistyped(
        _ expected: PolicyProblem.Expectation, _ remedy: PolicyProblem.Remedy? = nil
    ) -> [Mistake] {
        [(nil, .wrongType(expected: expected, isNull: self == .null, remedy: remedy))]
    }

    private static func nearest(to text: String, in words: [String]) -> String? {
        KeySuggestion.nearest(to: text, among: words.map { KeySuggestion(name: $0) })
    }
}

extension PolicyValue {
    package var json: JSONText {
        switch self {
        case .string(let text): .string(text)
        case .integer(let number): .integer(number)
        case .boolean(let value): .boolean(value)
        case .array(let values): .array(values.map(\.json))
        case .null, .unsuitable: .null
        }
    }
}
