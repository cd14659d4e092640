import RegappCore
import RegappCommandLine
import RegappStore
import RegappProcesses
import RegappJSON
import RegappTerminal
import RegappValues
import RegappWording
import RegappAlbums

// Why a command ends, unless it is an error of a module.

extension Report {
    // MARK: What the command line asks for cannot be done

    static func nothingToEdit(_ subject: Edit.Subject) -> Report {
        let example: ShellCommand =
            if case .account(let email) = subject {
                .regapp("accounts", "edit", "--first-name", "Ann", argument: email)
            } else {
                .regapp("edit", "--first-name", "Ann")
            }
        return Report(.usage, "nothing to change", hint: "for example, type \(example)")
    }

    static func notAskedByPAM(_ variable: String, value: String?) -> Report {
        let state = value.map { "'\($0)'" } ?? .notSet
        return Report(
            .usage, "--protocol pam is for pam_exec, types auth and account: \(variable) is \(state)")
    }

    /// Refuses an option that is given without the one it needs, such as `--changes FILE`.
    static func require(_ options: [(name: String, isGiven: Bool, needed: String, isThere: Bool)]) throws {
        for (name, isGiven, needed, isThere) in options where isGiven && !isThere {
            throw Report(.usage, "\(name) needs \(needed)", hint: "add \(prose: needed)")
        }
    }

    // MARK: What was read cannot be accepted

    static func missingValue(of column: AccountColumn, path: String) -> Report {
        Report(
            .data, ["\(column.key) is not in \(path)"],
            hints: column.suggestion.map { [$0] } ?? [])
    }

    // MARK: How the work ended

    /// It says neither which of the two does not match nor what to do: a service may show it to any client.
    static let wrongPassword: Report = {
        let report = Report(AccountsError.noMatch([]))
        return Report(report.exit, report.errors)
    }()

    static func filesLeftOut(_ count: Int) -> Report {
        Report(
            .data, "\(count.counted("file is", "files are")) left out",
            hint: "see \(.regapp("check"))")
    }
}

// What commands ask line by line.

extension Menu.Choice {
    /// - Parameter policy: the rules by which a field is displayed; nil shows it as it is written.
    static func sides(of conflict: Edit.Conflict, _ policy: Policy?) -> [Menu.Choice] {
        [
            .init("\(Edit.Choice.mine.title): \(conflict.displayText(\.mine, policy))", "m", "mine"),
            .init("\(Edit.Choice.theirs.title): \(conflict.displayText(\.theirs, policy))", "theirs"),
        ]
    }
}

extension Conversation {
    func say(_ message: Message) { for fact in message.facts { say(fact.text) } }

    func confirm(_ question: Message) throws(PromptError) -> Bool {
        try confirm(question.asked)
    }

    func choose(_ question: Message, among choices: [Menu.Choice]) throws(PromptError) -> Int {
        try choose(question.asked, among: choices)
    }
}

// What commands print on standard output besides values, because they were asked for it.

extension Policy {
    var line: String { "Policy: \(system.rawValue), \(summary)" }
}

// What only commands and the screens' editor say about an editor's text.

extension Report {
    /// An edit that saved nothing.
    init(_ failure: EditorSession.Failure) {
        let reason =
            switch failure {
            case .discarded: "the text was discarded"
            case .emptied: "the text was emptied or removed"
            // sh(1), "Exit status for commands".
            case .editorFailed(.exited(127)): "cannot run the editor that $VISUAL or $EDITOR names: not found"
            case .editorFailed(.exited(let code)): "the editor ended with \(code)"
            case .editorFailed(.signalled(let signal)): "the editor was ended by signal \(signal)"
            case .editorFailed(.notStarted(let errno)):
                "the editor cannot be run: \(Errno(rawValue: errno).reason)"
            }
        self.init(.failure, "\(reason); nothing was changed")
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

    static func merged(_ members: [JSONMerge.Member], _ subject: Edit.Subject) -> Message {
        Message(
            members.map { member in
                let key = member.key
                let isShown = subject == .policy || Field(rawValue: key) != nil
                let (mine, theirs) = (member.mine.displayText(for: key), member.theirs.displayText(for: key))
                return .mergedMeanwhile(key.noun + (isShown ? ": \(mine) → \(theirs)" : ""))
            })
    }
}

extension Message {
    static func rulesSaved(isChanged: Bool) -> Message {
        Message(.saved(isChanged, next: .seeRules))
    }

    /// What rules mean for the accounts, and what to do if they are in force.
    static func survey(_ survey: RegistrySurvey, inForce: Bool) -> Message {
        var lines = survey.files == 0 && inForce ? nobodyRegistered().facts : []
        if survey.rejected > 0 {
            lines.append(.warning("accounts that break a rule and cannot be used: \(survey.rejected)"))
        }
        if survey.lacking > 0 {
            lines.append(.warning("accounts that lack what the policy requires: \(survey.lacking)"))
        }
        if survey.rejected + survey.lacking > 0, inForce { lines.append(.hint("see \(.regapp("check"))")) }
        return Message(lines)
    }
}

// Messages about the process: how it was started, its streams, and the documents directory.

extension Report {
    // MARK: How this process was started, and what surrounds it

    static func output(_ errno: Int32) -> Report {
        Report(.inputOutput, "cannot write standard output: \(Errno(rawValue: errno).reason)")
    }

    /// Why there are no album screens, and what to type instead.
    init(_ obstacle: ScreenObstacle) {
        self.init(
            .usage, "the album screens \(obstacle.rawValue)",
            hint: "type \(.regapp("albums", "search", "TERM"))")
    }

    static func accountsScreen(_ obstacle: ScreenObstacle) -> Report {
        Report(.usage, "the screens \(obstacle.rawValue)", hint: "type \(.regapp("accounts", "list"))")
    }
}

// Messages of commands about the album catalogue, its answers and its cache.

extension Message {
    /// Which store is asked if none was named.
    static func store(_ store: Storefront) -> Message {
        .hint("searching the \(prose: store.code) store; --country chooses another")
    }
}

// Messages about an export, and about LDAP changes.

extension Message {
    static func leftOut(_ error: ExportError, email: String) -> Message {
        .warning("\(email) \(error.message); it is left out")
    }
}

extension Report {
    static func unrepresentable(_ count: Int, _ format: ExchangeFormat) -> Report {
        Report(.data, "\(format.rawValue) cannot represent \(count.counted("account"))")
    }
}
