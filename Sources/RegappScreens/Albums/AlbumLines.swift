import RegappAlbums
import RegappWording
import RegappTerminal

struct AlbumLines {
    let album: Album
    let contents: AlbumContents?
    let question: QuestionLine
    let columns: Int
    let hasFocus: Bool

    /// In columns. Durations are aligned at most this far from the numbers: further away, the eye loses the row.
    private static let widestTitles = 60

    /// Title, artist and other facts; the page in the store; songs by disc; the other tracks.
    var all: [StyledLine] {
        var lines = wrapped(album.collectionName + album.collectionExplicitness.shortMark, .title)
        lines += wrapped(album.artistName ?? "", .text)
        lines += wrapped(facts, .label)
        // A cover must be shown together with the page in the store that it comes from.
        if let link = album.storeLink { lines += wrapped(link, .text) }
        if question.state != .answered("") {
            lines += [StyledLine()] + question.lines(columns: columns, hasFocus: hasFocus)
        }
        if let contents {
            let table = table(of: contents)
            lines += songs(of: contents, table)
            if let words = contents.availability { lines += [StyledLine()] + wrapped(words, .label) }
            lines += others(of: contents, table)
        }
        if let copyright = album.copyright { lines += [StyledLine()] + wrapped(copyright, .faint) }
        return lines
    }

    /// The songs by disc, without the empty line before them.
    var songs: [StyledLine] { contents.map { Array(songs(of: $0, table(of: $0)).dropFirst()) } ?? [] }

    private var facts: String {
        let marks = contents.map { ($0.songs + $0.others).map(\.trackExplicitness) } ?? []
        let facts = [album.releaseYear, album.primaryGenreName, album.songCount].compactMap(\.self)
        return (facts + Explicitness.legend(of: [album.collectionExplicitness] + marks))
            .filter { !$0.isEmpty }.joined(separator: " · ")
    }

    private typealias TrackTable = (title: Int, duration: Int)

    /// Aligns durations at the right of a narrow window, and beside the titles in a wide one.
    private func table(of contents: AlbumContents) -> TrackTable {
        let tracks = contents.songs + contents.others
        let duration = tracks.map { ($0.durationText ?? "").displayWidth }.max() ?? 0
        let room = max(0, columns - Self.numberWidth - duration - 1)
        let widest = tracks.map { title(of: $0, columns: room).displayWidth }.max() ?? 0
        return (min(room, widest, Self.widestTitles), duration)
    }

    private func songs(of contents: AlbumContents, _ table: TrackTable) -> [StyledLine] {
        contents.discs.flatMap { disc in
            [StyledLine()] + (contents.heading(ofDisc: disc.number).map { [StyledLine($0, .label)] } ?? [])
                + disc.songs.map { line($0, table) }
        }
    }

    private func others(of contents: AlbumContents, _ table: TrackTable) -> [StyledLine] {
        guard !contents.others.isEmpty else { return [] }
        return [StyledLine(), StyledLine("Videos and more", .label)] + contents.others.map { line($0, table) }
    }

    private static let numberWidth = 4

    private func line(_ track: Track, _ table: TrackTable) -> StyledLine {
        let number = track.trackNumber.map { String(min($0, 999)) } ?? ""
        var line = StyledLine(number.rightAligned(to: Self.numberWidth - 1) + " ", .label)
        let room = max(0, columns - line.columns - table.duration - 1)
        line.append(title(of: track, columns: room))
        line.pad(to: Self.numberWidth + table.title)
        if let duration = track.durationText {
            line.append(" " + duration.rightAligned(to: table.duration), .label)
        }
        return line
    }

    /// The title, cut so that its mark stays, and as much of the artist as fits if it is not the album's.
    private func title(of track: Track, columns: Int) -> String {
        let mark = track.trackExplicitness.shortMark
        let title = track.trackName.printable.truncated(to: max(0, columns - mark.displayWidth)) + mark
        guard let artist = track.artistName, artist != album.artistName else { return title }
        return title + " — \(artist)".printable.truncated(to: max(0, columns - title.displayWidth))
    }

    private func wrapped(_ text: String, _ style: Style) -> [StyledLine] {
        text.isEmpty ? [] : StyledLine.wrapped(text, style, to: columns)
    }
}
