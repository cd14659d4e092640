/// An open directory: it stays the same even if names change, and is closed with its last copy.
package struct Folder: Sendable {
    private let handle: Handle
    /// Where it was found; only for messages, no call takes it.
    package let path: String
    /// Its status when it was opened, if that was asked for.
    let opened: FileStatus?

    var descriptor: FileDescriptor { handle.descriptor }

    func isSame(as other: Folder) -> Bool {
        guard let opened, let theirs = other.opened else { return false }
        return opened.isSameFile(as: theirs)
    }

    package subscript(name: String) -> Place { Place(folder: self, name: name) }

    /// Itself, to be listed or synchronised.
    var itself: Place { self["."] }

    private final class Handle: Sendable {
        let descriptor: FileDescriptor
        /// Nil if it must not be closed.
        private let system: (any FileSystem)?

        init(_ descriptor: FileDescriptor, _ system: (any FileSystem)?) {
            self.descriptor = descriptor
            self.system = system
        }

        deinit { system?.close(descriptor) }
    }
}

extension Folder {
    /// Never closed.
    package static let workingDirectory = Folder(
        handle: Handle(FileDescriptor(rawValue: -100), nil), path: "", opened: nil)

    init(_ descriptor: FileDescriptor, at path: String, _ opened: FileStatus, of system: any FileSystem) {
        self.init(handle: Handle(descriptor, system), path: path, opened: opened)
    }

    func withPath(_ path: String) -> Folder { Folder(handle: handle, path: path, opened: opened) }
}

/// A name in an open directory. Every call on a name takes a place, so renamed folders cannot redirect it.
package struct Place: Sendable {
    package let folder: Folder
    package let name: String

    package var directory: FileDescriptor { folder.descriptor }

    func isSame(as other: Place) -> Bool { name == other.name && folder.isSame(as: other.folder) }

    /// Only for messages: no call takes it.
    package var path: String {
        if name == "." || folder.path.isEmpty { return folder.path.isEmpty ? name : folder.path }
        return FileAccess.path(folder.path, name)
    }
}

struct FoundFolder: Sendable {
    let folder: Folder
    /// Without links.
    let realPath: String
}

/// Follows a path to a directory once and keeps it open, so that later renames cannot redirect what is done there.
///
/// A path with another user's link is refused, since that user would choose what is read or changed. The superuser's
/// links are trusted. So are those of the final directory's owner, since they lead only to that owner's own files; but
/// a writer, which never works in another user's directory, refuses them at once.
struct FolderWalk {
    /// As in the kernel.
    static let mostLinks = 40

    /// `isOfLink`: whether it comes from a link's target, which is never created.
    private typealias Part = (name: String, isOfLink: Bool)

    private let files: FileAccess
    private let path: String
    /// The users whose links are followed, and in whose directories missing ones are created.
    private let trusted: [UInt32]
    private let isForReader: Bool
    private let makesMissing: Bool
    /// Whether every directory on the way except the root must belong to those users.
    private let passesOwnOnly: Bool
    private var place: Folder
    private var realNames: [String]
    /// In reverse order.
    private var rest: [Part]
    private var links = 0
    /// Other users' links that a reader has followed; accepted only if the final directory has the same owner.
    private var foreignLinks: [(path: String, owner: UInt32)] = []

    /// - Parameters:
    ///   - base: where a relative path begins.
    ///   - isForReader: whether to follow links of the final directory's owner, too.
    ///   - makesMissing: whether to create missing directories; their names may not be on the disk yet.
    ///   - passesOwnOnly: whether to refuse another user's directory on the way, too.
    /// - Returns: nil if there is no such directory.
    /// - Throws: `refused` if a link on the path, or a directory that would hold a new one, belongs to another user
    ///   than the superuser.
    static func find(
        _ path: String, from base: FoundFolder? = nil, isForReader: Bool = false, makesMissing: Bool = false,
        passesOwnOnly: Bool = false, _ files: FileAccess
    ) throws(StoreError) -> FoundFolder? {
        // One call shows that most paths have no links.
        if !passesOwnOnly, let found = try withoutLinks(path, from: base, files) { return found }
        let start = path.hasPrefix("/") ? nil : base
        let place = if let start { start.folder } else { try Self.root(files) }
        var walk = FolderWalk(
            files: files, path: path, trusted: [files.system.user, FileAccess.superuser],
            isForReader: isForReader, makesMissing: makesMissing, passesOwnOnly: passesOwnOnly,
            place: place, realNames: start.map { Self.names(in: $0.realPath) } ?? [],
            rest: Self.names(in: path).reversed().map { ($0, isOfLink: false) })
        while let part = walk.rest.popLast() {
            guard try walk.enter(part) else { return nil }
        }
        if let owner = walk.place.opened?.owner,
            let link = walk.foreignLinks.first(where: { $0.owner != owner })
        {
            throw .refused(path: link.path, .foreignWay(files.user(link.owner), to: files.user(owner)))
        }
        return FoundFolder(folder: walk.place.withPath(path), realPath: Self.path(of: walk.realNames))
    }

    private static func withoutLinks(
        _ path: String, from base: FoundFolder?, _ files: FileAccess
    ) throws(StoreError) -> FoundFolder? {
        let start = path.hasPrefix("/") ? Folder.workingDirectory : base?.folder
        guard let place = start?[path.isEmpty ? "." : path],
            let file = try? files.uninterrupted(files.system.open(place, .folderWithoutLinks))
        else { return nil }
        let folder = try files.adopt(file, at: path)
        var names = path.hasPrefix("/") ? [] : Self.names(in: base?.realPath ?? "/")
        for name in Self.names(in: path) where name != "." {
            if name == ".." { _ = names.popLast() } else { names.append(name) }
        }
        return FoundFolder(folder: folder, realPath: Self.path(of: names))
    }

    private static func root(_ files: FileAccess) throws(StoreError) -> Folder {
        let file = try files.call(.read, "/", files.system.open(Folder.workingDirectory["/"], .folder))
        return try files.adopt(file, at: "/")
    }

    /// False if nothing has that name.
    private mutating func enter(_ part: Part) throws(StoreError) -> Bool {
        if part.name == "." { return true }
        let entry = place[part.name]
        guard let found = try files.ifPresent(.read, entry, files.system.open(entry, .entry)) else {
            guard makesMissing, !part.isOfLink else { return false }
            let status = try files.status(of: place)
            try files.require(trusted, toOwn: status, place.path, orElse: FileRefusal.foreignOwner)
            try files.makeDirectoryIfAbsent(entry)
            // Open it by name again: it need not be the directory that was created.
            rest.append((part.name, isOfLink: true))
            return true
        }
        if part.name == ".." { _ = realNames.popLast() } else { realNames.append(part.name) }
        let next = try files.adopt(found, at: Self.path(of: realNames))
        switch next.opened?.kind {
        case .directory:
            if passesOwnOnly { try files.require(trusted, toOwn: next, orElse: FileRefusal.foreignOwner) }
            place = next
        case .symbolicLink: try follow(next)
        default: throw .failed(.read, path: path, .notDirectory)
        }
        return true
    }

    private mutating func follow(_ link: Folder) throws(StoreError) {
        if !isForReader {
            try files.require(trusted, toOwn: link, orElse: FileRefusal.foreignOwner)
        } else if let owner = link.opened?.owner, !trusted.contains(owner) {
            foreignLinks.append((link.path, owner))
        }
        links += 1
        guard links <= Self.mostLinks else { throw .failed(.read, path: path, .loop) }
        let target = try files.target(of: link)
        _ = realNames.popLast()
        if target.hasPrefix("/") { (place, realNames) = (try Self.root(files), []) }
        rest += Self.names(in: target).reversed().map { ($0, isOfLink: true) }
    }

    private static func names(in path: String) -> [String] {
        path.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
    }

    /// Not by `joined`, which would take a seventh of the instructions of a start.
    private static func path(of names: [String]) -> String {
        names.isEmpty ? "/" : names.reduce(into: "") { $0 += "/" + $1 }
    }
}

extension FileAccess {
    func target(of link: Folder) throws(StoreError) -> String {
        defer { extendLifetime(link) }
        return try call(.read, link.path, system.readLink(link.descriptor))
    }

    /// The folder part of a path, which may end with a slash; `.` if it has no slash.
    package static func folder(of path: String) -> String {
        guard let slash = lastSlash(in: path) else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    package static func path(_ folder: String, _ name: String) -> String {
        folder == "/" ? "/" + name : folder + "/" + name
    }

    package static func name(of path: String) -> String {
        guard let slash = lastSlash(in: path) else { return path }
        return String(path[path.utf8.index(after: slash)...])
    }

    private static func lastSlash(in path: String) -> String.Index? {
        let bytes = path.utf8.span
        for index in bytes.indices.reversed() where bytes[index] == UInt8(ascii: "/") {
            return path.utf8.index(path.startIndex, offsetBy: index)
        }
        return nil
    }
}
