import RegappValues
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
        let failure = Message(of: error)
        // The account screens have a form to log in.
        let hints = error == .nobodyLoggedIn ? ["leave the albums to log in"] : failure.hints.map(\.text)
        let leaves = self is SearchPage ? [ScreenEffect.leave()] : [.leave(), .leave()]
        var dialog = Dialog(
            title: "Your account", texts: [(failure.errors + hints).joined(separator: " · ")],
            buttons: [("Leave the albums", .several(leaves + [.albums(.stop)]))])
        dialog.isForLoggedOut = true
        return .ask(dialog)
    }
}

extension Album {
    /// In a list that is read line by line.
    var row: String {
        [markedTitle(columns: nil), artistName, songCount, releaseYear].compactMap(\.self)
            .filter { !$0.isEmpty }.joined(separator: ", ")
    }
}
