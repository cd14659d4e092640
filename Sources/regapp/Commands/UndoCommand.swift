import RegappCore
import RegappCommandLine
import RegappStore
import RegappTerminal
import RegappWording

struct UndoCommand: RegappCommand {
    static let words = ["undo"]
    static let otherWords = [["cancel"]]

    static let page = CommandPage(
        "Undo the last change, or another one", section: .registry,
        discussion: [
            "Another name of the command is 'regapp cancel'.",
            "Without NUMBER it undoes the newest change that is in effect; the next 'regapp undo' goes one change further "
                + "back. 'regapp history' has the numbers, and 'regapp redo' takes an undoing back. It prints what that "
                + "changes in each account or in the rules. A change of several accounts is undone as a whole.",
            "A file that is still as the change left it comes back byte for byte. In others only the keys come back that "
                + "nobody has changed since. A key that was changed since stays, and the change that did it is listed: "
                + "of a single account nothing is undone then (65), of several the rest is. What a change created goes only "
                + "if it was not changed since.",
            "If another person made the newest change, 'regapp undo' says who and asks; without a terminal it needs NUMBER "
                + "or --yes (65 otherwise).",
            "The last 500 changes are kept, in at most 256 MiB. A first login cannot be undone; nor can a "
                + "login or logout in a registry. After them you can still undo the change before. A first "
                + "password that a login sets is a change like any other.",
            "After a logout from a profile, a login with its email and password brings it back as it "
                + "was. Any other login makes a new profile, and undoing that brings the old one back.",
        ],
        examples: [
            "Undo the last change": "regapp undo",
            "See what it would undo": "regapp undo --show",
            "Undo another change": "regapp undo 1",
        ],
        nicknames: ["revert", "rollback", "back", "reset"])

    private let number: Int?
    private let isDryRun: Bool
    private let isConfirmed: Bool

    init(_ line: inout CommandLineReader) {
        number = line.optionalArgument(
            "NUMBER", .number(1...Int.max), "the number of the change; the newest without it")
        isDryRun = line.flag("show", "say what would be undone, and change nothing")
        isConfirmed = line.flag(
            "yes", "do not ask, even if another person made the change, or accounts could no longer log in")
    }

    func run(_ context: inout CommandContext) throws {
        // Not `signIn`: an account file that is broken now may be the very thing to undo.
        let directory = try context.directory()
        if let number {
            return try context.undo(
                directory.change(number), number: number, isConfirmed: isConfirmed,
                preview: isDryRun ? .regapp("undo", "\(number)") : nil)
        }
        guard let last = try directory.lastChange() else {
            // An undoing that a fault cut short is made durable.
            if !isDryRun { _ = try directory.cancel() }
            return try context.undo(nil, preview: nil)
        }
        try context.undoNewest(last, isDryRun: isDryRun, isConfirmed: isConfirmed)
    }
}

struct RedoCommand: RegappCommand {
    static let words = ["redo"]

    static let page = CommandPage(
        "Take back the last undoing", section: .registry,
        discussion: [
            "It makes the change again that 'regapp undo' undid last, if nothing but undoings came after it. The next 'regapp "
                + "redo' takes back the one before."
        ],
        examples: ["Make the change again": "regapp redo", "See what it would change": "regapp redo --show"])

    private let isDryRun: Bool
    private let isConfirmed: Bool

    init(_ line: inout CommandLineReader) {
        isDryRun = line.flag("show", "say what would change, and change nothing")
        isConfirmed = line.flag("yes", "do not ask, even if somebody else undid it")
    }

    func run(_ context: inout CommandContext) throws {
        let directory = try context.directory()
        guard let last = try directory.lastUndoing() else {
            return Diagnostics.report(.done("there is nothing to redo"))
        }
        try context.undoNewest(last, isDryRun: isDryRun, isConfirmed: isConfirmed)
    }
}

extension CommandContext {
    /// Undoes the newest change or undoing, after a question if somebody else made it.
    fileprivate mutating func undoNewest(_ last: Undoing, isDryRun: Bool, isConfirmed: Bool) throws {
        let (directory, number) = (try directory(), "\(last.head.number)")
        let newest: ShellCommand = last.head.undoes == nil ? .regapp("undo") : .regapp("redo")
        if directory.isOwn(last.head) { return try undo(last, preview: isDryRun ? newest : nil) }
        let kind = last.head.undoes == nil ? "change" : "undoing"
        let whose = "the last \(kind), \(number), is by \(UserNames(directory.store).person(last.head))"
        if isDryRun {
            try output.line(whose)
        } else if !isConfirmed {
            let own = try directory.lastOwnChange()?.number
            let sentence = whose + (own.map { "; your own last change is \($0)" } ?? "")
            let lines = last.differences.prefix(5).flatMap { $0.lines(directory.policy, isDryRun: true) }
            let isWanted = try confirm(
                .question("undo it?"), after: ([sentence] + lines).map { Message.question($0) },
                orElse: Report(
                    .data, ["\(whose); nothing was undone"],
                    hints: ["\(.regapp("undo", number)) undoes it"]
                        + (own.map { ["\(.regapp("undo", "\($0)")) undoes your own last change"] } ?? [])))
            guard isWanted else { return Diagnostics.report(.done("nothing was undone")) }
        }
        try undo(last, preview: isDryRun ? .regapp("undo", number) : nil)
    }

    /// Undoes a change and prints what that does.
    ///
    /// - Parameters:
    ///   - number: that of the change that was asked for.
    ///   - isConfirmed: whether it is not to ask if rules come back under which accounts could not log in; nil for the rules
    ///     right before the last change, which were good enough then.
    ///   - preview: what undoes it, if this is only to say what that would do.
    fileprivate mutating func undo(
        _ change: Undoing?, number: Int? = nil, isConfirmed: Bool? = nil, preview: ShellCommand?
    ) throws {
        guard let change else {
            return Diagnostics.report(
                number.map { .done("nothing of change \($0) is left to undo") } ?? .nothingToUndo)
        }
        let (directory, isDryRun) = (try directory(), preview != nil)
        if let isConfirmed, !isDryRun, change.differences.count == 1,
            case .rules(let old, let new?) = change.differences[0]
        {
            let rules = PolicyChange(
                of: old, to: RuledDirectory(directory.store, new, now: environment.now))
            guard try RulesConsequences(of: rules, self).areAccepted(isConfirmed, self) else {
                return Diagnostics.report(.done("nothing was undone"))
            }
        }
        let differences = isDryRun ? change.differences : try directory.cancel(change)
        // Printed even if the output below fails: it is done.
        defer {
            Diagnostics.report(
                preview.map { .done("nothing was changed", next: "\($0) does it") }
                    ?? .undone(differences, isRedo: change.head.undoes != nil))
        }
        for line in differences.flatMap({ $0.lines(directory.policy, isDryRun: isDryRun) }) {
            try isDryRun ? output.line(line) : output.outcome(line)
        }
        try output.flush()
    }
}
