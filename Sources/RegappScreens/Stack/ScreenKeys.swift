package import RegappTerminal

/// The keys of all screens, for a page of help.
package enum ScreenKeys {
    package static let tables: [KeyTable] =
        [
            .everywhere,
            KeyTable(
                "Pages",
                PageKeys.all + LoginScreen.keys + UserScreen.keys + ProblemScreen.keys + AccountsKeys.each),
            .form,
            .reading, .typing, .calendar, .alert,
        ] + AccountsKeys.tables + AlbumKeys.tables + [.list]
}
