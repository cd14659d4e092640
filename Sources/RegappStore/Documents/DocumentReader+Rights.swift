package enum RightsProblem: Hashable, Sendable {
    /// It does not belong to the directory's owner; only the superuser can change that. `group` and `mode` are given
    /// if they should change too.
    case strayOwner(path: String, SystemUser, insteadOf: SystemUser, group: SystemGroup?, mode: UInt32?)
    /// More users can reach it than should.
    case loose(path: String, mode: UInt32, instead: UInt32, group: SystemGroup?)
    /// A service that reads the directory through its group cannot read it; `group` is given if it has another one.
    case closed(path: String, mode: UInt32, instead: UInt32, to: SystemGroup, group: SystemGroup?)
}

// Who the documents are meant for, whatever their permissions are now.
extension DocumentReader {
    /// What is wrong with the permissions at a path below the directory, or of the directory itself for `.`; always
    /// nil for a link: its target counts.
    package func rightsProblem(of file: String) throws(StoreError) -> RightsProblem? {
        guard let status = try self.status(of: file), status.kind != .symbolicLink else { return nil }
        if file == ".", !holdsAnything { return nil }
        let path = file == "." ? store.directory : store.path(of: file)
        let service = serviceGroup(of: file)
        let isClosed = service.map { !status.isReadable(by: $0) } ?? false
        if let owner = directoryStatus?.owner, status.owner != owner {
            let intended = intendedGroup(of: file)
            let isWrong = isClosed || status.saferMode(sharedWith: intended) != nil
            return .strayOwner(
                path: path, files.user(status.owner), insteadOf: files.user(owner),
                group: intended.map(files.group), mode: isWrong ? status.mode(sharedWith: intended) : nil)
        }
        let granted = sharedGroup(of: file, in: try folder(of: file))
        if case .looseMode(_, let mode, let instead, let group)? = warning(
            about: status, path, granted, intended: intendedGroup(of: file))
        {
            return .loose(path: path, mode: mode, instead: instead, group: group)
        }
        guard isClosed, let service else { return nil }
        return .closed(
            path: path, mode: status.mode & 0o777, instead: status.mode(sharedWith: service),
            to: files.group(service), group: other(service, than: status))
    }

    /// Whether a file of the store is at the top of the directory.
    var holdsAnything: Bool {
        let layout = store.layout
        let names = layout.documents + [layout.history, layout.lock, layout.changes, layout.edits]
        return names.contains { (try? status(of: $0)).flatMap(\.self) != nil }
    }

    func warnIfLoose(
        _ status: FileStatus, _ path: @autoclosure () -> String, _ granted: UInt32?,
        intended: @autoclosure () -> UInt32?
    ) {
        if let warning = warning(about: status, path(), granted, intended: intended()) { store.warn(warning) }
    }

    private func warning(
        about status: FileStatus, _ path: @autoclosure () -> String, _ granted: UInt32?,
        intended: @autoclosure () -> UInt32?
    ) -> StoreWarning? {
        // Nearly all are right, and this is cheap to check.
        guard status.saferMode(sharedWith: granted) != nil else { return nil }
        let group = intended()
        return status.saferMode(sharedWith: group).map { mode in
            .looseMode(
                path: path(), mode: status.mode & 0o777, instead: mode,
                group: group.flatMap { other($0, than: status) })
        }
    }

    private func other(_ group: UInt32, than status: FileStatus) -> SystemGroup? {
        group == status.group ? nil : files.group(group)
    }

    /// The group that may read a file or folder once its permissions are right.
    func intendedGroup(of file: String) -> UInt32? {
        if let service = serviceGroup(of: file) { return service }
        guard let folder = sharedFolder(of: file) else { return nil }
        return (folder == "." ? directoryStatus : try? status(of: folder))?.sharedGroup
    }

    /// The group of a service that is meant to read a file or folder: that of its folder, or else that of the directory.
    /// It was given one if it is shared, or lets in a group other than the default group of its owner's files.
    private func serviceGroup(of file: String) -> UInt32? {
        guard let folder = sharedFolder(of: file) else { return nil }
        let own = folder == "." ? nil : (try? status(of: folder)).flatMap(\.self)
        return own.flatMap(givenGroup) ?? directoryStatus.flatMap(givenGroup)
    }

    private func givenGroup(_ status: FileStatus) -> UInt32? {
        if let group = status.sharedGroup { return group }
        guard status.kind == .directory, status.mode & 0o050 == 0o050, status.group != FileAccess.superuser,
            let primary = store.primaryGroup(of: status.owner, files), status.group != primary
        else { return nil }
        return status.group
    }

    /// The folder that gives its group the right to read a file or folder; nil if only the owner may.
    private func sharedFolder(of file: String) -> String? {
        if file == "." || store.layout.shared.contains(file) { return "." }
        let top = file.prefix { $0 != "/" }
        return store.layout.folders.first { $0 == top }
    }
}
