internal import RegappValues

/// New hashes that logins have stored: they are not changes, and do not keep changes from being undone. The file has a
/// line for each: digests of the document before and after, and its path. A line that a crash cut short is skipped.
package struct Renewals {
    /// A document's new hash, told by digests.
    struct Renewal: Hashable {
        let file: String
        let before: SHA256Digest?
        let after: SHA256Digest?
    }

    fileprivate var renewals: [String: [Renewal]] = [:]

    /// Whether a document got from a change's result to other content by logins alone, or has not changed.
    package func lead(from change: RecordedChange, to text: [UInt8]?) -> Bool {
        let new = text.map { SHA256Digest($0) }
        if change.after == new { return true }
        guard let renewals = renewals[change.file] else { return false }
        var reached: Set<SHA256Digest?> = [change.after]
        for renewal in renewals where reached.contains(renewal.before) { reached.insert(renewal.after) }
        return reached.contains(new)
    }

    /// In bytes. A larger file is begun anew; then older changes can no longer be undone byte for byte.
    static let largest = 4 << 20
}

extension Renewals.Renewal {
    /// `BEFORE AFTER PATH`, with `-` for what does not exist.
    fileprivate var line: String { "\(before?.text ?? "-") \(after?.text ?? "-") \(file)" }

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

extension DocumentReader {
    package func renewals() throws(StoreError) -> Renewals {
        var found = Renewals()
        guard let folder = try historyFolder(), let file = try ownFile(folder[StoreLayout.renewals]) else {
            return found
        }
        var lines = LineReader(files, file)
        while let line = try lines.next() {
            if let renewal = Renewals.Renewal(line: line) {
                found.renewals[renewal.file, default: []].append(renewal)
            }
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
            let renewal = Renewals.Renewal(
                file: change.file, before: digest(change.before), after: digest(change.after))
            return renewal.line + "\n"
        }
        guard !lines.isEmpty, let folder = try reader.historyFolder() else { return }
        // The last line may have been cut short.
        let place = folder[StoreLayout.renewals]
        let text = Array(("\n" + lines.joined()).utf8)
        if let size = try files.status(place)?.size {
            guard size > Renewals.largest else {
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
