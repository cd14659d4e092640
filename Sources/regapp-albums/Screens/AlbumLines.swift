import AlbumCatalog
import TerminalUI

/// The text about an album, line by line.
struct AlbumLines {
    let album: Album
    let contents: AlbumContents?
    let question: QuestionLine
    let columns: Int
    /// Whether the button to ask again has the focus.
    let hasFocus: Bool

    /// Title, artist and other facts; the page in the store; songs by disc; the other tracks.
    var all: [Line] {
        var lines = wrapped(album.collectionName + album.collectionExplicitness.shortMark, .title)
        lines += wrapped(album.artistName ?? "", .text)
        lines += wrapped(facts, .label)
        // A cover and the page in the store that it comes from are seen together.
        if let link = album.storeLink { lines += wrapped(link, .text) }
        if question.state != .answered("") {
            lines += [Line()] + question.lines(columns: columns, hasFocus: hasFocus)
        }
        if let contents {
            lines += songs(of: contents)
            if let words = contents.availability { lines += [Line()] + wrapped(words, .label) }
            lines += others(of: contents)
        }
        if let copyright = album.copyright { lines += [Line()] + wrapped(copyright, .faint) }
        return lines
    }

    /// Year, genre and number of tracks.
    private var facts: String {
        let tracks = album.trackCount.map { "\($0) track\($0 == 1 ? "" : "s")" }
        return [album.releaseYear, album.primaryGenreName, tracks].compactMap(\.self).filter { !$0.isEmpty }
            .joined(separator: " · ")
    }

    private func songs(of contents: AlbumContents) -> [Line] {
        contents.discs.flatMap { disc in
            [Line()] + (contents.heading(ofDisc: disc.number).map { [Line($0, .label)] } ?? [])
                + disc.songs.map(line)
        }
    }

    private func others(of contents: AlbumContents) -> [Line] {
        guard !contents.others.isEmpty else { return [] }
        return [Line(), Line("Videos and more", .label)] + contents.others.map(line)
    }

    /// Number, title and duration; the artist if it differs from the album's.
    private func line(_ track: Track) -> Line {
        let number = track.trackNumber.map { String(min($0, 999)) } ?? ""
        let duration = track.duration ?? ""
        var line = Line(rightAligned(number, 3) + " ", .label)
        let room = max(0, columns - line.columns - duration.displayWidth - 1)
        line.append(title(of: track, columns: room).padded(to: room) + " ")
        line.append(duration, .label)
        return line
    }

    /// The title, cut so that its mark is kept, and as much of the artist as fits.
    private func title(of track: Track, columns: Int) -> String {
        let mark = track.trackExplicitness.shortMark
        let title = track.trackName.printable.truncated(to: max(0, columns - mark.displayWidth)) + mark
        guard let artist = track.artistName, artist != album.artistName else { return title }
        return title + " — \(artist)".printable.truncated(to: max(0, columns - title.displayWidth))
    }

    private func wrapped(_ text: String, _ style: Style) -> [Line] {
        text.isEmpty ? [] : Line.wrapped(text, style, to: columns)
    }
}
