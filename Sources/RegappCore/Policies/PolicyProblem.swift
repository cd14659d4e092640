internal import RegappJSON

package struct PolicyProblem: Hashable, Sendable {
    package let key: PolicyKey
    /// The array element concerned, if any.
    package var index: Int?
    /// What follows the key in the sentence.
    let words: String

    /// A sentence, lowercase, without a period.
    package var message: String { "\(key.rawValue) \(words)" }

    static func outOfRange(_ allowed: ClosedRange<Int>) -> String {
        "must be from \(allowed.lowerBound) to \(allowed.upperBound)"
    }
}

// Each function reads the value into a property, or returns all that is wrong with it and changes nothing.
extension JSONText {
    /// A mistake in a value or in one element of an array, for any key.
    struct Mistake {
        let words: String
        var index: Int?
    }

    func read(into number: inout Int, in range: ClosedRange<Int>) -> [Mistake] {
        let written: Int? = if case .number(let digits) = self { Int(digits) } else { nil }
        guard let value = written else {
            return mistyped(
                "a whole number",
                isText { $0.first?.isNumber ?? false && Int($0) != nil } ? Self.quotesAdvice : "")
        }
        guard range.contains(value) else { return [Mistake(words: PolicyProblem.outOfRange(range))] }
        number = value
        return []
    }

    func read(into flag: inout Bool) -> [Mistake] {
        guard case .boolean(let value) = self else {
            let isQuoted = isText { $0 == "true" || $0 == "false" }
            return mistyped("true or false", isQuoted ? Self.quotesAdvice : "")
        }
        flag = value
        return []
    }

    func read<Word: RawRepresentable<String> & CaseIterable>(into word: inout Word) -> [Mistake] {
        let allowed = Word.allCases.map(\.rawValue)
        guard case .string(let text) = self else {
            return mistyped("a string", ": " + Self.alternatives(allowed))
        }
        guard let value = Word(rawValue: text) else {
            return [Mistake(words: "must be " + Self.alternatives(allowed, to: text))]
        }
        word = value
        return []
    }

    func read(into key: inout Policy.LoginKey) -> [Mistake] {
        let allowed = #"must be "email", "firstName", a custom key such as "login", or "email,login""#
        guard case .string(let text) = self else { return [Mistake(words: allowed)] }
        guard let value = Policy.LoginKey(text) else {
            let meant = Self.nearest(to: text, in: ["email", "firstName"])
            return [Mistake(words: allowed + (meant.map { "; " + KeySuggestion.didYouMean($0, nil) } ?? ""))]
        }
        key = value
        return []
    }

    func read(into mask: inout PhoneRule) -> [Mistake] {
        let allowed = PhoneRule.words
        guard case .string(let text) = self else {
            return mistyped("a string", ": " + Self.alternatives(allowed))
        }
        guard let value = PhoneRule(text) else {
            let isLikeWord = Self.nearest(to: text, in: allowed.filter { !$0.hasPrefix("+") }) != nil
            let words =
                isLikeWord
                ? "must be " + Self.alternatives(allowed, to: text)
                : "must be \"international\", \"none\" or a mask such as \"+49 (***) *******\": a + with the "
                    + "country code and a * for each digit, 7 to 15 in all, with spaces, brackets and hyphens between them"
            return [Mistake(words: words)]
        }
        mask = value
        return []
    }

    func read<Word: RawRepresentable<String> & Hashable>(
        into property: inout [Word], among allowed: [Word]
    ) -> [Mistake] {
        guard case .array(let elements) = self else {
            return mistyped("an array of strings", isText { _ in true } ? ": put it in square brackets" : "")
        }
        var words: [Word] = []
        var problems: [Mistake] = []
        for (index, element) in elements.enumerated() {
            guard case .string(let text) = element else {
                problems.append(
                    Mistake(
                        words: "must be an array of strings" + (element == .null ? ", without null" : ""),
                        index: index)
                )
                continue
            }
            guard let word = Word(rawValue: text), allowed.contains(word) else {
                let names = allowed.map(\.rawValue)
                problems.append(
                    Mistake(words: "can only contain " + Self.alternatives(names, to: text), index: index))
                continue
            }
            if words.contains(word) { problems.append(Mistake(words: "holds this twice", index: index)) }
            words.append(word)
        }
        if problems.isEmpty { property = words }
        return problems
    }

    private static let quotesAdvice = ": remove its quotes"

    private func isText(_ isMeant: (String) -> Bool) -> Bool {
        if case .string(let text) = self { isMeant(text) } else { false }
    }

    private func mistyped(_ expected: String, _ advice: String) -> [Mistake] {
        [Mistake(words: "must be \(expected)" + (self == .null ? ", not null" : "") + advice)]
    }

    /// The accepted words and, if another one was typed, the one that it resembles.
    private static func alternatives(_ words: [String], to typed: String? = nil) -> String {
        let quoted = words.map { "\"\($0)\"" }
        let meant = typed.flatMap { nearest(to: $0, in: words) }
        return quoted.dropLast().joined(separator: ", ") + " or " + (quoted.last ?? "")
            + (meant.map { "; " + KeySuggestion.didYouMean($0) } ?? "")
    }

    private static func nearest(to text: String, in words: [String]) -> String? {
        KeySuggestion.nearest(to: text, among: words.map { KeySuggestion(name: $0) })
    }
}
