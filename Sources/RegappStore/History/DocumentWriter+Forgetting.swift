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
    ///   - copies: working copies to remove, by the names of their folders.
    ///   - words: what the new record says in place of the command.
    ///   - isMeant: selects the changes.
    /// - Returns: the edited texts that remain, because an editor is working on them.
    package func forget(
        _ isForgotten: ((RecordedChange, Int) -> Bool)?, files documents: Set<String>, copies: [String],
        words: String, where isMeant: (ChangeHead) -> Bool
    ) throws(StoreError) -> [String] {
        let open = try finishForgetting()
        if let living = livingChanges.first {
            throw .locked(path: store.path(of: "\(store.layout.history)/\(StoreLayout.decided(living))"))
        }
        let author = store.author()
        var draft = try beginDraft(count: 0)
        defer { draft.close() }
        let change = try decide(
            &draft, .change,
            by: ChangeAuthor(
                time: author.time, command: words, loginUser: author.loginUser, sudoUser: author.sudoUser))
        try complete(change)
        let newest = change.number
        let folder = try historyFolder()
        var plan = try forgettingPlan(of: isForgotten, before: newest, where: isMeant)
        if isForgotten != nil { plan.append(.newHashes(of: documents.sorted())) }
        plan.append(.copies(open.map(\.name) + copies))
        let lines = plan.map { $0.line + RecordWriter.lineEnd }
        do throws(StoreError) {
            try replace(folder[StoreLayout.forgetting], with: Array(lines.joined()))
            try files.synchronizeFolder(folder)
        } catch {
            // Nothing was forgotten, so no record must say so.
            _ = try? files.remove(folder[StoreLayout.forgetting])
            _ = try? files.remove(folder[StoreLayout.record(newest)])
            lastChange = newest - 1
            throw error
        }
        return try finishForgetting().map(\.path)
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
                    plan.append(.record(number))
                    continue
                }
                var taken: [String] = []
                while let change = try record.next(evenLeft: true) {
                    if isForgotten(change, number) { taken.append(change.file) }
                }
                if !taken.isEmpty { plan.append(.documents(taken, of: number)) }
            } catch {
                // Nothing can be taken out of a damaged record, and undoing cannot use it either.
                guard error.isOfDamage else { throw error }
                if isForgotten != nil || isOlder { plan.append(.record(number)) }
            }
        }
        return plan
    }

    /// Forgets what a crash, or an editor, has kept from being forgotten.
    ///
    /// - Returns: the working copies that remain, because an editor is working on them.
    @discardableResult
    package func finishForgetting() throws(StoreError) -> [WorkingCopy.Summary] {
        guard let plan = try reader.unfinishedForgetting(), let folder = try reader.historyFolder() else {
            return []
        }
        var open: [WorkingCopy.Summary] = []
        for step in plan {
            switch step {
            case .record(let change): try remove(folder[StoreLayout.record(change)])
            case .documents(let taken, let change):
                try forget(Set(taken), in: change, folder[StoreLayout.record(change)])
            case .newHashes(let documents): try forgetRenewals(of: Set(documents), in: folder)
            case .copies(let names):
                // What a writer that died was about to remove may be anybody's.
                for copy in try WorkingCopy.all(reader)
                where names.contains(copy.name) || FileAccess.isBeingRemoved(copy.name) {
                    if try !WorkingCopy.remove(copy, self, keepingUnknown: false) { open.append(copy) }
                }
            }
        }
        try files.synchronizeFolder(folder)
        guard open.isEmpty else { return open }
        try remove(folder[StoreLayout.forgetting])
        try files.synchronizeFolder(folder)
        return []
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
        // What was left goes with its notes.
        while let change = try record.next() {
            guard !documents.contains(change.file) else { continue }
            text += record.line + RecordWriter.lineEnd
            sum.add(record.line)
        }
        var head = record.head
        head.account = nil
        head.documents = sum.count
        text += sum.end()
        head.size = text.count
        try replace(place, with: head.line + text)
    }

    private func forgetRenewals(of documents: Set<String>, in folder: Folder) throws(StoreError) {
        let place = folder[StoreLayout.renewals]
        guard let file = try reader.ownFile(place) else { return }
        var lines = LineReader(files, file)
        var kept: [UInt8] = []
        while let line = try lines.next() {
            guard let renewal = Renewal(line: line), !documents.contains(renewal.file) else {
                continue
            }
            kept += line + RecordWriter.lineEnd
        }
        try replace(place, with: kept)
    }
}

/// A line of `history/forgetting`: what is to go.
enum Forgetting {
    case record(Int)
    case documents([String], of: Int)
    /// The new hashes of these documents.
    case newHashes(of: [String])
    /// Working copies, by the names of their folders.
    case copies([String])

    fileprivate var line: [UInt8] {
        let members: [JSONText.Member] =
            switch self {
            case .record(let change): [.init("change", .integer(change))]
            case .documents(let files, let change):
                [.init("change", .integer(change)), .init("files", .array(files.map(JSONText.string)))]
            case .newHashes(let files): [.init("hashes", .array(files.map(JSONText.string)))]
            case .copies(let names): [.init("copies", .array(names.map(JSONText.string)))]
            }
        return JSONText.object(members).bytes
    }

    fileprivate init?(line: ArraySlice<UInt8>) {
        guard let root = JSONDocument(object: Array(line))?.root else { return nil }
        if let change = root.integer("change") {
            self = root["files"]?.texts.map { .documents($0, of: change) } ?? .record(change)
        } else if let files = root["hashes"]?.texts {
            self = .newHashes(of: files)
        } else if let names = root["copies"]?.texts {
            self = .copies(names)
        } else {
            return nil
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
        try unfinishedForgetting().map { plan in
            let files = plan.flatMap { step in
                switch step {
                case .documents(let files, _), .newHashes(let files): files
                case .record, .copies: [String]()
                }
            }
            return Set(files)
        }
    }
}
