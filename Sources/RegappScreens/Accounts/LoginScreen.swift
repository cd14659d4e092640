import RegappCommandLine
import RegappCore
import RegappStore
import RegappWording
import RegappTerminal

/// Registers or logs in to the local profile: values that keep the rules are saved and shown.
struct LoginScreen: LoggedOutScreen {
    enum Action: String, FormAction {
        case logIn, undoLogOut, albums, demo, service
    }

    static let keys =
        [albumsOffer, demoOffer, serviceOffer].map {
            KeyBinding(
                $0.button.key.keys, $0.button.title, meaning: "\($0.button.title), where no policy is chosen")
        } + [
            KeyBinding(
                albumsOffer.button.key.keys, PolicyOffer.profile,
                meaning: "\(PolicyOffer.profile), if that was the last change")
        ]

    var page: FormPage<Action>
    var signIn: SignIn
    let isReplacement: Bool

    /// - Parameter isReplacement: whether the profile replaces one that cannot be accepted.
    init(_ signIn: SignIn, isReplacement: Bool = false, notice: Message? = nil) {
        (self.signIn, self.isReplacement) = (signIn, isReplacement)
        page = Self.page(signIn, isReplacement)
        if let notice { page.notice = notice }
        page.wrongDocument = signIn.wrongDocument
    }

    func newPage(_ signIn: SignIn) -> FormPage<Action> { Self.page(signIn, isReplacement) }

    private static func page(_ signIn: SignIn, _ isReplacement: Bool) -> FormPage<Action> {
        let replaces = signIn.replacesProfile
        var buttons = [
            FormButton(Action.logIn, title: replaces ? "Replace" : .logIn, needsValidFields: true)
        ]
        if signIn.undoOffer == .logOut { buttons.append(FormButton(.undoLogOut, title: .undoLogOut)) }
        if signIn.offersPolicies { buttons += [albumsOffer, demoOffer, serviceOffer] }
        let error: AccountsError? = if case .unusable(let error) = signIn.user { error } else { nil }
        return FormPage(
            isReplacement ? "A new profile" : "Register or log in",
            Form(of: signIn.policy.registrationFields, in: signIn.draft()), buttons,
            escape: isReplacement ? .back : .quit,
            guidance: Guidance(
                replaces
                    ? "replaces the file that has mistakes"
                    : "keeps your email and password in a file on this computer",
                path: signIn.path(StoreLayout.profile)),
            notice: error.map { .problem($0, advice: Sentence(prose: .undoBringsBack("what is there now"))) })
    }

    private static let albumsOffer = FormButton.offer(
        Action.albums, PolicyOffer.albums, KeyPress(.function(2)))
    private static let demoOffer = FormButton.offer(Action.demo, PolicyOffer.demo, KeyPress(.function(3)))
    private static let serviceOffer = FormButton.offer(
        Action.service, PolicyOffer.service, KeyPress(.function(4)))

    mutating func press(_ action: Action) -> ScreenEffect? {
        switch action {
        case .logIn:
            .work(
                .logIn(
                    page.form.values(of: signIn.policy.registrationFields),
                    replacesInvalid: signIn.replacesProfile))
        case .undoLogOut: leave(for: .undoLogOut)
        case .albums: leave(for: .choosePolicy(.albums, isDemo: false))
        case .demo: leave(for: .choosePolicy(.authorisation, isDemo: true))
        case .service: leave(for: .choosePolicy(.service, isDemo: false))
        }
    }

    mutating func leave() -> ScreenEffect? { isReplacement ? .work(.open()) : .quit }
}
