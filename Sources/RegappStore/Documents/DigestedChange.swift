internal import RegappValues

/// A document's change as the digests of its content before and after, which make a line of a file.
struct DigestedChange<Digest: ByteDigest>: Hashable {
    let file: String
    /// Nil if it did not exist.
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
        let parts = line.split(separator: UInt8(ascii: " "), maxSplits: 2, omittingEmptySubsequences: false)
            .map { String(validating: $0, as: UTF8.self) }
        guard parts.count == 3, let before = parts[0], let after = parts[1], let file = parts[2] else {
            return nil
        }
        (self.file, self.before, self.after) = (file, Digest(text: before), Digest(text: after))
        guard self.before != nil || before == "-", self.after != nil || after == "-" else { return nil }
    }
}
