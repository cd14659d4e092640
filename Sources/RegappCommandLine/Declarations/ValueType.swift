internal import RegappValues

/// The possible values of an option or argument, and how to parse them.
package struct ValueType<Value>: Sendable {
    /// The placeholder for a value while a command is described.
    let sample: @Sendable () -> Value
    let parse: @Sendable (String) -> Value?
    let traits: ValueTraits

    /// - Parameters:
    ///   - expected: the possible values, in words after `takes` or `is`, such as `two letters`; nil for any text.
    ///   - listedBy: the words of the command that lists the values, if any does.
    ///   - looksLike: whether a text in a wrong place is probably meant as such a value.
    ///   - mayAlsoBe: whether a text may be such a value although it does not look like one, and may be a secret.
    ///   - sample: some value; it is never used.
    ///   - parse: the value of a text; nil if it is not one.
    package init(
        expected: String? = nil, completion: Completion = .nothing, listedBy: [String]? = nil,
        looksLike: (@Sendable (String) -> Bool)? = nil,
        mayAlsoBe: @escaping @Sendable (String) -> Bool = { _ in false },
        sample: @escaping @autoclosure @Sendable () -> Value, parse: @escaping @Sendable (String) -> Value?
    ) {
        self.init(
            { expected.map(Expectation.described) ?? .text }, completion: completion, listedBy: listedBy,
            isRecognizable: looksLike != nil, looksLike: looksLike ?? { _ in false }, mayAlsoBe: mayAlsoBe,
            sample: sample, parse: parse)
    }

    fileprivate init(
        _ expectation: @escaping @Sendable () -> Expectation, completion: Completion = .nothing,
        listedBy: [String]? = nil, isRecognizable: Bool = false,
        looksLike: (@Sendable (String) -> Bool)? = nil,
        mayAlsoBe: @escaping @Sendable (String) -> Bool = { _ in false },
        sample: @escaping @Sendable () -> Value,
        parse: @escaping @Sendable (String) -> Value?
    ) {
        self.sample = sample
        self.parse = parse
        let accepts: @Sendable (String) -> Bool = { parse($0) != nil }
        traits = ValueTraits(
            expectation: expectation, completion: completion, listedBy: listedBy, accepts: accepts,
            isRecognizable: isRecognizable, looksLike: looksLike ?? accepts, mayAlsoBe: mayAlsoBe)
    }
}

extension ValueType<String> {
    package static var text: ValueType { ValueType(sample: "") { $0 } }

    package static var file: ValueType { ValueType(completion: .files, sample: "") { $0 } }

    package static var directory: ValueType { ValueType(completion: .directories, sample: "") { $0 } }
}

extension ValueType<Int> {
    /// ASCII digits that give a number within the range.
    package static func number(_ range: ClosedRange<Int>) -> ValueType {
        ValueType({ .number(range) }, sample: { range.lowerBound }) { text in
            guard text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
                return nil
            }
            return Int(text).flatMap { range.contains($0) ? $0 : nil }
        }
    }
}

extension ValueType where Value: RawRepresentable<String> & Sendable {
    /// One of `values`, by its raw value; there must be at least one.
    package static func choice(
        of values: @escaping @autoclosure @Sendable () -> [Value]
    ) -> ValueType {
        ValueType({ .choices(values().map { $0.rawValue }) }, sample: { values()[0] }) { text in
            values().first { $0.rawValue.hasSameScalars(as: text) }
        }
    }
}

extension ValueType where Value: RawRepresentable<String> & CaseIterable & Sendable {
    package static var choice: ValueType { choice(of: Array(Value.allCases)) }
}

package enum Asked: Equatable, Sendable {
    case given(String)
    case toBeAsked
}

package enum Expectation: Equatable, Sendable {
    case text
    case choices([String])
    case number(ClosedRange<Int>)
    case described(String)

    /// Whether it is a list of choices too long for a message.
    var areManyChoices: Bool { if case .choices(let choices) = self { choices.count > 6 } else { false } }

    func isChoice(_ text: String) -> Bool {
        if case .choices(let choices) = self { choices.contains(text) } else { false }
    }

    /// The possible values, in words that follow `takes` or `is`.
    var words: String {
        switch self {
        case .choices(let choices): choices.listed(last: "or")
        case .number(let range) where range.upperBound == Int.max: "a number from \(range.lowerBound) on"
        case .number(let range): "a number from \(range.lowerBound) to \(range.upperBound)"
        case .described(let words): words
        case .text: "a text"
        }
    }
}

struct ValueTraits: Sendable {
    /// Built only for help, errors and completions: the choices would make every start a tenth slower.
    let expectation: @Sendable () -> Expectation
    let completion: Completion
    let listedBy: [String]?
    let accepts: @Sendable (String) -> Bool
    /// Whether its values look like nothing else, as an email does, which never has a space.
    let isRecognizable: Bool
    let looksLike: @Sendable (String) -> Bool
    let mayAlsoBe: @Sendable (String) -> Bool

    /// Whether an answer may repeat a text in its place. In that of an account's name, it may be a password.
    func mayShow(_ text: String) -> Bool { !isName || !isRecognizable || looksLike(text) }

    /// Whether any text is accepted, so that a misplaced value cannot be recognized.
    var isPlainText: Bool {
        if case .nothing = completion { expectation() == .text } else { false }
    }

    /// Whether it names something that exists, such as an account: any text, of which completions offer some.
    var isName: Bool { if case .answers = completion { expectation() == .text } else { false } }

    var areChoices: Bool { if case .choices = expectation() { true } else { false } }

    var isFile: Bool { if case .files = completion { true } else { false } }

    var isDirectory: Bool { if case .directories = completion { true } else { false } }

    /// The choice that a wrong text probably means.
    func nearest(to text: String) -> String? {
        guard case .choices(let all) = expectation() else { return nil }
        // A maximum is no minimum.
        let isMost = text.lowercased().holds("max")
        let names = all.filter { !isMost || $0.lowercased().holds("max") }
        if let nearest = NearestName.nearest(to: text, among: names.map { ($0, $0) }) { return nearest }
        // `password.min` begins like `passwordLength`, `min-length` and `minLength` end like it.
        let apart = text.reduce(into: "") { $0 += $1.isUppercase ? " \($1)" : String($1) }
        let parts = apart.lowercased().split { !$0.isLetter }.map { String($0) }.filter { $0.count >= 4 }
        return parts.lazy.compactMap { part in
            names.first { $0.lowercased().hasPrefix(part) || $0.lowercased().hasSuffix(part) }
        }.first
    }
}

extension String {
    /// `2` of `#2`
    var number: String? { hasPrefix("#") && Int(dropFirst()) != nil ? String(dropFirst()) : nil }

    var isBlank: Bool { allSatisfy(\.isWhitespace) }

    /// Whether it is a path, or ends like the name of a file with many lines, which is never that of a person.
    var looksLikeFile: Bool {
        guard !contains("@") else { return false }
        if ["/", "./", "../", "~/"].contains(where: hasPrefix) { return true }
        guard let dot = lastIndex(of: ".") else { return false }
        let endings = ["csv", "htpasswd", "json", "ldif", "list", "ods", "tsv", "txt", "xls", "xlsx"]
        return endings.contains(self[index(after: dot)...].lowercased())
    }
}
