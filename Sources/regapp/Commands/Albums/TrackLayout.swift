import AlbumCatalog
import TerminalUI

/// The columns in a list of tracks; at a known width the durations are aligned at the right, and titles are cut.
struct TrackLayout {
    private static let number = TextTable.Column(3, isRightAligned: true)
    private static let gap = 2
    /// The width that a title gets however narrow the terminal is.
    private static let leastTitle = 8

    private let columns: Int?
    /// Nil if each title takes what it needs.
    private let titleWidth: Int?
    private let durationWidth: Int

    /// - Parameters:
    ///   - ends: the text after the duration of each track.
    ///   - columns: the width to distribute; if nil, nothing is aligned or cut.
    init(_ tracks: [Track], ends: [String], columns: Int?) {
        self.columns = columns
        guard let columns else {
            (titleWidth, durationWidth) = (nil, 0)
            return
        }
        durationWidth = tracks.map { $0.duration?.utf8.count ?? 0 }.max() ?? 0
        let end = ends.map(\.displayWidth).max() ?? 0
        let taken = Self.number.width + 2 * Self.gap + durationWidth + (end > 0 ? end + 1 : 0)
        let room = max(Self.leastTitle, columns - taken)
        titleWidth = tracks.map { MarkedTitle(of: $0).text(columns: room).displayWidth }.max()
    }

    /// Number, title with its mark, duration, and the rest; the title is cut first.
    func row(_ track: Track, number: String, end: String) -> String {
        let title = MarkedTitle(of: track).text(columns: titleWidth)
        let duration = (track.duration ?? "").rightAligned(to: durationWidth)
        let rest = [duration, end].filter { !$0.isEmpty }.joined(separator: " ")
        let isBare = rest.allSatisfy { $0 == " " }
        let table = TextTable(
            [Self.number, .init(titleWidth ?? title.displayWidth), .init(rest.displayWidth)], gap: Self.gap)
        let row = table.line([number, title, isBare ? "" : rest])
        return columns.map { row.truncated(to: $0) } ?? row
    }
}
