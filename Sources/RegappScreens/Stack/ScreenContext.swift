import RegappCore
import RegappWording
import RegappTerminal

/// What screens need for drawing besides their own state.
struct ScreenContext: Sendable {
    /// The user's home directory, for shortening paths.
    let home: String?
    var now: ContinuousClock.Instant
    /// The last usable files; nil if no account was logged in.
    private(set) var signIn: SignIn?

    init(home: String?, _ files: SignIn.Reading, now: ContinuousClock.Instant) {
        (self.home, self.now) = (home, now)
        update(files)
    }

    /// Ignores files that cannot be used.
    mutating func update(_ files: SignIn.Reading) {
        guard case .success(let new) = files else { return }
        switch new.user {
        case .loggedIn: signIn = new
        case .loggedOut, .emptyRegistry: signIn = nil
        case .unusable: break
        }
    }

    var currentUser: String { userData.joined(separator: " · ") }

    /// The current user's name, email, phone and birthday, as far as known.
    var userData: [String] {
        guard let signIn, let account = signIn.account else { return [] }
        func text(_ field: Field) -> String {
            signIn.policy.displayed(account.values[field] ?? "", for: field)
        }
        let (first, last) = (text(.firstName), text(.lastName))
        let name = first.isEmpty || last.isEmpty ? first + last : "\(first) \(last)"
        let parts = [name] + [Field.email, .phone, .birthday].map(text)
        return parts.filter { !$0.isEmpty }
    }

    var facts: [KeyHelp.Fact] { facts(signIn?.policy, file: signIn?.account?.path) }

    /// - Parameters:
    ///   - policy: the rules in force; nil if they cannot be read.
    ///   - file: the path of the file that the page shows or writes.
    func facts(_ policy: Policy?, file: String?) -> [KeyHelp.Fact] {
        let rules = policy.map { policy in
            policy.system.rawValue + (policy.overridden.isEmpty ? "" : ", changed in policy.json")
        }
        let path = file.map { HomePath.text(of: $0, home: home) }
        let mouse = "hold Shift (Option or Fn on a Mac) to select text"
        let facts = [
            ("Policy", rules), ("File", path), ("Mouse", mouse),
            ("Version", "\(Regapp.name) \(Regapp.version)"),
        ]
        .compactMap { label, text in
            text.flatMap { $0.isEmpty ? nil : KeyHelp.Fact(label, $0) }
        }
        return facts + (policy?.rulesInWords ?? []).map { KeyHelp.Fact($0.key, $0.words, isRule: true) }
    }
}
