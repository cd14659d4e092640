internal import RegappJSON
internal import RegappValues

/// Writes a change's record line by line, in large pieces. The first line comes last, since it counts those that follow
/// it.
struct RecordWriter {
    static let lineEnd = [UInt8(ascii: "\n")]
    private static let piece = 64 << 10
    /// Others may hold a new file's lock for a moment to test it, in milliseconds.
    private static let patienceWithNew = 1_000

    let file: FileDescriptor
    let place: Place
    private let files: FileAccess
    private let layout: StoreLayout
    private var buffer = ChangeHead.reserve
    private var isFlushed = false
    private var sum = RecordSum()
    /// Accounts that have a file after the change, and those that have none.
    private var kept = 0
    private var removed = 0
    private var moved = 0
    private var account: String?
    /// Of all lines after the first, in bytes.
    private var size = 0

    /// Nil if the name is taken.
    static func create(
        _ place: Place, isLocked: Bool, _ layout: StoreLayout, _ files: FileAccess
    ) throws(StoreError) -> RecordWriter? {
        guard
            let file = try files.unless(
                .exists, files.call(.write, place.path, files.system.open(place, .creating)))
        else { return nil }
        do throws(StoreError) {
            var waited = 0
            if isLocked { try files.wait(for: file, place.path, &waited, patienceWithNew) }
        } catch {
            _ = try? files.remove(place)
            files.system.close(file)
            throw error
        }
        return RecordWriter(file: file, place: place, files: files, layout: layout)
    }

    /// Writes a document's line.
    ///
    /// - Parameters:
    ///   - target: the real path of the file to which the document's link leads. It is written at once, so that the next
    ///     writer finds the text there.
    ///   - status: of the document's present file; asked for only if the text has secrets.
    mutating func add(
        _ change: DocumentChange, target: String?, _ status: () throws(StoreError) -> FileStatus
    ) throws(StoreError) {
        count(change)
        let before = layout.withoutSecrets(change.file, change.undone)
        let present =
            change.before == change.undone ? before : layout.withoutSecrets(change.file, change.before)
        // A record says which values changed. They are compared with the text that undoing restores, unless the present
        // one has a plain password: undoing restores a hash in its place, and that is no change that anyone made.
        let former = present == change.before ? before : present
        let after = layout.withoutSecrets(change.file, change.after).map { text in
            json(text, size: text == change.after ? nil : change.after?.count, after: former)
        }
        let isCut = before != change.undone && before?.allSatisfy { $0 <= 0x20 } ?? false
        var seen: SeenFile?
        if let present = change.before, former != present || change.undone != present {
            seen = SeenFile(present, try status(), change.file, layout)
        }
        let line = RecordedChange.line(change, from: before, isCut: isCut, seen, target: target, to: after)
        sum.add(line)
        try write(line + Self.lineEnd)
        if target != nil { try flush() }
    }

    private mutating func count(_ change: DocumentChange) {
        guard let owner = layout.owner(change.file) else { return }
        // A moving account counts by its new file.
        if change.after != nil { kept += 1 } else if change.moved == nil { removed += 1 }
        if change.former != nil { moved += 1 }
        if change.after != nil ? kept == 1 : kept == 0 && removed == 1 { account = owner }
    }

    /// - Parameter size: of the whole text, if this is not all of it.
    private func json(_ text: [UInt8], size: Int?, after before: [UInt8]?) -> JSONText {
        var members = [JSONText.Member("sha256", .string(SHA256Digest(text).text))]
        if let size { members.append(.init("size", .integer(size))) }
        guard let document = try? JSONDocument(parsing: text) else { return .object(members) }
        let former = before.flatMap { JSONDocument(object: $0) }
        let difference = document.difference(from: former)
        members.append(.init("set", .object(difference.set)))
        members.append(.init("removed", .array(difference.removed.map(JSONText.string))))
        let keys = document.root.members.map(\.key)
        let added = keys.filter { former?.root[$0] == nil }
        if former != nil, Array(keys.suffix(added.count)) != added {
            members.append(.init("order", .array(keys.map(JSONText.string))))
        }
        return .object(members)
    }

    private mutating func write(_ line: [UInt8]) throws(StoreError) {
        size += line.count
        buffer += line
        if buffer.count >= Self.piece { try flush() }
    }

    mutating func flush() throws(StoreError) {
        try files.write(buffer, to: file, place.path)
        buffer = []
        isFlushed = true
    }

    /// Writes the last line, and then the first one into the space that is reserved for it.
    mutating func finish(
        _ number: Int, _ author: ChangeAuthor, by user: UInt32, undoing other: Int?,
        for standing: ChangeHead.Standing?, slot: Int, folders: [String: UInt64]
    ) throws(StoreError) {
        try write(sum.end())
        let accounts = kept + removed
        let head = ChangeHead(
            number: number, author: author, user: user, accounts: accounts,
            account: accounts == 1 ? account : nil, undoes: other, moves: moved, standsFor: standing,
            slot: slot, folders: folders, documents: sum.count, size: size)
        let line = head.line.dropLast()
        guard line.count < ChangeHead.reserve.count else { throw .failed(.write, path: place.path, .invalid) }
        guard isFlushed else {
            buffer.replaceSubrange(..<(ChangeHead.reserve.count - 1), with: line)
            return try flush()
        }
        try flush()
        let start = try files.call(.write, place.path, files.system.open(place, .locking))
        defer { files.system.close(start) }
        try files.write(Array(line), to: start, place.path)
    }
}
