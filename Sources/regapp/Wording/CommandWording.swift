import RegappCore
import RegappCommandLine
import RegappStore
import RegappProcesses
import RegappJSON
import RegappTerminal
import RegappValues
import RegappWording

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

    static func nobodyToConfirm(_ survey: RegistrySurvey) -> Report {
        Report(
            .data, "nothing was saved: \(survey.consequences)",
            hint: "add --yes to save these rules without being asked")
    }

    /// The most lines that are named.
    private static let mostLines = 10

    static func noEmails(path: String, _ problems: [ImportProblem]) -> Report {
        var errors = problems.prefix(mostLines).flatMap { problem in
            problem.messages.map { "\(path):\(problem.line): \($0); nothing was changed" }
        }
        let more = problems.count - mostLines
        if more > 0 {
            errors.append("\(path): \(more.counted("more line")) without an email that can be read")
        }
        let isUnwritten = problems.contains { $0.reason == .format(.noEmail) }
        let isForeign = problems.contains {
            if case .format(.foreignText) = $0.reason { true } else { false }
        }
        return Report(
            .data, errors,
            hints: (isUnwritten ? ["write one email in each line, and a space after the # of a comment"] : [])
                + (isForeign ? ["save the list as UTF-8"] : []))
    }

    static func notAskedByPAM(_ variable: String, value: String?) -> Report {
        let state = value.map { "'\($0)'" } ?? .notSet
        return Report(
            .usage, "--protocol pam is for pam_exec, types auth and account: \(variable) is \(state)")
    }

    /// - Parameter known: the fields that the file may have.
    static func unknownKey(_ column: AccountColumn, path: String, known: [Field]) -> Report {
        let names = known.map(\.rawValue).joined(separator: ", ")
        return Report(
            .usage, "\(column.key) is not a key of \(path)",
            hint: column.suggestion ?? "its fields are \(prose: names)")
    }

    /// The user who runs regapp may not read a file; the shell that runs it may.
    init(notReadable path: String, _ error: StoreError, _ words: String) {
        let report = Report(error)
        self.init(
            report.exit, report.errors,
            hints: [
                "if your shell may read it, type '\(prose: words)' instead of it, and at the end < \(path)"
            ])
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

    static func onlyHashIsKept(path: String) -> Report {
        Report(.data, "\(String.onlyHashIsKept) in \(path)")
    }

    // MARK: How the work ended

    /// It says neither which of the two does not match nor what to do: a service may show it to any client.
    static let wrongPassword: Report = {
        let report = Report(AccountsError.noMatch([]))
        return Report(report.exit, report.errors)
    }()

    static func passwordMustChange(email: String) -> Report {
        Report(
            .data, "the password of \(email) must be changed before the first login",
            hint: "log in on a terminal, with \(.regapp("login")), and choose another one")
    }

    static func filesLeftOut(_ count: Int) -> Report {
        Report(
            .data, "\(count.counted("file is", "files are")) left out",
            hint: "see \(.regapp("check"))")
    }
}

// What commands ask line by line.

extension Message {
    static func lock(_ count: Int, absentFrom path: String) -> Message {
        .question("lock \(count.counted("account")) that \(path) does not have, and import the others?")
    }

    static let save = question("save the changes?")
}

extension Menu.Choice {
    static let save: [Menu.Choice] = [.init("Save", "y", "yes"), .init("Cancel", "n", "no")]

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

extension RuleInWords {
    /// The rule, with a mark if policy.json changes it.
    var markedWords: String { isOverridden ? words + " (changed in policy.json)" : words }
}

// What only commands and the screens' editor say about an editor's text.

extension Report {
    /// An edit that saved nothing.
    init(_ failure: EditorSession.Failure) {
        switch failure {
        case .discarded: self.init(.failure, "the text was discarded; nothing was changed")
        case .emptied: self.init(.failure, "the text was emptied or removed; nothing was changed")
        case .editorFailed(let ending): self.init(.failure, "\(ending.words); nothing was changed")
        }
    }
}

extension ProgramEnd {
    /// How an editor ended that did not end well.
    fileprivate var words: String {
        switch self {
        // sh(1), "Exit status for commands".
        case .exited(127): "the editor was not found; $VISUAL or $EDITOR names one"
        case .exited(let code): "the editor ended with \(code)"
        case .signalled(let signal): "the editor was ended by signal \(signal)"
        case .notStarted(let errno): "the editor cannot be run: \(Errno(rawValue: errno).reason)"
        }
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
                let change = subject == .policy || Field(rawValue: member.key) != nil ? member.change : ""
                return .mergedMeanwhile(member.key.noun + change)
            })
    }
}

extension JSONMerge.Member {
    /// `: Ann → Anna`
    fileprivate var change: String { ": \(mine.displayText(for: key)) → \(theirs.displayText(for: key))" }
}
