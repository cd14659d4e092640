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
    var snapshot: Snapshot
    let isReplacement: Bool

    /// - Parameter isReplacement: whether the profile replaces one that cannot be accepted.
    init(_ snapshot: Snapshot, isReplacement: Bool = false, notice: Notice? = nil) {
        (self.snapshot, self.isReplacement) = (snapshot, isReplacement)
        page = FormPage(
            isReplacement ? "A new profile" : "Register / Log in", Self.form(snapshot),
            escape: isReplacement ? .back : .quit, guidance: Self.guidance(snapshot),
            notice: notice ?? Self.notice(snapshot.account))
        page.wrongDocument = snapshot.wrongDocument
    }

    static func guidance(_ snapshot: Snapshot) -> Guidance {
        .logIn(snapshot.path(StoreLayout.profile), isReplaced: snapshot.replacesProfile)
    }

    func form(_ snapshot: Snapshot) -> Form { Self.form(snapshot) }

    private static func form(_ snapshot: Snapshot) -> Form {
        Form(
            of: snapshot.policy.registrationFields, in: snapshot.draft(),
            buttons: [
                FormButton(
                    logIn, title: snapshot.replacesProfile ? "REPLACE" : "LOGIN", needsValidFields: true)
            ]
                + (snapshot.loggedOutEmail == nil ? [] : [FormButton(undoLogOut, title: "Undo log out")])
                + (snapshot.offersPolicies ? [.albumsOffer(albums), .demoOffer(demo)] : []))
    }

    static func notice(_ account: Snapshot.Account) -> Notice? {
        guard case .unusable(let error) = account else { return nil }
        return .problem(error, advice: .replaces)
    }

    mutating func update(_ event: Event) -> ScreenEffect? {
        switch page.update(event) {
        case .pressed(let id) where [Self.undoLogOut, Self.albums, Self.demo].contains(id): leave(id)
        case .answered(Self.undoLogOut): snapshot.lastChange.map { .work(.undo($0)) }
        case .answered(Self.albums): .work(.choosePolicy(.albums, isDemo: false))
        case .answered(Self.demo): .work(.choosePolicy(.authorisation, isDemo: true))
        case .pressed(FormPage.fix): page.wrongDocument.map(ScreenEffect.openEditor)
        case .pressed:
            .work(
                .logIn(
                    page.form.values(of: snapshot.policy.registrationFields),
                    replacesInvalid: snapshot.replacesProfile))
        case .answered(FormPage.showFiles): .work(.open())
        case .escaped where isReplacement: .work(.open())
        case .escaped, .quit: .quit
        case .answered, nil: nil
        }
    }

    /// Performs a button that leaves this form, or asks first.
    private mutating func leave(_ id: String) -> ScreenEffect? {
        page.alert = .losesForm(leaving: id)
        return page.form.isTouched ? nil : update(.chosen(id))
    }

    mutating func receive(_ outcome: AccountOutcome) -> ScreenEffect? {
        switch outcome {
        case .notDone: page.askToLeave()
        case .lastChange(_, .failure(let error)): page.alert = .failure(.undo, Report(error))
        case .failed(let error):
            page.alert = .failure(.save, Report(error))
            // The rules may have changed.
            return .work(.read)
        default: break
        }
        return nil
    }
}
