import RegappAlbums
import RegappCore
import RegappTerminal
import RegappWording

/// A screen of the album section: the search or, over it, an album that was opened from its list. Both ask the
/// catalogue for the current user; one question at a time is open, and answers to older ones are dropped. Once no
/// account is logged in, a dialog leads out of the section, which opens again as it was left.
protocol AlbumsScreen: Screen {
    var question: QuestionLine { get }
}

extension AlbumsScreen {
    var traits: ScreenTraits { ScreenTraits(activity: question.activity) }

    func facts(_ context: ScreenContext) -> [KeyHelp.Fact] {
        [context.currentUser].filter { !$0.isEmpty }.map { KeyHelp.Fact("You", $0) }
            + context.facts(context.state?.policy, file: context.state?.account?.path)
    }

    mutating func refresh(_ files: DirectoryState.Reading) -> ScreenEffect? {
        if (try? files.account.get()) != nil { return nil }
        let error = files.error ?? .nobodyLoggedIn
        let report = Report(error)
        // The account screens have a form to log in.
        let hints = error == .nobodyLoggedIn ? ["leave the albums to log in"] : report.hints.map(\.text)
        let leaves = self is SearchPage ? [ScreenEffect.leave()] : [.leave(), .leave()]
        var dialog = Dialog(
            title: "Your account", texts: [(report.errors + hints).joined(separator: " · ")],
            buttons: [("Leave the albums", .several(leaves + [.albums(.stop)]))])
        dialog.isForLoggedOut = true
        return .ask(dialog)
    }
}

extension SearchPage: PressedScreen {
    enum Action: FormID {
        case search, again, sort
    }

    mutating func press(_ action: Action) -> ScreenEffect? {
        switch action {
        case .search: .several(search())
        case .again: .several(askAgain())
        case .sort: .ask(orderQuestion)
        }
    }

    func conversation(_ context: ScreenContext) -> ConversationPage {
        var typed = FormField(Focus.field.id, label: Self.whatToType.sentenceCased, input: field)
        // A term that was typed before is no change of the form.
        typed.given = field.text
        var buttons = [FormButton(Action.search, title: "Search", needsValidFields: true)]
        if let again = question.again { buttons.append(FormButton(.again, title: again)) }
        if !results.albums.isEmpty { buttons.append(FormButton(.sort, title: "Sort")) }
        return ConversationPage(
            "Albums", guidance: Self.guidance, lines: [context.currentUser] + question.sentences,
            rows: results.albums.map(\.row),
            form: Form(fields: [typed], buttons: buttons.map { $0.button }) {
                Form.Judgement(Self.problems(in: $0))
            },
            leaving: .section(title: "Back"))
    }

    private static func problems(in texts: [ControlID: String]) -> [ControlID: [String]] {
        let typed = texts[Focus.field.id] ?? ""
        if SearchTerm.text(typed).isEmpty { return [Focus.field.id: ["a word or more is needed"]] }
        guard typed.count > longestTerm else { return [:] }
        return [Focus.field.id: Message.termTooLong(limit: "\(longestTerm) characters").facts.map(\.text)]
    }
}

extension AlbumPage {
    func conversation(_ context: ScreenContext) -> ConversationPage {
        let printed = contents.map { PrintedAlbum(contents: $0, columns: nil) }
        let lines = (printed?.page(.none) ?? [album.row]) + question.sentences + (printed?.tracks ?? [])
        let again = question.again.map { [KeyBinding(AlbumKeys.refresh.keys, $0)] } ?? []
        return ConversationPage(
            "Album", lines: lines, form: Form(fields: [], isReadOnly: true), keys: again,
            leaving: .page(title: "Back to the list"))
    }
}

extension QuestionLine {
    /// None before the first question and during one.
    fileprivate var sentences: [String] { again == nil || text.isEmpty ? [] : [text] }
}

extension Album {
    fileprivate var row: String {
        [markedTitle(columns: nil), artistName, songCount, releaseYear].compactMap(\.self)
            .filter { !$0.isEmpty }.joined(separator: ", ")
    }
}
