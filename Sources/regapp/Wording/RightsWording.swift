import RegappCommandLine
import RegappStore
import RegappWording

extension DirectoryRights {
    /// What is wrong, and what corrects all of it, in one line; nil if nothing is.
    ///
    /// - Parameter directory: the path of the directory.
    func line(in directory: String) -> String? {
        guard !findings.isEmpty else { return nil }
        let stranger = findings.first { finding in
            if case .strayOwner(_, isStranger: true) = finding.kind { true } else { false }
        }
        // The owner of all in a folder is changed: a stranger's file must not become an account by that.
        let advice = stranger.map { "see what \($0.path) holds, and who put it there" as Sentence }
        return (findings.map(words) + [(advice ?? repair(in: directory)).text]).joined(separator: "; ")
    }

    private func words(_ finding: Finding) -> String {
        let (path, more) = (finding.path, finding.count > 1 ? " \(finding.count - 1) more" : nil)
        switch finding.kind {
        case .strayOwner:
            let wanted = owner.map { ", not to \($0.words)" } ?? ""
            return "\(path) belongs to \(finding.owner.words)\(wanted)\(more.map { ", like" + $0 } ?? "")"
        case .loose: return finding.mode.reach(path) + (more.map { " and" + $0 } ?? "")
        case .closed:
            let service =
                if case .group(let group) = readers { "a service of the group \(group.words) cannot" } else {
                    "no service can"
                }
            let rights = "mode \(finding.mode.octal)" + (finding.group.map { ", group \($0.words)" } ?? "")
            return "\(service) read \(path) (\(rights))\(more.map { " and" + $0 } ?? "")"
        }
    }

    private func repair(in directory: String) -> Sentence {
        let user = owner.map { $0.name ?? String($0.id) } ?? "USER"
        let group: String? =
            switch readers {
            case .nobody: nil
            case .group(let group): ":" + group.words
            case .unknownGroup: ":GROUP"
            }
        /// Never all that is in the directory.
        func commands(_ words: [String], _ arguments: [String], _ places: [String]) -> [[String]] {
            let others = places.filter { $0 != directory }
            return (places == others ? [] : [words + arguments + [directory]])
                + (others.isEmpty ? [] : [words + ["-R"] + arguments + others])
        }
        let chown =
            hasWrongOwner
            ? commands(["chown"], ["--no-dereference", user + (group ?? "")], shared + unshared) : []
        let mode = (hasProgram ? "a-x," : "") + "u=rwX,"
        let others =
            (hasWrongList ? commands(["setfacl"], ["-b"], shared) : [])
            + (hasWrongMode
                ? commands(["chmod"], [mode + "g=rX,o="], shared)
                    + commands(["chmod"], [mode + "go="], unshared) : [])
        // The mode is set as the owner: where the owner puts a link, root would follow it.
        let isForRoot = owner?.isRoot != true && (!chown.isEmpty || Invocation.live.isOfSuperuser)
        let prefix = isForRoot ? owner?.prefix ?? ["runuser", "-u", user, "--"] : []
        let line = (chown + others.map { prefix + $0 }).map { ("\(bare: .words($0))" as Sentence).text }
        let isKnown = owner != nil && readers != .unknownGroup
        return Sentence(
            prose: (isKnown ? "" : "with the right \(owner == nil ? "USER and GROUP" : "GROUP") ")
                + (isForRoot ? "let root type " : "type ") + line.joined(separator: " && "))
    }
}
