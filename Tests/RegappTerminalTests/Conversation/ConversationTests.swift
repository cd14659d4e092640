import Glibc
import RegappTestSupport
import Testing

@testable import RegappTerminal

/// Signal actions belong to the whole process, so tests that watch signals run one after another.
@Suite(.serialized, .waiting) enum OnATerminal {}

extension OnATerminal {
    @Suite struct ConversationTests {
        let pty: TerminalPair
        let conversation: Conversation

        init() throws {
            pty = try TerminalPair()
            conversation = Conversation(device: pty.device)
        }

        @Test func `a line comes back without its end and the label shows`() throws {
            pty.type("abc@def.gh\n")
            #expect(try conversation.read("Email: ") == "abc@def.gh")
            #expect(pty.shows("Email: "))
        }

        // As under `su -c`: the terminal is that of another session, which would get the signals of keys.
        @Test(arguments: [true, false], [true, false])
        func `Ctrl-C ends a question on the terminal of another session`(isPlain: Bool, echo: Bool) throws {
            // Otherwise the terminal itself takes the key before there is a question.
            #expect(pty.device.apply(try #require(pty.device.mode).raw()) == 0)
            let conversation = Conversation(device: pty.device, isPlain: isPlain)
            pty.type("ab\u{3}")
            #expect(throws: TerminalEnd.interrupted) { try conversation.read("Email: ", echo: echo) }
        }

        private static func form(_ text: String = "", isSecret: Bool = false) -> Form {
            var field = FormField("it", label: "It:", input: TextField(text, isSecret: isSecret, limit: .max))
            field.isAskedTwice = isSecret
            return Form(fields: [field], buttons: []) { texts in
                let text = texts["it"] ?? ""
                return text.count < 3 ? ["it": ["too short", "really"]] : [:]
            }
        }

        @Test func `Enter alone keeps the present value, which is shown escaped`() throws {
            var form = Self.form("A\u{1B}n")
            pty.type("\n")
            try conversation.ask(["it"], in: &form)
            #expect(form.text(of: "it") == "A\u{1B}n")
            #expect(pty.shown().contains(#"It [A\u{1B}n]: "#))
        }

        @Test func `a field is asked for until nothing is wrong, and all that is wrong is reported`() throws {
            var form = Self.form("Ann")
            pty.type("Al\n \n  Bob \n")
            try conversation.ask(["it"], in: &form)
            #expect(form.text(of: "it") == "Bob")
            #expect(pty.shown().count(of: "too short\r\nreally\r\nIt [Ann]: ") == 2)
        }

        @Test func `the end of the input leaves the form as it was`() throws {
            var form = Self.form("Ann")
            pty.type("Al\n\u{4}")
            #expect(throws: TerminalEnd.closed) { try conversation.ask(["it"], in: &form) }
            #expect(form.text(of: "it") == "Ann")
        }

        @Test func `a secret that is to be stored is typed twice, unless it is stored already`() throws {
            var form = Self.form(isSecret: true)
            pty.type("first\nsecond\nthird\nthird\n")
            try conversation.ask(["it"], in: &form)
            #expect(form.text(of: "it") == "third")
            #expect(pty.shown().count(of: "The two answers differ. Start again.\r\nIt: ") == 1)
            form = Self.form(isSecret: true)
            pty.type("fourth\n")
            try conversation.ask(["it"], in: &form) { $0.text(of: "it") == "fourth" }
            #expect(form.text(of: "it") == "fourth")
        }

        @Test func `what is typed ahead between a secret and its repetition is not shown`() throws {
            var form = Self.form(isSecret: true)
            pty.type("first\nfirst\n")
            var echoes: [Bool?] = []
            try conversation.ask(["it"], in: &form) { _ in
                echoes.append(pty.echoes)
                return false
            }
            #expect(echoes == [false] && pty.echoes == true)
        }

        @Test func `a stored value that is not shown cannot be cleared`() throws {
            var field = FormField("it", label: "It", input: TextField(isSecret: true))
            field.input.placeholder = "unchanged"
            var form = Form(fields: [field], buttons: [])
            pty.type(" \n\n")
            try conversation.ask(["it"], in: &form)
            #expect(pty.shows("it cannot be cleared here\r\nIt [unchanged]: "))
        }

        @Test func `a secret is not shown and the echo is back afterwards`() throws {
            pty.type("x\n")
            _ = try conversation.read("Before: ")
            let typed = Task.detached { [pty] in
                // The answer goes out only once the echo is off, as a person waits for the prompt.
                while pty.echoes != false { await Task.yield() }
                pty.type("s3cret\n")
            }
            #expect(try conversation.read("Password: ", echo: false) == "s3cret")
            _ = typed
            #expect(!pty.shown().contains("s3cret"))
            #expect(pty.echoes == true)
        }

        @Test func `the end of input is an error of its own`() throws {
            pty.type("\u{4}")
            #expect(throws: TerminalEnd.closed) { try conversation.read("Email: ") }
        }

        @Test func `a line ended by the end of input counts`() throws {
            pty.type("abc\u{4}\u{4}")
            #expect(try conversation.read("Email: ") == "abc")
        }

        @Test(arguments: [true, false])
        func `bytes that are not UTF-8 are asked for again`(echo: Bool) throws {
            try pty.type([0x61, 0xFF, 0x0A, 0x62, 0x0A])
            #expect(try conversation.read("Email: ", echo: echo) == "b")
            #expect(pty.shows("the answer is not UTF-8\r\nEmail: "))
        }

        @Test func `keys edit a secret too, and never become part of it`() throws {
            // Otherwise the terminal itself edits before there is a question.
            #expect(pty.device.apply(try #require(pty.device.mode).raw()) == 0)
            let (left, release) = ("\u{1B}[D", "\u{1B}[97;1:3u")
            pty.type("ab\(left)x\(release)\u{7F}c\n")
            #expect(try conversation.read("Password: ", echo: false) == "acb")
        }

        @Test func `a line that the terminal would cut is asked for again`() throws {
            pty.type(String(repeating: "x", count: 5_000) + "\n")
            pty.type("b\n")
            #expect(try conversation.read("Email: ") == "b")
            // The terminal may echo what it had no room for between this and the prompt.
            #expect(pty.shows("the answer is longer than 4094 bytes\r\n"))
        }

        @Test func `the longest line is read whole`() throws {
            let line = String(repeating: "x", count: 4_094)
            pty.type(line + "\n")
            #expect(try conversation.read("Email: ") == line)
        }

        @Test func `an interrupt throws and the echo is back`() {
            let before = pty.echoes
            let interrupter = Task.detached { [pty] in
                while pty.echoes != false { await Task.yield() }
                kill(getpid(), SIGINT)
            }
            #expect(throws: TerminalEnd.interrupted) { try conversation.read("Password: ", echo: false) }
            _ = interrupter
            #expect(pty.echoes == before)
        }

        @Test func `a question is asked again until the answer is one`() throws {
            pty.type("maybe\nYES\n")
            #expect(try conversation.confirm("Remove it?"))
            #expect(pty.shows("Remove it? [y/N] "))
        }

        @Test func `an option is chosen by number, by text, or by Enter`() throws {
            let options = ["json", "csv", "ldif"].map { Menu.Choice($0) }
            pty.type("9\n2\n")
            #expect(try conversation.choose("Format", among: options) == 1)
            pty.type("LDIF\n")
            #expect(try conversation.choose("Format", among: options) == 2)
            pty.type("\n")
            #expect(try conversation.choose("Format", among: options) == 0)
        }

        @Test func `an answer that names no option is reported, and asked for again`() throws {
            let options = [Menu.Choice("Save", "y", "yes"), .init("Cancel", "n", "no")]
            for answer in ["n", "N", " No ", "c", "CANCEL", "2"] {
                pty.type(answer + "\n")
                #expect(try conversation.choose("Save?", among: options) == 1, "\(answer)")
            }
            for answer in ["s", "Yes", "sa", "save", "1"] {
                pty.type(answer + "\n")
                #expect(try conversation.choose("Save?", among: options) == 0, "\(answer)")
            }
            _ = pty.shown()
            for answer in [" ", "x", "0", "3", "01", "+1", "saves", "\u{17F}", "1 2"] {
                pty.type(answer + "\nn\n")
                #expect(try conversation.choose("Save?", among: options) == 1, "\(answer)")
                #expect(pty.shows("Type a number from"))
            }
        }

        @Test func `the question says what Enter alone does`() throws {
            pty.type("\n")
            let options = [Menu.Choice("Save", "yes"), .init("Cancel")]
            #expect(try conversation.choose("Save?", among: options) == 0)
            // The kernel echoes what was typed at any moment until it is read.
            let lines = pty.shown().split(separator: "\r\n")
            #expect(lines.prefix(4) == ["Save?", "1. Save", "2. Cancel", "Choose 1-2 [1]: "])
        }

        @Test func `a line told to the person cannot steer the terminal`() {
            conversation.say("a\u{1B}[2J")
            #expect(pty.shown() == "a\\u{1B}[2J\r\n")
        }
    }
}

extension String {
    /// How often a text stands in this one.
    fileprivate func count(of text: String) -> Int { ranges(of: text).count }
}
