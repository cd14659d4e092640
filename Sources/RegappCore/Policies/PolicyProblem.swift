internal import RegappJSON

package struct PolicyProblem: Hashable, Sendable {
    package let key: PolicyKey
    /// The index of the array's element concerned, if any.
    package var index: Int?
    /// What its sentence says after the key.
    let words: String

    /// The problem as a sentence: lowercase, without a period.
    package var message: String { "\(key.rawValue) \(words)" }

    static let quotesAdvice = ": remove its quotes"

    static func wrongType(_ expected: String, isNull: Bool, _ advice: String) -> String {
        "must be \(expected)" + (isNull ? ", not null" : "") + advice
    }

    static func outOfRange(_ allowed: ClosedRange<Int>) -> String {
        "must be from \(allowed.lowerBound) to \(allowed.upperBound)"
    }

    /// - Parameter meant: a similar word that the key takes, if any.
    static func unknownWord(_ allowed: [String], meant: String?) -> String {
        "must be \(alternatives(allowed))" + question(meant)
    }

    static let duplicate = "holds this twice"

    /// No password can pass: the rules require more bytes than the hash takes, or contradict each other (nil).
    static func impossiblePassword(maximumBytes: Int?) -> String {
        maximumBytes.map { "asks for more than the \($0) bytes that the hash takes" }
            ?? "and the other rules leave no password that passes"
    }

    fileprivate static func question(_ meant: String?) -> String {
        meant.map { "; did you mean \"\($0)\"?" } ?? ""
    }

    static func alternatives(_ words: [String]) -> String {
        let quoted = words.map { "\"\($0)\"" }
        guard let last = quoted.last, quoted.count > 1 else { return quoted.joined() }
        return quoted.dropLast().joined(separator: ", ") + " or " + last
    }
}

// Each function reads the value into a property, or returns all that is wrong with it and changes nothing.
extension JSONText {
    /// What is wrong with a value, or with one element of an array, whatever its key.
    typealias Mistake = (index: Int?, words: String)

    func read(into number: inout Int, in range: ClosedRange<Int>) -> [Mistake] {
        let written: Int? =
            switch self {
            case .integer(let value): value
            case .number(let digits): Int(digits)
            default: nil
            }
        guard let value = written else {
            var isQuoted = false
            if case .string(let text) = self { isQuoted = Int(text) != nil }
            return mistyped("a whole number", isQuoted ? PolicyProblem.quotesAdvice : "")
        }
        guard range.contains(value) else { return [(nil, PolicyProblem.outOfRange(range))] }
        number = value
        return []
    }

    func read(into flag: inout Bool) -> [Mistake] {
        guard case .boolean(let value) = self else {
            let isQuoted = self == .string("true") || self == .string("false")
            return mistyped("true or false", isQuoted ? PolicyProblem.quotesAdvice : "")
        }
        flag = value
        return []
    }

    func read<Word: RawRepresentable<String> & CaseIterable>(into word: inout Word) -> [Mistake] {
        let allowed = Word.allCases.map(\.rawValue)
        guard case .string(let text) = self else { return mistyped(wordAmong: allowed) }
        guard let value = Word(rawValue: text) else {
            let meant = Self.nearest(to: text, in: allowed)
            return [(nil, PolicyProblem.unknownWord(allowed, meant: meant))]
        }
        word = value
        return []
    }

    func read(into mask: inout PhoneRule) -> [Mistake] {
        let allowed = PhoneRule.words
        guard case .string(let text) = self else { return mistyped(wordAmong: allowed) }
        guard let value = PhoneRule(text) else {
            let meant = Self.nearest(to: text, in: allowed.filter { !$0.hasPrefix("+") })
            return [
                (
                    nil,
                    meant == nil
                        ? "must be \"international\", \"none\" or a mask such as \"+49 (***) *******\": a + with the "
                            + "country code and a * for each digit, 7 to 15 in all, with spaces, brackets and hyphens between them"
                        : PolicyProblem.unknownWord(allowed, meant: meant)
                )
            ]
        }
        mask = value
        return []
    }

    func read<Word: RawRepresentable<String> & Hashable>(
        into property: inout [Word], among allowed: [Word]
    ) -> [Mistake] {
        guard case .array(let elements) = self else {
            var isString = false
            if case .string = self { isString = true }
            return mistyped("an array of strings", isString ? ": put it in square brackets" : "")
        }
        let names = allowed.map(\.rawValue)
        var words: [Word] = []
        var problems: [Mistake] = []
        for (index, element) in elements.enumerated() {
            guard case .string(let text) = element else {
                problems.append(
                    (index, "must be an array of strings" + (element == .null ? ", without null" : "")))
                continue
            }
            guard let word = Word(rawValue: text), allowed.contains(word) else {
                let meant = Self.nearest(to: text, in: names)
                problems.append(
                    (
                        index,
                        "can only contain \(PolicyProblem.alternatives(names))"
                            + PolicyProblem.question(meant)
                    ))
                continue
            }
            if words.contains(word) { problems.append((index, PolicyProblem.duplicate)) }
            words.append(word)
        }
        if problems.isEmpty { property = words }
        return problems
    }

    private func mistyped(_ expected: String, _ advice: String = "") -> [Mistake] {
        [(nil, PolicyProblem.wrongType(expected, isNull: self == .null, advice))]
    }

    private func mistyped(wordAmong allowed: [String]) -> [Mistake] {
        mistyped("a string", ": " + PolicyProblem.alternatives(allowed))
    }

    private static func nearest(to text: String, in words: [String]) -> String? {
        KeySuggestion.nearest(to: text, among: words.map { KeySuggestion(name: $0) })
    }
}
