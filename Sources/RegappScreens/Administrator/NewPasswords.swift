import RegappCore
import RegappTerminal

/// Generated passwords, which are seen before they are set.
struct NewPasswords: Sendable {
    enum Action: String, FormAction {
        case set, discard
    }

    let generated: GeneratedPasswords
    private(set) var list: ListView

    init(_ generated: GeneratedPasswords, _ size: Size) {
        self.generated = generated
        list = ListView(
            columns: [.init("Email", .flexible(1)), .init("Password", .flexible(1))],
            rows: generated.passwords.map { .init([$0.email, $0.password]) })
        fit(size)
    }

    mutating func fit(_ size: Size) { list.setHeight(Self.rect(in: size).rows) }

    /// Returns what the event asks for, or nil.
    mutating func update(_ event: Event) -> Action? {
        if AccountsKeys.set.matches(event) { return .set }
        if AccountsKeys.discard.matches(event) { return .discard }
        if case .chosen(let id) = event { return Action(rawValue: id) }
        _ = list.update(event)
        return nil
    }

    /// As `accounts password --generate` prints them.
    var text: String { lines.map { $0 + "\n" }.joined() }
    var lines: [String] { generated.passwords.map { "\($0.email)\t\($0.password)" } }

    static func rect(in size: Size) -> Rect { Rect(size).inset(top: 4, bottom: 2, left: 1, right: 2) }
}
