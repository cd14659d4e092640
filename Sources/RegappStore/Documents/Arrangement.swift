/// Who reads what a directory shares: its owner alone, or a group as well. New files and folders get what it says, and
/// what is found is compared with it.
///
/// ```
///                                        its owner alone   shared with a group
/// the directory                          0700              0750, or 0711 if a folder of documents is shared
/// folders of documents                   0700              0750
/// their documents, `StoreLayout.shared`  0600              0640
/// everything else                        0600, folders 0700
/// ```
package enum Arrangement: Equatable, Sendable {
    case ownerAlone
    case shared(with: UInt32)
    /// Other users could read it, but nothing tells the group that should; only a check finds this.
    case sharedWithUnknownGroup

    package var group: UInt32? { if case .shared(let group) = self { group } else { nil } }

    /// Of a new document.
    var permissions: Permissions { group.map { Permissions(mode: 0o640, group: $0) } ?? .private }
}

extension FileStatus {
    /// What the mode of a directory says: its group may list and enter it, and others may do nothing.
    fileprivate var arrangement: Arrangement {
        kind == .directory && mode & 0o077 == 0o050 ? .shared(with: group) : .ownerAlone
    }

    /// Whether a directory only lets users through to what they know by name, among them a group's; without a group,
    /// all users.
    func letsThrough(_ group: UInt32?) -> Bool {
        mode & 0o066 == 0 && (mode & 0o001 != 0 || mode & 0o010 != 0 && self.group == group)
    }

    /// Whether a group can read it, and enter it if it is a directory; without a group, whether other users can.
    func isReadable(by group: UInt32?, _ list: AccessList?) -> Bool {
        let needed: UInt32 = kind == .directory ? 0o5 : 0o4
        let ofOwnGroup = list?.ofOwnGroup ?? mode >> 3
        let named = list?.entries.filter { $0.group == group }.map { $0.rights & mode >> 3 } ?? []
        let grants = named + (self.group == group ? [ofOwnGroup & mode >> 3] : [])
        return (grants.isEmpty ? [mode] : grants).contains { $0 & needed == needed }
    }
}

extension DocumentReader {
    /// The arrangement of the directory: that of its mode, or of a folder to which it lets the folder's group through.
    var arrangement: Arrangement {
        guard let top = directoryStatus, top.mode & 0o077 != 0 else { return .ownerAlone }
        guard top.arrangement == .ownerAlone else { return top.arrangement }
        for name in store.layout.folders {
            guard let folder = (try? status(of: name)) ?? nil, let group = folder.arrangement.group else {
                continue
            }
            if top.mode & 0o001 != 0 || top.letsThrough(group) { return .shared(with: group) }
        }
        return .ownerAlone
    }

    /// The arrangement that a document is part of. A folder's own mode comes first; a new folder, and one that the
    /// directory's group can read, is arranged as the directory is.
    func arrangement(of file: String, in folder: Folder?) -> Arrangement {
        guard isShared(file) else { return .ownerAlone }
        guard let status = folder?.opened, file.utf8.contains(UInt8(ascii: "/")) else { return arrangement }
        guard status.arrangement == .ownerAlone, case .shared(let group) = arrangement,
            status.isReadable(by: group, nil)
        else { return status.arrangement }
        return .shared(with: group)
    }

    /// Whether the group of a shared directory may read it.
    func isShared(_ file: String) -> Bool {
        file == "." || store.layout.shared.contains(file) || store.layout.folders.contains(file)
            || store.layout.folders.contains(FileAccess.folder(of: file))
    }

    /// Whether only its owner can reach a document, or a link's target.
    package func isPrivate(_ file: String) throws(StoreError) -> Bool {
        guard let place = try locate(file).place else { return true }
        return try files.status(place).map { $0.mode & 0o077 == 0 } ?? true
    }

    /// The permission bits of a file or folder that let in more users than the arrangement says.
    ///
    /// - Parameter entry: the bits that all folders on the way have: users shut out there cannot get further. Where
    ///   only a group gets in, the bits for other users apply to its members.
    func excess(
        of status: FileStatus, _ file: String, behind entry: UInt32,
        in arrangement: @autoclosure () -> Arrangement
    ) -> UInt32 {
        guard entry & 0o011 != 0, status.mode & 0o077 != 0 else { return 0 }
        guard isShared(file) else { return status.mode & 0o077 }
        if file == ".", let group = arrangement().group, status.letsThrough(group) { return 0 }
        let granted: UInt32 = status.kind == .directory ? 0o5 : 0o4
        let excess = status.mode & 0o077 & ~(entry & 0o001 == 0 ? granted : 0)
        return excess & 0o070 == granted << 3 ? excess & 0o007 : excess
    }
}
