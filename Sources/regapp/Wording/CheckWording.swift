import RegappCore
import RegappCommandLine
import RegappStore
import RegappValues
import RegappWording

extension DirectoryProblem {
    /// What is wrong and what to do about it; one line each.
    var lines: [String] {
        func line(_ problem: String, _ advice: Sentence) -> String { "\(problem); \(advice.text)" }
        switch self {
        case .unusable(let error):
            let report = Report(error)
            var advice = report.hints.map(\.text)
            if advice.isEmpty, case .store(.refused) = error { advice = ["move it away"] }
            return report.errors.map { ([$0] + advice).joined(separator: "; ") }
        case .misnamed(let path, let expected):
            return [line("\(path): the name does not match its email", "rename it to \(expected)")]
        case .duplicate(let path, let other):
            return [
                line(
                    "\(path): the same email as \(other)",
                    "give this one an email of its own, or move it out of the folder")
            ]
        case .missing(let email, let path, let fields):
            let missing = fields.map(\.noun).joined(separator: ", ")
            return [line("\(email): missing \(missing)", "add it in \(path)")]
        case .noPassword(let email):
            return [
                line(
                    "\(email): no password, so it cannot log in",
                    "type \(.regapp("accounts", "password", argument: email))")
            ]
        case .misspelt(let problem): return [problem.sentence]
        case .leftover(let path):
            let next = "the next change \(path.hasSuffix(".tmp") ? "" : "completes or ")removes it"
            return [line("\(path): left over from a regapp that was interrupted", Sentence(prose: next))]
        case .likeLeftover(let path):
            return [line("\(path): named like a temporary file of regapp, but not one", "remove it")]
        case .sessionGone(let email):
            let problem = "session.json: \(email) is logged in but has no account"
            return [line(problem, "type \(.regapp("logout"))")]
        }
    }
}

extension DirectoryProblem {
    /// What similar problems have in common.
    var kind: String {
        switch self {
        case .unusable(.invalidFile(let problems)): problems.map(\.message).joined(separator: "\n")
        case .unusable(.store(.failed(let operation, _, let errno))): "\(operation) \(errno)"
        case .unusable(.store(.refused(_, let refusal))): "\(refusal)"
        case .unusable, .sessionGone: lines.joined(separator: "\n")
        case .misnamed: "misnamed"
        case .duplicate: "duplicate"
        case .missing(_, _, let fields): "missing \(fields)"
        case .noPassword: "no password"
        case .misspelt(let problem): "misspelt \(problem.message)"
        case .leftover: "leftover"
        case .likeLeftover: "like leftover"
        }
    }

    /// How many more are like this one.
    func summary(_ more: Int) -> String {
        let count = more.counted("more problem")
        switch self {
        case .missing(let subject, _, _), .noPassword(let subject), .sessionGone(let subject),
            .misnamed(let subject, _), .duplicate(let subject, _), .leftover(let subject),
            .likeLeftover(let subject):
            return "\(count) like that of \(subject)"
        case .unusable(.invalidFile(let problems)):
            return "\(count) like that of \(problems.first?.path ?? "")"
        case .misspelt(let problem): return "\(count) like that of \(problem.path)"
        case .unusable: return "\(count) like this: \(lines.first ?? "")"
        }
    }
}

extension DirectoryNote {
    /// What similar notes have in common.
    var kind: String {
        switch self {
        case .foreign(_, let file): "foreign \(file)"
        case .plainPassword(_, let besideHash): "plain password \(besideHash)"
        case .likeHash: "like hash"
        case .oddPhone: "odd phone"
        case .status(let status, _): status.words
        case .misspelt(let problem): "misspelt \(problem.message)"
        case .editedText, .notHeldAgainstRules: line
        }
    }

    /// How many more are like this one.
    func summary(_ more: Int) -> String {
        let count = more == 1 ? "note: 1 more" : "note: \(more) more"
        return switch self {
        case .foreign(let subject, _), .editedText(let subject, _, _), .likeHash(let subject, _),
            .oddPhone(let subject), .plainPassword(let subject, _), .status(_, let subject):
            "\(count) like \(subject)"
        case .misspelt(let problem): "\(count) like that of \(problem.path)"
        case .notHeldAgainstRules: line
        }
    }

    var line: String {
        switch self {
        case .foreign(let path, .backup): "note: \(path): a backup; regapp ignores it"
        case .foreign(let path, .swapFile): "note: \(path): the swap file of an editor that has a file open"
        case .foreign(let path, .copy): "note: \(path): a copy of an account; regapp ignores it"
        case .foreign(let path, .other): "note: \(path): not one of regapp's files; regapp ignores it"
        case .plainPassword(let email, let besideHash):
            ("note: \(email): the password is in plain text, and not exported, until the next \(.regapp("login")); "
                as Sentence).text
                + (besideHash ? "the hash beside it no longer counts; " : "")
                + ("\(.regapp("accounts", "password", argument: email)) stores a hash" as Sentence).text
        case .likeHash(let path, let isRegistered):
            "note: \(path): the password looks like a hash, but counts as the password itself; if it is a hash, "
                + (isRegistered ? "name the key \"passwordHash\"" : "write the password instead")
        case .oddPhone(let path):
            "note: \(path): the phone holds more than digits, spaces and + - ( ) . /, so it may be no phone"
        case .status(let status, let email): "note: \(email): " + status.note(email).text
        case .misspelt(let problem): "note: " + problem.sentence
        case .editedText(let path, _, isInUse: true): "note: \(path): open in an editor"
        case .editedText(let path, nil, isInUse: false):
            "note: \(path): an editor's text of a document that is not here; remove it by hand"
        case .editedText(let path, let subject?, isInUse: false):
            "note: \(path): a text that was kept; " + ("continue with \(subject.editing)" as Sentence).text
        case .notHeldAgainstRules: "note: the accounts are not checked until policy.json can be accepted"
        }
    }
}

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
