internal import RegappJSON

// Removes what a person wants forgotten from the history. The record of that is about no document.
extension DocumentWriter {
    /// Takes documents out of records, or removes whole records, durably and irrevocably. A new record, without
    /// documents, says so first and stays the newest, so that no number is used again. What is to go is written down
    /// before the first record changes: after a crash, ``finishForgetting()`` goes on.
    ///
    /// - Parameters:
    ///   - isForgotten: selects the documents to take out, by their line and the change's number; a record about them
    ///     alone stays, empty. Nil to remove the records.
    ///   - documents: whose new hashes are forgotten too.
    ///   - words: what the new record says in place of the command.
    ///   - isMeant: selects the changes.
    package func forget(
        _ isForgotten: ((RecordedChange, Int) -> Bool)?, files documents: Set<String>, words: String,
        where isMeant: (ChangeHead) -> Bool
    ) throws(StoreError) {
        try finishForgetting()
        let newest = try nextChange()
        let folder = try historyFolder()
        var author = store.author()
        author = ChangeAuthor(
            time: author.time, command: words, loginUser: author.loginUser, sudoUser: author.sudoUser)
        let text = ChangeRecordText(store.layout)
        let head = text.head(newest, author, by: store.fileSystem.user, undoing: nil)
        try requireLock()
        try files.create(folder[StoreLayout.record(newest)], head + text.end())
        try files.synchronizeFolder(folder)
        noteMade(newest)
        var plan = try forgettingPlan(of: isForgotten, before: newest, where: isMeant)
        if isForgotten != nil { plan.append(Forgetting(change: nil, files: documents.sorted())) }
        let lines = plan.map { $0.line + ChangeRecordText.lineEnd }
        try requireLock()
        try files.create(folder[StoreLayout.forgetting], Array(lines.joined()))
        try files.synchronizeFolder(folder)
        try finishForgetting()
    }

    private func forgettingPlan(
        of isForgotten: ((RecordedChange, Int) -> Bool)?, before newest: Int,
        where isMeant: (ChangeHead) -> Bool
    ) throws(StoreError) -> [Forgetting] {
        var plan: [Forgetting] = []
        var isOlder = false
        for number in try reader.changeNumbers() where number < newest {
            do throws(StoreError) {
                var record = try reader.record(number)
                guard isMeant(record.head) else { continue }
                isOlder = true
                guard let isForgotten else {
                    plan.append(Forgetting(change: number, files: nil))
                    continue
                }
                var taken: [String] = []
                while let change = try record.next() {
                    if isForgotten(change, number) { taken.append(change.file) }
                }
                if !taken.isEmpty { plan.append(Forgetting(change: number, files: taken)) }
            } catch {
                // Nothing can be taken out of a damaged record, and undoing cannot use it either.
                guard error.isOfDamage else { throw error }
                if isForgotten != nil || isOlder { plan.append(Forgetting(change: number, files: nil)) }
            }
        }
        return plan
    }

    /// Forgets what a crash has kept from being forgotten.
    package func finishForgetting() throws(StoreError) {
        guard let plan = try reader.unfinishedForgetting(), let folder = try reader.historyFolder() else {
            return
        }
        for step in plan {
            guard let files = step.files else {
                if let change = step.change { try remove(folder[StoreLayout.record(change)]) }
                continue
            }
            if let change = step.change {
                try forget(Set(files), in: change, folder[StoreLayout.record(change)])
            } else {
                try forgetRenewals(of: Set(files), in: folder)
            }
        }
        try files.synchronizeFolder(folder)
        try remove(folder[StoreLayout.forgetting])
        try files.synchronizeFolder(folder)
    }

    private func remove(_ place: Place) throws(StoreError) {
        try requireLock()
        try files.remove(place)
    }

    private func forget(_ documents: Set<String>, in number: Int, _ place: Place) throws(StoreError) {
        // It may have been removed by hand since.
        guard try files.status(place) != nil, try reader.isAbout(documents, number) else { return }
        var record = try reader.record(number)
        var text: [UInt8] = []
        var sum = RecordSum()
        while let (change, line) = try record.nextLine() {
            guard !documents.contains(change.file) else { continue }
            text += line + ChangeRecordText.lineEnd
            sum.add(Array(line))
        }
        var head = record.head
        head.account = nil
        try replace(place, with: head.line + text + sum.end())
    }

    private func forgetRenewals(of documents: Set<String>, in folder: Folder) throws(StoreError) {
        let place = folder[StoreLayout.renewals]
        guard let file = try reader.ownFile(place) else { return }
        var lines = LineReader(files, file)
        var kept: [UInt8] = []
        while let line = try lines.next() {
            guard let renewal = Renewals.Renewal(line: line), !documents.contains(renewal.file) else {
                continue
            }
            kept += line + ChangeRecordText.lineEnd
        }
        try replace(place, with: kept)
    }
}

/// A line of `history/forgetting`: what a record is to lose.
struct Forgetting {
    /// Nil for new hashes, which have no record.
    let change: Int?
    /// Nil for the whole record.
    let files: [String]?

    fileprivate var line: [UInt8] {
        JSONText.object([
            .init("change", change.map(JSONText.integer) ?? .null),
            .init("files", files.map { .array($0.map(JSONText.string)) } ?? .null),
        ]).bytes
    }

    init(change: Int?, files: [String]?) { (self.change, self.files) = (change, files) }

    fileprivate init?(line: ArraySlice<UInt8>) {
        guard let root = try? JSONDocument(parsing: Array(line)).root else { return nil }
        if case .number(let digits)? = root["change"]?.content { change = Int(digits) } else { change = nil }
        if case .array(let values)? = root["files"]?.content {
            files = values.compactMap { if case .string(let file) = $0.content { file } else { nil } }
        } else {
            files = nil
        }
    }
}

extension DocumentReader {
    /// Nil if nothing was kept from being forgotten.
    func unfinishedForgetting() throws(StoreError) -> [Forgetting]? {
        guard let folder = try historyFolder(), let file = try ownFile(folder[StoreLayout.forgetting]) else {
            return nil
        }
        var lines = LineReader(files, file)
        var plan: [Forgetting] = []
        while let line = try lines.next() { if let step = Forgetting(line: line) { plan.append(step) } }
        return plan
    }

    /// The documents that a crash has kept from being forgotten; nil if nothing was.
    package func filesToForget() throws(StoreError) -> Set<String>? {
        try unfinishedForgetting().map { Set($0.flatMap { $0.files ?? [] }) }
    }
}
