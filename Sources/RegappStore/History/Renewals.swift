internal import RegappValues

/// A new hash that a login has stored: it is no change, and does not keep changes from being undone. The file
/// `history/renewals` has a line for each: digests of the document before and after, and its path. A line that a crash cut
/// short is skipped.
package struct Renewal: Hashable, Sendable {
    let file: String
    let before: SHA256Digest?
    let after: SHA256Digest?

    /// In bytes. A larger file is begun anew; then older changes can no longer be undone byte for byte.
    static let mostBytes = 4 << 20

    /// `BEFORE AFTER PATH`, with `-` for what does not exist.
    fileprivate var line: String { "\(before?.text ?? "-") \(after?.text ?? "-") \(file)" }

}

extension Renewal {
    init?(line: ArraySlice<UInt8>) {
        let parts = line.split(separator: UInt8(ascii: " "), maxSplits: 2, omittingEmptySubsequences: false)
            .map { String(validating: $0, as: UTF8.self) }
        guard parts.count == 3, let before = parts[0], let after = parts[1], let file = parts[2] else {
            return nil
        }
        self.file = file
        self.before = SHA256Digest(text: before)
        self.after = SHA256Digest(text: after)
        guard self.before != nil || before == "-", self.after != nil || after == "-" else { return nil }
    }
}

extension RecordedChange {
    /// Whether the document got from the change's result to other content by logins alone, or has not changed.
    package func leads(to text: [UInt8]?, by renewals: [String: [Renewal]]) -> Bool {
        let new = text.map { SHA256Digest($0) }
        if after == new { return true }
        var reached: Set<SHA256Digest?> = [after]
        for renewal in renewals[file] ?? [] where reached.contains(renewal.before) {
            reached.insert(renewal.after)
        }
        return reached.contains(new)
    }
}

extension DocumentReader {
    /// In their order, by the document's path.
    package func renewals() throws(StoreError) -> [String: [Renewal]] {
        var found: [String: [Renewal]] = [:]
        guard let folder = try historyFolder(), let file = try ownFile(folder[StoreLayout.renewals]) else {
            return found
        }
        var lines = LineReader(files, file)
        while let line = try lines.next() {
            if let renewal = Renewal(line: line) { found[renewal.file, default: []].append(renewal) }
        }
        return found
    }
}

extension DocumentWriter {
    /// Notes new hashes, durably, before they are stored. Without a history there is nothing to undo.
    func note(_ changes: [DocumentChange]) throws(StoreError) {
        let lines = changes.filter { store.layout.isRecorded($0.file) && $0.before != nil }.map { change in
            func digest(_ text: [UInt8]?) -> SHA256Digest? {
                store.layout.withoutSecrets(change.file, text).map { SHA256Digest($0) }
            }
            let renewal = Renewal(
                file: change.file, before: digest(change.before), after: digest(change.after))
            return renewal.line + "\n"
        }
        guard !lines.isEmpty, let folder = try reader.historyFolder() else { return }
        // The last line may have been cut short.
        let place = folder[StoreLayout.renewals]
        let text = Array(("\n" + lines.joined()).utf8)
        if let size = try files.status(place)?.size {
            guard size > Renewal.mostBytes else {
                let open = try files.call(.write, place.path, files.system.open(place, .appending))
                defer { files.system.close(open) }
                try files.write(text, to: open, place.path)
                return try files.call(.write, place.path, files.system.synchronize(open))
            }
            try requireLock()
            try files.remove(place)
        }
        try files.create(place, text)
        try files.synchronizeFolder(folder)
    }
}
