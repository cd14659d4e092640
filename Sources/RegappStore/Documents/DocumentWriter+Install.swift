internal import RegappValues

/// A change of one document whose new content is ready under another name.
struct ReadyChange {
    let file: String
    let before: Content
    let after: Content
    /// The new content; nil for a removal.
    let replacement: Place?
    /// Where the document was when the new content was made; elsewhere it is not replaced. Nil to accept any place.
    var target: Place?

    /// A document's content before or after a change, or its digest.
    enum Content {
        case bytes([UInt8]?)
        /// Nil if there is no document.
        case digest(ContentDigest?)

        var isNothing: Bool {
            switch self {
            case .bytes(let bytes): bytes == nil
            case .digest(let digest): digest == nil
            }
        }

        func matches(_ present: [UInt8]?) -> Bool {
            switch self {
            case .bytes(let bytes): present == bytes
            case .digest(let digest): present.map { ContentDigest($0) } == digest
            }
        }
    }
}

/// How a document's present state compares with its change.
enum EntryState {
    /// It has its new content. `in` is the folder in which a name was changed; nil if it already had the content.
    case made(in: Folder? = nil)
    /// It has neither content, and the prepared new one is gone: the change was made, and later another one.
    case changedSince
    /// It has its old content and can be changed.
    case open(DocumentReader.Location)
    /// It has other content or is something else: another process was faster. With an error if it may not be read.
    case inTheWay(StoreError? = nil)
    /// It has its old content, and the prepared new one is gone: it was changed back, or this folder is an older copy.
    case missing

    var isMade: Bool { if case .made = self { true } else { false } }

    func obstacle(_ path: String) -> StoreError {
        if case .inTheWay(let error?) = self { return error }
        return .changedMeanwhile(path: path)
    }
}

// Every document gets its new content here: in single changes, changes of several documents, bulk changes, and their
// completion or undoing after a crash. Only a first import installs its whole folder (`installFolder`).
extension DocumentWriter {
    /// Compares a document once more and renames its new content to it, durably only after ``synchronize(_:_:)``.
    ///
    /// - Throws: before the document is changed; or afterwards, if new content on another file system had to be copied
    ///   and the original cannot be removed.
    func install(_ change: ReadyChange) throws(StoreError) -> EntryState {
        try requireLock()
        if change.before.isNothing, !store.layout.linkable.contains(change.file) {
            // An obstacle or a missing file is handled below.
            if let replacement = change.replacement,
                let place = try? reader.folder(of: change.file)?[FileAccess.name(of: change.file)],
                (try? files.rename(replacement, to: place, mustBeFree: true)) != nil
            {
                return .made(in: place.folder)
            }
            if change.target == nil {
                try createFolder(of: DocumentChange(change.file, before: nil, after: nil))
            }
        }
        let state = try state(of: change)
        guard case .open(let location) = state, let place = location.place else { return state }
        if let replacement = change.replacement {
            do throws(StoreError) {
                try move(replacement, to: location, place, mustBeFree: change.before.isNothing)
            } catch {
                guard case .changedMeanwhile = error else { throw error }
                return .inTheWay()
            }
        } else {
            guard change.after.isNothing else { return .missing }
            try files.remove(place)
        }
        if !location.isLinked || change.replacement == nil { store.resolveWarning(about: place.path) }
        return .made(in: place.folder)
    }

    /// Makes the names that `install` has changed durable.
    func synchronize(_ change: ReadyChange, _ state: EntryState) throws(StoreError) {
        guard case .made(let folder?) = state else { return }
        try files.synchronizeFolder(folder)
        guard let source = change.replacement?.folder, !source.isSame(as: folder) else { return }
        try files.synchronizeFolder(source)
    }

    func state(of change: ReadyChange) throws(StoreError) -> EntryState {
        var isReady = change.after.isNothing || change.target != nil
        if !isReady, let replacement = change.replacement, try files.status(replacement) != nil {
            isReady = true
        }
        let location: DocumentReader.Location
        do throws(StoreError) { location = try reader.locate(change.file) } catch {
            guard error.isUnreadable else { throw error }
            return isReady ? .inTheWay(error.errno.map { _ in error }) : .changedSince
        }
        if let target = change.target, location.place?.isSame(as: target) != true { return .inTheWay() }
        if change.target == nil, change.after.matches(location.contents) { return .made() }
        guard change.before.matches(location.contents) else { return isReady ? .inTheWay() : .changedSince }
        guard isReady else { return .missing }
        return location.status?.isWriteProtected == true ? .inTheWay() : .open(location)
    }

    /// Renames a finished file to a document, or copies it first if it is on another file system.
    private func move(
        _ replacement: Place, to location: DocumentReader.Location, _ place: Place, mustBeFree: Bool
    ) throws(StoreError) {
        let renamed: Void? = try files.unless(
            .crossDevice, files.rename(replacement, to: place, mustBeFree: mustBeFree))
        if renamed != nil { return }
        guard let bytes = try files.read(replacement, limit: DocumentStore.maximumDocumentSize)?.bytes else {
            throw .failed(.read, path: replacement.path, .noEntry)
        }
        let copy = temporaryPlace(1, for: location, in: place.folder)
        try files.replace(place, by: copy, with: bytes, location.permissions, mustBeFree: mustBeFree)
        try files.remove(replacement)
    }
}
