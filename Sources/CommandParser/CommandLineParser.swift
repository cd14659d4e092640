/// Reads a command line by the declarations of `Regapp`.
///
/// - `--option value` and `--option=value` are the same; a separate value never starts with `--`.
/// - Options may stand anywhere, also before the command; `--` ends them.
/// - `--help` and `-h` win over everything that is wrong after the command's words.
/// - Otherwise the first thing that is wrong, from the left, is the error.
public struct CommandLineParser: Sendable {
    /// A parser of regapp's one command line.
    public init() {}

    /// What the arguments mean; without the name of the program.
    public func parse(_ arguments: [String]) throws(UsageError) -> Invocation {
        let tokens = CommandLineToken.read(arguments)
        let (found, words) = try CommandResolution.resolve(tokens)
        let flags = tokens.compactMap { if case .option(let id, _) = $0.token { id } else { nil } }
        if flags.contains(.help) {
            return Invocation(command: .help, arguments: found.words)
        }
        switch found.settled {
        case .group(let group):
            throw .missingCommand(of: group.name)
        case .command(let command):
            let options = try read(tokens, as: command)
            let arguments = try read(words, for: command)
            try checkTogether(options, arguments, of: command)
            return Invocation(
                command: options.keys.contains(.version) ? .version : command.id, arguments: arguments,
                options: options)
        }
    }

    // MARK: Options

    private func read(
        _ tokens: [ReadToken], as command: CommandDeclaration
    ) throws(UsageError) -> [OptionID: OptionValue?] {
        var options: [OptionID: OptionValue?] = [:]
        for read in tokens {
            switch read.token {
            case .word: break
            case .unknownOption(let name):
                let known = (command.options + Regapp.everywhere).map(\.id)
                throw read.unknownOption(name, of: command.words, among: known)
            case .option(let id, let given):
                guard let option = command.option(id) else { throw .optionNotOfCommand(id, command.id) }
                let value = try self.value(given, of: option, in: command)
                // A flag given twice says the same; of two values only one could be meant.
                if option.value != nil, options.keys.contains(id) { throw .repeatedOption(id) }
                options.updateValue(value, forKey: id)
            }
        }
        return options
    }

    private func value(
        _ given: CommandLineToken.Given, of option: OptionDeclaration, in command: CommandDeclaration
    ) throws(UsageError) -> OptionValue? {
        switch (option.value, given) {
        case (nil, .nothing):
            return nil
        case (nil, _):
            throw .takesNoValue(option.id)
        case (let value?, .nothing):
            guard value.mayBeAskedFor else { throw .needsValue(option.id, of: command.id) }
            return .toBeAsked
        case (let value?, .attached(let text)), (let value?, .separate(let text)):
            if text.isEmpty, value.kind.isPath { throw .needsValue(option.id, of: command.id) }
            guard value.kind.accepts(text) else {
                throw .invalidValue(
                    option.id, text, of: command.id, nearest: NearestName.choice(text, of: value.kind))
            }
            return .given(text)
        }
    }

    // MARK: Arguments

    private func read(
        _ words: [ReadToken], for command: CommandDeclaration
    ) throws(UsageError) -> [String] {
        let texts = words.compactMap { if case .word(let word) = $0.token { word } else { nil } }
        if command.arguments.last?.repeats != true, texts.count > command.arguments.count {
            let extra = words[command.arguments.count]
            throw extraArgument(extra, of: command)
        }
        if let missing = command.arguments.dropFirst(texts.count).first, missing.isRequired {
            throw .missingArgument(missing.name, of: command.id)
        }
        for (argument, text) in zip(command.arguments, texts) {
            guard argument.kind.accepts(text) else {
                throw .invalidArgument(
                    argument.name, text, of: command.id, nearest: NearestName.choice(text, of: argument.kind))
            }
        }
        if command.id == .help { try checkTopic(texts) }
        return texts
    }

    private func extraArgument(_ read: ReadToken, of command: CommandDeclaration) -> UsageError {
        guard case .word(let word) = read.token else {
            return .extraArgument(nil, of: command.words, nearest: nil)
        }
        let name = word.utf8.firstIndex(of: UInt8(ascii: "=")).map { String(word[..<$0]) } ?? word
        let nearest = NearestName.option(name, among: command.options.map(\.id))
        // One who types `accounts password ann@example.com hunter2` has typed a password.
        let isShown = !read.mayBeSecret && command.option(.password) == nil
        return .extraArgument(isShown ? word : nil, of: command.words, nearest: nearest)
    }

    private func checkTopic(_ words: [String]) throws(UsageError) {
        guard HelpPage(words) == nil else { return }
        let nearest = NearestName.topic(words)
        throw .unknownTopic(words.joined(separator: " "), nearest: nearest)
    }

    // MARK: Together

    private func checkTogether(
        _ options: [OptionID: OptionValue?], _ arguments: [String], of command: CommandDeclaration
    ) throws(UsageError) {
        for group in OptionDeclaration.exclusive {
            let given = group.filter { options.keys.contains($0) }
            if given.count > 1 { throw .conflictingOptions(given[0], given[1]) }
        }
        for option in command.options where options.keys.contains(option.id) {
            if let needed = option.onlyWithArgument, !arguments.contains(needed) {
                throw .optionNeedsArgument(option.id, needed, of: command.id)
            }
        }
    }
}

extension ValueKind {
    /// Whether an empty text can only be a slip.
    fileprivate var isPath: Bool { self == .file || self == .directory }

    /// Whether the text may stand as this kind of value.
    fileprivate func accepts(_ text: String) -> Bool {
        switch self {
        case .text, .file, .directory, .accountEmail, .topic: true
        case .choices(let choices): choices.contains(text)
        case .number(let range):
            text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
                && Int(text).map(range.contains) == true
        case .countryCode:
            text.utf8.count == 2
                && text.unicodeScalars.allSatisfy { $0.isASCII && $0.properties.isAlphabetic }
        }
    }
}
