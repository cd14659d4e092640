package import RegappAlbums
internal import RegappTerminal

/// The columns in a list of tracks; at a known width the durations are aligned at the right, and titles are cut.
package struct TrackLayout {
    private static let numberWidth = 3
    /// The width that a title gets however narrow the terminal is.
    private static let leastTitle = 8

    private let columns: Int?
    /// Nil if each title, and each duration, takes what it needs.
    private let widths: (title: Int, duration: Int)?

    /// - Parameters:
    ///   - ends: the text after the duration of each track.
    ///   - columns: the width to distribute; if nil, nothing is aligned or cut.
    package init(_ tracks: [Track], ends: [String], columns: Int?) {
        self.columns = columns
        widths = columns.map { columns in
            let duration = tracks.map { $0.durationText?.utf8.count ?? 0 }.max() ?? 0
            let end = ends.map(\.displayWidth).max() ?? 0
            let others = [Self.numberWidth + 1, duration > 0 ? duration + 1 : 0, end].filter { $0 > 0 }
            let room = max(Self.leastTitle, columns - others.reduce(others.count, +))
            return (tracks.map { MarkedTitle(of: $0).text(columns: room).displayWidth }.max() ?? 0, duration)
        }
    }

    /// Number, title with its mark, duration, and the rest; the title is cut first.
    package func row(_ track: Track, number: String, end: String) -> String {
        let title = MarkedTitle(of: track).text(columns: widths?.title)
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
