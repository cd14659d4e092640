internal import RegappValues

/// What must accompany an option.
package enum OptionNeed: ExpressibleByArrayLiteral, Sendable {
    /// At least one of these options, or the argument with this name; nothing if there are none.
    case options([String], orArgument: String? = nil)
    /// One of these values of another option.
    case values([String], of: String)
    /// This first argument.
    case argument(String)

    package init(arrayLiteral options: String...) { self = .options(options) }

    /// As help names it; empty for nothing.
    var words: String {
        switch self {
        case .options(let names, let argument):
            ((argument.map { [$0] } ?? []) + names.map { "--" + $0 }).listed(last: "or")
        case .values(let values, let name): "--\(name) \(values.listed(last: "or"))"
        case .argument(let text): text
        }
    }
}

struct OptionDescription: Sendable {
    struct Value: Sendable {
        /// The placeholder in help, such as `EMAIL`.
        let placeholder: String
        let traits: ValueTraits
        /// What the person is asked for, such as `first name`, if the option is given without a value; nil if it needs
        /// one.
        var askedFor: String?
        /// Whether the person is asked even without the option.
        var isAlwaysAsked = false

        /// Whether a hint may repeat a text that was given.
        func mayRepeat(_ text: String) -> Bool {
            text.isPrintable && !text.isEmpty && text.unicodeScalars.count <= longestQuoted
                && (!traits.isRecognizable || traits.looksLike(text))
                && !secretWords.contains(where: text.splitAtEquals.name.lowercased().holds)
        }
    }

    /// Without the two hyphens.
    let name: String
    /// The one-letter form without its hyphen.
    var letter: String?
    var value: Value?
    let makeSummary: LazyText
    /// Whether help shows it without brackets.
    var isRequired = false
    /// Whether a password may follow it, so that messages never show what does.
    var isSecret = false
    var need: OptionNeed = []
    /// The value if none is given, as far as the line tells.
    var fallback: InferredText?
    /// Options of one command with the same group exclude each other.
    var group: String?
    var replacesArguments = false
    /// Whether a line may have it several times, each with a value.
    var repeats = false
    /// The heading under which help lists it; nil for the usual one.
    var heading: String?

    var summary: String {
        need.words.isEmpty ? makeSummary() : "with \(need.words): \(makeSummary())"
    }

    /// Whether its value names a key, as `--set KEY=VALUE` does.
    var isKeyed: Bool { value?.placeholder == "KEY=VALUE" }

    /// Whether it sets a key; a condition compares, too.
    var setsKey: Bool { isKeyed && value?.traits.accepts("KEY<VALUE") == false }

    /// Whether its value may need quotes.
    var mayHaveSpaces: Bool {
        value.map { setsKey || $0.traits.isPlainText && !$0.traits.isRecognizable } ?? false
    }

    /// Whether with it a command only says what it would do.
    var isPreview: Bool { value == nil && ["dry-run", "show"].contains(name) }

    /// Whether it answers a question, or deletes for good.
    var confirms: Bool { value == nil && ["yes", "forget"].contains(name) }

    /// The option as it is typed: `--email`.
    var typed: String { "--" + name }

    /// The option with the placeholder of its value: `--email EMAIL`.
    var label: String { value.map { "\(typed) \($0.placeholder)" } ?? typed }

    static let help = OptionDescription(
        name: "help", letter: "h", makeSummary: { "explain the command" })
}

struct ArgumentDescription: Sendable {
    /// The placeholder in help, such as `FILE`.
    let name: String
    let traits: ValueTraits
    let summary: LazyText
    let isRequired: Bool
    /// Only the last argument may.
    let repeats: Bool

    /// What a person has to fill in, such as `EMAIL` for `EMAIL|NUMBER`.
    var placeholder: String { name.split(separator: "|").first.map { String($0) } ?? name }

    /// The text if it may be such an argument, else the placeholder.
    func words(for text: String?, orElse placeholder: String? = nil) -> [String] {
        guard let text, traits.looksLike(text) || traits.isPlainText || traits.isFile && text.looksLikeFile,
            text.isPrintable,
            text.unicodeScalars.count <= longestQuoted
        else { return [placeholder ?? self.placeholder] }
        return ShellCommand.argument(text)
    }

    var label: String {
        let text = repeats ? name + "..." : name
        return isRequired ? text : "[\(text)]"
    }
}

package struct CommandDescription: Sendable {
    package let command: any Command.Type
    let options: [OptionDescription]
    let everywhere: [OptionDescription]
    let arguments: [ArgumentDescription]

    var words: [String] { command.words }

    var allOptions: [OptionDescription] { options + everywhere }

    func option(_ name: String) -> OptionDescription? { allOptions.first { $0.name == name } }

    /// The option that a password follows; nil if its line holds none.
    var passwordOption: OptionDescription? { options.first { $0.isSecret && $0.value != nil } }

    /// The option that a text in the place of a name is the value of: in `export htpasswd`, `--format`; in `export
    /// people.csv`, the first one for a file, unless a password is read from it; in `history yesterday`, `--since`.
    func optionTaking(_ text: String) -> OptionDescription? {
        options.first { option in
            guard let traits = option.value?.traits else { return false }
            return traits.expectation().isChoice(text) || traits.isRecognizable && traits.looksLike(text)
                || traits.isFile && text.looksLikeFile
                    && !alternatives(to: option).contains(where: \.isSecret)
        }
    }

    /// Where a line has arguments, behind the command's words: neither options nor their values.
    func placesOfArguments(in line: [String]) -> [Int] {
        var places: [Int] = []
        var isValue = false
        for place in line.indices.dropFirst(words.count) {
            let word = line[place]
            if word.startsLikeOption {
                isValue = !word.contains("=") && option(String(word.dropFirst(2)))?.value != nil
                continue
            }
            if !isValue { places.append(place) }
            isValue = false
        }
        return places
    }

    /// The options of which a line may have only one, `option` included.
    func alternatives(to option: OptionDescription) -> [OptionDescription] {
        guard let group = option.group else { return [option] }
        return options.filter { $0.group == group }
    }
}
