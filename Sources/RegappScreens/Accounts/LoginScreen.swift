import RegappValues
import RegappCore
import RegappStore
import RegappWording
import RegappTerminal

/// Registers or logs in to the local profile: values that keep the rules are saved and shown.
struct LoginScreen: LoggedOutScreen {
    enum Action: FormID {
        case logIn, undoLogOut, albums, demo, service
    }

    static let keys =
        [albumsOffer, demoOffer, serviceOffer].map {
            KeyBinding($0.key.keys, $0.title, meaning: "\($0.key.meaning), where no policy is chosen")
        } + [
            KeyBinding(
                albumsOffer.key.keys, PolicyOffer.profile,
                meaning: "\(PolicyOffer.profile), if that was the last change")
        ]

    var page: FormPage<Action>
    var state: DirectoryState
    let isReplacement: Bool

    init(_ state: DirectoryState, isReplacement: Bool = false, notice: Message? = nil) {
        self.state = state
        self.isReplacement = isReplacement
        let replaces = state.replacesProfile
        var buttons = [FormButton(Action.logIn, title: replaces ? "Replace" : .logIn, needsValidFields: true)]
        if state.undoOffer == .logOut { buttons.append(FormButton(.undoLogOut, title: .undoLogOut)) }
        if state.offersPolicies { buttons += [Self.albumsOffer, Self.demoOffer, Self.serviceOffer] }
        let error: AccountsError? = if case .unusable(let error) = state.user { error } else { nil }
        page = FormPage(
            isReplacement ? "A new profile" : "Register or log in",
            Form(of: state.policy.registrationFields, in: state.directory.draft()), buttons,
            leaving: isReplacement ? .back : .program,
            guidance: Guidance(
                replaces
                    ? "replaces the file that has mistakes"
                    : "keeps your email and password in a file on this computer",
                path: state.directory.store.path(of: StoreLayout.profile)),
            notice: error.map { .problem($0, advice: "undo brings back what is there now") },
            news: notice)
        page.wrongDocument = state.wrongDocument
    }

    func newPage(_ state: DirectoryState) -> FormPage<Action> {
        LoginScreen(state, isReplacement: isReplacement).page
    }

    private static let albumsOffer = FormButton.offer(
        Action.albums, "search albums", PolicyOffer.albums, KeyPress(.function(2)))
    private static let demoOffer = FormButton.offer(
        Action.demo, "try a demo", PolicyOffer.demo, KeyPress(.function(3)))
    private static let serviceOffer = FormButton.offer(
        Action.service, "keep accounts for a server", PolicyOffer.service, KeyPress(.function(4)))

    mutating func press(_ action: Action) -> ScreenEffect? {
        switch action {
        case .logIn:
            .work(
                .logIn(
                    page.form.values(of: state.policy.registrationFields),
                    replacesInvalid: state.replacesProfile))
        case .undoLogOut: leave(for: .undoLogOut)
        case .albums: leave(for: .choosePolicy(.albums, isDemo: false))
        case .demo: leave(for: .choosePolicy(.authorisation, isDemo: true))
        case .service: leave(for: .choosePolicy(.service, isDemo: false))
        }
    }

    mutating func leave() -> ScreenEffect? { isReplacement ? .work(.open()) : .quit }
}
