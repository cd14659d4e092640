/// Choices, one a line: what a list has, such as people, by numbers, and commands by letters.
package struct Menu: Sendable {
    package struct Choice: Sendable {
        /// What is typed to choose it, beside its title.
        enum Sign: Sendable {
            /// One more than that of the choice before.
            case nextNumber
            case number(Int)
            /// This letter or, if it is taken or nil, one of the title.
            case letter(Character?)
        }

        let title: String
        /// Other answers that choose it, in lowercase.
        let otherWords: [String]
        let sign: Sign

        /// - Parameter key: the key that does the same on a screen, whose letter it gets if that is free.
        static func command(_ title: String, key: KeyPress? = nil) -> Choice {
            guard case .character(let character)? = key?.code, key?.modifiers.isEmpty == true,
                let letter = character.lowercased().first, ("a"..."z").contains(letter)
            else { return Choice(title: title, otherWords: [], sign: .letter(nil)) }
            return Choice(title: title, otherWords: [], sign: .letter(letter))
        }
    }

    let choices: [Choice]
    /// Whether Enter alone chooses the first.
    let isFirstByEnter: Bool
    /// What is typed for each choice.
    let signs: [String]

    package init(choices: [Choice], isFirstByEnter: Bool = false) {
        self.choices = choices
        self.isFirstByEnter = isFirstByEnter
        signs = Self.signs(of: choices)
    }

    /// The letters that were asked for come first, so that a command has the same letter wherever it is offered.
    private static func signs(of choices: [Choice]) -> [String] {
        var taken: Set<Character> = []
        var signs = choices.enumerated().map { index, choice in
            switch choice.sign {
            case .nextNumber: return "\(index + 1)"
            case .number(let number): return "\(number)"
            case .letter(let letter):
                guard let letter, taken.insert(letter).inserted else { return "" }
                return String(letter)
            }
        }
        for index in signs.indices where signs[index].isEmpty {
            let letters =
                choices[index].title.lowercased().filter { ("a"..."z").contains($0) }
                + "abcdefghijklmnopqrstuvwxyz"
            guard let letter = letters.first(where: { !taken.contains($0) }) else { continue }
            taken.insert(letter)
            signs[index] = String(letter)
        }
        return signs
    }

    private var numbers: [Int] { signs.compactMap { Int($0) } }

    var question: String {
        let hasLetters = numbers.count < choices.count
        guard !hasLetters else { return "Choose \(numbers.isEmpty ? "a letter" : "a number or a letter"): " }
        let last = choices.count == 1 ? "" : "-\(choices.count)"
        return "Choose 1\(last)" + (isFirstByEnter ? " [1]: " : ": ")
    }

    /// What to say of an answer that names no choice.
    var advice: String {
        let range = numbers.first.map { first in
            numbers.count == 1
                ? "the number \(first)" : "a number from \(first) to \(numbers[numbers.count - 1])"
        }
        let letter = numbers.count < choices.count ? "a letter from the list" : nil
        return "Type " + [range, letter].compactMap(\.self).joined(separator: " or ")
    }

    /// What finds no free letter is chosen by its title.
    var lines: [String] {
        zip(signs, choices).map { sign, choice in sign.isEmpty ? choice.title : "\(sign). \(choice.title)" }
    }

    /// The index of the choice that an answer names by its number or letter, its title, the beginning of that or another
    /// word, in upper or lower case; nil if it names none, or several.
    func choice(_ answer: String) -> Int? {
        let words = Self.words(answer)
        guard !words.isEmpty else { return nil }
        if let index = signs.firstIndex(of: words) { return index }
        let titles = choices.map { Self.words($0.title) }
        let exact = titles.indices.first { titles[$0] == words || choices[$0].otherWords.contains(words) }
        if let exact { return exact }
        let beginnings = titles.indices.filter { titles[$0].hasPrefix(words) }
        return beginnings.count == 1 ? beginnings.first : nil
    }

    private static func words(_ text: String) -> String {
        text.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}

extension Menu.Choice {
    package init(_ title: String, _ otherWords: String...) {
        self.init(title: title, otherWords: otherWords, sign: .nextNumber)
    }
}

extension ConversationPage {
    private static let rowsAtOnce = 10

    /// What a choice of a page's menu does.
    enum Action {
        case press(Form.Button)
        case type(KeyPress)
        case open(row: Int)
        case showRows(from: Int)
        case askAgain, leave, quit
    }

    struct Entry {
        let choice: Menu.Choice
        let action: Action

        static func command(_ title: String, key: KeyPress? = nil, _ action: Action) -> Entry {
            Entry(choice: .command(title, key: key), action: action)
        }

        /// What a key does that has no button.
        static func key(_ binding: KeyBinding, title: String) -> Entry? {
            binding.keys.first.map { .command(title, key: $0, .type($0)) }
        }

        static func button(_ button: Form.Button, title: String) -> Entry {
            .command(title, key: button.key.keys.first, .press(button))
        }
    }

    func entries(firstRow: Int) -> [Entry] {
        var entries = rowEntries(from: rows.isEmpty ? 0 : firstRow)
        entries += form.buttons.filter(\.needsValidFields).map { .button($0, title: $0.title) }
        if asksAtOnce { entries.append(.command("Change the answers", .askAgain)) }
        let others = form.buttons.filter { !$0.needsValidFields }
        entries += others.map { .button($0, title: $0.menuTitle) }
        entries += keys.compactMap { .key($0, title: $0.label.sentenceCased) }
        if form.isReadOnly, form.hasSecret,
            let reveal = Entry.key(Form.reveal, title: Form.reveal.meaning.sentenceCased)
        {
            entries.append(reveal)
        }
        switch leaving {
        case .program: break
        case .section(let title), .page(let title): entries.append(.command(title, .leave))
        case .button: break
        }
        entries.append(.command("Quit", key: .character("q"), .quit))
        return entries
    }

    /// Rows keep their numbers while others are shown.
    private func rowEntries(from first: Int) -> [Entry] {
        let shown = rows.dropFirst(first).prefix(Self.rowsAtOnce)
        var entries = zip(shown, shown.indices).map {
            Entry(choice: .init(title: $0, otherWords: [], sign: .number($1 + 1)), action: .open(row: $1))
        }
        if shown.endIndex < rows.count {
            let last = min(shown.endIndex + Self.rowsAtOnce, rows.count)
            let title = "More: \(shown.endIndex + 1) to \(last) of \(rows.count)"
            entries.append(.command(title, .showRows(from: shown.endIndex)))
        }
        if first > 0 { entries.append(.command("Back to the first of \(rows.count)", .showRows(from: 0))) }
        return entries
    }
}
