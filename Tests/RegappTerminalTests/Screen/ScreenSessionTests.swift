import Glibc
import RegappTestSupport
import Testing

@testable import RegappTerminal

/// An application that does one step of a script with each event it gets, and then quits.
private struct ScriptedApplication: ScreenApplication {
    typealias Step = (TerminalPair) -> ScreenCommand?

    let pty: TerminalPair
    var steps: [Step]
    var tickInterval: Int?
    private(set) var events: [Event] = []
    private(set) var messages: [String] = []

    init(_ pty: TerminalPair, tickInterval: Int? = nil, _ steps: Step...) {
        self.pty = pty
        self.tickInterval = tickInterval
        self.steps = steps
    }

    // Only a conversation asks for these.
    var page: ConversationPage { ConversationPage("", form: Form(fields: []), leaving: .program) }
    var work: String? { nil }
    mutating func endInput() -> ScreenCommand? { .quit }

    // It has no text that could be lost.
    mutating func didShow() {}
    mutating func asksBeforeLeaving() -> Bool { false }

    mutating func update(_ event: Event) -> ScreenCommand? {
        events.append(event)
        return nextStep()
    }

    mutating func receive(_ message: String) -> ScreenCommand? {
        messages.append(message)
        return nextStep()
    }

    private mutating func nextStep() -> ScreenCommand? {
        steps.isEmpty ? .quit : steps.removeFirst()(pty)
    }

    func render(_ size: Size) -> Frame {
        var frame = Frame(size)
        frame.write("events: \(events.count)", column: 0, row: 0, style: .bar)
        frame.add(.pointed(.row(events.count)), in: Rect(column: 2, row: 0, columns: 3, rows: 1))
        return frame
    }
}

/// A step at which something is typed.
private func typing(_ text: String) -> ScriptedApplication.Step {
    { pty in
        pty.type(text)
        return nil
    }
}

extension OnATerminal {
    @Suite struct ScreenSessionTests {
        private let pty: TerminalPair
        private let size = Size(columns: 80, rows: 24)

        init() throws { pty = try TerminalPair() }

        private func run(
            _ app: inout ScriptedApplication, mailbox: Mailbox<String>? = nil,
            palette: Palette = Palette(.none), hasMouse: Bool = false
        ) throws -> (end: TerminalEnd, shown: String) {
            let before = pty.echoes
            let messages = try mailbox ?? #require(Mailbox())
            let end = ScreenSession.run(
                &app, on: pty.device, palette: palette, hasMouse: hasMouse, mailbox: messages)
            #expect(pty.echoes == before)
            return (try #require(end), pty.shown())
        }

        @Test func `the screen is entered and left`() throws {
            var app = ScriptedApplication(pty)
            let (end, shown) = try run(&app)
            #expect(end == .quit)
            #expect(app.events == [.resize(size)])
            #expect(shown.hasPrefix("\u{1B}[?1049h"))
            #expect(shown.hasSuffix(String(decoding: EscapeCode.endScreen.bytes, as: UTF8.self)))
        }

        @Test func `a click is what the frame shows there, and the terminal gets its mouse back`() throws {
            var app = ScriptedApplication(
                pty, typing("\u{1B}[<0;2;1M\u{1B}[<0;3;1M\u{1B}[<0;6;1Mx"), { _ in nil })
            let (_, shown) = try run(&app, hasMouse: true)
            #expect(app.events == [.resize(size), .pointed(.row(1)), .key(.character("x"))])
            #expect(shown.contains("\u{1B}[?1000h\u{1B}[?1006h"))
            #expect(shown.contains("\u{1B}[?1006l\u{1B}[?1000l"))
            var other = ScriptedApplication(pty)
            #expect(try !run(&other).shown.contains("?1000h"))
        }

        @Test func `keys arrive and frames are drawn`() throws {
            var app = ScriptedApplication(pty, typing("я\u{1B}[A"), { _ in nil })
            let (_, shown) = try run(&app)
            #expect(app.events == [.resize(size), .key(.character("я")), .key(.up)])
            #expect(shown.contains("events:"))
        }

        @Test func `a lone Escape arrives when nothing follows it`() throws {
            var app = ScriptedApplication(pty, typing("\u{1B}"))
            _ = try run(&app)
            #expect(app.events.last == .key(.escape))
        }

        @Test func `nothing is echoed and no key is a signal while the screen is up`() throws {
            var app = ScriptedApplication(pty) { pty in
                #expect(pty.echoes == false)
                pty.type("\u{1C}")
                return nil
            }
            _ = try run(&app)
            #expect(app.events.last == .key(.control("\\")))
        }

        @Test func `Ctrl-C ends the screen as interrupted`() throws {
            var app = ScriptedApplication(pty, typing("\u{3}"))
            let (end, _) = try run(&app)
            #expect(end == .interrupted)
            #expect(app.events == [.resize(size)])
        }

        @Test func `SIGINT ends the screen as interrupted`() throws {
            var app = ScriptedApplication(pty) { _ in
                kill(getpid(), SIGINT)
                return nil
            }
            let (end, _) = try run(&app)
            #expect(end == .interrupted)
        }

        @Test func `a resized window is drawn in its new size`() throws {
            var app = ScriptedApplication(pty) { pty in
                try? pty.resize(columns: 50, rows: 20)
                kill(getpid(), SIGWINCH)
                return nil
            }
            _ = try run(&app)
            #expect(app.events == [.resize(size), .resize(Size(columns: 50, rows: 20))])
        }

        @Test func `a window that is too small says what is needed and takes no keys`() throws {
            try pty.resize(columns: 39, rows: 12)
            var app = ScriptedApplication(pty, typing("x\u{3}"))
            let (end, shown) = try run(&app)
            #expect(shown.contains("40×12,"))
            #expect(app.events == [.resize(Size(columns: 39, rows: 12))])
            #expect(end == .interrupted)
        }

        @Test func `messages wake the loop in their order`() throws {
            let mailbox = try #require(Mailbox<String>())
            var app = ScriptedApplication(
                pty,
                { _ in
                    mailbox.post("one")
                    mailbox.post("two")
                    return nil
                }, { _ in nil })
            _ = try run(&app, mailbox: mailbox)
            #expect(app.messages == ["one", "two"])
        }

        @Test func `ticks come when they are wanted`() throws {
            var app = ScriptedApplication(pty, tickInterval: 1, { _ in nil }, { _ in nil })
            _ = try run(&app)
            #expect(app.events == [.resize(size), .tick, .tick])
        }

        @Test func `an outside program has the terminal as it was, and the screen comes back`() throws {
            var app = ScriptedApplication(
                pty,
                { pty in
                    .outside {
                        #expect(pty.echoes == true)
                        #expect(pty.shown().hasSuffix("\u{1B}[?1049l"))
                    }
                }, { _ in nil })
            let (_, shown) = try run(&app)
            #expect(app.events == [.resize(size), .resize(size), .resumed])
            #expect(shown.hasPrefix("\u{1B}[?1049h"))
        }

        @Test func `what is typed for a program that runs outside is not for the screen`() throws {
            var app = ScriptedApplication(
                pty,
                typing("El"),
                { pty in .outside { pty.type("l\rl\u{1B}[200~l") } },
                { _ in nil },
                typing("x"))
            _ = try run(&app)
            #expect(
                app.events == [
                    .resize(size), .key(.character("E")), .resize(size), .resumed, .key(.character("x")),
                ])
        }

        // MARK: The background

        private static let question = "\u{1B}]10;?\u{1B}\\\u{1B}]11;?\u{1B}\\\u{1B}[c"
        private static let answer = "\u{1B}]11;rgb:0000/0000/0000\u{1B}\\\u{1B}[?62;4c"
        private let asking = Palette(.trueColour, asksColours: true)

        /// Whether something that was typed has not been read.
        private var isInputLeft: Bool {
            TerminalDevice.waitForInput(on: [pty.slave], milliseconds: 0)[0]
        }

        @Test func `the background is asked for, and the first frame has its colours`() throws {
            var app = ScriptedApplication(
                pty,
                { pty in
                    #expect(pty.shown().hasSuffix(Self.question))
                    pty.type(Self.answer + "x")
                    return nil
                },
                { pty in
                    #expect(pty.shown().isEmpty, "the first frame waits for the answer")
                    pty.type("y")
                    return nil
                })
            let (_, shown) = try run(&app, palette: asking)
            #expect(app.events == [.resize(size), .key(.character("x")), .key(.character("y"))])
            #expect(shown.contains("48;2;0;140;130mevents: 2"))
        }

        @Test func `a terminal that cannot answer is not asked`() throws {
            var app = ScriptedApplication(pty)
            #expect(try !run(&app).shown.contains(Self.question))
        }

        @Test func `an answer that is still owed when the screen is left is read`() throws {
            var app = ScriptedApplication(
                pty,
                { pty in
                    pty.type(Self.answer)
                    return .outside {
                        #expect(!isInputLeft)
                    }
                },
                { _ in nil },
                { pty in
                    pty.type(Self.answer)
                    return .quit
                })
            _ = try run(&app, palette: asking)
            #expect(!isInputLeft)
            #expect(app.events == [.resize(size), .resize(size), .resumed])
        }

        @Test(arguments: [100, 600])
        func `leaving waits for an answer over a slow line`(delay: Int) throws {
            let delayed = Task { [pty] in
                try await Task.sleep(for: .milliseconds(delay))
                pty.type("ls" + Self.answer.prefix(9))
                try await Task.sleep(for: .milliseconds(100))
                pty.type(String(Self.answer.dropFirst(9)))
            }
            var app = ScriptedApplication(pty) { _ in .quit }
            _ = try run(&app, palette: asking)
            #expect(!isInputLeft)
            delayed.cancel()
        }

        @Test func `if no answer is owed, keys typed for the shell are left to it`() throws {
            var app = ScriptedApplication(
                pty,
                typing(Self.answer + "x"),
                { pty in
                    pty.type("ls\r")
                    return .quit
                })
            _ = try run(&app, palette: asking)
            #expect(isInputLeft)
        }

        @Test func `a terminal that never answers is left all the same`() throws {
            var app = ScriptedApplication(pty, typing("x"))
            let time = try ContinuousClock().measure { _ = try run(&app, palette: asking) }
            #expect(app.events == [.resize(size), .key(.character("x"))])
            #expect(time > .milliseconds(900) && time < .seconds(5))
        }

        @Test func `a closed terminal ends the screen`() throws {
            var app = ScriptedApplication(pty) { pty in
                pty.hangUp()
                return nil
            }
            let end = try ScreenSession.run(
                &app, on: pty.device, palette: Palette(.none), mailbox: #require(Mailbox()))
            #expect(end == .closed)
        }
    }
}
