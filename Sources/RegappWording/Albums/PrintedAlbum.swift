package import RegappAlbums
package import RegappTerminal

/// An album in lines of text: its facts, its songs by disc and its other tracks.
package struct PrintedAlbum {
    package let contents: AlbumContents
    /// The width at which long names are cut; nil if nothing is cut.
    private let columns: Int?

    package static let labelWidth = 10

    package init(contents: AlbumContents, columns: Int?) {
        (self.contents, self.columns) = (contents, columns)
    }

    package var facts: [String] {
        let album = contents.album
        let released = album.releaseDay.map { "\($0.prefix(4)) (\($0))" }
        let title = album.markedTitle(columns: columns.map { max(1, $0 - Self.labelWidth) })
        let facts: [(label: String, text: String?)] = [
            ("Title:", title), ("Artist:", album.artistName?.printable), ("Released:", released?.printable),
            ("Genre:", album.primaryGenreName?.printable),
        ]
        return facts.compactMap { label, text in
            guard let line = text.map({ Self.line(label, $0) }) else { return nil }
            return columns.map { line.truncated(to: $0) } ?? line
        }
    }

    /// The line with the album's page in the store, which is never cut.
    package static func store(_ link: String) -> String { line("Store:", link) }

    private static func line(_ label: String, _ fact: String) -> String {
        TextTable.line(label, fact, labelWidth: labelWidth - 1)
    }

    /// The facts and the page in the store, one below the other; the page is a link if the terminal supports links.
    package func page(_ abilities: TerminalAbilities) -> [String] {
        facts + (contents.album.storeLink.map { [Self.store(abilities.link($0, to: $0))] } ?? [])
    }

    /// The songs by disc, what is missing, and the other tracks.
    package var tracks: [String] {
        var lines = songs
        if let words = contents.availability { lines += (lines.isEmpty ? [] : [""]) + [words] }
        guard !contents.others.isEmpty else { return lines }
        let kinds = contents.others.map { $0.kind.isEmpty ? "" : "(\($0.kind.printable))" }
        let layout = TrackLayout(contents.others, ends: kinds, columns: columns)
        let others = zip(contents.others, kinds).map { layout.row($0, number: "", end: $1) }
        return lines + ["", "Also on this album:"] + others
    }

    private var songs: [String] {
        let layout = TrackLayout(contents.songs, ends: [], columns: columns)
        let discs = contents.discs.map { disc in
            (contents.heading(ofDisc: disc.number).map { [$0] } ?? [])
                + disc.songs.map { song in
                    layout.row(song, number: song.trackNumber.map { "\($0)" } ?? "", end: "")
                }
        }
        return Array(discs.joined(separator: [""]))
    }
}

/// The columns in a list of tracks; at a known width the durations are aligned at the right, and titles are cut.
private struct TrackLayout {
    private static let numberWidth = 3
    /// The width that a title gets however narrow the terminal is.
    private static let leastTitle = 8

    private let columns: Int?
    /// Nil if each title, and each duration, takes what it needs.
    private let widths: (title: Int, duration: Int)?

    /// - Parameters:
    ///   - ends: the text after the duration of each track.
    ///   - columns: the width to distribute; if nil, nothing is aligned or cut.
    init(_ tracks: [Track], ends: [String], columns: Int?) {
        self.columns = columns
        widths = columns.map { columns in
            let duration = tracks.map { $0.durationText?.utf8.count ?? 0 }.max() ?? 0
            let end = ends.map(\.displayWidth).max() ?? 0
            let others = [Self.numberWidth + 1, duration > 0 ? duration + 1 : 0, end].filter { $0 > 0 }
            let room = max(Self.leastTitle, columns - others.reduce(others.count, +))
            return (tracks.map { $0.markedTitle(columns: room).displayWidth }.max() ?? 0, duration)
        }
    }

    /// Number, title with its mark, duration, and the rest; the title is cut first.
    func row(_ track: Track, number: String, end: String) -> String {
        let title = track.markedTitle(columns: widths?.title)
        let duration = track.durationText ?? ""
        let durationWidth = widths?.duration ?? duration.utf8.count
        // Number and duration have one more column than they need, so that two are free beside the title.
        var cells: [(text: String, column: TextTable.Column)] = [
            (number + " ", .init(Self.numberWidth + 1, isRightAligned: true)),
            (title, .init(widths?.title ?? title.displayWidth)),
        ]
        if durationWidth > 0 { cells.append((duration, .init(durationWidth + 1, isRightAligned: true))) }
        cells.append((end, .init(end.displayWidth)))
        let row = TextTable(cells.map(\.column), gap: 1).line(cells.map(\.text))
        return columns.map { row.truncated(to: $0) } ?? row
    }
}
