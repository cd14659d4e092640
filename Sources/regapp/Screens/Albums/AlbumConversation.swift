import AlbumCatalog
import TerminalUI

extension SearchScreen {
    private enum ID {
        static let term = "term"
        static let search = "search"
        static let again = "again"
    }

    func conversation(_ context: ScreenContext, alert: Alert?) -> ConversationPage {
        let rows = results.albums.enumerated().map { FormButton("\($0)", title: $1.row) }
        var buttons = [FormButton(ID.search, title: "Search", needsValidFields: true)]
        if let again = question.again { buttons.append(FormButton(ID.again, title: again)) }
        let form = Form(
            fields: [FormField(ID.term, label: "A title, or an artist", input: field)], buttons: buttons,
            check: Self.problems)
        return ConversationPage(
            "Albums", guidance: Self.guidance, lines: [context.currentUser] + question.sentences, rows: rows,
            form: form, alert: alert,
            leaving: .program(title: "Back"))
    }

    private static func problems(in texts: [String: String]) -> [String: [String]] {
        let term = texts[ID.term] ?? ""
        if SearchTerm.text(term).isEmpty { return [ID.term: [termIsEmpty]] }
        return term.count > longestTerm
            ? [ID.term: [termIsTooLong(limit: longestTerm)]] : [:]
    }

    /// Performs what was chosen: a button, or an album.
    mutating func choose(_ id: String) -> [ScreenEffect] {
        switch id {
        case ID.search: search()
        case ID.again: askAgain()
        default: Int(id).map { open($0) } ?? []
        }
    }
}

extension AlbumScreen {
    func conversation(_ context: ScreenContext, alert: Alert?) -> ConversationPage {
        let printed = contents.map { PrintedAlbum(contents: $0, columns: nil) }
        let lines = (printed?.page(.none) ?? [album.row]) + question.sentences + (printed?.tracks ?? [])
        let buttons = question.again.map { [FormButton("again", title: $0)] } ?? []
        let form = Form(fields: [], buttons: buttons, isReadOnly: true)
        return ConversationPage(
            "Album", lines: lines, form: form, alert: alert, leaving: .page(title: "Back to the list"))
    }
}

extension QuestionLine {
    /// The text beside the button.
    fileprivate var sentences: [String] {
        switch state {
        case .idle, .asking, .answered(""): []
        case .answered(let words): [words]
        case .outdated(let words, let error): ["\(words). \(error.sentence)"]
        case .failed(let error): [error.sentence]
        case .cancelled: [Self.cancelled]
        }
    }
}

extension Album {
    fileprivate var row: String {
        [MarkedTitle(of: self).text(columns: nil), artistName, songCount, releaseYear].compactMap(\.self)
            .filter { !$0.isEmpty }.joined(separator: ", ")
    }
}
