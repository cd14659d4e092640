/// Text that is built only if it is used.
package typealias LazyText = @Sendable () -> String

/// Gives a command the values of its options and arguments, each by its name and type.
///
/// While a command is described the reader notes what is asked for, and every value is a placeholder.
package struct CommandLineReader {
    private(set) var options: [OptionDescription] = []
    private(set) var arguments: [ArgumentDescription] = []
    /// Nil while the command is described.
    private let given: GivenValues?
    private var rest: ArraySlice<String> = []
    private var heading: String?
    private var alternatives: Int?
    private var alternativesCount = 0
    private var needed: [String] = []

    init() { given = nil }

    init(_ given: GivenValues) {
        self.given = given
        rest = given.arguments[...]
    }

    // MARK: Options

    /// Whether an option without a value is on the line; it may require an argument (`onlyWith`).
    ///
    /// - Parameter isSecret: whether a careless person may type a password after it.
    package mutating func flag(
        _ name: String, onlyWith argument: String? = nil, isSecret: Bool = false,
        _ summary: @escaping @autoclosure LazyText
    ) -> Bool {
        if let given { return given.has(name) }
        note(
            OptionDescription(name: name, makeSummary: summary, isSecret: isSecret, onlyWith: argument))
        return false
    }

    /// The value of an option; nil if it is not given.
    ///
    /// - Parameter replacesArguments: whether it replaces all arguments, which have no value then.
    package mutating func option<Value>(
        _ name: String, _ type: ValueType<Value>, _ placeholder: String, replacesArguments: Bool = false,
        _ summary: @escaping @autoclosure LazyText
    ) -> Value? {
        if let given { return given.text(name).flatMap(type.parse) }
        note(
            OptionDescription(
                name: name, value: .init(placeholder: placeholder, traits: type.traits),
                makeSummary: summary, replacesArguments: replacesArguments))
        return nil
    }

    /// The values of an option that a line may have several times, in its order.
    package mutating func options<Value>(
        _ name: String, _ type: ValueType<Value>, _ placeholder: String,
        _ summary: @escaping @autoclosure LazyText
    ) -> [Value] {
        if let given { return given.texts(name).compactMap(type.parse) }
        note(
            OptionDescription(
                name: name, value: .init(placeholder: placeholder, traits: type.traits),
                makeSummary: summary, repeats: true))
        return []
    }

    /// The value of an option that may be given without one, which is then asked for; nil if it is not given.
    ///
    /// - Parameters:
    ///   - isRequired: whether the command does nothing without it, unless it can ask for it.
    ///   - isSecret: whether it is a password, so that what follows it is never repeated.
    package mutating func askable<Value>(
        _ name: String, _ type: ValueType<Value>, _ placeholder: String, isRequired: Bool = false,
        isSecret: Bool = false, _ summary: @escaping @autoclosure LazyText
    ) -> Asked<Value>? {
        if let given {
            guard given.has(name) else { return nil }
            guard let text = given.text(name), let value = type.parse(text) else { return .toBeAsked }
            return .given(value)
        }
        note(
            OptionDescription(
                name: name,
                value: .init(placeholder: placeholder, traits: type.traits, isAskable: true),
                makeSummary: summary, isRequired: isRequired, isSecret: isSecret))
        return nil
    }

    /// Has help list the options that follow under a heading of their own, such as `What is read`.
    package mutating func group(_ heading: String) { self.heading = heading }

    /// Reads options of which a line may have only one; nested calls share the restriction.
    package mutating func oneOf<Values>(_ read: (inout CommandLineReader) -> Values) -> Values {
        if alternatives != nil { return read(&self) }
        alternatives = alternativesCount
        alternativesCount += 1
        defer { alternatives = nil }
        return read(&self)
    }

    /// Reads options that a line may have only beside another, or one of several; help says so before their summaries.
    package mutating func with<Values>(
        _ names: String..., read: (inout CommandLineReader) -> Values
    ) -> Values {
        needed = names
        defer { needed = [] }
        return read(&self)
    }

    private mutating func note(_ option: consuming OptionDescription) {
        (option.heading, option.alternatives, option.needed) = (heading, alternatives, needed)
        options.append(option)
    }

    // MARK: Arguments, in their order

    package mutating func argument<Value>(
        _ name: String, _ type: ValueType<Value>, _ summary: @escaping @autoclosure LazyText
    ) -> Value {
        note(name, type, summary, isRequired: true, repeats: false)
        return rest.popFirst().flatMap(type.parse) ?? type.sample()
    }

    package mutating func optionalArgument<Value>(
        _ name: String, _ type: ValueType<Value>, _ summary: @escaping @autoclosure LazyText
    ) -> Value? {
        note(name, type, summary, isRequired: false, repeats: false)
        return rest.popFirst().flatMap(type.parse)
    }

    /// All remaining arguments, at least one unless they are optional.
    package mutating func arguments<Value>(
        _ name: String, _ type: ValueType<Value>, isRequired: Bool = true,
        _ summary: @escaping @autoclosure LazyText
    ) -> [Value] {
        note(name, type, summary, isRequired: isRequired, repeats: true)
        defer { rest = [] }
        return rest.compactMap(type.parse)
    }

    private mutating func note<Value>(
        _ name: String, _ type: ValueType<Value>, _ summary: @escaping LazyText, isRequired: Bool,
        repeats: Bool
    ) {
        guard given == nil else { return }
        arguments.append(
            ArgumentDescription(
                name: name, traits: type.traits, makeSummary: summary, isRequired: isRequired,
                repeats: repeats))
    }
}

/// The checked content of a command line after the command's words.
struct GivenValues: Sendable {
    struct Option: Sendable {
        let name: String
        /// Nil for a flag, and for a value to be asked for.
        let text: String?
    }

    let options: [Option]
    let arguments: [String]

    func has(_ name: String) -> Bool { options.contains { $0.name == name } }

    func texts(_ name: String) -> [String] { options.filter { $0.name == name }.compactMap(\.text) }

    func text(_ name: String) -> String? { options.first { $0.name == name }?.text }

    func read<Values: CommandLineReadable>(_ type: Values.Type) -> Values {
        var reader = CommandLineReader(self)
        return type.init(&reader)
    }
}
