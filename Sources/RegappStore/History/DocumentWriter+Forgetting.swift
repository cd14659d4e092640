// Removes what a person wants forgotten from the history. The record of that is about no document.
extension DocumentWriter {
    /// Takes documents out of records, or removes whole records, durably and irrevocably. A new record, without
    /// documents, says so first and stays the newest, so that no number is used again.
    ///
    /// - Parameters:
    ///   - isForgotten: selects the documents to take out, by their line and the change's number; a record about them
    ///     alone stays, empty. Nil to remove the records.
    ///   - files: whose new hashes are forgotten too.
    ///   - words: what the new record says in place of the command.
    ///   - isMeant: selects the changes.
    /// - Throws: whatever goes wrong; some records may be forgotten by then, and a repeated call forgets the others.
    package func forget(
        _ isForgotten: ((RecordedChange, Int) -> Bool)?, files documents: Set<String>, words: String,
        where isMeant: (ChangeHead) -> Bool
    ) throws(StoreError) {
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
        var isOlder = false
        for number in try reader.changeNumbers() where number < newest {
            let place = folder[StoreLayout.record(number)]
            do throws(StoreError) {
                guard isMeant(try reader.changeHead(number)) else { continue }
                isOlder = true
                if let isForgotten {
                    try forget(in: number, place) { isForgotten($0, number) }
                } else {
                    try remove(place)
                }
            } catch {
                // Nothing can be taken out of a damaged record, and undoing cannot use it either.
                guard error.isOfDamage else { throw error }
                if isForgotten != nil || isOlder { try remove(place) }
            }
        }
        if isForgotten != nil { try forgetRenewals(of: documents, in: folder) }
        try files.synchronizeFolder(folder)
    }

    private func remove(_ place: Place) throws(StoreError) {
        try requireLock()
        try files.remove(place)
    }

    private func forget(
        in number: Int, _ place: Place, where isForgotten: (RecordedChange) -> Bool
    ) throws(StoreError) {
        var record = try reader.record(number)
        var text: [UInt8] = []
        var sum = RecordSum()
        var isChanged = false
        while let (change, line) = try record.nextLine() {
            guard !isForgotten(change) else {
                isChanged = true
                continue
            }
            text += line + ChangeRecordText.lineEnd
            sum.add(Array(line))
        }
        guard isChanged else { return }
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
