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
    private let options: [GivenOption]

    init(command: CommandID, arguments: [String] = [], options: [GivenOption] = []) {
        self.command = command
        self.arguments = arguments
        self.options = options
    }

    /// The value of an option; nothing for a flag, or if the option does not stand there.
    public func value(_ option: OptionID) -> OptionValue? {
        options.first { $0.id == option }?.value
    }

    /// Whether the option stands on the command line, with or without a value.
    public func has(_ option: OptionID) -> Bool {
        options.contains { $0.id == option }
    }

    /// Equal invocations ask for the same, in whichever order the options stand.
    public static func == (left: Invocation, right: Invocation) -> Bool {
        left.command == right.command && left.arguments == right.arguments
            && OptionID.allCases.allSatisfy {
                left.has($0) == right.has($0) && left.value($0) == right.value($0)
            }
    }
}

/// An option on a command line.
struct GivenOption: Sendable {
    let id: OptionID
    /// Nothing for a flag.
    let value: OptionValue?
}
