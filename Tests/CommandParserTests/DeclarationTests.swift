@testable import CommandParser
import Testing

/// A command with one of its options.
struct DeclaredOption: CustomTestStringConvertible, Sendable {
    let command: CommandDeclaration
    let option: OptionDeclaration

    var testDescription: String { "\(command.typed) \(option.label)" }

    static let all = Regapp.commands.flatMap { command in
        (command.options + Regapp.everywhere).map { DeclaredOption(command: command, option: $0) }
    }

    /// Arguments and a value with which the command line is right.
    var line: [String] {
        let arguments = command.arguments.map { option.onlyWithArgument ?? $0.kind.sample }
        let value = option.value.map { [$0.kind.sample] } ?? []
        return command.words + (command.id == .help ? [] : arguments) + [option.id.typed] + value
    }
}

extension ValueKind {
    fileprivate var sample: String {
        switch self {
        case .choices(let choices): choices.first ?? ""
        case .number(let range): String(range.lowerBound)
        case .countryCode: "US"
        case .file, .directory: "/tmp/x"
        case .accountEmail: "ann@example.com"
        case .text: "x"
        case .topic: "login"
        }
    }
}

struct DeclarationTests {
    @Test(arguments: DeclaredOption.all)
    func `a declared option is parsed, explained and completed`(_ declared: DeclaredOption) throws {
        let (command, option) = (declared.command, declared.option)
        let invocation = try CommandLineParser().parse(declared.line)
        if option.id == .help {
            #expect(invocation.command == .help)
        } else if option.id == .version {
            #expect(invocation.command == .version)
        } else {
            #expect(invocation.command == command.id)
            #expect(invocation.has(option.id))
        }
        #expect(Regapp.help(for: command.words).contains(option.label))
        #expect(Regapp.manual().contains(Roff.escaped(option.id.typed) + "\\fR"))
        for shell in Shell.allCases {
            #expect(Regapp.completions(for: shell).contains(option.id.typed), "\(shell)")
        }
    }

    @Test(arguments: Regapp.commands.filter { !$0.words.isEmpty }.map(\.words))
    func `a declared command has help, a part of the manual and completions`(_ words: [String]) throws {
        #expect(try CommandLineParser().parse(["help"] + words).arguments == words)
        #expect(try CommandLineParser().parse(words + ["--help"]).arguments == words)
        #expect(Regapp.help(for: words) != Regapp.help())
        #expect(Regapp.manual().contains(".SS \"\(Regapp.typed(words))\"\n"))
        let contexts = CompletionContext.all.filter { $0.words == words.dropLast() }
        #expect(words.count == 1 || contexts.contains { $0.next.map(\.label).contains(words.last ?? "") })
    }

    @Test(arguments: CommandID.allCases)
    func `every command is declared`(_ id: CommandID) {
        // `--version` is an option of `regapp` alone.
        #expect(Regapp.commands.filter { $0.id == id }.count == (id == .version ? 0 : 1))
    }

    @Test(arguments: OptionID.allCases)
    func `the declarations of an option agree on its shape`(_ id: OptionID) {
        let declarations = Regapp.declarations(of: id)
        #expect(!declarations.isEmpty)
        #expect(Set(declarations.map { $0.value == nil }).count == 1)
        #expect(Set(declarations.map { $0.value?.name }).count == 1)
        #expect(Set(declarations.map { $0.value?.mayBeAskedFor }).count == 1)
    }

    @Test(arguments: Regapp.commands.map(\.words))
    func `a command names each option and argument once`(_ words: [String]) throws {
        let command = try #require(Regapp.commands.first { $0.words == words })
        let options = (command.options + Regapp.everywhere).map(\.id)
        #expect(Set(options).count == options.count)
        #expect(command.required.allSatisfy(options.contains))
        #expect(Set(command.arguments.map(\.name)).count == command.arguments.count)
        // Else it would not be known which argument a word is.
        #expect(command.arguments.dropLast().allSatisfy { $0.isRequired && !$0.repeats })
    }

    @Test func `sentences are in one style`() {
        let summaries =
            Regapp.commands.map(\.summary) + FirstWord.allCases.flatMap { $0.commands.map(\.summary) }
        for summary in summaries + Regapp.topics.map(\.summary) {
            #expect(summary.first?.isUppercase == true && !summary.hasSuffix("."), "\(summary)")
        }
        for option in Regapp.commands.flatMap(\.options) + Regapp.everywhere {
            #expect(option.summary.first?.isLowercase == true && !option.summary.hasSuffix("."))
        }
        for paragraph in Regapp.commands.flatMap(\.discussion) {
            #expect(paragraph.hasSuffix("."), "\(paragraph)")
        }
    }

    @Test(arguments: Regapp.commands.flatMap(\.examples).map(\.line).filter { $0.hasPrefix("regapp") })
    func `an example is a right command line`(_ line: String) throws {
        // Up to what the shell does with it.
        let words = line.split(separator: " ").prefix { !["<", ">", "|", "&&"].contains($0) }
        let arguments = words.dropFirst().map { $0 == "\"\"" ? "" : String($0) }
        #expect(throws: Never.self) { try CommandLineParser().parse(arguments) }
    }
}
