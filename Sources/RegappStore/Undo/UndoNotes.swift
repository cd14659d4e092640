internal import RegappValues

/// Changes since the last one that are not worth undoing, such as the new hash of a login.
///
/// The file has a line for the record that they are about, then one for each change: digests of the document before
/// and after, and its path. Notes of another record count for nothing. A line that a crash cut short is passed over.
struct UndoNotes {
    typealias Note = DigestedChange<SHA256Digest>

    private var notes: [String: [Note]] = [:]

    func contains(_ file: String) -> Bool { notes[file] != nil }

    /// Whether a noted change left this content. A crash may have prevented a change that was noted.
    func contains(_ file: String, leaving present: SHA256Digest?) -> Bool {
        notes[file]?.contains { $0.after == present } ?? false
    }

    /// Whether a document got from one content to another by noted changes alone.
    func lead(_ file: String, from old: SHA256Digest?, to new: SHA256Digest?) -> Bool {
        var reached: Set<SHA256Digest?> = [old]
        for note in notes[file] ?? [] where reached.contains(note.before) { reached.insert(note.after) }
        return reached.contains(new)
    }

    /// Reads notes; none if they are about another record.
    init(_ file: consuming OpenFile, about head: UndoHead, _ files: FileAccess) throws(StoreError) {
        var lines = LineReader(files, file)
        guard let first = try lines.next(), first.elementsEqual(head.mark.utf8) else { return }
        while let line = try lines.next() {
            if let note = Note(line: line) { notes[note.file, default: []].append(note) }
        }
    }

    init() {}
}

extension DocumentWriter {
    /// Notes changes of documents that the undo record may hold, durably, before they are made.
    func note(_ changes: [DocumentChange]) throws(StoreError) {
        let head: UndoHead?
        do throws(StoreError) { head = try reader.undoHead() } catch {
            guard case .damaged(let path, let position, _) = error else { throw error }
            return store.warn(.undoDamaged(path: path, position))
        }
        guard let head else { return }
        var notes = changes.filter { head.mayHold($0.file, store.layout) }.map(UndoNotes.Note.init)
        guard !notes.isEmpty else { return }
        let place = place(of: store.layout.undoNotes)
        guard let file = try reader.ownFile(place) else { return try make(place, about: head, notes) }
        let begin = try files.start(of: file, upTo: UndoHead.size).split(separator: UInt8(ascii: "\n"))
        guard begin.first?.elementsEqual(head.mark.utf8) == true else {
            try requireLock()
            try files.remove(place)
            return try make(place, about: head, notes)
        }
        let noted = begin.compactMap { UndoNotes.Note(line: $0) }
        notes.removeAll { store.layout.passing.contains($0.file) && $0.adds(nothingTo: noted) }
        guard !notes.isEmpty else { return }
        let path = place.path
        let open = try files.call(.write, path, files.system.open(place, .appending))
        defer { files.system.close(open) }
        // The last line may have been cut short.
        try files.write(Array(("\n" + Self.text(notes)).utf8), to: open, path)
        try files.call(.write, path, files.system.synchronize(open))
    }

    private func make(_ place: Place, about head: UndoHead, _ notes: [UndoNotes.Note]) throws(StoreError) {
        try requireLock()
        try files.create(place, Array((head.mark + "\n" + Self.text(notes)).utf8))
        try files.synchronizeFolder(directory.folder)
    }

    private static func text(_ notes: [UndoNotes.Note]) -> String { notes.map { $0.line + "\n" }.joined() }
}

extension UndoNotes.Note {
    /// Whether it says no more about a document that undoing leaves as it is once it was changed: the first change
    /// counts, and the first that brings back what was there before that.
    fileprivate func adds(nothingTo noted: [Self]) -> Bool {
        let earlier = noted.filter { $0.file == file }
        guard let first = earlier.first else { return false }
        return after != first.before || earlier.contains { $0.after == after }
    }
}
