internal import RegappCommandLine
package import RegappCore
internal import RegappStore
internal import RegappValues

extension PastChange {
    /// Its number, when, by whom and by which command it was made, and in short what it did. `today` shortens times.
    package func cells(_ policy: Policy, _ names: UserNames, _ today: CalendarDate? = nil) -> [String] {
        let time = today.map(head.author.shortTime) ?? head.author.localTime
        return [
            "\(head.number)", time ?? head.author.time, names.person(head), head.author.command,
            inShort(policy),
        ]
    }

    private func inShort(_ policy: Policy) -> String {
        if documents.isEmpty, !isOfAccount {
            return head.isForgetting && head.accounts == 0 ? "" : "forgotten"
        }
        let undoing = head.undoes.map { "undo of \($0): " } ?? ""
        var past = more == 0 ? "" : " (and \(more) more)"
        past += progress.shortWords
        if !isInEffect { past += " (undone)" }
        if !editedByHand.isEmpty { past += " (edited by hand before)" }
        guard head.accounts > 1, !isOfAccount else {
            let others = head.accounts > 1 ? " (one of \(head.accounts) accounts)" : ""
            return undoing + documents.flatMap { $0.told(policy) }.joined(separator: "; ") + others + past
        }
        let verbs = ["registered", "removed"].compactMap { verb -> String? in
            let count = documents.count { $0.verb == verb }
            if count == 0 { return nil }
            return count == documents.count ? verb : "\(count) \(verb)"
        }
        let rules = documents.filter { if case .rules = $0 { true } else { false } }.flatMap {
            $0.told(policy)
        }
        let nouns = documents.lazy.flatMap(\.fields).map(\.noun).withoutDuplicates
        let words = (verbs + nouns).joined(separator: ", ")
        let all = rules + ["\(head.accounts) accounts" + (words.isEmpty ? "" : ": \(words)")]
        return undoing + all.joined(separator: "; ") + past
    }

    private static let mostLater = 10

    /// When, by whom and by which command it was made; all that it did, a line each; what changed it again.
    package func lines(_ policy: Policy, _ names: UserNames, _ today: CalendarDate? = nil) -> [String] {
        var lines = [cells(policy, names, today)[1...3].joined(separator: ", ")]
        if let undone = head.undoes { lines.append("it undoes change \(undone)") }
        if let others = head.standsFor, others.count > 0 {
            lines.append(
                "it stands for \(others.count.counted("earlier change")) of its kind, too, from change \(others.first) on"
            )
        }
        if !isInEffect { lines.append("it was undone") }
        switch progress {
        case .made: break
        case .beingMade: lines.append("it is being made")
        case .interrupted: lines.append("it was interrupted: the next command that writes completes it")
        }
        lines += editedByHand.map { "\($0) was edited by hand before" }
        lines += documents.flatMap { $0.told(policy) }
        if !later.isEmpty {
            let rest = later.count - Self.mostLater
            let numbers = later.reversed().prefix(Self.mostLater).map(String.init)
            let all = (numbers + (rest > 0 ? ["\(rest) more"] : [])).listed(last: "and")
            lines.append("changed again by \(later.count == 1 ? "change" : "changes") \(all)")
        }
        return lines
    }
}

extension ChangeProgress {
    fileprivate var shortWords: String {
        switch self {
        case .made: ""
        case .beingMade: " (being made)"
        case .interrupted: " (interrupted)"
        }
    }
}

extension DocumentDifference {
    /// What a change did to the document, a line for each value.
    package func told(_ policy: Policy) -> [String] {
        switch self {
        case .profile(let difference): difference.told("profile", policy)
        case .account(let email, let difference): difference.told(email, policy)
        case .rules(let old?, let new?): new.lines(since: old, "became").map { "rules: \($0)" }
        case .rules: ["rules: a text that could not be accepted"]
        case .left(let path, _, _): [path]
        }
    }

    fileprivate var verb: String {
        switch self {
        case .account(_, .added): "registered"
        case .account(_, .removed): "removed"
        default: ""
        }
    }
}

extension AccountDifference {
    fileprivate func told(_ subject: String, _ policy: Policy) -> [String] {
        switch self {
        case .fields(let changes) where changes.isEmpty: ["\(subject): only the layout of the file"]
        case .fields(let changes): ["\(subject): " + changes.lines(policy).joined(separator: "; ")]
        case .added: ["\(subject): registered"]
        case .removed: ["\(subject): removed"]
        case .mended, .spoiled, .spoiledRemoved: ["\(subject): a file that could not be accepted"]
        }
    }
}

extension FieldChange {
    /// The label of what is changed.
    package var noun: String {
        if locks != nil { return "Locked" }
        return switch key {
        case .field(let field): field.label
        case .own(let key): key
        }
    }
}
