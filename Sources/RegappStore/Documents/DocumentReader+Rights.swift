/// What is wrong with the owners and permissions of a directory and its content, and what they should be, which is
/// decided once for everything that is shared, mostly from the directory itself.
package struct DirectoryRights: Equatable, Sendable {
    package enum Readers: Equatable, Sendable {
        case nobody
        case group(SystemGroup)
        /// Nothing in the directory tells which group.
        case unknownGroup
    }

    package enum Kind: Equatable, Sendable {
        /// Only the superuser can correct the owner. `isStranger`: another user may have put it there.
        case strayOwner(UInt32, isStranger: Bool)
        /// The group that should read it cannot; if the group is unknown, other users cannot.
        case closed
        /// More users can reach it than should.
        case loose
    }

    /// The first item with a given kind of problem, and how many items have it.
    package struct Finding: Equatable, Sendable {
        package let kind: Kind
        package let path: String
        package let mode: UInt32
        package let owner: SystemUser
        /// Nil if the group is right.
        package let group: SystemGroup?
        package fileprivate(set) var count = 0
    }

    /// Nil if everything was given to the superuser, and nothing tells whose it was.
    package let owner: SystemUser?
    package let readers: Readers
    package fileprivate(set) var findings: [Finding] = []
    /// Wrong items that the readers should read: files, and folders with their content.
    package fileprivate(set) var shared: [String] = []
    /// Wrong items that only the owner should read.
    package fileprivate(set) var unshared: [String] = []
    package fileprivate(set) var hasWrongOwner = false
    package fileprivate(set) var hasWrongMode = false
    package fileprivate(set) var hasProgram = false
    /// Whether an access control list shuts the readers out.
    package fileprivate(set) var hasWrongList = false
    /// Paths that the owner or the readers cannot read.
    package fileprivate(set) var unreadable: Set<String> = []
    /// Whether a shared item has another group: harmless while all users may read it, but not once its mode is changed.
    fileprivate var hasOtherGroup = false

    package var count: Int { findings.map(\.count).reduce(0, +) }
}

extension DocumentReader {
    var holdsAnything: Bool {
        store.layout.ownNames.contains { (try? status(of: $0)).flatMap(\.self) != nil }
    }

    /// The permission bits that both the directory and a folder in it have.
    func entry(to folder: Folder) -> UInt32 { (directoryStatus?.mode ?? 0) & (folder.opened?.mode ?? 0) }

    fileprivate func isShared(_ file: String) -> Bool {
        file == "." || store.layout.shared.contains(file)
            || store.layout.folders.contains(String(file.prefix { $0 != "/" }))
    }

    func warnIfLoose(
        _ status: FileStatus, as file: @autoclosure () -> String, at path: @autoclosure () -> String,
        behind entry: UInt32
    ) {
        // A cheap check that nearly all files pass.
        guard status.mode & 0o077 != 0 else { return }
        let file = file()
        guard status.excess(isShared: isShared(file), behind: entry) != 0 else { return }
        let mayHaveReaders =
            file == "." ? store.layout.folders.contains { (try? exists($0)) == true } : isShared(file)
        let instead: UInt32 = status.kind == .directory ? 0o700 : 0o600
        store.warn(
            .looseMode(path: path(), mode: status.mode & 0o777, instead: mayHaveReaders ? nil : instead))
    }

    /// Nil if there is no directory, or nothing of the store is in it.
    package func rights() -> DirectoryRights? {
        guard holdsAnything, let top = (try? directory.get())?.folder, let status = top.opened else {
            return nil
        }
        let layout = store.layout
        var rights = intendedRights(top, status)
        rights.add(self, ".", top.itself, in: status, behind: 0o777)
        for name in layout.ownNames + layout.folders {
            rights.add(self, name, top[name], in: status, behind: status.mode)
        }
        for name in [layout.history] + layout.folders {
            guard let folder = try? files.folder(top[name]), let status = folder.opened else { continue }
            for file in documents(in: name) {
                rights.add(self, "\(name)/\(file)", folder[file], in: status, behind: entry(to: folder))
            }
        }
        // A new mode must not shut out readers who are not in the group.
        if rights.hasWrongMode, rights.hasOtherGroup { rights.hasWrongOwner = true }
        return rights
    }

    /// Lazily: an array of 100,000 names takes 10 MB.
    private func documents(in folder: String) -> some Sequence<String> {
        let names: FileNames = (try? self.names(in: folder)) ?? []
        let layout = store.layout
        return names.lazy.filter { folder == layout.history || layout.permits("\(folder)/\($0)") }
    }

    /// The extended access control list; nil if there is none, or this user cannot read it.
    fileprivate func accessList(_ place: Place, _ kind: FileKind) -> AccessList? {
        guard let file = try? store.fileSystem.open(place, kind == .directory ? .directory : .reading)
        else { return nil }
        defer { store.fileSystem.close(file) }
        return (try? store.fileSystem.accessList(of: file)).flatMap(\.self).map(AccessList.init)
    }

    private func intendedRights(_ folder: Folder, _ top: FileStatus) -> DirectoryRights {
        func found(_ file: String) -> FileStatus? {
            (try? status(of: file)).flatMap { $0?.kind == .symbolicLink ? nil : $0 }
        }
        let folders = store.layout.folders.compactMap(found)
        let shared = folders + store.layout.shared.compactMap(found)
        var owner: UInt32? = top.owner
        // If only the superuser can add files, their owner is certain. The lock file has the default group of the user
        // who made it, unless the directory passes on its own group.
        if top.owner == FileAccess.superuser, top.mode & 0o022 == 0 {
            let lock = found(store.layout.lock).flatMap { $0.group == top.group ? nil : $0.group }
            owner =
                shared.first { $0.owner != FileAccess.superuser }?.owner
                ?? lock.flatMap(files.onlyUser(ofDefault:))
        }
        let user = owner ?? top.owner
        let list = accessList(folder.itself, .directory)
        func isService(_ group: UInt32) -> Bool {
            group != FileAccess.superuser && files.onlyUser(ofDefault: group) != user
        }
        func isRead(_ status: FileStatus) -> Bool { status.mode & 0o040 != 0 && isService(status.group) }
        func group(in folder: String) -> UInt32? {
            documents(in: folder).lazy.compactMap { found("\(folder)/\($0)") }.first(where: isRead)?.group
        }
        let isOpen = (list?.ofOwnGroup ?? top.mode >> 3) & 0o5 == 0o5 && isService(top.group)
        // A directory that no other user could read was never shared.
        let wasOpen =
            top.mode & 0o011 != 0
            && folders.contains { $0.mode & 0o050 == 0o050 || $0.mode & 0o005 == 0o005 }
        let own = isOpen ? top.group : list?.entries.first?.group ?? shared.first(where: isRead)?.group
        var readers = own.map { DirectoryRights.Readers.group(files.group($0)) } ?? .nobody
        if own == nil, wasOpen {
            let groups = files.groups(of: user).filter { isService($0.id) }
            readers =
                store.layout.folders.lazy.compactMap(group).first.map { .group(files.group($0)) }
                ?? (groups.count == 1 ? .group(groups[0]) : .unknownGroup)
        }
        let isLost = !isOpen && readers != .nobody && top.mode & 0o077 == 0o050
        return DirectoryRights(owner: (isLost ? owner : user).map(files.user), readers: readers)
    }
}

extension DirectoryRights {
    fileprivate init(owner: SystemUser?, readers: Readers) { (self.owner, self.readers) = (owner, readers) }

    /// Adds what is wrong with a file, a folder, or a link's target.
    ///
    /// - Parameters:
    ///   - way: the status of the folder that contains it.
    ///   - entry: the permission bits that all folders on the way have.
    fileprivate mutating func add(
        _ reader: DocumentReader, _ file: String, _ place: Place, in way: FileStatus, behind entry: UInt32
    ) {
        var (place, entry, path) = (place, entry, file == "." ? reader.store.directory : place.path)
        guard var status = (try? reader.files.status(place)) ?? nil else { return }
        let isLink = status.kind == .symbolicLink
        if isLink {
            guard reader.store.layout.linkable.contains(file), let found = try? reader.locate(file),
                let target = found.place, let reached = found.status
            else { return }
            (place, entry, path, status) = (target, 0o777, found.path, reached)
        }
        let isFolder = status.kind == .directory
        let isInFolder = file.contains("/")
        guard status.kind == .regular || isFolder && !isInFolder else { return }
        let isShared = reader.isShared(file)
        let excess = status.excess(isShared: isShared, behind: entry)
        let group: UInt32? = if case .group(let group) = readers { group.id } else { nil }
        let isMeant = isShared && readers != .nobody
        let list = isMeant ? reader.accessList(place, status.kind) : nil
        let isClosed = isMeant && !status.isReadable(by: group, list)
        let hasOtherGroup = isMeant && status.group != group
        self.hasOtherGroup = self.hasOtherGroup || hasOtherGroup
        let isOwned = isLink || owner.map { $0.id == status.owner } ?? (status.owner != FileAccess.superuser)
        guard !isOwned || isClosed || excess != 0 else { return }
        // Users who can write to the folder may have put it there.
        let isStranger =
            status.owner != FileAccess.superuser
            && (way.mode & 0o022 != 0 || isInFolder && status.owner != way.owner)
        let kind: Kind =
            isOwned ? isClosed ? .closed : .loose : .strayOwner(status.owner, isStranger: isStranger)
        let index = findings.firstIndex { $0.kind == kind } ?? findings.count
        if index == findings.count {
            findings.append(
                Finding(
                    kind: kind, path: path, mode: status.mode & 0o777, owner: reader.files.user(status.owner),
                    group: hasOtherGroup ? reader.files.group(status.group) : nil))
        }
        findings[index].count += 1
        if kind != .loose { unreadable.insert(path) }
        let granted: UInt32 = isFolder ? 0o050 : 0o040
        hasWrongOwner = hasWrongOwner || !isOwned || hasOtherGroup
        hasWrongMode =
            hasWrongMode || excess != 0 || isClosed && (list != nil || status.mode & granted != granted)
        hasWrongList = hasWrongList || isClosed && list != nil
        hasProgram = hasProgram || !isFolder && status.mode & 0o111 != 0
        var paths = isMeant ? shared : unshared
        let folder = isInFolder ? FileAccess.folder(of: path) : ""
        if !paths.contains(folder) {
            // Name the folder instead of several files in it.
            let isSecond = isInFolder && paths.last.map { FileAccess.folder(of: $0) == folder } == true
            if isSecond { paths[paths.count - 1] = folder } else { paths.append(path) }
        }
        if isMeant { shared = paths } else { unshared = paths }
    }
}
