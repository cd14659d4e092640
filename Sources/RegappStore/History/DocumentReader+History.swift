internal import RegappValues

extension DocumentReader {
    /// From the newest to the oldest, damaged ones too.
    package func changeNumbers() throws(StoreError) -> [Int] {
        guard let folder = try historyFolder() else { return [] }
        return try changeNumbers(in: folder)
    }

    private func changeNumbers(in folder: Folder) throws(StoreError) -> [Int] {
        // While it is listed, a record may get its final name, and be listed with both.
        Set(try files.names(in: folder).compactMap(StoreLayout.changeNumber)).sorted(by: >)
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

    /// - Throws: `damaged`, `refused` (``StoreError/isOfDamage``) if it is no record of the store; `changedMeanwhile` if
    ///   there is none: another process has removed it since it was listed.
    package func record(_ number: Int, in known: Folder? = nil) throws(StoreError) -> ChangeRecordReader {
        let found: Folder? = if let known { known } else { try historyFolder() }
        // It may get its final name between two of these.
        for name in [StoreLayout.record, StoreLayout.decided, StoreLayout.record].map({ $0(number) }) {
            guard let folder = found, let record = try ownFile(folder[name]) else { continue }
            let file = "\(store.layout.history)/\(name)"
            warnIfLoose(record.status, as: file, at: store.path(of: file), behind: entry(to: folder))
            return try ChangeRecordReader(record, of: number, store.layout, files)
        }
        let file = "\(store.layout.history)/\(StoreLayout.record(number))"
        throw .changedMeanwhile(path: store.path(of: file))
    }

    /// How far a change is whose record exists.
    package func progress(ofChange number: Int) throws(StoreError) -> ChangeProgress {
        guard let folder = try historyFolder(), try files.status(folder[StoreLayout.record(number)]) == nil,
            try files.status(folder[StoreLayout.decided(number)]) != nil
        else { return .made }
        let isAlive = try isLocked(folder[StoreLayout.decided(number)], slot: try usableHead(number)?.slot)
        return isAlive ? .beingMade : .interrupted
    }

    /// Nil for a damaged record.
    func usableHead(_ number: Int) throws(StoreError) -> ChangeHead? {
        do throws(StoreError) { return try changeHead(number) } catch {
            guard error.isOfDamage else { throw error }
            return nil
        }
    }

    /// Whether the writer of a change that is not finished lives: it holds the store's lock all the time, or its record's.
    func isLocked(_ record: Place, slot: Int?) throws(StoreError) -> Bool {
        guard slot == ChangeDraft.lockHolder, let lock = try place(of: store.layout.lock) else {
            return try files.isLocked(record)
        }
        return try files.isLocked(lock)
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
        var undone: Set<Int> = []
        for number in try changeNumbers(in: folder) {
            var record: ChangeRecordReader
            do throws(StoreError) {
                record = try self.record(number, in: folder)
            } catch {
                // Another process has removed it since the folder was listed.
                if case .changedMeanwhile = error { continue }
                guard error.isOfDamage else { throw error }
                try visitDamaged(number, error)
                continue
            }
            if record.isOfNothing { continue }
            let isUndone = undone.contains(number)
            // A redo goes with the change that it made again.
            let isInEffect = try !isUndone && !makesAgain(record.head, undone.contains)
            if !isUndone, let other = record.head.undoes { undone.insert(other) }
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

    /// Whether a change undoes one that took nothing back itself; false for a redo. Where the record of what it undoes is
    /// gone, its command says which of the two it is.
    package func takesBack(_ head: ChangeHead) throws(StoreError) -> Bool {
        guard let undone = head.undoes else { return false }
        guard undone < head.number, let other = try recordedHead(undone) else {
            return head.author.command.split(separator: " ").first != "redo"
        }
        return try !takesBack(other)
    }

    /// Whether a redo makes one of these changes again, perhaps by other redos.
    package func makesAgain(
        _ redo: ChangeHead, _ isMeant: (Int) -> Bool
    ) throws(StoreError) -> Bool {
        var head: ChangeHead? = redo
        while let undo = head?.undoes, undo < redo.number, let first = try recordedHead(undo)?.undoes,
            first < undo
        {
            if isMeant(first) { return true }
            head = try recordedHead(first)
        }
        return false
    }

    /// Nil where there is no record, or a damaged one.
    private func recordedHead(_ number: Int) throws(StoreError) -> ChangeHead? {
        do throws(StoreError) { return try usableHead(number) } catch {
            guard case .changedMeanwhile = error else { throw error }
            return nil
        }
    }

    /// The record of a change of these documents, or of any, that another process is making.
    func changeUnderWay(of wanted: Set<String>?) throws(StoreError) -> Place? {
        guard let folder = try historyFolder() else { return nil }
        for number in try survey(folder).decided {
            let place = folder[StoreLayout.decided(number)]
            // Who holds the store's lock lets nobody wait for long.
            guard try files.isLocked(place) else { continue }
            if try wanted.map({ files throws(StoreError) in try isAbout(files, number) }) ?? true {
                return place
            }
        }
        return nil
    }

    /// The paths of a document's records, and of unreadable records.
    package func traces(of file: String) throws(StoreError) -> [String] {
        var found: [String] = []
        for number in try changeNumbers() {
            do throws(StoreError) {
                guard try isAbout([file], number) else { continue }
            } catch { guard error.isOfDamage else { throw error } }
            found.append("\(store.layout.history)/\(StoreLayout.record(number))")
        }
        return found
    }

    /// Whether a record has the text of a document, even of one that was left. Reads it to its end.
    func isAbout(_ files: Set<String>, _ number: Int) throws(StoreError) -> Bool {
        var record = try record(number)
        var isAbout = false
        while let change = try record.next(evenLeft: true) {
            if files.contains(change.file) { isAbout = true }
        }
        return isAbout
    }

    package func documents(of number: Int) throws(StoreError) -> [RecordedChange] {
        var record = try record(number)
        var documents: [RecordedChange] = []
        while let document = try record.next() { documents.append(document) }
        return documents
    }

    /// What is decided in the history and not finished, and the newest number.
    struct HistorySurvey {
        /// The numbers of decided changes, in order.
        var decided: [Int] = []
        var last = 0
    }

    /// The slots of changes that are being written down.
    func drafts(in folder: Folder) throws(StoreError) -> [Int] {
        var found: [Int] = []
        for slot in ChangeDraft.lockHolder...ChangeDraft.slots.upperBound
        where try files.status(folder[StoreLayout.draft(slot)]) != nil {
            found.append(slot)
        }
        return found
    }

    /// Looks at a few names only, unless the note of the last change is lost.
    func survey(_ folder: Folder) throws(StoreError) -> HistorySurvey {
        var found = HistorySurvey()
        guard let noted = try noted(in: folder) else {
            let names = try files.names(in: folder)
            for name in names {
                guard let number = StoreLayout.changeNumber(name) else { continue }
                found.last = max(found.last, number)
                if name == StoreLayout.decided(number) { found.decided.append(number) }
            }
            found.decided.sort()
            return found
        }
        found.last = noted.upperBound
        // Who had lost the store's lock may have decided a change with the number of another.
        for number in noted
        where try files.status(folder[StoreLayout.decided(number)]) != nil {
            found.decided.append(number)
        }
        while true {
            if try files.status(folder[StoreLayout.decided(found.last + 1)]) != nil {
                found.decided.append(found.last + 1)
            } else if try files.status(folder[StoreLayout.record(found.last + 1)]) == nil {
                return found
            }
            found.last += 1
        }
    }

    /// What `history/last` says: the changes from the last one up to which all are finished to the newest. Nil if it says
    /// nothing, or is of another folder, which may be one that was copied while a change was made.
    private func noted(in folder: Folder) throws(StoreError) -> ClosedRange<Int>? {
        guard let file = try ownFile(folder[StoreLayout.lastChange]) else { return nil }
        var lines = LineReader(files, file)
        let words = try lines.next(limit: 64)?.split(separator: UInt8(ascii: " "))
        guard let words, words.count == 3,
            words[2].elementsEqual(StoreLayout.digits(ofInode: folder).utf8),
            let finished = Int(digits: words[0]), let last = Int(digits: words[1]), finished <= last,
            try files.status(folder[StoreLayout.record(last)]) != nil
        else { return nil }
        return finished...last
    }
}

package enum ChangeProgress: Equatable, Sendable {
    case made
    /// By a process that lives.
    case beingMade
    /// The next command that writes completes it.
    case interrupted
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
