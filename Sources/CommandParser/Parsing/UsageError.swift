/// What is wrong with a command line.
///
/// Commands are given by their words, without the name of the program, options as they are typed: `--email`. No case
/// holds a word or an option that may be a piece of a password.
package enum UsageError: Error, Equatable, Sendable {
    /// A word that is no command; `in` are the words before it, `nearest` the words that may be meant.
    case unknownCommand(String, in: [String], nearest: [String]?)
    /// A group without one of its commands.
    case missingCommand(of: String, commands: [String])
    case unknownOption(String, of: [String], nearest: String?)
    /// An unknown option that may be a piece of a password; `password` is the option that takes one.
    case hiddenOption(of: [String], password: String?)
    /// An option that other commands take, those that are likely to be meant first.
    case optionNotOfCommand(String, [String], takers: [[String]])
    /// Help of a command whose exit code is an answer, where no person reads it.
    case onlyAnswers([String])
    /// Also of a value that is missing where nobody can be asked for it.
    case needsValue(MissingValue)
    case takesNoValue(String)
    case repeatedOption(String)
    case invalidValue(String, String, Expectation, of: [String], nearest: String?)
    case conflictingOptions(String, String)
    /// An option that makes sense only beside one argument.
    case optionNeedsArgument(String, String, of: [String])
    /// `labels` are all arguments of the command, as a usage line shows them.
    case missingArgument(String, Expectation, of: [String], labels: [String])
    /// An argument of free text with nothing in it but spaces.
    case emptyArgument(String, meaning: String)
    case invalidArgument(String, String, Expectation, of: [String], nearest: String?)
    /// `nearest` is the option that may be meant, with the word or what stands for its value in help.
    case extraArgument(String, of: [String], nearest: [String]?)
    /// A word too many that may be a piece of a password.
    case hiddenArgument(of: [String], nearest: [String]?)
    /// What stands after `help` names no page.
    case unknownTopic(String, nearest: [String]?)

    /// An option without its value.
    package struct MissingValue: Equatable, Sendable {
        let option: String
        let placeholder: String
        let choices: [String]
        /// Whether a person on a terminal is asked for it.
        let isAskable: Bool
        /// Of a password, the options that hand it over where nobody sees it.
        let safer: [String]
    }
}
