package import RegappAlbums
package import RegappTerminal
package import RegappValues

extension Message {
    package init(_ error: CatalogError) {
        func failure(_ exit: ExitCode = .unavailable, hint: Sentence? = nil) -> Message {
            Message(exit, error.words, hint: hint)
        }
        self =
            switch error {
            case .cancelled: .interrupted
            case .rateLimited: failure(.busy)
            case .noSuchAlbum: failure(.notFound, hint: "\(.words("--country")) asks another store")
            case .noSuchStore:
                failure(hint: "give a country that has a store, such as \(.words("--country", "US"))")
            case .curlNotInstalled: failure(hint: "on Debian, type \(.words("apt", "install", "curl"))")
            case .offline, .unknownHost: failure(hint: "check the network connection")
            case .curlFailed, .unreachable, .insecure, .timeout, .connectionLost, .notHTTP, .tooLarge,
                .redirected, .status, .badParameter, .message, .notJSON, .unexpectedShape:
                failure()
            }
    }
}

extension Message {
    /// - Parameter limit: with its unit.
    package static func termTooLong(limit: String) -> Message {
        Message(.usage, "the term is longer than \(limit)", hint: "a few words are enough")
    }
}

extension CatalogError {
    package var sentence: String {
        switch self {
        case .offline, .unknownHost, .unreachable: words.sentenceCased + ". Are you online?"
        case .curlNotInstalled:
            ([words] + Message(self).hints.map(\.text)).map(\.sentenceCased).joined(separator: ". ")
        case .curlFailed, .insecure, .timeout, .connectionLost, .notHTTP, .tooLarge, .redirected, .status,
            .rateLimited, .badParameter, .message, .notJSON, .unexpectedShape, .noSuchStore, .noSuchAlbum,
            .cancelled:
            words.sentenceCased
        }
    }
}

// Sentences about the catalogue, its albums and its cache, for commands and screens alike.

extension AlbumContents {
    /// A sentence about how much of the album the store has; nil if it has all songs, or that is unknown.
    package var availability: String? {
        if songs.isEmpty { return "No songs of this album are in this store." }
        guard let whole = album.trackCount, songs.count < whole else { return nil }
        if missingCount == 0 { return "\(songs.count) of \(whole) are songs." }
        // What is missing may be songs or videos.
        let kind = others.isEmpty ? "songs" : "tracks"
        return "\(songs.count + others.count) of \(whole) \(kind) are in this store."
    }

    /// The heading of a disc; nil for an album of one disc.
    package func heading(ofDisc number: Int?) -> String? {
        hasDiscs ? number.map { "Disc \($0)" } ?? "Without a disc" : nil
    }
}

extension Album {
    /// The number of songs, if the catalogue gives it; it counts videos as well.
    package var songCount: String? { trackCount?.counted("song") }

    /// The title and the mark of its rating in at most this many columns, unlimited if nil.
    package func markedTitle(columns: Int?) -> String {
        collectionExplicitness.marking(collectionName.printable, columns: columns)
    }
}

// Phrases about an answer: a screen puts them on one line, a command makes a message of each.
extension String {
    package static func albumsFound(_ count: Int, for term: String, in store: Storefront) -> String {
        "\(count == 0 ? "no album" : count.counted("album")) for “\(term)” in the \(store.code) store"
    }

    package static func unreadable(_ count: Int) -> String { "\(count) could not be read" }

    /// - Parameter age: in milliseconds; said in whole days, hours or minutes.
    package static func asOf(_ age: Int64) -> String {
        let minutes = age / 60_000
        let words =
            switch minutes {
            case ..<1: "less than a minute"
            case 1: "a minute"
            case ..<(2 * 60): "\(minutes) minutes"
            case ..<(2 * 24 * 60): "\(minutes / 60) hours"
            default: "\(minutes / (24 * 60)) days"
            }
        return "as of \(words) ago"
    }
}

package enum SearchTerm {
    /// The longest term, in bytes: servers refuse addresses of some 8,000 bytes, and each byte can become three.
    package static let greatestSize = 1000

    /// The typed words, with one space between them.
    package static func text(_ typed: String) -> String {
        typed.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}

extension Track {
    func markedTitle(columns: Int?) -> String {
        trackExplicitness.marking(trackName.printable, columns: columns)
    }
}

extension Explicitness {
    /// The mark is written out only if the title keeps at least this many columns.
    private static let leastTitle = 8

    /// A title with its mark, which is kept when the title is cut. With little room the mark is a letter.
    fileprivate func marking(_ title: String, columns: Int?) -> String {
        let full = word.isEmpty ? "" : " [\(word)]"
        guard let columns, title.displayWidth + full.utf8.count > columns else { return title + full }
        let mark = columns < Self.leastTitle + full.utf8.count ? shortMark : full
        return (title.truncated(to: max(0, columns - mark.utf8.count)) + mark).truncated(to: columns)
    }

    /// What the short marks of some titles mean, such as `[E] explicit`.
    package static func legend(of titles: [Explicitness]) -> [String] {
        [explicit, cleaned].filter(titles.contains).map { "\($0.shortMark.dropFirst()) \($0.word)" }
    }

    package var shortMark: String { word.isEmpty ? "" : " [\(word.prefix(1).uppercased())]" }

    private var word: String {
        switch self {
        case .explicit: "explicit"
        case .cleaned: "clean"
        case .notExplicit: ""
        }
    }
}

package struct PrintedAlbum {
    package let contents: AlbumContents
    /// The width at which long names are cut; nil if nothing is cut.
    private let columns: Int?

    package static let labelWidth = 10

    package init(contents: AlbumContents, columns: Int?) {
        self.contents = contents
        self.columns = columns
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
        let songLayout = TrackLayout(contents.songs, ends: [], columns: columns)
        let discs = contents.discs.map { disc in
            (contents.heading(ofDisc: disc.number).map { [$0] } ?? [])
                + disc.songs.map { song in
                    songLayout.row(song, number: song.trackNumber.map { "\($0)" } ?? "", end: "")
                }
        }
        var lines = Array(discs.joined(separator: [""]))
        if let words = contents.availability { lines += (lines.isEmpty ? [] : [""]) + [words] }
        guard !contents.others.isEmpty else { return lines }
        let kinds = contents.others.map { $0.kind.isEmpty ? "" : "(\($0.kind.printable))" }
        let layout = TrackLayout(contents.others, ends: kinds, columns: columns)
        let others = zip(contents.others, kinds).map { layout.row($0, number: "", end: $1) }
        return lines + ["", "Also on this album:"] + others
    }
}

/// The columns in a list of tracks; at a known width the durations are aligned at the right, and titles are cut.
private struct TrackLayout {
    private static let numberWidth = 3
    /// The width that a title gets however narrow the terminal is.
    private static let leastTitle = 8

    private let columns: Int?
    /// Nil if each title, and each duration, takes what it needs.
    private let widths: Widths?

    private struct Widths {
        let title: Int
        let duration: Int
    }

    /// `ends` are the texts after the durations; `columns` is the width to distribute, nil to align and cut nothing.
    init(_ tracks: [Track], ends: [String], columns: Int?) {
        self.columns = columns
        widths = columns.map { columns in
            let duration = tracks.map { $0.durationText?.utf8.count ?? 0 }.max() ?? 0
            let end = ends.map(\.displayWidth).max() ?? 0
            let others = [Self.numberWidth + 1, duration > 0 ? duration + 1 : 0, end].filter { $0 > 0 }
            let room = max(Self.leastTitle, columns - others.reduce(others.count, +))
            let title = tracks.map { $0.markedTitle(columns: room).displayWidth }.max() ?? 0
            return Widths(title: title, duration: duration)
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
