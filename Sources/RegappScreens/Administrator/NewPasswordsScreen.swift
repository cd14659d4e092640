import RegappValues
import RegappCore
import RegappStore
import RegappTerminal
import RegappWording

/// Generated passwords or links, shown before accounts get them.
struct NewPasswordsScreen: ListScreen, PressedScreen {
    enum Action: FormID {
        case set, write, discard
    }

    private static let buttons = [
        FormButton(Action.set, title: "Set them", key: AccountsKeys.set),
        FormButton(Action.write, title: "Write them to a file", key: AccountsKeys.write),
        FormButton(Action.discard, title: "Set none", key: AccountsKeys.discard),
    ]

    /// In columns.
    private static let narrowest = 12
    private static let seenOnce = "Not set yet, and shown only here"

    private let generated: GeneratedSecrets
    private let policy: Policy
    // In columns.
    private let longestEmail, longestSecret: Int
    private var list = ListView(columns: [])
    private var notice: Message?
    /// As the last event told, for ``press(_:)``.
    private var home: String?

    init(_ generated: GeneratedSecrets, _ policy: Policy) {
        self.generated = generated
        self.policy = policy
        longestEmail = generated.letters.map(\.email.displayWidth).max() ?? 0
        longestSecret = generated.letters.map(\.password.displayWidth).max() ?? 0
        list.setCount(generated.letters.count, selecting: 0)
    }

    var traits: ScreenTraits { ScreenTraits(subject: .policy, policy: policy, mustBeSeen: true) }
    var keyTables: [KeyTable] { [AccountsKeys.passwordsTable, .list, .everywhere] }
    var lines: [String] { generated.letters.map { "\($0.email)\t\($0.password)" } }
    var copyable: String? { lines.map { $0 + "\n" }.joined() }
    var leavingQuestion: Dialog? {
        Dialog(
            title: "Set none of them?", texts: ["these \(generated.noun)s are not set, and would be lost"],
            buttons: [("Back", nil), ("Set none", .leave(.note("no \(generated.noun) was set")))],
            isDestructive: true)
    }

    mutating func update(_ event: Event, _ context: ScreenContext) -> ScreenEffect? {
        if case .resize(let size) = event { list.setHeight(ListPage.rect(in: size).rows) }
        guard event.isInput else { return nil }
        notice = nil
        home = context.home
        if case .chosen(let id) = event { return press(id) }
        if let button = Self.buttons.first(where: { $0.key.matches(event) }) {
            return press(button.id)
        }
        _ = list.update(event)
        return nil
    }

    mutating func press(_ action: Action) -> ScreenEffect? {
        switch action {
        case .set:
            return .work(
                .changing("setting the \(generated.noun)", to: "set", generated.verb) { [generated] in
                    try $0.set(generated)
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
            var file = try FileReplacement(
                of: path, excluding: files.store, files.store.externalFiles)
            try file.write(Array(lines.map { $0 + "\n" }.joined().utf8))
            _ = try file.commit()
            return .announce(.done("written to \(path)"))
        }
    }

    mutating func announce(_ news: Message) -> ScreenEffect? {
        notice = news
        return nil
    }

    /// Where there is no room for both, the email is cut, and the selected secret stands whole below the list.
    func page(_ size: Size, _ context: ScreenContext) -> ListPage {
        let email = min(longestEmail, max(Self.narrowest, size.columns / 2))
        let room = size.columns - 4
        var below: [StyledLine] = []
        if longestSecret > room - email - 1 {
            let secret = generated.letters.isEmpty ? "" : generated.letters[list.selected].password
            below = StyledLine.wrapped(secret, .labelFocused, to: room)
            while below.count * room < longestSecret { below.append(StyledLine()) }
        }
        var list = list
        list.columns = [
            .init("Email", .fixed(email)), .init(generated.noun.sentenceCased, .flexible(1)),
        ]
        let keys =
            [AccountsKeys.set] + (context.hasClipboard ? [AccountsKeys.copy] : [])
            + [AccountsKeys.write, AccountsKeys.discard, ListView.move, ListView.page]
        return ListPage(
            title: "New \(generated.noun)s", notice: notice, remark: StyledLine(Self.seenOnce, .attention),
            list: list, area: ListPage.rect(in: size),
            row: { ListView.Row([generated.letters[$0].email, generated.letters[$0].password]) },
            words: { "\(generated.letters[$0].email): \(generated.letters[$0].password)" },
            opensRows: false, below: below, keys: keys, lines: [Self.seenOnce],
            buttons: Self.buttons.map { $0.button },
            leaving: .button)
    }
}

extension GeneratedSecrets {
    fileprivate var noun: String { verb == .link ? "link" : "password" }
}
