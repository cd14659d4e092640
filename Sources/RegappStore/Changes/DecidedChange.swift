internal import RegappValues

/// A change that is decided: whatever happens, its writer or the next one gives its documents their new texts.
///
/// What remains to be done is seen from each document and its text, so this can be begun again at any time:
/// ```
/// text there, document as before      the text takes the document's name
/// text there, document otherwise      somebody has changed it: left as it is
/// text gone, document as before       left: changed back since
/// text gone, document otherwise       made
/// text damaged, document as before    left: by a power cut before the file system had it
/// document is as the text             made, by whoever it was
/// ```
/// Where a text is gone and nothing is made, the whole change is dropped (``isOlderCopy()``). A damaged record installs
/// nothing and becomes a finished one, which `check` names.
final class DecidedChange {
    let number: Int
    let place: Place
    private let history: Folder
    private let record: FileDescriptor
    private let files: FileAccess
    fileprivate var places: TextPlaces
    fileprivate var lines: ChangeRecordReader?
    /// How many documents have been visited.
    fileprivate(set) var count = 0
    /// How many have their new text.
    fileprivate(set) var made = 0
    /// The documents that were left alone, because another process changed them at the last moment.
    fileprivate(set) var left: [RecordedChange] = []
    /// Those of them that stood in the way themselves; the others go with one of these.
    fileprivate var obstacles: [RecordedChange] = []
    /// The documents in ``left``, and those that an earlier writer left and noted.
    var leftFiles: Set<String> = []
    /// The former places of documents whose move was left.
    fileprivate var leftFormers: Set<String> = []
    /// Left documents that the record does not note yet.
    fileprivate var unnoted: [String] = []
    /// Texts to remove once the disk has what makes them useless: the note of a left document, or the document's name.
    fileprivate var uselessTexts: [Place] = []
    /// Folders from which such texts were removed, if the next writer does not look for these by themselves.
    private var cleaned: [Folder] = []
    /// Whether another process wrote the texts down: a power cut or a copy may have damaged them.
    let isOfAnother: Bool
    /// Whether its documents may be copies, as in a restored backup.
    var isCopied = false
    /// Folders with changed names that are not on the disk yet.
    fileprivate var touched: [Folder] = []
    /// The folder of all its documents, if that was made for them.
    fileprivate let newFolder: Folder?
    /// How many it has, if that is known.
    fileprivate let documents: Int
    private var isOpen = true
    /// Whether its record has its final name.
    fileprivate(set) var isFinished = false

    /// - Parameter record: locks the record, unless its slot is the lock holder's.
    init(
        _ number: Int, in history: Folder, _ places: TextPlaces, record: FileDescriptor, isOfAnother: Bool,
        newFolder: Folder? = nil, documents: Int = 0, _ files: FileAccess
    ) {
        self.newFolder = newFolder
        self.documents = documents
        self.number = number
        self.isOfAnother = isOfAnother
        self.history = history
        place = history[StoreLayout.decided(number)]
        self.places = places
        self.record = record
        self.files = files
    }

    deinit { close() }

    /// Throws `changedMeanwhile` with the documents that were left; `halfway` around it if others were changed.
    func requireNothingLeft(in store: DocumentStore) throws(StoreError) {
        let paths = (obstacles.isEmpty ? left : obstacles).map { store.path(of: $0.file) }
        guard let first = paths.first else { return }
        let error = StoreError.changedMeanwhile(path: first, others: Array(paths.dropFirst()))
        throw made == 0 ? error : .halfway(error)
    }

    /// Releases the lock; the next writer completes what is left.
    func close() {
        if isOpen { files.system.close(record) }
        isOpen = false
    }

    /// From the beginning.
    fileprivate func readLines(_ layout: StoreLayout) throws(StoreError) -> ChangeRecordReader {
        guard let file = try files.openFile(place) else {
            throw .failed(.read, path: place.path, .noEntry)
        }
        return try ChangeRecordReader(file, of: number, layout, files)
    }

    /// The next document to visit; nil at the end.
    fileprivate func next(_ layout: StoreLayout) throws(StoreError) -> RecordedChange? {
        if lines == nil { lines = try readLines(layout) }
        return try lines?.next(evenLeft: true, evenPassing: true)
    }

    fileprivate func touch(_ folder: Folder) {
        if !touched.contains(where: { $0.isSame(as: folder) }) { touched.append(folder) }
    }

    /// Notes in the record which documents were left, durably.
    fileprivate func noteLeft() throws(StoreError) {
        guard !unnoted.isEmpty else { return }
        // The last note may have been cut short.
        let lines = RecordWriter.lineEnd + unnoted.flatMap(RecordedChange.note(ofLeft:))
        let file = try files.call(.write, place.path, files.system.open(place, .appending))
        defer { files.system.close(file) }
        try files.write(lines, to: file, place.path)
        try files.call(.write, place.path, files.system.synchronize(file))
        unnoted = []
    }

    fileprivate func synchronize() throws(StoreError) {
        for folder in touched { try files.synchronizeFolder(folder) }
        touched = []
    }

    /// Only after ``noteLeft()`` and ``synchronize()``.
    fileprivate func removeUselessTexts() throws(StoreError) {
        for text in uselessTexts {
            try files.remove(text)
            let isKnown = TemporaryName.isOwn(text.name) || places.slot != ChangeDraft.lockHolder
            if !isKnown, !cleaned.contains(where: { $0.isSame(as: text.folder) }) {
                cleaned.append(text.folder)
            }
        }
        uselessTexts = []
    }

    /// Removes what is left of the texts, before the record can no longer lead to them.
    fileprivate func removeTexts() throws(StoreError) {
        try places.removeFolders(files)
        for folder in cleaned { try files.synchronizeFolder(folder) }
    }
}

extension DocumentWriter {
    /// Decides a change: from here on it is made, and nothing goes back. Nothing after this needs space on the disk, except
    /// for the note of a document that is left. An error is `halfway` if the change may have been decided.
    ///
    /// - Parameters:
    ///   - author: who makes it; asked of the store by default.
    ///   - compare: what is compared once more when all is on the disk.
    func decide(
        _ draft: inout ChangeDraft, _ kind: ChangeKind, by author: ChangeAuthor? = nil,
        comparing compare: () throws(StoreError) -> Void = {}
    ) throws(StoreError) -> DecidedChange {
        let number = nextChange
        let author = author ?? store.author()
        try draft.complete(
            number, author, by: store.fileSystem.user, undoing: kind.undone,
            for: standing(of: number, at: author.time, kind))
        let history = try historyFolder()
        try compare()
        try requireLock()
        try requireWanted()
        try files.rename(draft.place, to: history[StoreLayout.decided(number)], mustBeFree: false)
        guard let decided = draft.decided(number) else {
            throw .halfway(.failed(.write, path: draft.place.path, .noEntry))
        }
        // With it, the final name of the change before becomes certain.
        try halfwayIfFailing(files.synchronizeFolder(history))
        return decided
    }

    /// Checks that a document is as it was when its change was written down, and writable.
    ///
    /// - Parameter number: the line's, from 0.
    func compare(_ line: RecordedChange, number: Int, in draft: ChangeDraft) throws(StoreError) {
        if line.isNew {
            let place = try folder(of: line.file)?[FileAccess.name(of: line.file)]
            guard let place, try files.status(place) != nil else { return }
        } else {
            let location = try reader.locate(line.file, in: folder(of: line.file))
            if draft.isAsRead(number, location.contents),
                line.isAsBefore(location.contents, location.status, store.layout)
            {
                return try location.status?.requireWritable(location.path) ?? ()
            }
        }
        throw .changedMeanwhile(path: store.path(of: line.file))
    }

    /// Gives documents their new texts, durably, until it is enough; at least one.
    ///
    /// - Returns: whether all documents have been visited.
    func install(_ change: DecidedChange, until isEnough: () -> Bool) throws(StoreError) -> Bool {
        var isDone = try installFolder(of: change)
        while !isDone {
            guard let line = try change.next(store.layout) else {
                isDone = true
                break
            }
            try install(line, of: change)
            // A few documents change in their order, even if the power fails: no session names an account that is not there.
            if change.places.slot == ChangeDraft.lockHolder { try change.synchronize() }
            if isEnough() { break }
        }
        try change.noteLeft()
        try change.synchronize()
        try change.removeUselessTexts()
        return isDone
    }

    /// Gives a completed change's record its final name, or removes it if every document was left. The next change makes
    /// that certain.
    func finish(_ change: DecidedChange) throws(StoreError) {
        try requireLock()
        try change.removeTexts()
        livingChanges.removeAll { $0 == change.number }
        let isNewest = lastChange.map { $0 <= change.number } ?? true
        if change.made == 0, change.count > 0 {
            try files.remove(change.place)
            if isNewest { lastChange = change.number - 1 }
        } else {
            let record = try historyFolder()[StoreLayout.record(change.number)]
            try files.rename(change.place, to: record, mustBeFree: false)
            if isNewest { lastChange = change.number }
        }
        change.isFinished = true
        change.close()
    }

    /// Whether a new folder and its rights are as they were when it was made, and it is empty, as it was then.
    func isAsMade(_ folder: Folder) throws(StoreError) -> Bool {
        try folder.place.flatMap { place throws(StoreError) in try files.status(place) } == folder.opened
    }

    /// Gives all documents of a new folder their names at once: the folder of their texts takes its place.
    ///
    /// - Returns: false if there is no such folder, or it is no longer empty.
    private func installFolder(of change: DecidedChange) throws(StoreError) -> Bool {
        guard change.count == 0, let folder = change.newFolder, let place = folder.place,
            let texts = change.places.open[place.name], let former = texts.place
        else { return false }
        try giveFolder(texts, for: place.path)
        let given = try files.status(of: texts)
        guard given.mode == folder.opened?.mode, given.group == folder.opened?.group else { return false }
        try files.synchronizeFolder(texts)
        try requireLock()
        // Where a folder cannot be renamed, files may be.
        guard try isAsMade(folder), (try? files.rename(former, to: place, mustBeFree: false)) != nil else {
            return false
        }
        change.count = change.documents
        change.made = change.documents
        change.touch(place.folder)
        change.touch(former.folder)
        return true
    }

    private func install(_ line: RecordedChange, of change: DecidedChange) throws(StoreError) {
        change.count += 1
        var isBound = change.leftFiles.contains(line.file) || change.leftFormers.contains(line.file)
        if !isBound { isBound = try !isMade(line.follows, in: change) }
        // A move of which one document has been changed is not begun. One that was begun stays.
        let mayBegin = isBound ? false : try isMade(line.former, in: change)
        if mayBegin, try installNew(line, of: change) { return }
        switch try state(of: line, change.count, of: change) {
        case .ready(let location, let place, let text):
            guard mayBegin else { return leave(line, text, of: change) }
            guard location.status?.isWriteProtected != true,
                try exchange(line, text, location, place, of: change)
            else {
                change.obstacles.append(line)
                return leave(line, text, of: change)
            }
            if !location.isLinked || line.isRemoval { store.resolveWarning(about: place.path) }
            change.made += 1
            change.touch(place.folder)
            change.touch(text.folder)
        case .changed(let text):
            change.obstacles.append(line)
            leave(line, text, of: change)
        case .missing(let text):
            change.obstacles.append(line)
            leave(line, text, of: change)
        case .made(let text):
            if isBound { return leave(line, text, of: change) }
            if change.isOfAnother {
                // The process that made it may not have had the time to make that durable.
                if let folder = (try? reader.locateUnread(line.file))??.folder {
                    change.touch(folder)
                    // The folder itself may be new at its place.
                    if let parent = folder.place?.folder { change.touch(parent) }
                }
                for folder in change.places.open.values { change.touch(folder) }
            }
            if let text {
                change.touch(text.folder)
                change.uselessTexts.append(text)
            }
            change.made += 1
        }
    }

    /// Whether another document of the change is made or can be; true if there is none.
    private func isMade(_ file: String?, in change: DecidedChange) throws(StoreError) -> Bool {
        guard let file else { return true }
        if change.leftFiles.contains(file) { return false }
        // Among many documents, the one that follows is the last.
        guard change.places.slot == ChangeDraft.lockHolder else { return true }
        var lines = try change.readLines(store.layout)
        var index = 0
        while let other = try lines.next(evenLeft: true, evenPassing: true) {
            index += 1
            guard other.file == file else { continue }
            switch try state(of: other, index, of: change) {
            case .ready(let location, let place, _):
                return location.status?.isWriteProtected != true && !isImmutable(place)
            case .made: return true
            case .changed, .missing: return false
            }
        }
        return true
    }

    /// Whether the system lets nobody replace or remove a file, as after `chattr +i`.
    private func isImmutable(_ place: Place) -> Bool {
        do throws(Errno) {
            files.system.close(try files.uninterrupted(files.system.open(place, .appending)))
            return false
        } catch { return error == .notPermitted }
    }

    private enum DocumentState {
        /// It is as before, and the text is there.
        case ready(DocumentReader.Location, Place, text: Place)
        /// Somebody has changed it, and the text is there.
        case changed(text: Place)
        /// It is as before or out of reach, and the text is gone or damaged.
        case missing(uselessText: Place?)
        /// The text is gone, or useless: a crash or an error came between two steps.
        case made(uselessText: Place?)
    }

    private func state(
        of line: RecordedChange, _ index: Int, of change: DecidedChange
    ) throws(StoreError) -> DocumentState {
        // As long as the folder itself is out of reach or gone, nothing can be told of what it holds.
        let parent = try folder(of: line.file)
        guard parent != nil || line.isNew else {
            let path = store.path(of: FileAccess.folder(of: line.file))
            throw .failed(.read, path: path, .noEntry)
        }
        let location: DocumentReader.Location?
        do throws(StoreError) { location = try reader.locate(line.file, in: parent) } catch {
            // Another process may have been the last that could read it.
            guard error.isUnreadable, change.isOfAnother || error.errno == nil else { throw error }
            location = nil
        }
        let place = try change.places.place(of: line, index, in: parent, files)
        let found = try place.flatMap { place throws(StoreError) in
            try files.status(place) == nil ? nil : place
        }
        let text = try found.flatMap { text throws(StoreError) in
            try isWhole(text, for: line, of: change) ? text : nil
        }
        guard let location else {
            if let text { return .changed(text: text) }
            return parent == nil ? .missing(uselessText: nil) : .made(uselessText: found)
        }
        // Without a text, as in a directory that was moved, the content tells.
        if !isAtItsPlace(location, line, beside: place) {
            if let text { return .changed(text: text) }
            // The folder of a link's target may be out of reach only for now.
            if location.isLinked, location.place == nil {
                throw .failed(.read, path: location.path, .noEntry)
            }
        }
        let isBefore = line.isAsBefore(
            location.contents, location.status, store.layout, orCopied: change.isCopied)
        guard let text, let document = location.place else {
            return isBefore ? .missing(uselessText: found) : .made(uselessText: found)
        }
        if isBefore { return .ready(location, document, text: text) }
        return try isDone(line, location, text) ? .made(uselessText: text) : .changed(text: text)
    }

    /// Whether a document is where it was: it has not become a link, and no other link than it was.
    ///
    /// - Parameter text: the place of its text.
    private func isAtItsPlace(
        _ location: DocumentReader.Location, _ line: RecordedChange, beside text: Place?
    ) -> Bool {
        guard let target = line.target else { return !location.isLinked }
        guard location.isLinked, let place = location.place, let text else { return false }
        return place.isSame(as: text.folder[FileAccess.name(of: target)])
    }

    /// Whether a text is what it was made to be.
    private func isWhole(
        _ text: Place, for line: RecordedChange, of change: DecidedChange
    ) throws(StoreError) -> Bool {
        guard change.isOfAnother, let after = line.after else { return true }
        guard let bytes = try files.read(text)?.bytes else { return false }
        let isWhole = line.sizeAfter.map { $0 == bytes.count } ?? true
        return isWhole && SHA256Digest(store.layout.withoutSecrets(line.file, bytes) ?? []) == after
    }

    /// Whether a decided change in the midst of which nobody was: a text is missing, and no document has changed. So this
    /// directory is a copy whose documents are older than its records, or a power cut came before the text of a single
    /// document had its name.
    func isOlderCopy(_ change: DecidedChange, besides noted: Set<String>) throws(StoreError) -> Bool {
        var lines = try change.readLines(store.layout)
        var index = 0
        var isAnyMissing = false
        var isAnyMade = false
        while let line = try lines.next(evenLeft: true, evenPassing: true) {
            index += 1
            if noted.contains(line.file) {
                isAnyMade = true
                continue
            }
            switch try state(of: line, index, of: change) {
            case .missing: isAnyMissing = true
            case .made: isAnyMade = true
            case .ready, .changed: break
            }
        }
        return isAnyMissing && !isAnyMade
    }

    /// A new document needs no comparison: its name must be free.
    private func installNew(_ line: RecordedChange, of change: DecidedChange) throws(StoreError) -> Bool {
        guard line.isNew, !change.isOfAnother, !store.layout.linkable.contains(line.file),
            let folder = (try? folder(of: line.file)) ?? nil,
            let text = try change.places.place(of: line, change.count, in: folder, files)
        else { return false }
        try requireLock()
        // An obstacle or a missing text is handled by the caller.
        let isTextLeft = try? files.move(text, to: folder[FileAccess.name(of: line.file)], mustBeFree: true)
        guard let isTextLeft else { return false }
        if isTextLeft { change.uselessTexts.append(text) }
        change.made += 1
        change.touch(folder)
        change.touch(text.folder)
        return true
    }

    /// Whether a document has its new text although that is still here: a crash or an error came between two steps.
    private func isDone(
        _ line: RecordedChange, _ location: DocumentReader.Location, _ text: Place
    ) throws(StoreError) -> Bool {
        if line.isRemoval { return location.status == nil }
        return try location.contents == files.read(text)?.bytes
    }

    /// False if the document cannot be replaced, for a reason that concerns it alone.
    private func exchange(
        _ line: RecordedChange, _ text: Place, _ location: DocumentReader.Location, _ place: Place,
        of change: DecidedChange
    ) throws(StoreError) -> Bool {
        try requireLock()
        do throws(StoreError) {
            let isTextLeft: Bool
            if line.isRemoval {
                try files.remove(place)
                isTextLeft = true
            } else {
                isTextLeft = try move(text, to: location, place, mustBeFree: line.isNew)
            }
            if isTextLeft { change.uselessTexts.append(text) }
            return true
        } catch {
            if case .changedMeanwhile = error { return false }
            guard let errno = error.errno, [.notPermitted, .isDirectory, .busy].contains(errno) else {
                throw error
            }
            return false
        }
    }

    /// Renames a text to its document. Where files cannot be renamed from one folder to another, a copy is renamed.
    ///
    /// - Returns: whether the text is still there.
    private func move(
        _ text: Place, to location: DocumentReader.Location, _ place: Place, mustBeFree: Bool
    ) throws(StoreError) -> Bool {
        let isTextLeft = try files.unless(
            .crossDevice, files.move(text, to: place, mustBeFree: mustBeFree))
        if let isTextLeft { return isTextLeft }
        guard let bytes = try files.read(text, limit: DocumentStore.maximumDocumentSize)?.bytes else {
            throw .failed(.read, path: text.path, .noEntry)
        }
        let copy = temporaryPlace(0, for: location, in: place.folder)
        try files.replace(place, by: copy, with: bytes, location.permissions, mustBeFree: mustBeFree)
        return true
    }

    private func leave(_ line: RecordedChange, _ text: Place?, of change: DecidedChange) {
        if change.leftFiles.insert(line.file).inserted {
            change.unnoted.append(line.file)
            change.left.append(line)
        }
        if let former = line.former { change.leftFormers.insert(former) }
        if let text { change.uselessTexts.append(text) }
    }
}
