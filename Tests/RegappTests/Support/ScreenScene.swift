import RegappValues
import RegappCore
import Testing

@testable import RegappAlbums
@testable import RegappTerminal
@testable import RegappScreens
@testable import regapp

extension ScreenStack {
    /// What shows, in one line: the page, what covers it, what has the focus, and each value that is not empty.
    ///
    /// For example `UserEdit at birthday, its calendar at 1990-05-17: firstName Bob, birthday 1990-05-17`.
    var scene: String {
        let top = screens[screens.count - 1]
        let cover =
            help != nil ? "keys of " : page.alert.map { "'\($0.title)' at \($0.focusedTitle), over " } ?? ""
        switch top {
        case let screen as any FormScreen:
            return cover + screen.scene
        case let screen as SearchPage: return cover + "Search" + screen.scene
        case let screen as AlbumPage: return cover + "Album" + screen.scene
        case let screen as AccountsScreen: return cover + screen.scene
        default: return cover + "\(type(of: top))"
        }
    }
}

extension FormScreen {
    fileprivate var scene: String { "\(type(of: self))".replacing("Screen", with: "") + form.scene }
}

extension Alert {
    /// The title of the button that has the focus.
    var focusedTitle: String { buttons.indices.contains(focus) ? buttons[focus] : "nothing" }
}

extension Form {
    /// The id of the field, or the title of the button, that has the focus.
    var focusedName: String { focusedField.map { "\($0.id.name)" } ?? focusedButton?.title ?? "nothing" }

    fileprivate var scene: String {
        let calendar = focusedField?.calendar.map { ", its calendar at \($0.selected.isoString)" } ?? ""
        let values = fields.filter { !$0.input.text.isEmpty }.map { "\($0.id.name) \($0.input.text)" }
        return " at \(focusedName)\(calendar)" + (values.isEmpty ? "" : ": ") + values.joined(separator: ", ")
    }
}

extension SearchPage {
    fileprivate var scene: String {
        let term = field.text.isEmpty ? "" : ": \(field.text)"
        let filter = results.filter.map { ", filter \($0.text)" } ?? ""
        let selected = results.selected.map { ", \(results.albums.count) albums at \($0.collectionName)" }
        return " at \(focus)\(term)\(filter)\(selected ?? "")"
    }
}

extension AlbumPage {
    fileprivate var scene: String {
        " of \(album.collectionName), " + (contents.map { "\($0.songs.count) songs" } ?? "without songs")
    }
}

extension AccountsScreen {
    fileprivate var scene: String {
        let filter = field.text.isEmpty ? "" : ", filter \(field.text)"
        let marks = self.marks.count == 0 ? "" : ", \(self.marks.count) marked"
        return "Accounts, \(visible.count) at \(selected?[.email] ?? "nothing")" + marks + filter
    }
}
