internal import RegappValues

/// A change of a document by the digests of both sides, as a line of a file.
struct DigestedChange<Digest: ByteDigest>: Hashable {
    let file: String
    /// Nil if it does not exist.
    let before: Digest?
    /// Nil if it is removed.
    let after: Digest?

    init(_ change: DocumentChange) {
        file = change.file
        before = change.before.map { Digest($0) }
        after = change.after.map { Digest($0) }
    }

    /// `BEFORE AFTER PATH`, with `-` for what does not exist.
    var line: String { "\(before?.text ?? "-") \(after?.text ?? "-") \(file)" }

    init?(line: ArraySlice<UInt8>) {
        let space = UInt8(ascii: " ")
        guard let first = line.firstIndex(of: space),
            let second = line[(first + 1)...].firstIndex(of: space),
            let before = Self.digest(line[..<first]),
            let after = Self.digest(line[(first + 1)..<second]),
            let file = String(validating: line[(second + 1)...], as: UTF8.self)
        else { return nil }
        (self.file, self.before, self.after) = (file, before, after)
    }

    private static func digest(_ text: ArraySlice<UInt8>) -> Digest?? {
        if text.elementsEqual("-".utf8) { return .some(nil) }
        guard let digest = Digest(text: String(decoding: text, as: UTF8.self)) else { return nil }
        return .some(digest)
    }
}
