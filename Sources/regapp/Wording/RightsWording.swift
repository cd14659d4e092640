import RegappCommandLine
import RegappStore
import RegappWording

// Wrong permissions of a file or folder.

extension RightsProblem {
    var path: String {
        switch self {
        case .strayOwner(let path, _, _, _, _), .loose(let path, _, _, _), .closed(let path, _, _, _, _): path
        }
    }

    var folder: String { FileAccess.folder(of: path) }

    /// The same problem at another path.
    func moved(to path: String) -> RightsProblem {
        switch self {
        case .strayOwner(_, let owner, let wanted, let group, let mode):
            .strayOwner(path: path, owner, insteadOf: wanted, group: group, mode: mode)
        case .loose(_, let mode, let instead, let group):
            .loose(path: path, mode: mode, instead: instead, group: group)
        case .closed(_, let mode, let instead, let service, let group):
            .closed(path: path, mode: mode, instead: instead, to: service, group: group)
        }
    }

    var words: String {
        switch self {
        case .strayOwner(let path, let owner, let wanted, _, _):
            "\(path) belongs to \(owner.words), not to \(wanted.words)"
        case .loose(let path, let mode, _, _): mode.reach(path)
        case .closed(let path, let mode, _, let service, _):
            "a service of the group \(service.words) cannot read \(path) (mode \(mode.octal))"
        }
    }

    var repair: Sentence { repair { command, _ in .words(command + [path]) } }

    /// What to type for all accounts with the same problem; only their folder has so many files.
    var repairAll: Sentence {
        repair { command, owner in
            let whose = owner.map { ["-user", $0] } ?? []
            let accounts = ["find", folder, "-maxdepth", "1", "-type", "f", "-name", "*.json"] + whose
            return .words(accounts + ["-exec"] + command + ["{}", "+"])
        }
    }

    /// - Parameter command: runs words on the files, or on those that belong to a user.
    private func repair(_ command: (_ words: [String], _ owner: String?) -> ShellCommand) -> Sentence {
        func setting(_ mode: UInt32, _ group: SystemGroup?) -> Sentence {
            .repair(mode, group) { command($0, nil) }
        }
        switch self {
        case .loose(_, _, let mode, let group), .closed(_, _, let mode, _, let group):
            return "type \(setting(mode, group))"
        case .strayOwner(_, let owner, let wanted, let group, let mode):
            // A file of another user may be meant to become an account.
            guard owner.isRoot else { return "see what it holds, and who put it there" }
            let new = (wanted.name ?? String(wanted.id)) + (group.map { ":" + $0.words } ?? "")
            let chown = command(["chown", "--no-dereference", new], "root")
            guard let mode else { return "let root type \(bare: chown)" }
            // The mode is set as the owner: where the owner puts a link, root would follow it.
            return "let root type \(bare: chown) && \(bare: .words(wanted.prefix)) \(setting(mode, nil))"
        }
    }
}
