import Foundation
import RegappTestSupport

/// What a key costs on a list of 200 albums: processor time of the thread that answers and draws, as the kernel counts it
/// (`/proc/PID/schedstat`, nanoseconds), and bytes that reach the terminal.
struct KeyPresses {
    private let regapp: BuiltProgram
    private let home: TemporaryHome

    init(directory: String) throws {
        home = try Program.home()
        regapp = BuiltProgram(path: directory + "/regapp")
    }

    func measure(runs: Int) throws {
        for (columns, rows) in [(80, 24), (200, 60)] {
            let list = try AlbumList(regapp, home, columns: columns, rows: rows)
            let size = "at \(columns)x\(rows)"
            report(
                "a key that moves the selection, \(size)", try list.cost(of: ["\u{1B}[B", "\u{1B}[A"], runs))
            report(
                "a key that scrolls by a page, \(size)", try list.cost(of: ["\u{1B}[6~", "\u{1B}[5~"], runs))
            try list.leave()
        }
    }

    private func report(_ label: String, _ cost: (milliseconds: Double, bytes: Int)) {
        Program.say(label, "\(Program.format(cost.milliseconds)) ms of processor time, \(cost.bytes) bytes")
    }
}

/// The program with 200 albums on its screen and their covers loaded.
private struct AlbumList {
    private let catalogue: FakeCatalogue
    private let terminal: PseudoTerminal

    init(_ program: BuiltProgram, _ home: TemporaryHome, columns: Int, rows: Int) throws {
        catalogue = try FakeCatalogue()
        terminal = try PseudoTerminal(
            program, ["albums"], in: home, columns: columns, rows: rows,
            environment: [
                "REGAPP_ALBUMS_URL": catalogue.address + "/many-200", "COLORTERM": "truecolor",
            ])
        try terminal.expectOnScreen("Search")
        try terminal.send("night\r")
        try terminal.expectOnScreen("200 albums")
        // Every row is shown once, so that no cover is on its way while keys are counted.
        settle()
        for _ in 0..<(200 * 2 / (rows - 10)) {
            try terminal.send("\u{1B}[6~")
            settle()
        }
        try terminal.send("\u{1B}[H")
        settle()
    }

    /// The mean cost of keys that are pressed in turn, each after the frame of the one before.
    func cost(of keys: [String], _ runs: Int) throws -> (milliseconds: Double, bytes: Int) {
        let (time, bytes) = (try nanoseconds(), terminal.output.utf8.count)
        for number in 0..<runs {
            try terminal.send(keys[number % keys.count])
            // Where the machine is busy a frame may answer two keys: the next wait is then in vain, and short.
            _ = try? terminal.expect(Program.endOfFrame, within: .milliseconds(500))
        }
        let spent = try nanoseconds() - time
        let written = terminal.output.utf8.count - bytes
        return (Double(spent) / Double(runs) / 1_000_000, written / runs)
    }

    func leave() throws {
        try terminal.send("q")
        try terminal.waitForExit()
        catalogue.stop()
    }

    /// Reads what is written until nothing more comes for a while.
    private func settle() {
        while (try? terminal.expect(Program.endOfFrame, within: .milliseconds(100))) != nil {}
    }

    private func nanoseconds() throws -> Int {
        let path = "/proc/\(terminal.process.pid)/schedstat"
        let text = try String(contentsOfFile: path, encoding: .utf8)
        return text.split(separator: " ").first.flatMap { Int($0) } ?? 0
    }
}
