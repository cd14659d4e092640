/// One piece of a command line, before it is known what command it belongs to.
enum CommandLineToken: Equatable {
    /// What stands with an option.
    enum Given: Equatable {
        case nothing
        /// `--option=value`
        case attached(String)
        /// `--option value`
        case separate(String)
    }

    case word(String)
    case option(OptionID, Given)
    /// Looks like an option and is none; without what follows its `=`.
    case unknownOption(String)
}

/// A token, and whether a careless line may have put a piece of a password there.
struct ReadToken: Equatable {
    let token: CommandLineToken
    /// True for unknown options and words right after a password option: `--password my secret`.
    let mayBeSecret: Bool

    /// The error for an unknown option; what is near to an option's name is no password.
    func unknownOption(_ name: String, of words: [String], among options: [OptionID]) -> UsageError {
        let nearest = NearestName.option(name, among: options)
        return .unknownOption(mayBeSecret && nearest == nil ? nil : name, of: words, nearest: nearest)
    }
}

/// A word that is left for a command, after those that name it.
struct CommandLineWord: Equatable {
    let text: String
    let mayBeSecret: Bool
}

extension CommandLineToken {
    /// Splits a command line, without the program's name.
    static func read(_ arguments: [String]) -> [ReadToken] {
        var tokens: [ReadToken] = []
        var rest = arguments[...]
        var optionsEnded = false
        while let argument = rest.popFirst() {
            if !optionsEnded, argument == "--" {
                optionsEnded = true
                continue
            }
            let token = optionsEnded ? .word(argument) : read(argument, before: &rest)
            let mayBeSecret = tokens.last.map { $0.token.mayLeadToSecret || $0.mayBeSecret } ?? false
            tokens.append(ReadToken(token: token, mayBeSecret: mayBeSecret && token.isUnrecognised))
        }
        return tokens
    }

    private static func read(_ argument: String, before rest: inout ArraySlice<String>) -> CommandLineToken {
        guard argument.utf8.starts(with: "-".utf8), argument.utf8.count > 1 else { return .word(argument) }
        if let letter = Regapp.everywhere.first(where: { $0.letter.map { "-" + $0 } == argument }) {
            return .option(letter.id, .nothing)
        }
        let (name, value) = argument.splitAtEquals
        let id = OptionID(rawValue: String(name.unicodeScalars.dropFirst(2)))
        guard argument.startsLikeOption, let id else { return .unknownOption(name) }
        if let value { return .option(id, .attached(value)) }
        guard id.declaration.value != nil, let next = rest.first, !next.startsLikeOption else {
            return .option(id, .nothing)
        }
        rest.removeFirst()
        return .option(id, .separate(next))
    }

    private var isUnrecognised: Bool {
        if case .option = self { return false }
        return true
    }

    private var mayLeadToSecret: Bool {
        if case .option(let id, _) = self { return id == .password || id == .passwordStdin }
        return false
    }
}

// Bytes and scalars, not characters: a combining mark after `=` or `-` would hide them.
extension String {
    /// What stands before the first `=`, and what stands after it, if there is one.
    var splitAtEquals: (name: String, value: String?) {
        guard let equals = utf8.firstIndex(of: UInt8(ascii: "=")) else { return (self, nil) }
        return (String(self[..<equals]), String(self[utf8.index(after: equals)...]))
    }

    /// Whether it begins with two hyphens, and so is no separate value.
    var startsLikeOption: Bool { utf8.starts(with: "--".utf8) }
}
