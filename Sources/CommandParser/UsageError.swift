/// What is wrong with a command line; all of them end with exit code 64.
///
/// `message` and `hint` make sentences of the facts. No case holds the value of `--password`; a word or
/// option that may be a piece of one is nothing instead.
public enum UsageError: Error, Equatable, Sendable {
    /// A word that is no command; `in` are the words before it, `nearest` the words that may be meant.
    case unknownCommand(String, in: [String], nearest: [String]?)
    /// A group such as `accounts` without one of its commands.
    case missingCommand(of: String)
    case unknownOption(String?, of: [String], nearest: OptionID?)
    /// An option that other commands take.
    case optionNotOfCommand(OptionID, CommandID)
    /// Help of a command whose exit code is an answer, where no person reads it.
    case onlyAnswers(CommandID)
    /// Also for an account value that is missing where nobody can be asked.
    case needsValue(OptionID, of: CommandID)
    case takesNoValue(OptionID)
    case repeatedOption(OptionID)
    case invalidValue(OptionID, String, of: CommandID, nearest: String?)
    case conflictingOptions(OptionID, OptionID)
    /// An option that makes sense only beside one argument, such as `--demo`.
    case optionNeedsArgument(OptionID, String, of: CommandID)
    case missingArgument(String, of: CommandID)
    /// An argument of free text with nothing in it but spaces.
    case emptyArgument(String, of: CommandID)
    case invalidArgument(String, String, of: CommandID, nearest: String?)
    case extraArgument(String?, of: [String], nearest: OptionID?)
    /// What stands after `help` is neither a command nor a topic.
    case unknownTopic(String, nearest: [String]?)
}
