import RegappCore
import RegappValues
import RegappStore
import RegappProcesses
import RegappJSON
import RegappTerminal
import RegappWording
import RegappAlbums

// Why a command ends, unless it is an error of a module.

extension Message {
    /// - Parameter emails: those that were typed: of two, the second may be the new email of the first.
    static func nothingToEdit(_ subject: EditSubject, _ emails: [String] = []) -> Message {
        if emails.count == 2, emails.allSatisfy({ $0.contains("@") }) {
            let line = ShellCommand.regapp("accounts", "edit", emails[0], "--email", emails[1])
            return Message(
                .usage, ["nothing to change"],
                hints: [
                    "for another email, type \(line)",
                    "for both accounts, add what to change, such as --first-name Ann",
                ])
        }
        let example: ShellCommand =
            if case .account(let email) = subject {
                .regapp("accounts", "edit", "--first-name", "Ann", argument: email)
            } else {
                .regapp("edit", "--first-name", "Ann")
            }
        return Message(.usage, "nothing to change", hint: "for example, type \(example)")
    }

    static func notAskedByPAM(_ variable: String, value: String?) -> Message {
        let state = value.map { "'\($0)'" } ?? .notSet
        return Message(
            .usage, "--protocol pam is for pam_exec, types auth and account: \(variable) is \(state)")
    }

    static func missingValue(of column: AccountColumn, path: String) -> Message {
        Message(.data, "\(column.key) is not in \(path)", hint: column.suggestion)
    }

    /// For an owner, who may learn nothing of files.
    static let unreadableRegistry = Message(
        .inputOutput, "the accounts cannot be read now; nothing was changed", hint: "tell the administrator")

    /// Says neither what does not match nor what to do, since a service may show it to any client.
    ///
    /// - Parameter key: what people log in by; where that is the first name, services and commands still take the email.
    static func wrongPassword(by key: Policy.LoginKey = .email) -> Message {
        Message(of: AccountsError.noMatch([], by: key == .firstName ? .email : key)).with(hints: [])
    }

    static func filesLeftOut(_ count: Int) -> Message {
        Message(
            .data, "\(count.counted("file is", "files are")) left out", hint: "see \(.regapp("check"))")
    }

    static func unrepresentable(_ count: Int, _ format: ExchangeFormat) -> Message {
        Message(.data, "\(format.rawValue) cannot represent \(count.counted("account"))")
    }

    /// What an export ends with if servers will refuse people who can log in here.
    static func leftOut(_ accounts: LeftOutAccounts) -> Message? {
        let count = accounts.otherHash + accounts.plainPassword + accounts.noName
        guard count > 0 else { return nil }
        var reasons: [String] = []
        var hints: [Sentence] = []
        if accounts.otherHash > 0 {
            reasons.append("not every server verifies the hash")
            hints.append("add --any-hash if yours does")
        }
        if accounts.plainPassword > 0 {
            reasons.append("the password is in plain text")
            hints.append(
                "\(.regapp("accounts", "password", argument: "EMAIL")) stores a hash, as the next \(.regapp("login")) does"
            )
        }
        if let key = accounts.nameKey {
            reasons.append("a name under '\(key)' is missing")
            hints.append("add \(.words(["--where", key + "!="])) if that is meant")
        }
        let people = count.counted("account that can log in here is", "accounts that can log in here are")
        return Message(.data, "\(people) left out, because \(reasons.joined(separator: " or "))").with(
            hints: hints)
    }

    static func output(_ errno: Int32) -> Message {
        Message(.inputOutput, "cannot write standard output: \(Errno(rawValue: errno).reason)")
    }
}

// What commands ask line by line.

extension Menu.Choice {
    /// - Parameter policy: the rules by which a field is displayed; nil shows it as it is written.
    static func sides(of conflict: EditConflict, _ policy: Policy?) -> [Menu.Choice] {
        [
            .init("\(EditChoice.mine.title): \(conflict.displayText(\.mine, policy))", "m", "mine"),
            .init("\(EditChoice.theirs.title): \(conflict.displayText(\.theirs, policy))", "theirs"),
        ]
    }
}

extension Conversation {
    func say(_ message: Message) { for fact in message.facts { say(fact.text) } }

    func choose(_ question: Message, among choices: [Menu.Choice]) throws(TerminalEnd) -> Int {
        try choose(question.asked, among: choices)
    }
}

extension Policy {
    var line: String { "Policy: \(name.rawValue), \(summary)" }
}

// What only commands and the screens' editor say about an editor's text.

extension Message {
    /// An edit that saved nothing.
    static let textIsDiscarded = Message(.failure, "the text was discarded; nothing was changed")
    static let textIsEmptied = Message(.failure, "the text was emptied or removed; nothing was changed")

    /// - Parameter command: the editor, as the user wrote it.
    init(_ command: String, endedWith end: ProgramEnd) {
        let another: Sentence = "set $VISUAL or $EDITOR to an editor you have, as in EDITOR=vi"
        let reason: String
        var hint: Sentence?
        switch end {
        // sh(1), "Exit status for commands".
        case .exited(126), .exited(127):
            reason = "cannot run the editor '\(command)'"
            hint = another
        case .exited(let code): reason = "the editor ended with \(code)"
        case .signalled(let signal): reason = "the editor was ended by signal \(signal)"
        case .notStarted(let errno):
            reason = "cannot run the editor '\(command)': \(Errno(rawValue: errno).reason)"
            hint = another
        }
        self.init(.failure, "\(reason); nothing was changed", hint: hint)
    }
}

extension Message {
    static func textStillOpen(path: String) -> Message {
        .warning(
            "\(path) is still open in an editor, or cannot be removed; later changes there are not seen",
            hint: waitingEditor)
    }

    static let waitingEditor: Sentence =
        "choose an editor that waits, or its option for waiting, such as 'gvim -f'"

    static func merged(_ members: [JSONMerge.Member], _ subject: EditSubject) -> Message {
        Message(
            members.map { member in
                let key = member.key
                let isShown = subject == .policy || Field(rawValue: key) != nil
                let mine = member.mine.displayText(for: key)
                let theirs = member.theirs.displayText(for: key)
                return .mergedMeanwhile(key.noun + (isShown ? ": \(mine) → \(theirs)" : ""))
            })
    }

    /// What a change of the rules means for the accounts, and what to do if it is in force.
    static func survey(_ survey: PolicyImpact, of change: ProposedPolicy, inForce: Bool) -> Message {
        var lines: [Message] = []
        if survey.files == 0, inForce {
            let many: Sentence = "or import many with \(.regapp("accounts", "import", "FILE"))"
            lines.append(.hint("nobody is registered yet", next: "\(.register()), \(many)"))
        }
        if survey.rejected > 0 {
            lines.append(.warning("accounts that break a rule and cannot be used: \(survey.rejected)"))
        }
        if survey.lacking > 0 {
            lines.append(.warning("accounts without required fields: \(survey.lacking)"))
        }
        if survey.rejected + survey.lacking > 0, inForce { lines.append(.hint("see \(.regapp("check"))")) }
        if survey.files > 0, change.changesHashes {
            lines.append(
                .hint("existing hashes stay; \(.regapp("login")) replaces one that is weaker than new ones"))
        }
        return Message(lines)
    }

    /// Which store is asked if none was named.
    static func store(_ store: Storefront) -> Message {
        .hint("searching the \(prose: store.code) store; --country chooses another")
    }

    static func leftOut(_ email: String, _ reason: String) -> Message {
        .warning("\(email) \(reason); it is left out")
    }
}

extension String {
    static let onlyHashIsKept = "the password cannot be shown: only its hash is kept"

    static func noAccountHas(key: String) -> String { "no account has the key '\(key)'" }
}

extension Message {
    /// Generated passwords were printed, and then setting them failed.
    init(afterPrinting count: Int, _ secret: String, _ error: AccountsError) {
        let failure = Message(of: error)
        let what = count == 1 ? "the printed \(secret)" : "the \(count) printed \(secret)s"
        // After a failure halfway, it is unknown whether the change was made.
        var end = count == 1 ? "was not set" : "were not set"
        if case .store(.halfway) = error { end = "may be set" }
        self.init(failure.exit, failure.errors + ["\(what) \(end)"], hints: failure.hints)
    }
}

extension AccountColumn {
    /// The keys that were probably meant.
    var suggestion: Sentence? {
        meant.isEmpty ? nil : Sentence.didYouMean(meant.joined(separator: "' or '"))
    }
}

extension Sentence {
    static func didYouMean(_ key: String) -> Sentence { "did you mean '\(prose: key)'?" }
}
