import AlbumCatalog
import TerminalUI

/// One album and its songs, as lines of text.
struct PrintedAlbum {
    let contents: AlbumContents
    /// Where long names are cut; nil where nothing is.
    let columns: Int?

    /// Title, artist, release, genre and the page in the store.
    func facts(link: (String) -> String) -> [String] {
        let album = contents.album
        let released = album.releaseDay.map { "\($0.prefix(4)) (\($0))" }
        var lines = [("Title:", PrintedTable.title(of: album))]
        lines += labelled("Artist:", album.artistName) + labelled("Released:", released)
        lines += labelled("Genre:", album.primaryGenreName)
        return lines.map { cut($0.padded(to: 10) + $1) }
            + (album.storeLink.map { ["Store:".padded(to: 10) + link($0)] } ?? [])
    }

    /// The songs by disc, what is missing, and what else there is.
    var tracks: [String] {
        var lines = songs
        if contents.songs.isEmpty {
            lines.append("No songs of this album are in this store.")
        } else if let whole = contents.album.trackCount, contents.missingCount > 0 {
            lines += ["", "\(contents.songs.count) of \(whole) songs are in this store."]
        } else if let whole = contents.album.trackCount, contents.songs.count < whole {
            lines += ["", "\(contents.songs.count) of \(whole) tracks are songs."]
        }
        guard !contents.others.isEmpty else { return lines }
        let others = contents.others.map { other in
            row(other, isNumbered: false) + (other.kind.isEmpty ? "" : " (\(other.kind.printable))")
        }
        return lines + ["", "Also on this album:"] + others.map(cut)
    }

    private var songs: [String] {
        let discs = Set(contents.songs.map(\.discNumber))
        let hasDiscs = discs.count > 1 || (contents.songs.first?.discCount ?? 1) > 1
        var lines: [String] = []
        var disc: Int??
        for song in contents.songs {
            if hasDiscs, disc != .some(song.discNumber) {
                if !lines.isEmpty { lines.append("") }
                lines.append(song.discNumber.map { "Disc \($0)" } ?? "Without a disc")
                disc = song.discNumber
            }
            lines.append(row(song, isNumbered: true))
        }
        return lines
    }

    /// Number, title with its mark, and the duration, which is never cut.
    private func row(_ track: Track, isNumbered: Bool) -> String {
        let number = isNumbered ? track.trackNumber.map { "\($0)" } ?? "" : ""
        let start = String(repeating: " ", count: max(0, 3 - number.count)) + number + "  "
        let title = track.trackName.printable + PrintedTable.marked(track.trackExplicitness)
        let end = track.duration.map { "  \($0)" } ?? ""
        guard let columns else { return start + title + end }
        return start + title.truncated(to: max(8, columns - start.count - end.count)) + end
    }

    private func labelled(_ label: String, _ value: String?) -> [(String, String)] {
        value.map { [(label, $0.printable)] } ?? []
    }

    private func cut(_ line: String) -> String {
        columns.map { line.truncated(to: $0) } ?? line
    }
}
