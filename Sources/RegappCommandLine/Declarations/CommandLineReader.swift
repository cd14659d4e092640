/// Text that is built only if it is used.
package typealias LazyText = @Sendable () -> String
/// The text of an option that the line does not have, as the rest of the line tells it; nil if it does not.
package typealias InferredText = @Sendable (GivenValues) -> String?

/// Gives a command the values of its options and arguments, by name and type. While a command is described, it notes
/// what is asked for, and every value is a placeholder. A line may have only one of the options with the same `oneOf`.
/// An option needs what `with` says: help says so before its summary, and a line without it is refused.
package struct CommandLineReader {
    private(set) var options: [OptionDescription] = []
    private(set) var arguments: [ArgumentDescription] = []
    /// Nil while the command is described.
    private let given: GivenValues?
    private var rest: ArraySlice<String> = []
    private var heading: String?

    init(_ given: GivenValues? = nil) {
        self.given = given
        rest = given?.arguments[...] ?? []
    }

    /// Whether an option without a value is on the line. `isSecret`: a careless person may type a password after it.
    package mutating func flag(
        _ name: String, oneOf group: String? = nil, with need: OptionNeed = [], isSecret: Bool = false,
        _ summary: @escaping @autoclosure LazyText
    ) -> Bool {
        if let given { return given.has(name) }
        note(
            OptionDescription(
                name: name, makeSummary: summary, isSecret: isSecret, need: need, group: group))
        return false
    }

    /// The value of an option; nil if it is not given and has no `fallback`. `replacesArguments`: with it, the line has
    /// no arguments.
    package mutating func option<Value>(
        _ name: String, _ type: ValueType<Value>, _ placeholder: String, oneOf group: String? = nil,
        with need: OptionNeed = [], replacesArguments: Bool = false,
        orElse fallback: InferredText? = nil,
        _ summary: @escaping @autoclosure LazyText
    ) -> Value? {
        if let given { return (given.text(name) ?? fallback?(given)).flatMap(type.parse) }
        note(
            OptionDescription(
                name: name, value: .init(placeholder: placeholder, traits: type.traits),
                makeSummary: summary, need: need, fallback: fallback, group: group,
                replacesArguments: replacesArguments))
        return nil
    }

    /// The values of an option that a line may have several times, in the order of the line.
    package mutating func options<Value>(
        _ name: String, _ type: ValueType<Value>, _ placeholder: String, with need: OptionNeed = [],
        _ summary: @escaping @autoclosure LazyText
    ) -> [Value] {
        if let given {
            return given.options.filter { $0.name == name }.compactMap { $0.value.flatMap(type.parse) }
        }
        note(
            OptionDescription(
                name: name, value: .init(placeholder: placeholder, traits: type.traits),
                makeSummary: summary, need: need, repeats: true))
        return []
    }

    /// The value of an option, which is asked for if the option stands alone; nil if the option is not given.
    /// `noun`: what is asked for. `isRequired`: the command does nothing without it, unless it can ask for it. `isSecret`:
    /// it is a password, so that messages never show what follows it. `isAlwaysAsked`: the person is asked for it even
    /// without the option.
    package mutating func askable(
        _ name: String, _ type: ValueType<String>, _ placeholder: String, noun: String,
        oneOf group: String? = nil, isRequired: Bool = false, isSecret: Bool = false,
        isAlwaysAsked: Bool = false,
        _ summary: @escaping @autoclosure LazyText
    ) -> Asked? {
        if let given {
            guard given.has(name) else { return nil }
            guard let text = given.text(name), let value = type.parse(text) else { return .toBeAsked }
            return .given(value)
        }
        note(
            OptionDescription(
                name: name,
                value: .init(
                    placeholder: placeholder, traits: type.traits, askedFor: noun,
                    isAlwaysAsked: isAlwaysAsked),
                makeSummary: summary, isRequired: isRequired, isSecret: isSecret, group: group))
        return nil
    }

    /// Makes help list the options that follow under a heading of their own, such as `What is read`.
    package mutating func group(_ heading: String) { self.heading = heading }

    private mutating func note(_ option: consuming OptionDescription) {
        option.heading = heading
        options.append(option)
    }

    /// Whether an option that is read elsewhere is on the line.
    package func isGiven(_ name: String) -> Bool { given?.has(name) ?? false }

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
                name: name, traits: type.traits, summary: summary, isRequired: isRequired,
                repeats: repeats))
    }
}

/// The checked content of a command line after the command's words.
package struct GivenValues: Sendable {
    let options: [CommandLineScanner.Option]
    package let arguments: [String]

    package func has(_ name: String) -> Bool { options.contains { $0.name == name } }

    package func text(_ name: String) -> String? { options.first { $0.name == name }?.value }

    package func read<Values: CommandLineReadable>(_ type: Values.Type) -> Values {
        var reader = CommandLineReader(self)
        return type.init(&reader)
    }
}
