/// What stands as the value of an option.
public enum OptionValue: Equatable, Sendable {
    /// The value as it was typed; it may be empty.
    case given(String)
    /// The option stands alone and its value is to be asked for.
    case toBeAsked
}

/// What a command line means: a command with its arguments and options.
public struct Invocation: Equatable, Sendable {
    /// What is to be done.
    public let command: CommandID
    /// As many as the command declares, in their order; for `help` the words of a command or a topic.
    public let arguments: [String]
    private let options: [OptionID: OptionValue?]

    init(command: CommandID, arguments: [String] = [], options: [OptionID: OptionValue?] = [:]) {
        self.command = command
        self.arguments = arguments
        self.options = options
    }

    /// The value of an option; nothing for a flag, or if the option does not stand there.
    public func value(_ option: OptionID) -> OptionValue? {
        options[option] ?? nil
    }

    /// Whether the option stands on the command line, with or without a value.
    public func has(_ option: OptionID) -> Bool {
        options.keys.contains(option)
    }
}
