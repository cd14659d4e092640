/// What in a directory and its content is not as its owner and its ``Arrangement`` say, and what corrects it.
package struct DirectoryRights: Equatable, Sendable {
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
        package let group: UInt32?
        package fileprivate(set) var count = 0
    }

    /// Nil if everything was given to the superuser, and nothing tells whose it was.
    package let owner: SystemUser?
    package let arrangement: Arrangement
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

    func warnIfLoose(
        _ status: FileStatus, as file: @autoclosure () -> String, at path: @autoclosure () -> String,
        behind entry: UInt32
    ) {
        // A cheap check that nearly all files pass.
        guard status.mode & 0o077 != 0 else { return }
        let file = file()
        guard excess(of: status, file, behind: entry, in: arrangement) != 0 else { return }
        let mayHaveReaders =
            file == "." ? store.layout.folders.contains { (try? exists($0)) == true } : isShared(file)
        let instead: UInt32 = status.kind == .directory ? 0o700 : 0o600
        store.warn(
            .looseMode(path: path(), mode: status.mode & 0o777, instead: mayHaveReaders ? nil : instead))
    }

    /// Nil if there is no directory, or nothing of the store is in it.
    ///
    /// - Parameter listed: the documents of folders that were listed before, since 100,000 names take some megabytes.
    package func rights(listed: [String: FileNames] = [:]) -> DirectoryRights? {
        guard holdsAnything, let top = (try? directory.get()) ?? nil, let status = top.opened else {
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
            for file in documents(in: name, listed[name]) {
                rights.add(self, "\(name)/\(file)", folder[file], in: status, behind: entry(to: folder))
            }
        }
        // A new mode must not shut out readers who are not in the group.
        if rights.hasWrongMode, rights.hasOtherGroup { rights.hasWrongOwner = true }
        return rights
    }

    /// Lazily: an array of 100,000 names takes 10 MB.
    private func documents(in folder: String, _ listed: FileNames? = nil) -> some Sequence<String> {
        let names: FileNames = listed ?? (try? self.names(in: folder)) ?? []
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
        var owner: UInt32? = top.owner
        // If only the superuser can add files, their owner is certain. The lock file has the default group of the user
        // who made it, unless the directory passes on its own group.
        if top.owner == FileAccess.superuser, top.mode & 0o022 == 0 {
            let shared = (store.layout.folders + store.layout.shared).compactMap(unlinkedStatus)
            let lock = unlinkedStatus(store.layout.lock).flatMap { $0.group == top.group ? nil : $0.group }
            owner =
                shared.first { $0.owner != FileAccess.superuser }?.owner
                ?? lock.flatMap(files.onlyUser(ofDefault:))
        }
        let user = owner ?? top.owner
        let intended = intendedArrangement(for: user, folder, top)
        let isGivenAway =
            intended != .ownerAlone && intended.group != top.group && top.mode & 0o077 == 0o050
        return DirectoryRights(
            owner: (isGivenAway ? owner : user).map(files.user), arrangement: intended)
    }

    /// What the modes say, if it is a service's group. Else what an accident, such as `chmod -R`, has left of that.
    private func intendedArrangement(
        for user: UInt32, _ folder: Folder, _ top: FileStatus
    ) -> Arrangement {
        func isService(_ group: UInt32) -> Bool {
            group != FileAccess.superuser && files.onlyUser(ofDefault: group) != user
        }
        func reader(of file: String) -> UInt32? {
            guard let status = unlinkedStatus(file), status.mode & 0o040 != 0, isService(status.group) else {
                return nil
            }
            return status.group
        }
        let layout = store.layout
        let list = accessList(folder.itself, .directory)
        if list == nil, let group = arrangement.group, isService(group) { return .shared(with: group) }
        let isOpen = (list?.ofOwnGroup ?? top.mode >> 3) & 0o5 == 0o5 && isService(top.group)
        if isOpen { return .shared(with: top.group) }
        let readers = (layout.folders + layout.shared).lazy.compactMap(reader)
        if let group = list?.entries.first?.group ?? readers.first { return .shared(with: group) }
        // A directory that no other user could read was never shared.
        let wasOpen = layout.folders.compactMap(unlinkedStatus).contains {
            $0.mode & 0o050 == 0o050 || $0.mode & 0o005 == 0o005
        }
        guard wasOpen, top.mode & 0o011 != 0 else { return .ownerAlone }
        for folder in layout.folders {
            for file in documents(in: folder) {
                if let group = reader(of: "\(folder)/\(file)") { return .shared(with: group) }
            }
        }
        let groups = files.groups(of: user).filter(isService)
        return groups.count == 1 ? .shared(with: groups[0]) : .sharedWithUnknownGroup
    }

    /// Nil for a link.
    private func unlinkedStatus(_ file: String) -> FileStatus? {
        (try? status(of: file)).flatMap { $0?.kind == .symbolicLink ? nil : $0 }
    }
}

extension DirectoryRights {
    /// Adds what is wrong with a file, a folder, or a link's target.
    ///
    /// - Parameters:
    ///   - way: the status of the folder that contains it.
    ///   - entry: the permission bits that all folders on the way have.
    fileprivate mutating func add(
        _ reader: DocumentReader, _ file: String, _ place: Place, in way: FileStatus, behind entry: UInt32
    ) {
        var place = place
        var entry = entry
        var linkedPath: String?
        guard var status = (try? reader.files.status(place)) ?? nil else { return }
        let isLink = status.kind == .symbolicLink
        if isLink {
            guard reader.store.layout.linkable.contains(file), let found = try? reader.locate(file),
                let target = found.place, let reached = found.status
            else { return }
            place = target
            entry = 0o777
            linkedPath = found.path
            status = reached
        }
        let isFolder = status.kind == .directory
        let isInFolder = file.utf8.contains(UInt8(ascii: "/"))
        guard status.kind == .regular || isFolder && !isInFolder else { return }
        let excess = reader.excess(of: status, file, behind: entry, in: arrangement)
        let isMeant = arrangement != .ownerAlone && reader.isShared(file)
        let group = arrangement.group
        let list = isMeant ? reader.accessList(place, status.kind) : nil
        let isPassage = file == "." && status.letsThrough(group)
        let isClosed = isMeant && !isPassage && !status.isReadable(by: group, list)
        let hasOtherGroup = isMeant && !isPassage && status.group != group
        self.hasOtherGroup = self.hasOtherGroup || hasOtherGroup
        let isOwned = isLink || owner.map { $0.id == status.owner } ?? (status.owner != FileAccess.superuser)
        guard !isOwned || isClosed || excess != 0 else { return }
        let path = linkedPath ?? (file == "." ? reader.store.directory : place.path)
        // Users who can write to the folder may have put it there.
        let isStranger =
            status.owner != FileAccess.superuser
            && (way.mode & 0o022 != 0 || isInFolder && status.owner != way.owner)
        let kind: Kind =
            if !isOwned { .strayOwner(status.owner, isStranger: isStranger) } else {
                isClosed ? .closed : .loose
            }
        let index = findings.firstIndex { $0.kind == kind } ?? findings.count
        if index == findings.count {
            findings.append(
                Finding(
                    kind: kind, path: path, mode: status.mode & 0o777, owner: reader.files.user(status.owner),
                    group: hasOtherGroup ? status.group : nil))
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
