/// Commands are named by their words, without the name of the program, options as they are typed: `--email`. No case
/// holds a word or an option that may be part of a password.
package enum UsageError: Error, Equatable, Sendable {
    /// An unknown command; `in` are the words before it, `nearest` the words that may be meant.
    case unknownCommand(String, in: [String], nearest: [String]?)
    case missingCommand(of: String, commands: [String])
    case unknownOption(String, of: [String], nearest: String?)
    /// An unknown option that may be part of a password; `password` is the option that takes one.
    case hiddenOption(of: [String], password: String?)
    /// An option of other commands; the most likely ones come first.
    case optionNotOfCommand(String, [String], takers: [[String]])
    /// Help for a command that answers by its exit code, if no person reads it.
    case onlyAnswers([String])
    /// Also for a missing value that cannot be asked for.
    case needsValue(MissingValue)
    case takesNoValue(String)
    case repeatedOption(String)
    case invalidValue(String, String, Expectation, of: [String], nearest: String?)
    case conflictingOptions(String, String)
    case optionNeedsArgument(String, String, of: [String])
    /// `labels` are all arguments of the command, as in a usage line.
    case missingArgument(String, Expectation, of: [String], labels: [String])
    case emptyArgument(String, meaning: String)
    case invalidArgument(String, String, Expectation, of: [String], nearest: String?)
    /// `nearest` is the option that may be meant, with the word or its placeholder.
    case extraArgument(String, of: [String], nearest: [String]?)
    /// One word too many, which may be part of a password.
    case hiddenArgument(of: [String], nearest: [String]?)
    case unknownTopic(String, nearest: [String]?)

    package struct MissingValue: Equatable, Sendable {
        let option: String
        let placeholder: String
        let choices: [String]
        let isAskable: Bool
        /// For a password, the options that pass it without showing it.
        let safer: [String]
    }
}
