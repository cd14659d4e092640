import Accounts
import CommandParser
import DocumentStore
import TerminalUI

/// Registers or logs in to the local profile: values that keep the rules are saved and shown.
struct LoginScreen: LoggedOutScreen {
    static let isForRegistry = false
    private static let logIn = "login"
    private static let undoLogOut = "undo"
    private static let albums = "albums"
    private static let demo = "demo"

    static let keys = [FormButton.albumsOffer(albums), .demoOffer(demo)].map {
        KeyBinding($0.keys, $0.title, meaning: "\($0.title), where no policy is chosen")
    }

    var page: FormPage
    var signIn: SignIn
    let isReplacement: Bool

    /// - Parameter isReplacement: whether the profile replaces one that cannot be accepted.
    init(_ signIn: SignIn, isReplacement: Bool = false, notice: Notice? = nil) {
        (self.signIn, self.isReplacement) = (signIn, isReplacement)
        page = FormPage(
            isReplacement ? "A new profile" : "Register / Log in", Self.form(signIn),
            escape: isReplacement ? .back : .quit, guidance: Self.guidance(signIn),
            notice: notice ?? Self.notice(signIn.user))
        page.wrongDocument = signIn.wrongDocument
    }

    static func guidance(_ signIn: SignIn) -> Guidance {
        .logIn(signIn.path(StoreLayout.profile), isReplaced: signIn.replacesProfile)
    }

    func form(_ signIn: SignIn) -> Form { Self.form(signIn) }

    private static func form(_ signIn: SignIn) -> Form {
        Form(
            of: signIn.policy.registrationFields, in: signIn.draft(),
            buttons: [
                FormButton(
                    logIn, title: signIn.replacesProfile ? "REPLACE" : "LOGIN", needsValidFields: true)
            ]
                + (signIn.offersLogOutUndo ? [FormButton(undoLogOut, title: "Undo log out")] : [])
                + (signIn.offersPolicies ? [.albumsOffer(albums), .demoOffer(demo)] : []))
    }

    static func notice(_ user: SignIn.User) -> Notice? {
        guard case .unusable(let error) = user else { return nil }
        return .problem(error, advice: .replaces)
    }

    mutating func press(_ id: String) -> ScreenEffect? {
        guard id == Self.logIn else {
            // The other buttons end this form.
            return page.form.isTouched ? .alert(.losesForm(leaving: id)) : confirm(id)
        }
        return .work(
            .logIn(
                page.form.values(of: signIn.policy.registrationFields),
                replacesInvalid: signIn.replacesProfile))
    }

    mutating func confirm(_ id: String) -> ScreenEffect? {
        switch id {
        case Self.undoLogOut: .work(.undoLogOut)
        case Self.albums: .work(.choosePolicy(.albums, isDemo: false))
        case Self.demo: .work(.choosePolicy(.authorisation, isDemo: true))
        default: nil
        }
    }

    mutating func leave() -> ScreenEffect? { isReplacement ? .work(.open()) : .quit }

    mutating func receive(_ outcome: AccountOutcome) -> ScreenEffect? {
        switch outcome {
        case .notDone: askToLeave
        case .lastChange(_, .failure(let error)): .alert(.failure(.undo, error))
        // The rules may have changed.
        case .failed(let error): .several([.alert(.failure(.save, error)), .work(.read)])
        default: nil
        }
    }
}
