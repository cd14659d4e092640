import RegappCore
import RegappTerminal

/// Generated passwords, which are seen before they are set.
struct NewPasswords: Sendable {
    let generated: GeneratedPasswords
    var list: ListView

    init(_ generated: GeneratedPasswords, _ size: Size) {
        self.generated = generated
        list = ListView(
            columns: [.init("Email", .flexible(1)), .init("Password", .flexible(1))],
            rows: generated.passwords.map { .init([$0.email, $0.password]) })
        fit(size)
    }

    mutating func fit(_ size: Size) { list.setHeight(Self.rect(in: size).rows) }

    /// As `accounts password --generate` prints them.
    var text: String { lines.map { $0 + "\n" }.joined() }

    var lines: [String] { generated.passwords.map { "\($0.email)\t\($0.password)" } }

    static func rect(in size: Size) -> Rect { Rect(size).inset(top: 4, bottom: 2, left: 1, right: 2) }
}

extension AccountsScreen {
    mutating func answerPasswords(_ event: Event) -> ScreenEffect? {
        guard let passwords else { return nil }
        if AccountsKeys.set.matches(event) || event == .chosen(Action.save.rawValue) {
            return .work(.administer(.set(passwords.generated)))
        }
        if AccountsKeys.discard.matches(event) || event == .chosen(Action.cancel.rawValue) {
            dialog = .discardsPasswords(back: .stay, discard: .discard)
            return nil
        }
        _ = self.passwords?.list.update(event)
        return nil
    }
}
