import RegappCommandLine
import RegappScreens
import RegappTerminal

extension HelpTopic {
    /// From the same tables as the overlay with the keys.
    static var keys: HelpTopic {
        HelpTopic(
            name: "keys", summary: "The keys of the screens", manualTitle: "Keys of the screens",
            blocks: [
                .paragraph(
                    "The last line of a screen names the keys that matter there; '?' shows all of the page, and F1 "
                        + "does so while something is typed.")
            ] + ScreenKeys.tables.flatMap(blocks))
    }

    private static func blocks(_ table: KeyTable) -> [HelpBlock] {
        [
            .heading(table.title),
            .rows(table.bindings.map { HelpRow($0.names, $0.meaning) }),
        ]
    }
}
