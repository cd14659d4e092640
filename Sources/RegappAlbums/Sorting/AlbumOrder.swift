internal import _FoundationICU

extension CatalogAnswer {
    /// Sorts the albums unless they are in the reader's order already; a cached answer names its order.
    mutating func sortAlbums(for reader: ReaderLocale) {
        guard order != reader.identifier else { return }
        albums = albums.sorted(by: .title, for: reader)
        order = reader.identifier
    }
}

package enum AlbumOrder: Sendable, CaseIterable {
    case title, artist, year
}

extension [Album] {
    /// Sorted with `Collator`; title, artist, release year and identity break ties, so the order is always the same.
    package func sorted(by order: AlbumOrder, for reader: ReaderLocale) -> [Album] {
        let collator = Collator(reader.identifier)
        let keys = map { album in
            let title = collator.key(album.collectionName)
            let artist = collator.key(album.artistName ?? "")
            let year = [UInt8]((album.releaseYear ?? "").utf8)
            let texts =
                switch order {
                case .title: [title, artist, year]
                case .artist: [artist, title, year]
                case .year: [year, title, artist]
                }
            // Separated by zeros, so that a text comes before all longer ones that begin with it.
            return (texts: [UInt8](texts.joined(separator: [0])), id: album.collectionId)
        }
        return indices.sorted { left, right in
            let left = keys[left]
            let right = keys[right]
            return left.texts == right.texts
                ? left.id < right.id : left.texts.lexicographicallyPrecedes(right.texts)
        }.map { self[$0] }
    }
}

/// Collates texts as readers of a language expect: ICU's collation with CLDR's rules for the locale (UTS #10),
/// ignoring case and comparing numbers by value. Uses the ICU that comes with the toolchain.
@safe struct Collator: ~Copyable {
    /// In UTF-16 units, ten times the longest title worth reading; what follows is not compared.
    static let greatestLength = 1000

    /// Nil if ICU has no such collation or no memory is left.
    private let collator: OpaquePointer?

    /// Makes a collator for a locale, such as `ru_RU`; an unknown or empty one sorts by no particular language.
    init(_ identifier: String) {
        var status = U_ZERO_ERROR
        let collator = unsafe swift_ucol_open(identifier, &status)
        unsafe swift_ucol_setStrength(collator, UCOL_SECONDARY)
        unsafe swift_ucol_setAttribute(collator, UCOL_NUMERIC_COLLATION, UCOL_ON, &status)
        // Combining marks in a different order make the same letter.
        unsafe swift_ucol_setAttribute(collator, UCOL_NORMALIZATION_MODE, UCOL_ON, &status)
        unsafe self.collator = collator
    }

    deinit {
        unsafe swift_ucol_close(collator)
    }

    /// The sort key of a text: bytes that compare as the texts do, and are equal for texts that differ only in case.
    func key(_ text: String) -> [UInt8] {
        guard let collator = unsafe collator else {
            return Array(text.prefix(Self.greatestLength).lowercased().utf8)
        }
        let units = Array(text.utf16.prefix(Self.greatestLength))
        // Enough for most titles.
        var key = [UInt8](repeating: 0, count: units.count * 2 + 16)
        while true {
            let room = Int32(clamping: key.count)
            let used = unsafe swift_ucol_getSortKey(collator, units, Int32(clamping: units.count), &key, room)
            if used <= room { return Array(key.prefix(Int(max(0, used)))) }
            key = [UInt8](repeating: 0, count: Int(used))
        }
    }
}
