package enum Completion: Sendable {
    case nothing
    case files, directories
    case answers(@Sendable (CompletionContext) -> [Offer])
}

package struct Offer: Equatable, Sendable {
    let word: String
    let explanation: String?

    package init(_ word: String, _ explanation: String? = nil) {
        self.word = word
        self.explanation = explanation
    }

    fileprivate func line(for shell: Shell) -> String {
        switch shell {
        case .bash: return word
        case .zsh:
            // `_describe` takes `word:explanation`.
            let parts = word.split(separator: ":", omittingEmptySubsequences: false)
            let escaped = parts.joined(separator: "\\:")
            return explanation.map { "\(escaped):\($0)" } ?? escaped
        case .fish: return explanation.map { "\(word)\t\($0)" } ?? word
        }
    }
}

/// The place on a line where a value is to be completed.
package struct CompletionContext: Sendable {
    /// The part of the value typed so far.
    package let typed: String
    let program: Program
    package let values: GivenValues
}

extension ValueType<String> {
    package static var helpTopic: ValueType {
        let completion = Completion.answers { context in
            context.program.topicRows(after: context.values.arguments).map { Offer($0.label, $0.text) }
        }
        return ValueType(completion: completion, sample: "") { $0 }
    }
}

struct CompletionAnswer: Equatable {
    enum Kind: String {
        case words, file, directory
    }

    var kind = Kind.words
    /// The part of the word before the value, such as `--format=`.
    var before = ""
    /// The part of the word or value typed so far.
    let typed: String
    var offers: [Offer] = []

    /// The answer with the offers that begin with the typed text.
    fileprivate func offering(_ offers: [Offer]) -> CompletionAnswer {
        var answer = self
        answer.offers = offers.filter { $0.word.utf8.starts(with: typed.utf8) }
        return answer
    }
}

extension Program {
    func completions(after words: [String], typed: String) -> CompletionAnswer {
        var scanner = CommandLineScanner(self)
        let nothing = CompletionAnswer(typed: typed)
        for word in words {
            do throws(UsageError) { try scanner.read(word) } catch { return nothing }
        }
        if !scanner.hasEndedOptions, typed.startsLikeOption {
            let option = typed.splitAtEquals
            guard let value = option.value else { return self.options(scanner, typed) }
            let name = String(option.name.dropFirst(2))
            return self.value(of: name, scanner, before: option.name + "=", value) ?? nothing
        }
        if scanner.awaitsValue, let option = scanner.options.last {
            return self.value(of: option.name, scanner, before: "", typed) ?? nothing
        }
        if !scanner.hasEndedOptions, typed.utf8.starts(with: "-".utf8) { return self.options(scanner, typed) }
        switch scanner.reached {
        case .start:
            return nothing.offering(
                topicRows(after: []).prefix(firstWords.count).map { Offer($0.label, $0.text) })
        case .group(let group): return nothing.offering(rows(of: group).map { Offer($0.label, $0.text) })
        case .command(let command):
            let index = min(scanner.arguments.count, command.arguments.count - 1)
            if command.arguments.indices.contains(index),
                index == scanner.arguments.count || command.arguments[index].repeats,
                let answer = answer(command.arguments[index].traits, scanner, before: "", typed)
            {
                return answer
            }
            return scanner.hasEndedOptions ? nothing : self.options(scanner, typed)
        }
    }

    private func options(_ scanner: CommandLineScanner, _ typed: String) -> CompletionAnswer {
        let options = (scanner.command?.options ?? []) + optionsEverywhere
        let left = options.filter { option in
            option.repeats || !scanner.options.contains { $0.name == option.name }
        }
        return CompletionAnswer(typed: typed).offering(left.map { Offer($0.typed, $0.summary) })
    }

    private func value(
        of name: String, _ scanner: CommandLineScanner, before: String, _ typed: String
    ) -> CompletionAnswer? {
        let declared = scanner.command?.option(name) ?? option { $0.name == name }
        return declared?.value.flatMap { answer($0.traits, scanner, before: before, typed) }
    }

    /// Nil if nothing is offered.
    private func answer(
        _ traits: ValueTraits, _ scanner: CommandLineScanner, before: String, _ typed: String
    ) -> CompletionAnswer? {
        func words(_ offers: [Offer]) -> CompletionAnswer? {
            offers.isEmpty ? nil : CompletionAnswer(before: before, typed: typed).offering(offers)
        }
        if case .choices(let names) = traits.expectation() { return words(names.map { Offer($0) }) }
        switch traits.completion {
        case .nothing: return nil
        case .files: return CompletionAnswer(kind: .file, before: before, typed: typed)
        case .directories: return CompletionAnswer(kind: .directory, before: before, typed: typed)
        case .answers(let answers):
            let values = GivenValues(options: scanner.options, arguments: scanner.arguments.map(\.text))
            return words(answers(CompletionContext(typed: typed, program: self, values: values)))
        }
    }
}

/// The question of a completion script, `NAME __complete SHELL …`. Options that a wrapper puts before it count as the
/// line's first words. The answer is three lines, then the offers, one a line: the kind (`words`, `file`, `directory`),
/// the typed part of the word or value, and the text before each offer, which the shell keeps.
package struct CompletionQuestion: Sendable {
    static let word = "__complete"

    private let shell: Shell?
    private let arguments: [String]
    private let fixed: [String]

    init?(_ words: [String]) {
        guard let index = words.firstIndex(of: Self.word) else { return nil }
        let question = words[(index + 1)...]
        shell = question.first.flatMap(Shell.init)
        guard index == 0 || words[0].hasPrefix("-") && shell != nil else { return nil }
        arguments = Array(question.dropFirst())
        fixed = Array(words[..<index])
    }

    /// Empty if the question is malformed.
    package func answer(_ program: Program) -> String {
        guard let shell, shell != .bash || arguments.count == 2 else { return "" }
        // bash sends the word that it replaces, and the line up to the cursor.
        let line = ShellLine.read(shell == .bash ? arguments[1] : arguments.last ?? "")
        var words = shell == .bash ? Array(line.words.dropFirst()) : arguments
        guard var typed = words.popLast() else { return "" }
        // fish sends the last word with its quotes.
        if shell == .fish { typed = line.words.last ?? "" }
        let answer = program.completions(after: fixed + words, typed: typed)
        var kept = answer.before
        if shell == .bash {
            // What stands before the word that bash replaces. For bash a word begins at `=`, `:` and `@`; in quotes,
            // right after the opening quote.
            let raw = arguments[0]
            let isQuoted = line.quote != nil && raw.unicodeScalars.first == line.quote
            let inner = isQuoted ? String(raw.dropFirst()) : raw
            let replaced = line.quote == nil ? ShellLine.read(raw).words.last ?? "" : inner
            let typed = answer.typed
            let isPart = replaced.utf8.count < typed.utf8.count && typed.hasSuffix(replaced)
            kept = isPart ? String(typed.dropLast(replaced.count)) : ""
        }
        let head = answer.kind.rawValue + "\n" + answer.typed + "\n" + kept + "\n"
        return answer.offers.reduce(into: head) { text, offer in
            let left = offer.word.hasPrefix(kept) ? String(offer.word.dropFirst(kept.count)) : offer.word
            text += (shell == .bash ? ShellLine.escaped(left, in: line.quote) : offer.line(for: shell)) + "\n"
        }
    }
}
