import RegappTestSupport
import Testing

@testable import RegappTerminal

@Suite struct ProgressTests {
    @Test func `nothing shows before the delay or after the end`() throws {
        let pty = try TerminalPair(columns: 20)
        let clock = Clock()
        var progress = Progress(device: pty.device, .turning(Palette(.none)), delay: 400) { clock.time }
        progress.tick("searching")
        progress.clear()
        #expect(pty.shown() == "")
        clock.time = 400
        progress.tick("searching for a long name")
        #expect(pty.shown() == "\r⠋ searching for a …\u{1B}[K")
        progress.clear()
        #expect(pty.shown() == "\r\u{1B}[K")
    }

    @Test func `on a terminal with ASCII only, the sign is ASCII`() throws {
        let pty = try TerminalPair(columns: 20)
        var progress = Progress(device: pty.device, .turning(Palette(.none, isASCII: true)), delay: 0) { 0 }
        progress.tick("reading é")
        progress.tick("reading é")
        #expect(pty.shown() == "\r| reading e\u{1B}[K\r/ reading e\u{1B}[K")
    }

    @Test func `for a screen reader progress is reported once, without a spinner`() throws {
        let pty = try TerminalPair(columns: 20)
        let clock = Clock()
        var progress = Progress(device: pty.device, .plain, delay: 400) { clock.time }
        progress.tick("searching")
        clock.time = 400
        progress.tick("searching")
        progress.tick("searching")
        progress.clear()
        #expect(pty.shown() == "searching\r\n")
    }

    @Test func `without a terminal nothing is written`() {
        var progress = Progress(device: nil, .plain, delay: 0) { 1000 }
        progress.tick("searching")
        progress.clear()
    }

    private final class Clock {
        var time = 0
    }
}
