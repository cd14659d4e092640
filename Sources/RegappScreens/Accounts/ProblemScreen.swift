import RegappValues
import RegappCore
import RegappStore
import RegappWording
import RegappTerminal

/// Shown if the files cannot be used: what is wrong and, read-only, the account as last seen.
struct ProblemScreen: FormScreen {
    enum Action: FormID {
        case editor, replace, logOut, again
    }

    static let again = KeyBinding(
        [.character("r")], "read again", meaning: "read the files again, if they have mistakes")

    var page: FormPage<Action>
    private let error: AccountsError
    /// Nil if the rules cannot be read.
    private var state: DirectoryState?

    /// - Parameter lastSeen: the last files with an account logged in; nil if there were none.
    init(
        _ error: AccountsError, _ state: DirectoryState? = nil, lastSeen: DirectoryState? = nil,
        notice: Message? = nil
    ) {
        self.error = error
        self.state = state
        let seen = lastSeen.flatMap { $0.accountSeen(before: error, state) }
        let buttons = [
            error.wrongDocument == nil ? nil : FormButton.fix(Action.editor, hasKey: true),
            state?.replacesProfile == true ? FormButton(.replace, title: "Replace it") : nil,
            state?.policy.isRegistry == true ? FormButton(.logOut, title: "Log out") : nil,
            FormButton(.again, title: "Read again", key: Self.again),
        ]
        let form = Form(
            fields: seen.map { UserScreen.readOnlyFields($0.account, $0.policy, isPast: true) } ?? [],
            isReadOnly: true, isFaint: true)
        page = FormPage(
            "The files cannot be used", form, buttons.compactMap(\.self), leaving: .program,
            guidance: seen.map { Guidance("last valid version of your account", path: $0.account.path) }
                ?? Self.guidance(error))
        let advice: Sentence =
            switch state {
            case let state? where state.replacesProfile: "\(.correct), or replace it with a new profile"
            case let state? where state.policy.isRegistry: "\(.correct), or log out"
            default: .correct
            }
        page.setNotice(.problem(error, advice: advice))
        if let notice { page.announce(notice) }
        page.detail = seen?.account.email ?? ""
    }

    private static func guidance(_ error: AccountsError) -> Guidance? {
        guard case .invalidFile(let problems) = error, let path = problems.first?.path else { return nil }
        let isNeeded = error.wrongDocument == .policy
        return Guidance(
            isNeeded ? "correct this file to log in" : "this file has mistakes", path: path)
    }

    mutating func press(_ action: Action) -> ScreenEffect? {
        switch action {
        case .editor: error.wrongDocument.map(ScreenEffect.openEditor)
        case .replace: state.map { .replace(LoginScreen($0, isReplacement: true)) }
        case .logOut: state.map { .ask(.logOut($0.policy)) }
        case .again: .work(.open())
        }
    }

    mutating func refresh(_ files: DirectoryState.Reading) -> ScreenEffect? {
        guard files.error == error else { return .outdated }
        if case .success(let new) = files {
            guard state?.policy == new.policy else { return .outdated }
            state = new
        }
        return nil
    }

    var traits: ScreenTraits { ScreenTraits(policy: state?.policy) }
}

extension AccountsError {
    /// The document that cannot be accepted, if an editor can correct it.
    var wrongDocument: EditSubject? {
        guard case .invalidFile(let problems) = self, let path = problems.first?.path else { return nil }
        switch FileAccess.name(of: path) {
        case StoreLayout.policy: return .policy
        case StoreLayout.session: return nil
        default: return .currentUser
        }
    }
}

extension DirectoryState {
    /// The document that prevents logging in, if an editor can correct it.
    var wrongDocument: EditSubject? {
        if case .unusable(let error) = user { error.wrongDocument } else { nil }
    }

    var replacesProfile: Bool { !policy.isRegistry && wrongDocument == .currentUser }

    /// The account that was logged in before the problem; nil if the problem may be about another account.
    fileprivate func accountSeen(
        before error: AccountsError, _ present: DirectoryState?
    ) -> (account: AccountFile, policy: Policy)? {
        guard let account, present.map({ $0.policy.isRegistry == policy.isRegistry }) ?? true else {
            return nil
        }
        let accounts = directory.store.path(of: StoreLayout.accounts) + "/"
        let isOfOther = error.path.map { $0.hasPrefix(accounts) && $0 != account.path } ?? false
        return isOfOther ? nil : (account, policy)
    }
}
