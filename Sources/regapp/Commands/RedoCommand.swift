import RegappCore
import RegappCommandLine
import RegappValues
import RegappStore
import RegappWording
import RegappJSON
import RegappTerminal

struct RedoCommand: RegappCommand {
    static let words = ["redo"]
    static let page = #"""
        # redo | ACCOUNTS FOR SERVERS
        Redo the last undone change

        It undoes the last 'regapp undo', unless something else was changed since. The next 'regapp redo' goes one change
        further. NUMBER names the undone change or its undo. Like 'regapp undo', it asks if accounts could no longer log in,
        or another person undid it.

        - See what it would change | regapp redo --show
        """#

    private let number: Int?
    private let isDryRun: Bool
    private let isConfirmed: Bool

    init(_ line: inout CommandLineReader) {
        number = line.optionalArgument(
            "NUMBER", .changeNumber, "the number of the change that was undone; default: the last")
        isDryRun = line.preview("show")
        isConfirmed = line.flag("yes", "do not ask first")
    }

    func run(_ context: inout CommandContext) throws {
        let directory = try context.directoryOfHistory()
        if isDryRun { try directory.noteInterruptedChange() }
        if let number {
            guard let undoing = try directory.undoing(number) else {
                return Diagnostics.report(.done("there is nothing to redo for change \(number)"))
            }
            return try context.undo(
                undoing, in: directory, isDryRun: isDryRun, isConfirmed: isConfirmed,
                by: .regapp("redo", "\(number)"))
        }
        guard let last = try directory.lastUndoing() else {
            return Diagnostics.report(.done("there is nothing to redo"))
        }
        try context.undo(
            last, in: directory, isNewest: true, isDryRun: isDryRun, isConfirmed: isConfirmed,
            by: .regapp("redo"))
    }
}
