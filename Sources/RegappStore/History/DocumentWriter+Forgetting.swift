// Removes what a person wants forgotten from the history. The record of that is about no document.
extension DocumentWriter {
    /// Takes documents out of records, or removes whole records, durably and irrevocably. A new record, without
    /// documents, says so first and stays the newest, so that no number is used again.
    ///
    /// - Parameters:
    ///   - documents: files to take out; a record about them alone stays, empty. Nil to remove the records.
    ///   - words: what the new record says in place of the command.
    ///   - isMeant: selects the changes.
    /// - Throws: whatever goes wrong; some records may be forgotten by then, and a repeated call forgets the others.
    package func forget(
        _ documents: Set<String>?, words: String, where isMeant: (ChangeHead) -> Bool
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
                if let documents { try forget(documents, in: number, place) } else { try remove(place) }
            } catch {
                // Nothing can be taken out of a damaged record, and undoing cannot use it either.
                guard error.isOfDamage else { throw error }
                if documents != nil || isOlder { try remove(place) }
            }
        }
        if let documents { try forgetRenewals(of: documents, in: folder) }
        try files.synchronizeFolder(folder)
    }

    private func remove(_ place: Place) throws(StoreError) {
        try requireLock()
        try files.remove(place)
    }

    private func forget(_ documents: Set<String>, in number: Int, _ place: Place) throws(StoreError) {
        guard try reader.isAbout(documents, number) else { return }
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
