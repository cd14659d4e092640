import RegappCore
import RegappStore
import RegappTerminal
import RegappWording

/// Generated passwords or links, shown before accounts get them.
struct NewPasswordsScreen: PressedScreen {
    enum Action: FormID, CaseIterable {
        case set, write, discard

        var key: KeyBinding {
            switch self {
            case .set: AccountsKeys.set
            case .write: AccountsKeys.write
            case .discard: AccountsKeys.discard
            }
        }
    }

    enum Generated: Sendable {
        case passwords(GeneratedPasswords)
        case links(GeneratedLinks)

        fileprivate var letters: [GeneratedPassword] {
            switch self {
            case .passwords(let passwords): passwords.passwords
            case .links(let links): links.letters
            }
        }

        fileprivate var noun: String {
            switch self {
            case .passwords: "password"
            case .links: "link"
            }
        }

        fileprivate var verb: BulkVerb {
            switch self {
            case .passwords: .setPassword
            case .links: .link
            }
        }

        fileprivate func set(in registry: Registry, mark: String?) throws -> BulkResult {
            switch self {
            case .passwords(let passwords): try registry.set(passwords, mark: mark)
            case .links(let links): try registry.set(links, mark: mark)
            }
        }
    }

    private static let seenOnce = "Not set yet, and shown only here"

    private let generated: Generated
    /// The new `mustChange`; nil keeps it.
    private let mark: String?
    private let policy: Policy
    private var list: ListView
    private var notice: Message?
    /// As the last event told, for ``press(_:)``.
    private var home: String?

    init(_ generated: Generated, mark: String? = nil, _ policy: Policy) {
        (self.generated, self.mark, self.policy) = (generated, mark, policy)
        list = ListView(
            columns: [.init("Email", .flexible(1)), .init(generated.noun.sentenceCased, .flexible(1))],
            rows: generated.letters.map { .init([$0.email, $0.password]) })
    }

    private var title: String { "New \(generated.noun)s" }

    var subject: Edit.Subject { .policy }
    var keyTables: [KeyTable] { [AccountsKeys.passwordsTable, .list, .everywhere] }
    var lines: [String] { generated.letters.map { "\($0.email)\t\($0.password)" } }
    var copyable: String? { lines.map { $0 + "\n" }.joined() }
    var leavingQuestion: Dialog? {
        Dialog(
            title: "Set none of them?", texts: ["these \(generated.noun)s are not set, and would be lost"],
            buttons: [("Back", nil), ("Set none", .leave(.note("no \(generated.noun) was set")))],
            isDestructive: true)
    }

    func facts(_ context: ScreenContext) -> [KeyHelp.Fact] { context.facts(policy, file: nil, notice) }

    mutating func update(_ event: Event, _ context: ScreenContext) -> ScreenEffect? {
        if case .resize(let size) = event { list.setHeight(ListPage.rect(in: size).rows) }
        guard event.isInput else { return nil }
        (notice, home) = (nil, context.home)
        if case .chosen(let id) = event { return press(id) }
        if let action = Action.allCases.first(where: { $0.key.matches(event) }) { return press(action) }
        _ = list.update(event)
        return nil
    }

    mutating func press(_ action: Action) -> ScreenEffect? {
        switch action {
        case .set:
            return .work(
                .changing("setting the \(generated.noun)", to: "set", generated.verb) { [generated, mark] in
                    try generated.set(in: $0, mark: mark)
                })
        case .write:
            guard let home else {
                return announce(.warning("you have no home to write it to"))
            }
            return .work(write(below: home))
        case .discard: return .ask(leavingQuestion)
        }
    }

    /// Writes them to a new file in this folder, which only the user can read.
    private func write(below folder: String) -> AccountTask {
        AccountTask("writing the file", to: "written") { [lines, noun = generated.noun] files in
            let time = files.now.timestamp.text.filter { $0 != ":" }
            let path = "\(folder)/new-\(noun)s-\(time).txt"
            var file = try files.store.externalFiles.replacement(of: path, excluding: files.store)
            try file.write(Array(lines.map { $0 + "\n" }.joined().utf8))
            _ = try file.commit()
            return .announce(.done("written to \(path)"))
        }
    }

    mutating func announce(_ news: Message) -> ScreenEffect? {
        notice = news
        return nil
    }

    func render(_ size: Size, _ context: ScreenContext, hasFocus: Bool, question: Alert?) -> Frame {
        ListPage.frame(
            size, context, title,
            (Self.seenOnce, .attention), notice, list,
            [AccountsKeys.set] + (context.hasClipboard ? [AccountsKeys.copy] : [])
                + [AccountsKeys.write, AccountsKeys.discard, ListView.move, ListView.page],
            hasFocus: hasFocus, question)
    }

    func conversation(_ context: ScreenContext) -> ConversationPage {
        let buttons = [
            FormButton(Action.set, title: "Set them"), FormButton(.write, title: "Write them to a file"),
            FormButton(.discard, title: "Set none"),
        ]
        return ConversationPage(
            title, lines: (notice?.texts ?? []) + [Self.seenOnce] + lines,
            form: lineForm([], buttons), leaving: .button)
    }
}
