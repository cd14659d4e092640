package import RegappStore

/// A directory at an earlier time, according to its history.
package enum LookBack: Sendable {
    /// A read-only copy in memory, and the first changes whose records cannot be read; these changes are ignored.
    case directory(AccountStore, damaged: [Int])
    /// The time is before the oldest record; nil if there is none.
    case tooOld(ChangeHead?)
}

extension AccountStore {
    /// The directory at a moment: each file as the last change until then left it, or as the first change since found
    /// it. So an edit by hand counts from the change that found it. A file without records is as it is now. Plain
    /// passwords of accounts that have changed since are empty.
    package func lookBack(to moment: Moment) throws(AccountsError) -> LookBack {
        let found = try reading { reader in try formerFiles(at: moment, reader) }
        guard let files = found.files else { return .tooOld(found.oldest) }
        let former = DocumentStore(
            directory: store.directory, layout: .regapp,
            fileSystem: MemoryFileSystem(
                Dictionary(uniqueKeysWithValues: files.map { (store.path(of: $0.key), $0.value) })))
        return .directory(try AccountStore(former, now: moment), damaged: found.damaged)
    }

    private static let mostDamaged = 20

    private static func isReached(_ time: String, at moment: Moment) -> Bool {
        (Timestamp(rfc3339: time)?.secondsSince1970 ?? .min) <= moment.timestamp.secondsSince1970
    }

    /// The files' texts by their paths below the directory; nil if the records do not reach back that far.
    private func formerFiles(
        at moment: Moment, _ reader: DocumentReader
    ) throws -> (files: [String: [UInt8]]?, oldest: ChangeHead?, damaged: [Int]) {
        var oldest: ChangeHead?
        // Nil for a file that did not exist.
        var left: [String: [UInt8]?] = [:]
        var foundBy: [String: [UInt8]?] = [:]
        var isReached = false
        /// Whether a record that stands for others reaches back that far.
        var isKnown = false
        var read: Set<Int> = []
        // What recurring changes stand for has no records of its own.
        var replaced: [Range<Int>] = []
        try reader.forEachRecord { record, _ in
            oldest = record.head
            if Self.isReached(record.head.author.time, at: moment) { isReached = true }
            var documents: [RecordedChange] = []
            do throws(StoreError) {
                while let document = try record.next() { documents.append(document) }
            } catch { return true }
            read.insert(record.head.number)
            if let first = record.head.standsFor?.first { replaced.append(first..<record.head.number) }
            // The changes that it stands for left the account the same, but for the password.
            let isFromThen = record.head.standsFor.map { Self.isReached($0.time, at: moment) } ?? false
            isKnown = isKnown || isFromThen
            for document in documents {
                if !isReached, !isFromThen {
                    foundBy.updateValue(document.before, forKey: document.file)
                } else if left[document.file] == nil {
                    left.updateValue(document.textAfter, forKey: document.file)
                }
            }
            return true
        }
        guard isReached || isKnown else { return (nil, oldest, []) }
        // Records that were removed by hand are missing, too.
        let known = (read.min() ?? 0)..<(read.max() ?? 0)
        let damaged = Array(
            known.lazy.filter { number in
                !read.contains(number) && !replaced.contains { $0.contains(number) }
            }.prefix(Self.mostDamaged))
        var files: [String: [UInt8]] = [:]
        let present = try AccountsFolder(reader).files.map { "\(StoreLayout.accounts)/\($0)" }
        for file in present + [StoreLayout.policy] where left[file] == nil && foundBy[file] == nil {
            let text = try reader.contents(of: file)
            let registered = text.flatMap { AccountRecord(text: $0)?[.registered] }.flatMap(Timestamp.init)
            // Registered later, so it did not exist yet, even if its history has been forgotten.
            if registered.map({ $0.secondsSince1970 > moment.timestamp.secondsSince1970 }) ?? false {
                continue
            }
            files[file] = text
        }
        for (file, text) in foundBy { files[file] = text }
        for (file, text) in left { files[file] = text }
        return (files, oldest, damaged)
    }
}
