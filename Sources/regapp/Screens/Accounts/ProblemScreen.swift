import Accounts
import CommandParser
import TerminalUI

/// The screen if the rules of the directory cannot be read, so that there is nothing to log in to.
struct ProblemScreen: FormScreen {
    private static let editor = "editor"
    /// The keys of its own.
    static let keys = [again]
    private static let again = KeyBinding(
        [.character("r")], "read again", meaning: "read the files again, where they are wrong")

    var page: FormPage
    /// The document that is wrong, where an editor can correct it.
    private let document: Edit.Subject?

    init(_ error: AccountsError, notice: Notice? = nil) {
        document = error.wrongDocument
        let editor = document == nil ? [] : [FormButton.editorByKey(Self.editor)]
        let form = Form(
            fields: [],
            buttons: [FormButton("again", title: "Read again", key: Self.again)] + editor,
            isReadOnly: true)
        let problem = Notice.problem(error, advice: .correct)
        page = FormPage(
            "The files cannot be used", form, escape: .quit, guidance: Self.guidance(error),
            notice: notice?.followed(by: problem) ?? problem)
    }

    private static func guidance(_ error: AccountsError) -> Guidance? {
        guard case .invalidFile(let problems) = error, let path = problems.first?.path else { return nil }
        return .needed(path)
    }

    mutating func update(_ event: Event) -> ScreenEffect? {
        switch page.update(event) {
        case .pressed(Self.editor): document.map(ScreenEffect.openEditor)
        case .pressed: .work(.open())
        case .escaped, .quit: .quit
        case .answered, nil: nil
        }
    }

    mutating func take(_ files: Files) -> Bool { false }

    var policy: Policy? { nil }
}
