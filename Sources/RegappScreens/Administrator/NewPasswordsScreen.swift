import RegappCore
import RegappCommandLine
import RegappTerminal
import RegappWording

/// Generated passwords, which are seen before they are set.
struct NewPasswordsScreen: Screen {
    enum Action: String, FormAction {
        case set, write, discard
    }

    private static let title = "New passwords"
    private static func seenOnce(_ context: ScreenContext) -> String {
        let otherwise = context.hasClipboard ? "y copies them" : "w writes them to a file"
        return "They are shown only here, and not set yet: s sets them, \(otherwise)."
    }

    private(set) var generated: GeneratedPasswords
    private let policy: Policy
    private var list = ListView(columns: [])
    private var notice: Message?
    private var size = ScreenSession.minimumSize
    /// Why some could not be set the last time; it counts once it has been seen twice.
    private var doubt: AccountsError?

    init(_ generated: GeneratedPasswords, _ policy: Policy) {
        (self.generated, self.policy) = (generated, policy)
        fill()
    }

    private mutating func fill() {
        let selected = list.selected
        list = ListView(
            columns: [.init("Email", .flexible(1)), .init("Password", .flexible(1))],
            rows: generated.passwords.map { .init([$0.email, $0.password]) })
        list.setHeight(ListPage.rect(in: size).rows)
        list.select(selected)
    }

    var subject: Edit.Subject { .policy }
    var isTyping: Bool { false }
    var keyTables: [KeyTable] { [AccountsKeys.passwordsTable, .list, .everywhere] }
    var lines: [String] { generated.passwords.map { "\($0.email)\t\($0.password)" } }
    var copyable: String? { lines.map { $0 + "\n" }.joined() }
    var leavingQuestion: Dialog? {
        Dialog(
            title: "Set none of them?", texts: ["these passwords are not set, and would be lost"],
            buttons: [("Back", nil), ("Set none", .leave(.done("no password was set")))],
            isDestructive: true)
    }

    func facts(_ context: ScreenContext) -> [KeyHelp.Fact] { context.facts(policy, file: nil) }

    mutating func update(_ event: Event, _ context: ScreenContext) -> ScreenEffect? {
        if case .resize(let size) = event {
            self.size = size
            list.setHeight(ListPage.rect(in: size).rows)
        }
        guard event.isInput else { return event == .tick && doubt != nil ? review() : nil }
        notice = nil
        if AccountsKeys.set.matches(event) || event == .chosen(Action.set.rawValue) {
            return .work(.set(generated))
        }
        if AccountsKeys.write.matches(event) || event == .chosen(Action.write.rawValue) {
            guard let home = context.home else {
                return announce(.warning("you have no home to write it to"))
            }
            return .work(.write(lines, below: home))
        }
        if AccountsKeys.discard.matches(event) || event == .chosen(Action.discard.rawValue) {
            return .ask(leavingQuestion)
        }
        _ = list.update(event)
        return nil
    }

    private func review() -> ScreenEffect { .accounts(.review(generated)) }

    mutating func announce(_ news: Message) -> ScreenEffect? {
        notice = news
        return nil
    }

    mutating func refresh(_ files: SignIn.Reading, _ context: ScreenContext) -> ScreenEffect? { nil }

    mutating func receive(_ message: ScreenMessage, _ context: ScreenContext) -> ScreenEffect? {
        switch message {
        case .accounts(.read): return review()
        case .accounts(.reviewed(let left, let lost)):
            defer { doubt = lost.first }
            guard !lost.isEmpty, lost.first == doubt else { return nil }
            if left.passwords.isEmpty { return .leave(.cannotBeSet(lost)) }
            (notice, generated) = (.cannotBeSet(lost), left)
            fill()
        case .accounts, .albums, .task, .editor: break
        }
        return nil
    }

    func render(_ size: Size, _ context: ScreenContext, hasFocus: Bool, question: Alert?) -> Frame {
        ListPage.frame(
            size, Self.title,
            notice?.lines(columns: size.columns - 4, rows: 2, home: nil)
                ?? Array(
                    StyledLine.wrapped(Self.seenOnce(context), .attention, to: size.columns - 4).prefix(2)),
            list,
            [
                AccountsKeys.set, context.hasClipboard ? AccountsKeys.copy : AccountsKeys.write,
                AccountsKeys.discard, ListView.move, ListView.page,
            ],
            hasFocus: hasFocus, question)
    }

    func conversation(_ context: ScreenContext) -> ConversationPage {
        let buttons = [
            FormButton(Action.set, title: "Set them"), FormButton(.write, title: "Write them to a file"),
            FormButton(.discard, title: "Set none"),
        ]
        return ConversationPage(
            Self.title, lines: (notice?.texts ?? []) + [Self.seenOnce(context)] + lines,
            form: Form(fields: [], buttons: buttons.map(\.button), isReadOnly: true), leaving: .button)
    }
}
