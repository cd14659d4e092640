import RegappCore
import RegappCommandLine
import RegappValues
import RegappStore
import RegappWording
import RegappJSON
import RegappTerminal

struct UndoCommand: RegappCommand {
    static let words = ["undo"]
    static let page = #"""
        # undo | ACCOUNTS FOR SERVERS
        Undo the last change, or another one

        'regapp cancel' is the same command.

        Without NUMBER it undoes the newest change that is in effect; the next 'regapp undo' goes one change further back.
        It skips what 'accounts seen' stored. 'regapp history' has the numbers, and 'regapp redo' redoes an undone change. A
        change of several accounts is undone as a whole. If nothing is left of the newest change, if it cannot be undone, or
        if its record cannot be read, 'undo' without NUMBER changes nothing, exits with 65 and names an earlier one. A
        change that was interrupted is completed first, also by --show.

        If a file is still as the change left it and holds no plain password, its former text comes back byte for byte.
        Otherwise only keys and list elements that have not changed since come back. Values set by a later change stay, even
        if they equal the old ones: a person who was unlocked and locked again stays locked. regapp lists these keys and
        changes. Undoing a change of one account is then refused as a whole, with exit code 65; of several accounts, the
        rest is undone. An account is found under its present email. What a change created is removed only if it is
        unchanged.

        Invalid rules are never restored. If accounts could no longer log in or be accepted, regapp lists them and asks;
        --show lists them too. If another person made the newest change, regapp names that person and asks. This also
        applies to a password that the account's owner changed. Without a terminal, add --yes; for another person's change,
        NUMBER is enough. If a registry comes back over a profile, the profile stays, and a warning says how to remove it.

        --by-hand replaces a policy.json and account files that cannot be accepted by their last acceptable texts from the
        history; what was written by hand is lost.

        regapp keeps the last 500 changes, in at most 256 MiB. It cannot undo the login that creates a profile, nor a login
        or logout in a registry, except the first password that a login sets.

        - See what it would undo | regapp undo --show
        - Undo another change | regapp undo 1

            revert, rollback, back, restore, checkout, accounts restore
            --last =, --all =, --number = NUMBER, --dry-run = --show, --preview = --show, -n = --show
        """#
    static let otherWords = [["cancel"]]

    private let number: Int?
    private let isByHand: Bool
    private let isDryRun: Bool
    private let isConfirmed: Bool

    init(_ line: inout CommandLineReader) {
        number = line.optionalArgument(
            "NUMBER", .changeNumber, "the number of the change; default: the newest")
        isByHand = line.flag(
            "by-hand", "restore the last valid version of invalid files from the history")
        isDryRun = line.flag("show", "say what would be undone, and change nothing")
        isConfirmed = line.flag("yes", "do not ask first")
    }

    func run(_ context: inout CommandContext) throws {
        // Not `state`: an account file that is broken now may be the very thing to undo.
        let directory = try context.directoryOfHistory(whileUndoingByHand: isByHand)
        if isByHand { return try undoHandEdits(directory, &context) }
        if isDryRun { try directory.noteInterruptedChange() }
        if let number {
            guard let change = try directory.change(number) else {
                return Diagnostics.report(
                    .nothingLeft(of: number, undoneBy: try directory.undoing(of: number)))
            }
            return try context.undo(
                change, in: directory, isDryRun: isDryRun, isConfirmed: isConfirmed,
                by: .regapp("undo", "\(number)"))
        }
        guard let last = try lastChange(of: directory) else {
            // Makes an undo durable that a fault cut short.
            if !isDryRun { _ = try directory.cancel() }
            return Diagnostics.report(.nothingToUndo)
        }
        // Without the account, nothing of it is left to undo.
        if let seen = last.passedOver, !last.removesAccount {
            Diagnostics.report(
                .done(
                    "change \(seen) by \(prose: AccountsSeenCommand.words.spaced) stays",
                    next: "\(.regapp("undo", "\(seen)")) undoes it"))
        }
        try context.undo(
            last, in: directory, isNewest: true, isDryRun: isDryRun, isConfirmed: isConfirmed,
            by: .regapp("undo"))
    }

    private func lastChange(of directory: AccountStore) throws -> Undoing? {
        do throws(AccountsError) { return try directory.lastChange() } catch {
            let failure = Message(of: error)
            let more: Sentence? =
                switch error {
                case .takenBack where try directory.handEdits() != nil:
                    "or restore its last version with \(.regapp("undo", "--by-hand"))"
                case .changedSince, .rulesRefused, .invalidFile:
                    try directory.changeBeforeLast().map {
                        "or undo an earlier change with \(.regapp("undo", "\($0)"))"
                    }
                default: nil
                }
            throw failure.with(hints: failure.hints + [more].compactMap(\.self))
        }
    }

    private func undoHandEdits(_ directory: AccountStore, _ context: inout CommandContext) throws {
        guard number == nil else {
            throw Message(.usage, "--by-hand is for files, and a number for a change", hint: "leave one out")
        }
        guard let edits = try directory.handEdits() else {
            return Diagnostics.report(
                .done(
                    "the history has nothing to restore",
                    next: "\(.regapp("check")) lists files with mistakes, to correct in an editor"))
        }
        if !isDryRun { try directory.undo(edits) }
        for line in edits.differences.flatMap({ $0.lines(directory.policy, isDryRun: isDryRun) }) {
            try isDryRun ? context.output.line(line) : context.output.outcome(line)
        }
        try context.output.flush()
        for email in edits.locked {
            Diagnostics.report(
                .warning(
                    "\(email) comes back locked: its file may say that it is kept out",
                    hint: "\(.regapp("accounts", "unlock", email)) unlocks it"))
        }
        Diagnostics.report(
            isDryRun
                ? .done("nothing was changed", next: "\(.regapp("undo", "--by-hand")) makes this change")
                : .undone(edits.differences))
    }
}

extension AccountStore {
    /// Before it is shown what undoing would do.
    func noteInterruptedChange() throws {
        guard let number = try reading({ try $0.interruptedChange() }) else { return }
        Diagnostics.report(.note("change \(number) was interrupted; it is completed first"))
    }
}

extension CommandContext {
    private static let nothingUndone = "nothing was undone"

    /// The directory for its history. While `policy.json` cannot be accepted, says so, and goes on.
    ///
    /// - Parameter isByHand: whether the person follows already what that would suggest.
    mutating func directoryOfHistory(whileUndoingByHand isByHand: Bool = false) throws -> AccountStore {
        do { return try directory() } catch AccountsError.invalidFile(let problems) {
            let failure = Message(of: AccountsError.invalidFile(problems))
            Diagnostics.report((isByHand ? failure.with(hints: []) : failure).asWarning)
            return try AccountStore(store(), now: environment.now, acceptingAnyRules: true)
        }
    }

    /// Undoes a change and prints what that does, or would do. Asks first if another person made the newest change, or
    /// if accounts could no longer log in or be accepted afterwards.
    ///
    /// - Parameter command: what the person has typed.
    mutating func undo(
        _ change: Undoing, in directory: AccountStore, isNewest: Bool = false, isDryRun: Bool,
        isConfirmed: Bool,
        by command: ShellCommand
    ) throws {
        let progress = ProgressLine()
        let impact = try directory.impact(of: change) { progress.tick(.reading, $0) }
        progress.clear()
        if !change.unread.isEmpty {
            let numbers = change.unread.reversed().map(String.init).listed(last: "and")
            Diagnostics.report(
                .warning(
                    "the record of \(change.unread.count == 1 ? "change" : "changes") \(numbers) cannot be read: what was changed since is not known",
                    hint: "see it with \(.regapp("check"))"))
        }
        let newest = change.madeAgain ?? change.head
        let doubt = UndoDoubt(
            whose: isNewest && !directory.isOwn(newest) ? newest : nil, isRedo: change.madeAgain != nil,
            consequences: impact.isHarmless ? nil : impact.consequences, directory)
        if isDryRun {
            if let whose = doubt.sentence { try output.line(whose) }
        } else if !isConfirmed, doubt.isAny {
            let own =
                try doubt.sentence == nil || change.isRedo
                ? nil
                : directory.lastOwnChange().map(\.number).flatMap { number in
                    let isUndoable = number != change.head.number && (try? directory.change(number)) != nil
                    return isUndoable ? number : nil
                }
            let lines = change.differences.prefix(5).flatMap { $0.lines(directory.policy, isDryRun: true) }
            let isWanted = try confirm(
                .question("undo it?"), after: doubt.said(lines, own: own),
                orElse: doubt.failure(own: own, undoing: "\(change.head.number)"))
            guard isWanted else { return Diagnostics.report(.done(Sentence(prose: Self.nothingUndone))) }
        }
        let differences = isDryRun ? change.differences : try directory.cancel(change)
        // Reported even if the output below fails, since the change is undone.
        defer {
            let next = doubt.isAny ? ShellCommand.regapp("undo", "\(change.head.number)", "--yes") : command
            Diagnostics.report(
                isDryRun
                    ? .done("nothing was changed", next: "\(next) makes this change")
                    : .undone(differences, isRedo: change.isRedo))
        }
        for line in differences.flatMap({ $0.lines(directory.policy, isDryRun: isDryRun) }) {
            try isDryRun ? output.line(line) : output.outcome(line)
        }
        try output.flush()
        if let consequences = doubt.consequences, isDryRun || isConfirmed {
            Diagnostics.report(.warning(consequences))
        }
        if !isDryRun { Self.warnOfProfile(after: directory) }
    }

    /// As after other changes of the rules, a profile that breaks them prevents nothing. Nor does one under a registry:
    /// undoing removes nothing that somebody made since.
    private static func warnOfProfile(after directory: AccountStore) {
        do throws(AccountsError) {
            let present = try AccountStore(directory.store, now: directory.now, acceptingAnyRules: true)
            if !present.policy.isRegistry { _ = try present.current() }
            if let warning = try Message.unusedProfile(in: present) { Diagnostics.report(warning) }
        } catch {
            Diagnostics.report(Message(of: error).asWarning)
        }
    }
}

/// Why a person is asked before something is undone.
private struct UndoDoubt {
    /// Who made the change, if another person did.
    let sentence: String?
    /// What undoing means for accounts, unless it is harmless.
    let consequences: String?

    init(whose head: ChangeHead?, isRedo: Bool, consequences: String?, _ directory: AccountStore) {
        sentence = head.map { head in
            let kind = head.undoes == nil || isRedo ? "change" : "undoing"
            return "the last \(kind), \(head.number), is by \(UserNames(directory.store).person(head))"
        }
        self.consequences = consequences
    }

    var isAny: Bool { sentence != nil || consequences != nil }

    /// - Parameters:
    ///   - lines: what undoing would do.
    ///   - own: the number of the person's own newest change.
    func said(_ lines: [String], own: Int?) -> [Message] {
        let whose = sentence.map { $0 + (own.map { "; your own last change is \($0)" } ?? "") }
        return ([whose].compactMap(\.self) + lines).map { Message.question($0) }
            + (consequences.map { [.warning($0)] } ?? [])
    }

    /// Why nothing is undone if nobody can be asked.
    func failure(own: Int?, undoing number: String) -> Message {
        let reasons = [sentence, consequences].compactMap(\.self).joined(separator: "; ")
        let hint: Sentence =
            consequences == nil
            ? "\(.regapp("undo", number)) undoes it" : "\(.regapp("undo", number, "--yes")) undoes it anyway"
        return Message(
            .data, ["\(reasons); nothing was undone"],
            hints: [hint]
                + (own.map { ["\(.regapp("undo", "\($0)")) undoes your own last change"] } ?? []))
    }
}
