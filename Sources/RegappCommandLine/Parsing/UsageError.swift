internal import RegappValues

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
    case optionNeedsOption(String, String)
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

extension UsageError {
    /// What is wrong: one lowercase line without a period.
    package func message(program: String) -> String {
        func command(_ words: [String]) -> String { "'\(([program] + words).joined(separator: " "))'" }
        return switch self {
        case .unknownCommand(let word, let words, _):
            "unknown command \(quoted((words + [word]).joined(separator: " ")))"
        case .missingCommand(let group, _): "\(command([group])) needs a command"
        case .unknownOption(let name, _, _): "unknown option \(quoted(name))"
        case .hiddenOption: "unknown option after a password option (not shown, it may be a password)"
        case .optionNotOfCommand(let option, let words, _): "\(command(words)) has no option \(option)"
        case .onlyAnswers(let words): "\(command(words)) shows no help here: its exit code is an answer"
        case .needsValue(let missing) where missing.isAskable: "no \(noun(missing.option)) given"
        case .needsValue(let missing): "\(missing.option) needs a value"
        case .takesNoValue(let option): "\(option) takes no value"
        case .repeatedOption(let option): "\(option) is given twice"
        case .invalidValue(let option, let value, .choices(let choices), _, _?) where choices.count > 6:
            "unknown \(noun(option)) \(quoted(value))"
        case .invalidValue(let option, let value, let expected, _, _):
            "\(option) takes \(expected.words), not \(quoted(value))"
        case .conflictingOptions(let one, let other): "\(one) and \(other) cannot be combined"
        case .optionNeedsArgument(let option, let argument, _): "\(option) goes only with '\(argument)'"
        case .optionNeedsOption(let option, let needed): "\(option) needs \(needed)"
        case .missingArgument(let name, .choices(let choices), let words, _):
            "\(command(words)) needs \(name): \(choices.listed(last: "or"))"
        case .missingArgument(let name, _, let words, _): "\(command(words)) needs \(name)"
        case .emptyArgument(let name, _): "\(name) is empty"
        case .invalidArgument(let name, let value, .choices, _, _?): "unknown \(noun(name)) \(quoted(value))"
        case .invalidArgument(let name, let value, let expected, _, _):
            "\(name) is \(expected.words), not \(quoted(value))"
        case .extraArgument(let word, _, _): "unexpected argument \(quoted(word))"
        case .hiddenArgument: "unexpected argument (not shown, it may be a password)"
        case .unknownTopic(let words, _): "no help for \(quoted(words))"
        }
    }

    /// What an option or an argument is for, by its name: `first name` of `--first-name`.
    private func noun(_ name: String) -> String {
        String(name.drop { $0 == "-" }.map { $0 == "-" ? " " : $0 }).lowercased()
    }

    /// What to type next: one lowercase line without a period.
    package func hint(program: String) -> Sentence {
        switch self {
        case .unknownCommand(_, _, let nearest?): didYouMean(.program(nearest))
        case .unknownCommand(_, let words, nil): seeHelp(words)
        case .missingCommand(let group, let commands):
            "type \(.program([group])) and one of: \(prose: commands.joined(separator: ", "))"
        case .unknownOption(_, _, let nearest?): didYouMean(.words([nearest]))
        case .unknownOption(let name, let words, nil):
            // A single hyphen may be meant as text, which only `--` can express.
            name.startsLikeOption
                ? seeHelp(words) : "\(seeHelp(words)); write '--' before an argument that starts with -"
        case .hiddenOption(_, let password?):
            "write \(.words([password + "=VALUE"])) for a password that starts with --"
        case .hiddenOption(let words, nil): seeHelp(words)
        case .optionNotOfCommand(let option, _, let takers): Self.takers(takers, of: option, program)
        case .onlyAnswers(let words):
            "\(seeHelp(words)); a service writes \(.words(["--"])) before the name of a user"
        case .needsValue(let missing): missing.hint
        case .takesNoValue(let option): "write \(prose: option) alone"
        case .repeatedOption(let option): "give \(prose: option) once"
        case .invalidValue(let option, _, _, _, let nearest?): didYouMean(.words([option, nearest]))
        case .invalidValue(_, _, _, let words, nil): seeHelp(words)
        case .conflictingOptions: "give only one of the two"
        case .optionNeedsArgument(let option, let argument, let words):
            "type \(.program(words + [argument, option])), or leave \(prose: option) out"
        case .optionNeedsOption(_, let needed): "add \(prose: needed)"
        case .missingArgument(_, .choices, let words, let labels):
            "for example, type \(.program(words + labels))"
        case .missingArgument(_, _, let words, let labels): "type \(.program(words + labels))"
        case .emptyArgument(_, let meaning): "type \(prose: meaning)"
        case .invalidArgument(_, _, _, let words, let nearest?): didYouMean(.program(words + [nearest]))
        case .invalidArgument(_, _, _, let words, nil): seeHelp(words)
        case .extraArgument(_, _, let nearest?), .hiddenArgument(_, let nearest?):
            didYouMean(.words(nearest))
        case .extraArgument(_, let words, nil): seeHelp(words)
        case .hiddenArgument(let words, nil): "put a value with spaces in quotes; \(seeHelp(words))"
        case .unknownTopic(_, let nearest?): didYouMean(.help(nearest))
        case .unknownTopic(_, nil): seeHelp([])
        }
    }

    private func didYouMean(_ line: ShellCommand) -> Sentence { "did you mean \(line)?" }

    private func seeHelp(_ words: [String]) -> Sentence { "see \(.help(words))" }

    private static func takers(_ takers: [[String]], of option: String, _ program: String) -> Sentence {
        // An option of the program alone is the whole line to type.
        if takers == [[]] { return "type \(.program([option]))" }
        // Names of commands, not lines to type.
        let names = takers.prefix(3).map { "'\(([program] + $0).joined(separator: " "))'" }
        let all =
            takers.count > names.count
            ? names.joined(separator: ", ") + " and others" : names.listed(last: "and")
        return "it is an option of \(prose: all)"
    }
}

extension UsageError.MissingValue {
    fileprivate var hint: Sentence {
        if !choices.isEmpty { return "give one of: \(prose: choices.joined(separator: ", "))" }
        let asked = isAskable ? ", or run it on a terminal to be asked" : ""
        guard safer.isEmpty else { return "use \(prose: safer.listed(last: "or"))\(prose: asked)" }
        return "type \(.words([option, placeholder]))\(prose: asked)"
    }
}

extension Expectation {
    /// The possible values, in words that follow `takes` or `is`.
    fileprivate var words: String {
        switch self {
        case .choices(let choices): choices.listed(last: "or")
        case .number(let range) where range.upperBound == Int.max: "a number from \(range.lowerBound) on"
        case .number(let range): "a number from \(range.lowerBound) to \(range.upperBound)"
        case .described(let words): words
        case .text: "a text"
        }
    }
}

extension [String] {
    /// Words with spaces between them. For `joined` the runtime looks for a conformance, which costs a start a tenth.
    package var spaced: String { dropFirst().reduce(first ?? "") { "\($0) \($1)" } }

    /// `a, b and c`, or `a or b`.
    package func listed(last word: String) -> String {
        guard let last, count > 1 else { return first ?? "" }
        return dropLast().joined(separator: ", ") + " \(word) " + last
    }
}

/// What was typed, in single quotes, fit for one line of a terminal.
///
/// Control characters, bidi controls and line separators become `\u{..}`, and a long text is cut.
func quoted(_ text: String) -> String {
    var shown = ""
    for (index, scalar) in text.unicodeScalars.enumerated() {
        guard index < longestQuoted else {
            shown += "..."
            break
        }
        shown +=
            scalar.isUnprintable ? "\\u{\(String(scalar.value, radix: 16, uppercase: true))}" : String(scalar)
    }
    return "'\(shown)'"
}

/// In scalars: a longer text is not a mistyped name, and would bury the message.
let longestQuoted = 100
