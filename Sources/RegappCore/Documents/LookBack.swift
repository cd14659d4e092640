package import RegappStore
internal import RegappValues

/// A documents directory as it was, by the records of its history.
package enum LookBack: Sendable {
    /// A copy in memory, to be read, and the numbers of changes whose records cannot be read, as if they had not been made.
    case directory(RuledDirectory, damaged: [Int])
    /// It is older than the oldest record; nil if there is none.
    case tooOld(ChangeHead?)
}

extension RuledDirectory {
    /// The directory as it was at a moment: what later changes have replaced comes back, from the newest change to the
    /// oldest. What a person changed by hand counts from the change that found it. Plain passwords of accounts that were
    /// changed since are empty.
    package func lookBack(to moment: Moment) throws(AccountsError) -> LookBack {
        let found = try reading { reader in try formerFiles(at: moment, reader) }
        guard let files = found.files else { return .tooOld(found.oldest) }
        let former = DocumentStore(
            directory: store.directory, layout: .regapp,
            fileSystem: MemoryFileSystem(
                Dictionary(uniqueKeysWithValues: files.map { (store.path(of: $0.key), $0.value) })))
        return .directory(try RuledDirectory(former, now: moment), damaged: found.damaged)
    }

    private struct FormerFiles: Sendable {
        /// By their paths below the directory; nil if the records do not reach so far.
        var files: [String: [UInt8]]?
        var oldest: ChangeHead?
        var damaged: [Int] = []
    }

    private func formerFiles(at moment: Moment, _ reader: DocumentReader) throws -> FormerFiles {
        var found = FormerFiles()
        // Nil for what did not exist.
        var former: [String: [UInt8]?] = [:]
        var (isReached, damaged) = (false, try reader.changeNumbers())
        try reader.forEachChange { head, _ in
            found.oldest = head
            let time = Timestamp(rfc3339: head.author.time)?.secondsSince1970 ?? .min
            isReached = time <= moment.timestamp.secondsSince1970
            if isReached { damaged.removeAll { $0 <= head.number } }
            // One that cannot be read to its end counts as a whole as if it had not been made.
            var documents: [String: [UInt8]?] = [:]
            let isRead: ()? =
                isReached
                ? nil
                : try? reader.forEachDocument(of: head.number) { document in
                    documents.updateValue(document.before, forKey: document.file)
                    return true
                }
            if isRead != nil {
                former.merge(documents) { $1 }
                damaged.removeAll { $0 == head.number }
            }
            return !isReached
        }
        guard isReached else { return found }
        found.damaged = damaged.reversed()
        var files: [String: [UInt8]] = [:]
        let present = try AccountsFolder(reader).files.map { "\(StoreLayout.accounts)/\($0)" }
        for file in present + [StoreLayout.policy] where former[file] == nil {
            files[file] = try reader.contents(of: file)
        }
        for (file, text) in former { files[file] = text }
        found.files = files
        return found
    }
}
