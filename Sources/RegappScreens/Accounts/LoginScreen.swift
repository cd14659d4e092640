import RegappCore
import RegappStore
import RegappWording
import RegappTerminal

/// Registers or logs in to the local profile: values that keep the rules are saved and shown.
struct LoginScreen: LoggedOutScreen {
    enum Action: String, FormAction {
        case fix, logIn, undoLogOut, albums, demo, service
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
        page = FormPage(
            isReplacement ? "A new profile" : "Register or log in", Self.form(signIn), Self.buttons(signIn),
            fix: .fix, escape: isReplacement ? .back : .quit, guidance: Self.guidance(signIn),
            notice: notice ?? Self.notice(signIn.user))
        page.wrongDocument = signIn.wrongDocument
    }

    static func guidance(_ signIn: SignIn) -> Guidance {
        Guidance(
            signIn.replacesProfile
                ? "replaces the file that has mistakes"
                : "keeps your email and password in a file on this computer",
            path: signIn.path(StoreLayout.profile))
    }

    func form(_ signIn: SignIn) -> Form { Self.form(signIn) }

    private static func form(_ signIn: SignIn) -> Form {
        Form(of: signIn.policy.registrationFields, in: signIn.draft())
    }

    static func buttons(_ signIn: SignIn) -> [FormButton<Action>] {
        var buttons = [
            FormButton(
                Action.logIn, title: signIn.replacesProfile ? "Replace" : .logIn, needsValidFields: true)
        ]
        if signIn.undoOffer == .logOut { buttons.append(FormButton(.undoLogOut, title: .undoLogOut)) }
        if signIn.offersPolicies { buttons += [albumsOffer, demoOffer, serviceOffer] }
        return buttons
    }

    private static let albumsOffer = FormButton.offer(
        Action.albums, PolicyOffer.albums, KeyPress(.function(2)))
    private static let demoOffer = FormButton.offer(Action.demo, PolicyOffer.demo, KeyPress(.function(3)))
    private static let serviceOffer = FormButton.offer(
        Action.service, PolicyOffer.service, KeyPress(.function(4)))

    static func notice(_ user: SignIn.User) -> Message? {
        guard case .unusable(let error) = user else { return nil }
        return .problem(error, advice: .replaces)
    }

    mutating func press(_ action: Action) -> ScreenEffect? {
        switch action {
        case .fix: page.wrongDocument.map(ScreenEffect.openEditor)
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
