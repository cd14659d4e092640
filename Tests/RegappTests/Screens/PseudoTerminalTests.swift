import Glibc
import RegappTestSupport
import Testing

/// The instruments that run programs, tried on the shell.
@Suite struct PseudoTerminalTests {
    private let shell = BuiltProgram(path: "/bin/sh")

    private func terminal(_ script: String) throws -> PseudoTerminal {
        try PseudoTerminal(shell, ["-c", script], in: TemporaryHome())
    }

    @Test func `attributes show what a program changed and restored`() throws {
        let terminal = try terminal("read a; stty -echo -icanon; echo off; read b; stty echo icanon; echo on")
        let before = try terminal.attributes
        #expect(before.echo && before.isCanonical)
        try terminal.send("\n")
        try terminal.expect("off")
        let during = try terminal.attributes
        #expect(!during.echo && !during.isCanonical && during != before)
        try terminal.send("\n")
        try terminal.waitForExit(after: "on")
        #expect(try terminal.attributes == before)
        #expect(try terminal.attributes.description == before.description)
    }

    @Test func `control keys, sizes, hang-ups and signals arrive as signals`() throws {
        let wait = "echo ready; while :; do read x; done"
        let interrupted = try terminal(wait)
        #expect(try interrupted.waitForExit(typing: "\u{3}", after: "ready") == .signalled(SIGINT))

        let resized = try terminal("trap 'stty size; exit' WINCH; " + wait)
        try resized.expect("ready")
        try resized.resize(columns: 100, rows: 30)
        try resized.expect("30 100")

        let closed = try terminal(wait)
        try closed.expect("ready")
        closed.closeTerminal()
        #expect(try closed.waitForExit() == .signalled(SIGHUP))

        let stopped = try terminal(wait)
        try stopped.expect("ready")
        stopped.signal(SIGSTOP)
        #expect(stopped.process.waitUntilStopped(until: .now + .seconds(10)))
        stopped.signal(SIGKILL)
        #expect(try stopped.waitForExit() == .signalled(SIGKILL))
    }
}
