/// An open directory, or a link itself: it stays the same even if names change, and is closed with its last reference.
package final class Folder: Sendable {
    let descriptor: FileDescriptor
    /// Where it was found; only for messages, no call takes it.
    package let path: String
    /// The name by which it was opened; nil for one to which a path led.
    let place: Place?
    /// Its status when it was opened, if that was asked for.
    let opened: FileStatus?
    /// Of one to which a path led: that path without links.
    private let way: String
    /// Closes it, unless another folder does.
    private let system: (any FileSystem)?
    private let owner: Folder?

    /// - Parameters:
    ///   - path: where it was found, for messages.
    ///   - way: the same without links, if a path led to it.
    init(
        _ descriptor: FileDescriptor, at path: String, way: String = "", place: Place? = nil,
        _ opened: FileStatus?, of system: (any FileSystem)?
    ) {
        self.descriptor = descriptor
        self.path = path
        self.way = way
        self.place = place
        self.opened = opened
        self.system = system
        owner = nil
    }

    /// The same folder under another path, for messages.
    init(_ folder: Folder, at path: String) {
        descriptor = folder.descriptor
        self.path = path
        way = folder.way
        place = folder.place
        opened = folder.opened
        system = nil
        owner = folder
    }

    deinit { system?.close(descriptor) }

    /// Never closed.
    package static let workingDirectory = Folder(FileDescriptor(rawValue: -100), at: "", nil, of: nil)

    /// Its path without links.
    var realPath: String { place.map { FileAccess.path($0.folder.realPath, $0.name) } ?? way }

    func isSame(as other: Folder) -> Bool {
        guard let opened, let theirs = other.opened else { return false }
        return opened.isSameFile(as: theirs)
    }

    package subscript(name: String) -> Place { Place(folder: self, name: name) }

    /// Itself, to be listed or synchronised.
    var itself: Place { self["."] }
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

/// Follows a path to a directory once and keeps it open, so that later renames cannot redirect what is done there.
///
/// A path with another user's link is refused, since that user would choose what is read or changed. The superuser's
/// links are trusted. So are those of the final directory's owner, since they lead only to that owner's own files; but
/// a writer, which never works in another user's directory, refuses them at once.
struct FolderWalk {
    /// As in the kernel.
    static let mostLinks = 40

    private struct Part {
        let name: String
        /// Whether it comes from a link's target, which is never created.
        let isOfLink: Bool
    }

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
        _ path: String, from base: Folder? = nil, isForReader: Bool = false, makesMissing: Bool = false,
        passesOwnOnly: Bool = false, _ files: FileAccess
    ) throws(StoreError) -> Folder? {
        // One call shows that most paths have no links.
        if !passesOwnOnly, let found = try withoutLinks(path, from: base, files) { return found }
        let start = path.hasPrefix("/") ? nil : base
        let place = if let start { start } else { try Self.root(files) }
        var walk = FolderWalk(
            files: files, path: path, trusted: [files.system.user, FileAccess.superuser],
            isForReader: isForReader, makesMissing: makesMissing, passesOwnOnly: passesOwnOnly,
            place: place, realNames: start.map { Self.names(in: $0.realPath) } ?? [],
            rest: Self.names(in: path).reversed().map { Part(name: $0, isOfLink: false) })
        while let part = walk.rest.popLast() {
            guard try walk.enter(part) else { return nil }
        }
        if let owner = walk.place.opened?.owner,
            let link = walk.foreignLinks.first(where: { $0.owner != owner })
        {
            throw .refused(path: link.path, .foreignWay(files.user(link.owner), to: files.user(owner)))
        }
        return Folder(walk.place, at: path)
    }

    private static func withoutLinks(
        _ path: String, from base: Folder?, _ files: FileAccess
    ) throws(StoreError) -> Folder? {
        let start = path.hasPrefix("/") ? Folder.workingDirectory : base
        guard let place = start?[path.isEmpty ? "." : path],
            let file = try? files.uninterrupted(files.system.open(place, .folderWithoutLinks))
        else { return nil }
        var names = path.hasPrefix("/") ? [] : Self.names(in: base?.realPath ?? "/")
        for name in Self.names(in: path) where name != "." {
            if name == ".." { _ = names.popLast() } else { names.append(name) }
        }
        return try files.adopt(file, at: path, way: Self.path(of: names))
    }

    private static func root(_ files: FileAccess) throws(StoreError) -> Folder {
        let file = try files.call(.read, "/", files.system.open(Folder.workingDirectory["/"], .folder))
        return try files.adopt(file, at: "/", way: "/")
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
            rest.append(Part(name: part.name, isOfLink: true))
            return true
        }
        if part.name == ".." { _ = realNames.popLast() } else { realNames.append(part.name) }
        let way = Self.path(of: realNames)
        let next = try files.adopt(found, at: way, way: way)
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
        if target.hasPrefix("/") {
            place = try Self.root(files)
            realNames = []
        }
        rest += Self.names(in: target).reversed().map { Part(name: $0, isOfLink: true) }
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
        var path = folder == "/" ? "" : folder
        path.reserveCapacity(path.utf8.count + 1 + name.utf8.count)
        path += "/"
        path += name
        return path
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
