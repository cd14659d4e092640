import AlbumCatalog
import TerminalUI

/// The widths of the columns in a list of tracks: at a known width, the durations are aligned at the right.
struct TrackLayout {
    private static let numberWidth = 3
    private static let gap = "  "
    /// The columns that a title gets however narrow the terminal is.
    private static let leastTitle = 8

    private let columns: Int?
    /// The width of titles; nil if each takes what it needs.
    private let titleWidth: Int?
    private let durationWidth: Int

    /// Distributes a width; if nil, nothing is aligned or cut.
    ///
    /// - Parameter ends: what stands behind the duration of each track.
    init(_ tracks: [Track], ends: [String], columns: Int?) {
        self.columns = columns
        guard let columns else {
            (titleWidth, durationWidth) = (nil, 0)
            return
        }
        durationWidth = tracks.map { Self.end(of: $0).utf8.count }.max() ?? 0
        let end = ends.map(\.displayWidth).max() ?? 0
        let room = max(Self.leastTitle, columns - Self.numberWidth - Self.gap.count - durationWidth - end)
        titleWidth = tracks.map { MarkedTitle(of: $0).text(columns: room).displayWidth }.max()
    }

    /// Number, title with its mark, duration, and the rest; the title is cut first.
    func row(_ track: Track, number: String, end: String) -> String {
        let start = number.rightAligned(to: Self.numberWidth) + Self.gap
        let title = MarkedTitle(of: track).text(columns: titleWidth)
        let duration = Self.end(of: track)
        let rest = duration.rightAligned(to: durationWidth) + end
        // Nothing stands behind the last word of a line.
        let isBare = rest.allSatisfy { $0 == " " }
        guard let columns, let titleWidth else { return start + title + rest }
        return (start + (isBare ? title : title.padded(to: titleWidth) + rest)).truncated(to: columns)
    }

    private static func end(of track: Track) -> String { track.duration.map { gap + $0 } ?? "" }
}
