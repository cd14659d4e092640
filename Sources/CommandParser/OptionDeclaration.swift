/// The value of an option.
struct ValueDeclaration: Equatable, Sendable {
    /// The placeholder in help, such as `EMAIL`.
    let name: String
    let kind: ValueKind
    /// Whether the option may stand without its value, which is then asked for on a terminal.
    let mayBeAskedFor: Bool

    init(_ name: String, _ kind: ValueKind, mayBeAskedFor: Bool = false) {
        self.name = name
        self.kind = kind
        self.mayBeAskedFor = mayBeAskedFor
    }
}

/// An option as one command takes it.
struct OptionDeclaration: Equatable, Sendable {
    let id: OptionID
    /// The one-letter form without its hyphen, if there is one.
    let letter: String?
    /// Nothing for a flag; all declarations of one `id` agree on whether there is a value.
    let value: ValueDeclaration?
    /// What the option does, in a few lowercase words without a period.
    let summary: String
    /// The argument that the command must have for the option to make sense.
    let onlyWithArgument: String?

    init(
        _ id: OptionID, letter: String? = nil, value: ValueDeclaration? = nil, _ summary: String,
        onlyWithArgument: String? = nil
    ) {
        self.id = id
        self.letter = letter
        self.value = value
        self.summary = summary
        self.onlyWithArgument = onlyWithArgument
    }

    /// The same option with another value or another explanation.
    func with(value: ValueDeclaration? = nil, _ summary: String) -> OptionDeclaration {
        OptionDeclaration(
            id, letter: letter, value: value ?? self.value, summary, onlyWithArgument: onlyWithArgument)
    }

    /// The option with the placeholder of its value, as help and the manual show it: `--email EMAIL`.
    var label: String {
        [id.typed, value?.name].compactMap(\.self).joined(separator: " ")
    }

    /// The options of which a command line may hold only one.
    static let exclusive: [[OptionID]] = [
        [.password, .passwordStdin, .passwordFile],
        [.json, .field],
    ]
}
