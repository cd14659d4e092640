import Glibc
import TestSupport
import Testing

@testable import TerminalUI

/// Signal actions belong to the whole process, so tests that watch signals run one after another.
@Suite(.serialized) enum OnATerminal {}

extension OnATerminal {
    @Suite struct ControllingTerminalTests {
        let pty: TerminalPair
        let terminal: ControllingTerminal

        init() throws {
            pty = try TerminalPair()
            terminal = ControllingTerminal(device: pty.device)
        }

        @Test func `a line comes back without its end and the label shows`() throws {
            pty.type("abc@def.gh\n")
            #expect(try terminal.ask("Email") == "abc@def.gh")
            #expect(pty.shown().contains("Email: "))
        }

        @Test func `Enter alone keeps the present value, which is shown escaped`() throws {
            pty.type("\n")
            #expect(try terminal.ask("Name", current: "A\u{1B}n") == "A\u{1B}n")
            #expect(pty.shown().contains(#"Name [A\u{1B}n]: "#))
        }

        @Test func `a secret is not shown and the echo is back afterwards`() throws {
            pty.type("x\n")
            _ = try terminal.ask("Before")
            let typed = Task.detached { [pty] in
                // The answer goes out only once the echo is off, as a person waits for the prompt.
                while pty.echoes != false { await Task.yield() }
                pty.type("s3cret\n")
            }
            #expect(try terminal.askSecret("Password") == "s3cret")
            _ = typed
            #expect(!pty.shown().contains("s3cret"))
            #expect(pty.echoes == true)
        }

        @Test func `the end of input is an error of its own`() throws {
            pty.type("\u{4}")
            #expect(throws: PromptError.endOfInput) { try terminal.ask("Email") }
        }

        @Test func `a line ended by the end of input counts`() throws {
            pty.type("abc\u{4}\u{4}")
            #expect(try terminal.ask("Email") == "abc")
        }

        @Test func `bytes that are not UTF-8 are refused`() throws {
            try pty.type([0x61, 0xFF, 0x0A])
            #expect(throws: PromptError.notUTF8) { try terminal.ask("Email") }
        }

        @Test func `a line that the terminal would cut is refused`() throws {
            pty.type(String(repeating: "x", count: 5_000) + "\n")
            #expect(throws: PromptError.tooLong(limit: 4_094)) { try terminal.ask("Email") }
            _ = pty.shown()
        }

        @Test func `the longest line is taken whole`() throws {
            let line = String(repeating: "x", count: 4_094)
            pty.type(line + "\n")
            #expect(try terminal.ask("Email") == line)
        }

        @Test func `an interrupt throws and the echo is back`() {
            let before = pty.echoes
            let interrupter = Task.detached { [pty] in
                while pty.echoes != false { await Task.yield() }
                kill(getpid(), SIGINT)
            }
            #expect(throws: PromptError.interrupted) { try terminal.askSecret("Password") }
            _ = interrupter
            #expect(pty.echoes == before)
        }

        @Test func `a question is asked again until the answer is one`() throws {
            pty.type("maybe\nYES\n")
            #expect(try terminal.confirm("Remove it?"))
            #expect(pty.shown().contains("Remove it? [y/N] "))
        }

        @Test func `an option is chosen by number, by text, or by Enter`() throws {
            let options = ["json", "csv", "ldif"].map { ControllingTerminal.Option($0) }
            pty.type("9\n2\n")
            #expect(try terminal.choose("Format", among: options) == 1)
            pty.type("LDIF\n")
            #expect(try terminal.choose("Format", among: options) == 2)
            pty.type("\n")
            #expect(try terminal.choose("Format", among: options) == 0)
        }

        @Test func `an answer that names no option is told, and asked for again`() throws {
            let options = [ControllingTerminal.Option("Save", "s", "yes"), .init("Cancel", "c", "n", "no")]
            for answer in ["n", "N", " No ", "c", "CANCEL", "2"] {
                pty.type(answer + "\n")
                #expect(try terminal.choose("Save?", among: options) == 1, "\(answer)")
            }
            for answer in ["s", "Yes", "save", "1"] {
                pty.type(answer + "\n")
                #expect(try terminal.choose("Save?", among: options) == 0, "\(answer)")
            }
            _ = pty.shown()
            for answer in [" ", "x", "0", "3", "01", "+1", "sa", "\u{17F}", "1 2"] {
                pty.type(answer + "\nn\n")
                #expect(try terminal.choose("Save?", among: options) == 1, "\(answer)")
                #expect(pty.shown().contains("'\(answer)' is none of these"))
            }
        }

        @Test func `the question says what Enter alone does`() throws {
            pty.type("\n")
            let options = [ControllingTerminal.Option("Save", "s", "yes"), .init("Cancel")]
            #expect(try terminal.choose("Save?", among: options) == 0)
            // The kernel echoes what was typed at any moment until it is read.
            let lines = pty.shown().split(separator: "\r\n")
            #expect(lines.prefix(4) == ["Save?", "  1. Save (s, Enter)", "  2. Cancel", "1-2 [1]: "])
        }

        @Test func `a line told to the person cannot steer the terminal`() {
            terminal.tell("a\u{1B}[2J")
            #expect(pty.shown() == "a\\u{1B}[2J\r\n")
        }
    }
}
