import RegappTestSupport
import RegappCore
import Testing

@testable import RegappCommandLine
@testable import RegappWording
@testable import regapp

extension Program {
    /// Each option that a line may hold, once.
    var everyOption: [OptionDescription] {
        var options: [OptionDescription] = []
        for option in optionsEverywhere + commands.flatMap({ describe($0).options })
        where !options.contains(where: { $0.name == option.name }) { options.append(option) }
        return options
    }
}

/// A command with one of its options.
struct DeclaredOption: CustomTestStringConvertible, Sendable {
    let command: CommandDescription
    let option: OptionDescription

    var testDescription: String { Regapp.program.typed(command.words) + " " + option.label }

    static let all = Regapp.program.commands.map(Regapp.program.describe).flatMap { command in
        (command.options + command.everywhere).map { DeclaredOption(command: command, option: $0) }
    }

    /// Arguments and a value with which the command line is right.
    var line: [String] {
        let words = words(of: option)
        let isInPlace = command.options.contains { $0.replacesArguments && words.contains($0.typed) }
        var arguments = isInPlace ? [] : command.arguments.filter(\.isRequired).map(\.traits.sample)
        if case .argument(let text) = option.need { arguments = [text] }
        return command.words + arguments + words
    }

    /// The option with a value, after those that it needs.
    private func words(of option: OptionDescription) -> [String] {
        let needed: [String] =
            switch option.need {
            case .options(let names, _): names.first.flatMap(command.option).map(words) ?? []
            case .values(let values, let name): ["--" + name, values.first ?? ""]
            case .argument: []
            }
        return needed + [option.typed] + (option.value.map { [$0.traits.sample] } ?? [])
    }
}

extension ValueTraits {
    /// A value that the option or argument accepts.
    var sample: String {
        switch expectation() {
        case .text: "x"
        // The first one is often what holds anyway.
        case .choices(let names): names.last ?? ""
        case .number(let range): "\(range.lowerBound)"
        // The two letters of a country, its code, the name of a host, a day, a time, a sign, the address of a page,
        // or the name of an entry.
        case .described:
            ["US", "+49", "x.example", "2026-01-31", "12h", ",", "https://x.example/password"]
                .first(where: accepts) ?? "dc=x"
        }
    }
}

@Suite struct RegappProgramTests {
    private let program = Regapp.program
    private static let manual = Regapp.program.manual

    @Test(arguments: DeclaredOption.all)
    func `a declared option is parsed, explained and completed`(_ declared: DeclaredOption) throws {
        let (command, option) = (declared.command, declared.option)
        switch try program.parse(declared.line) {
        case .run(let line):
            #expect(line.description.command.words == command.words)
            #expect(line.values.has(option.name))
        case .help(let words): #expect(option.name == "help" && words == command.words)
        case .complete: Issue.record("is a question of a shell")
        }
        #expect(try program.help(for: command.words).contains(option.label))
        #expect(Self.manual.contains(Roff.escaped(option.typed) + "\\fR"))
        let offers = program.completions(after: command.words, typed: "-").offers
        #expect(offers.contains(Offer(option.typed, option.summary)))
    }

    private static let ownOptions = DeclaredOption.all.filter { declared in
        !declared.command.everywhere.contains { $0.name == declared.option.name }
    }

    // An option that replaces arguments is not tried here: without it the line needs other arguments.
    @Test(arguments: ownOptions.filter { !$0.option.replacesArguments })
    func `an option changes the values of its command`(_ declared: DeclaredOption) throws {
        func values(_ words: [String]) throws -> String? {
            guard case .run(let line) = try program.parse(words) else { return nil }
            return "\(line.values.read(line.description.command))"
        }
        let with = declared.line
        let without = with.prefix { $0 != declared.option.typed }
        // What is not right without the option is changed by it.
        #expect(try values(with) != (try? values(Array(without))))
    }

    @Test(arguments: Regapp.commands.map { $0.words }.filter { !$0.isEmpty })
    func `a declared command has help, a part of the manual and completions`(_ words: [String]) throws {
        #expect(try program.help(for: words) != program.help())
        #expect(Self.manual.contains(".SS \"\(Roff.escaped(program.typed(words)))\"\n"))
        let offers = program.completions(after: words.dropLast(), typed: "").offers
        #expect(offers.contains { $0.word == words.last })
        let topics = program.completions(after: ["help"] + words.dropLast(), typed: "").offers
        #expect(topics.contains { $0.word == words.last })
    }

    @Test func `every command of the program is listed, each with words of its own`() throws {
        var declared: [String] = []
        let folder = "Sources/regapp"
        let conformance =
            /\b(?:struct|enum|class|actor|extension)\s+([\w.]+)[^{}]*?:[^{}]*\b(?:Regapp|Bulk)Command\b/
        for file in try Repository.files(below: folder) where file.hasSuffix(".swift") {
            let found = try Repository.text(folder + "/" + file).matches(of: conformance)
            declared += found.compactMap { $0.output.1.split(separator: ".").last.map(String.init) }
        }
        let listed = Regapp.commands.map { String(describing: $0) }
        for name in declared { #expect(listed.contains(name), "\(name) is not in CommandList.swift") }
        #expect(Set(listed).count == listed.count && declared.count == listed.count)
        #expect(Set(Regapp.commands.map { $0.words }).count == listed.count)
    }

    /// What is true of all declarations is tested above and below; what a command does, only its own tests know.
    @Test func `every command is run by a test, and each of its options with it`() throws {
        let folder = "Tests/RegappTests"
        // These only parse lines, or complete them.
        let others = ["RegappProgramTests", "TypedSecretTests", "CompletionsCommandTests"]
        let starts = Set(Regapp.commands.compactMap { $0.words.first.map { Substring($0) } })
        let tests: [(calls: Set<Substring>, options: Set<Substring>)] = try Repository.files(below: folder)
            .filter {
                file in
                file.hasSuffix(".swift") && !others.contains { file.contains("/\($0)") }
            }.map { file in
                let quote = UInt8(ascii: "\"")
                // Calls stand in one line or in several.
                var text = ""
                for word in try Repository.text(folder + "/" + file).utf8.split(whereSeparator: { $0 <= 0x20 }
                ) {
                    if ![UInt8(ascii: "("), UInt8(ascii: "[")].contains(text.utf8.last) { text += " " }
                    text += Substring(word)
                }
                // The beginnings of what stands in brackets, and the words of lines, up to a "=".
                let calls = text.utf8.split { $0 == UInt8(ascii: "(") || $0 == UInt8(ascii: "[") }
                    .filter { $0.first == quote }
                    .map { Substring($0.prefix(60)).replacing("\", \"", with: " ").dropFirst() }
                let options = text.utf8.split(separator: quote).map { Substring($0).split(separator: " ") }
                    .filter { words in words.first.map { $0.hasPrefix("-") || starts.contains($0) } ?? false }
                    .flatMap { words in words.map { $0.prefix { $0 != "=" } } }
                return (calls: Set(calls), options: Set(options))
            }
        for words in Regapp.commands.map({ $0.words }) where !words.isEmpty {
            let typed = words.joined(separator: " ")
            let runs = tests.filter {
                $0.calls.contains { $0.hasPrefix(typed + " ") || $0.hasPrefix(typed + "\"") }
            }
            #expect(!runs.isEmpty, "no test runs \(program.typed(words))")
            for declared in Self.ownOptions where declared.command.words == words {
                let isGiven = runs.contains { $0.options.contains(Substring(declared.option.typed)) }
                #expect(isGiven, "no test runs \(declared.testDescription)")
            }
        }
    }

    @Test(arguments: Regapp.commands.map { $0.words })
    func `a nickname stands for one command, which has no such name itself`(_ words: [String]) throws {
        let command = try #require(program.command(words))
        for nickname in program.prose(of: words).nicknames {
            let typed = nickname.word.split(separator: " ").map(String.init)
            let group = typed.count > 1 ? program.group(typed[0]) : nil
            let isPlaceholder: (String) -> Bool = { !$0.hasPrefix("-") && $0 == $0.uppercased() }
            // What follows decides between a command about accounts and one about the own one.
            let isWhole = !nickname.options.isEmpty && !nickname.options.contains(where: isPlaceholder)
            let rest = isWhole || program.describe(command).arguments.isEmpty ? [] : ["ann@x.example"]
            let meant =
                typed.count > 1 && group == nil
                ? program.innerCommand(typed[0], typed[1])
                : program.nearestCommand(typed.last ?? "", in: group, before: rest[...])
            #expect(meant == words + nickname.options, "\(nickname.word)")
            #expect(program.command(typed) == nil, "\(nickname.word) is a command")
            // Or the page of help, a policy or a format.
            let known =
                program.describe(command).options.map(\.typed) + program.pageNames.flatMap(\.self)
                + Rules.PolicyName.allCases.map(\.rawValue) + ExchangeFormat.allCases.map(\.rawValue)
            #expect(
                nickname.options.allSatisfy { word in
                    // Or a part of such a page.
                    known.contains(word) || isPlaceholder(word) || (try? program.help(for: [word])) != nil
                },
                "\(nickname.options)")
        }
    }

    @Test(arguments: Regapp.commands.map { $0.words })
    func `an option of other programs is none of the command, and stands for something`(
        _ words: [String]
    ) throws {
        let command = program.describe(try #require(program.command(words)))
        for habit in program.prose(of: words).habits {
            let isKnown = command.allOptions.contains {
                $0.typed == habit.word || $0.letter.map { "-" + $0 } == habit.word
            }
            #expect(!isKnown, "\(habit.word)")
            guard let first = habit.options.first, first.hasPrefix("--") else { continue }
            // The program's own page is for every command.
            let known = words.isEmpty ? Self.ownOptions.map(\.option) : command.allOptions
            let isMeant = (known + command.everywhere).contains { $0.typed == first }
            #expect(isMeant, "\(habit.word) = \(first)")
        }
    }

    /// A value that is read and dropped compiles as well as one that is used.
    @Test func `every value that is read from a command line is used`() throws {
        for folder in ["Sources/regapp/Commands", "Sources/regapp/Options"] {
            let files = try Repository.files(below: folder).map { folder + "/" + $0 }
            for file in files {
                // Every command's context has these, and `Appearance` reads the arguments itself.
                if file.hasSuffix("/CommonOptions.swift") { continue }
                // With what stands in further files of the same name.
                let further = files.filter { $0.hasPrefix(file.dropLast(6) + "+") }
                let text = try ([file] + further).map(Repository.text).joined(separator: "\n")
                    .split(separator: "\n")
                    .filter { !$0.drop { $0 == " " }.hasPrefix("//") }.joined(separator: "\n")
                #expect(!text.contains("_ = line."), "\(file) reads a value and drops it")
                let reader =
                    /(?s) {4}init\(\s*_ line: inout CommandLineReader[^{]*\{(?: [^\n]*\}\n|.*?\n {4}\}\n)/
                let (read, rest) = (text.matches(of: reader), text.replacing(reader, with: ""))
                guard !read.isEmpty else { continue }
                for property in rest.matches(
                    of: /(?m)^ {4}(?:(?:file)?private )?(?:let|var) (\w+)(?:: [^={\n]*)?(?: = [^{\n]*)?$/)
                {
                    let name = String(property.output.1)
                    guard read.contains(where: { $0.output.contains(name) }) else { continue }
                    let uses = rest.matches(of: /\w+/).count { $0.output == name }
                    #expect(uses > 1, "\(file) reads \(name) and ignores it")
                }
            }
        }
    }

    @Test func `every first word stands in a section, every second one in a group`() {
        for first in program.firstWords {
            #expect(program.prose(of: [first.name]).section != nil, "\(first.name) has no section")
        }
        for words in Regapp.commands.map({ $0.words }) where words.count > 1 {
            #expect(program.group(words[0]) != nil, "no group for \(words)")
            #expect(words.count == 2, "\(words)")
        }
        for group in program.groups { #expect(!program.commands(of: group).isEmpty, "\(group.name)") }
    }

    @Test func `the declarations of an option agree on its shape`() {
        for declared in DeclaredOption.all {
            let first = DeclaredOption.all.first { $0.option.name == declared.option.name }
            #expect(first?.option.value?.placeholder == declared.option.value?.placeholder)
            #expect(first?.option.value?.askedFor == declared.option.value?.askedFor)
            #expect(first?.option.isSecret == declared.option.isSecret)
        }
    }

    @Test(arguments: Regapp.commands.map { $0.words })
    func `a command names each option and argument once`(_ words: [String]) throws {
        let command = program.describe(try #require(program.command(words)))
        let options = (command.options + command.everywhere).map(\.name)
        #expect(Set(options).count == options.count)
        #expect(Set(command.arguments.map(\.name)).count == command.arguments.count)
        // Else it would not be known which argument a word is.
        #expect(command.arguments.dropLast().allSatisfy { $0.isRequired && !$0.repeats })
    }

    @Test func `sentences are in one style`() {
        let pages = (Regapp.commands.map { $0.words } + program.groups.map { [$0.name] }).map {
            program.prose(of: $0)
        }
        #expect(pages.allSatisfy { !$0.examples.isEmpty })
        for summary in pages.map(\.summary) + program.topics().map(\.summary) {
            #expect(summary.first?.isUppercase == true && !summary.hasSuffix("."), "\(summary)")
        }
        for option in program.optionsEverywhere + DeclaredOption.all.map(\.option) {
            #expect(option.summary.first?.isLowercase == true && !option.summary.hasSuffix("."))
        }
        for paragraph in pages.flatMap(\.discussion) { #expect(paragraph.hasSuffix("."), "\(paragraph)") }
    }

    static let examples = Regapp.commands.flatMap { Regapp.program.prose(of: $0.words).examples }.map(\.text)

    @Test(arguments: examples.filter { $0.hasPrefix("regapp") })
    func `an example is a right command line`(_ line: String) throws {
        // Up to what the shell does with it.
        let words = ShellLine.read(line).words.prefix { !["<", ">", "|", "&&"].contains($0) }
        #expect(throws: Never.self) { try program.parse(Array(words.dropFirst())) }
    }

    /// The lines to copy of all topics, as help prints them.
    private static let copied = Set(
        Regapp.program.topics().flatMap { $0.blocks() }.flatMap { block in
            if case .lines(let lines) = block { lines } else { [] as [String] }
        }.map { "    " + $0 })

    @Test(arguments: [[]] + Regapp.program.pageNames)
    func `help is ASCII without tabs, fit for any terminal`(_ words: [String]) throws {
        for width in [40, 80, 200] {
            let page = try program.help(for: words, width: width)
            #expect(page.unicodeScalars.allSatisfy { (" "..."~").contains($0) || $0 == "\n" })
            // A path that is longer than the line stands alone on it, and lines to copy are as they are.
            let long = page.split(separator: "\n").filter {
                $0.count > width && !Self.copied.contains("\($0)")
            }
            #expect(long.allSatisfy { $0.split(separator: " ").count == 1 })
        }
    }

    @Test(arguments: Regapp.commands.map { $0.words }.filter { ($0.last?.count ?? 0) > 2 })
    func `two letters of a command swapped still find it`(_ words: [String]) {
        var letters = Array(words.last ?? "")
        letters.swapAt(letters.count / 2, letters.count / 2 - 1)
        let group = words.count > 1 ? program.group(words[0]) : nil
        #expect(program.nearestCommand(String(letters), in: group) == words || String(letters) == words.last)
    }

    // MARK: What commands read

    /// A line, and the values that its command reads, as Swift describes them.
    static let meanings: [(line: String, values: String)] = {
        let text = (try? Repository.text("Fixtures/command-lines/read.txt")) ?? ""
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        return stride(from: 0, to: lines.count - 1, by: 2).map { (lines[$0], lines[$0 + 1]) }
    }()

    @Test(arguments: meanings)
    func `a command reads its values`(line: String, values: String) throws {
        #expect(Self.meanings.count > 15)
        guard case .run(let parsed) = try program.parse(ShellWords.split(line)) else {
            Issue.record("is no command")
            return
        }
        #expect(String(describing: parsed.values.read(parsed.description.command)) == values)
    }

    @Test func `each field has the option that is named after it`() throws {
        let options = Field.typedByPeople.filter { $0 != .password }.map { "--" + $0.optionName }
        for (words, fields) in [
            (["edit"], options), (["register"], options), (["login"], ["--email", "--first-name"]),
        ] {
            guard case .run(let line) = try program.parse(words + fields) else { continue }
            let given = line.description.options.filter { line.values.has($0.name) }
            #expect(Set(given.map(\.typed)) == Set(fields))
        }
    }
}
