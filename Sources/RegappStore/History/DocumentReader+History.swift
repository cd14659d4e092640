/// Going from the newest change to the oldest, tells which are in effect: those that no later one in effect undoes.
struct ChangesInEffect {
    private var undone: Set<Int> = []

    /// Whether the next older change is in effect.
    mutating func includes(_ number: Int, undoing other: Int?) -> Bool {
        guard !undone.contains(number) else { return false }
        if let other { undone.insert(other) }
        return true
    }
}

extension DocumentReader {
    /// From the newest to the oldest, damaged ones too.
    package func changeNumbers() throws(StoreError) -> [Int] {
        guard let folder = try historyFolder() else { return [] }
        return try files.names(in: folder).compactMap(StoreLayout.changeNumber).sorted(by: >)
    }

    func historyFolder() throws(StoreError) -> Folder? { try folder(store.layout.history) }

    /// Throws `damaged` if the record's first line is not as the store writes it.
    package func changeHead(_ number: Int) throws(StoreError) -> ChangeHead { try record(number).head }

    /// Reads the record to its end.
    ///
    /// - Returns: whether it tells of any document.
    @discardableResult
    package func checkRecord(_ number: Int) throws(StoreError) -> Bool {
        var record = try record(number)
        var isOfAny = false
        while try record.next() != nil { isOfAny = true }
        return isOfAny
    }

    /// - Throws: `damaged`, `refused` (``StoreError/isOfDamage``) if it is no record of the store.
    package func record(_ number: Int, in known: Folder? = nil) throws(StoreError) -> ChangeRecordReader {
        let file = "\(store.layout.history)/\(StoreLayout.record(number))"
        let found: Folder? = if let known { known } else { try historyFolder() }
        guard let folder = found, let record = try ownFile(folder[FileAccess.name(of: file)])
        else { throw .failed(.read, path: store.path(of: file), .noEntry) }
        warnIfLoose(record.status, as: file, at: store.path(of: file), behind: entry(to: folder))
        return try ChangeRecordReader(record, of: number, store.layout, files)
    }

    /// Visits the changes that were made, from the newest to the oldest, until the visitor returns false; it reads as
    /// much of each record as it wants.
    ///
    /// - Parameter visitDamaged: gets the numbers of records that cannot be read; they are skipped.
    package func forEachRecord(
        _ visit: (_ record: inout ChangeRecordReader, _ isInEffect: Bool) throws -> Bool,
        damaged visitDamaged: (_ number: Int, _ error: StoreError) throws -> Void = { _, _ in }
    ) throws {
        guard let folder = try historyFolder() else { return }
        let known = try lastMade(in: folder)
        var effect = ChangesInEffect()
        let numbers = try changeNumbers()
        for number in numbers {
            var record: ChangeRecordReader
            do throws(StoreError) {
                // The newest may be of a change that another process is making, or that a crash prevented.
                if number > known, number == numbers.first, try !isMade(number) { continue }
                record = try self.record(number, in: folder)
            } catch {
                guard error.isOfDamage else { throw error }
                try visitDamaged(number, error)
                continue
            }
            let isInEffect = effect.includes(number, undoing: record.head.undoes)
            guard try visit(&record, isInEffect) else { return }
        }
    }

    /// The newest change that was made, has a readable record and is wanted; nil if there is none.
    package func newestChange(
        where isWanted: (_ head: ChangeHead, _ isInEffect: Bool) throws -> Bool = { _, _ in true }
    ) throws -> ChangeHead? {
        var found: ChangeHead?
        try forEachRecord { record, isInEffect in
            if try isWanted(record.head, isInEffect) { found = record.head }
            return found == nil
        }
        return found
    }

    /// The newest change in effect, before a given one, that is no undo; nil if there is none.
    package func changeToUndo(before number: Int = .max) throws -> ChangeHead? {
        try newestChange { $1 && $0.undoes == nil && $0.number < number }
    }

    /// A text as the history keeps it.
    package func withoutSecrets(_ file: String, _ text: [UInt8]?) -> [UInt8]? {
        store.layout.withoutSecrets(file, text)
    }

    /// Whether another process is making a change of many documents.
    func isBulkUnderWay() throws(StoreError) -> Bool {
        guard let journals = try folder(Journal.container) else { return false }
        for (_, journal) in try files.folders(in: journals) where try Journal.isCommitted(journal, files) {
            return true
        }
        return false
    }

    /// The paths of a document's records, of unreadable records, and of undo records of versions without a history.
    package func traces(of file: String) throws(StoreError) -> [String] {
        var found = try names(in: ".").filter(StoreLayout.isFormerUndo)
        for number in try changeNumbers() {
            do throws(StoreError) {
                guard try isAbout([file], number) else { continue }
            } catch { guard error.isOfDamage else { throw error } }
            found.append("\(store.layout.history)/\(StoreLayout.record(number))")
        }
        return found
    }

    /// Reads the record to its end.
    func isAbout(_ files: Set<String>, _ number: Int) throws(StoreError) -> Bool {
        var record = try record(number)
        var isAbout = false
        while let change = try record.next() { if files.contains(change.file) { isAbout = true } }
        return isAbout
    }

    package func documents(of number: Int) throws(StoreError) -> [RecordedChange] {
        var record = try record(number)
        var documents: [RecordedChange] = []
        while let document = try record.next() { documents.append(document) }
        return documents
    }

    /// The number of the last change known to have been made; 0 if unknown. A later one may have been made.
    func lastMade(in folder: Folder) throws(StoreError) -> Int {
        guard let file = try ownFile(folder[StoreLayout.lastChange]) else { return 0 }
        var lines = LineReader(files, file)
        let line = try lines.next(limit: 32).map { String(decoding: $0, as: UTF8.self) }
        let number = line.flatMap { StoreLayout.changeNumber($0 + ".json") } ?? 0
        return try files.status(folder[StoreLayout.record(number)]) == nil ? 0 : number
    }

    /// Whether a change was made, judging by its record: a document is no longer as it was before.
    func isMade(_ number: Int) throws(StoreError) -> Bool {
        do throws(StoreError) {
            var record = try record(number)
            var isOfNothing = true
            while let change = try record.next() {
                isOfNothing = false
                do throws(StoreError) {
                    let present = try contents(of: change.file)
                    let shown = store.layout.withoutSecrets(change.file, present)
                    if shown != change.before { return true }
                } catch {
                    // An unreadable document is not as it was, and does not keep other changes from being undone.
                    guard error.isUnreadable else { throw error }
                    return true
                }
            }
            // The record that something was forgotten is about no document.
            return isOfNothing
        } catch {
            guard error.isOfDamage else { throw error }
            // A damaged record was cut short by a crash, before its change. A file that is no record keeps the number.
            if case .damaged = error { return false }
            return true
        }
    }
}

extension StoreError {
    /// Whether a file of the history is not regapp's, or regapp may not touch it.
    package var isOfDamage: Bool {
        switch self {
        case .damaged, .refused: true
        default: false
        }
    }
}
