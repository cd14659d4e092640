import RegappTestSupport
import Testing

/// The album screens' pages line by line, with a catalogue on this machine.
@Suite(.serialized, .waiting) struct AlbumConversationTests {
    private let catalogue: FakeCatalogue

    init() throws { catalogue = try FakeCatalogue() }

    private func talk(_ path: String = "", at address: String? = nil, _ arguments: [String] = ["albums"])
        throws -> Talk
    {
        try Talk(
            ["profile.json": ScreenFiles.profile], arguments, columns: 200,
            environment: ["ACCESSIBLE": "1", "REGAPP_ALBUMS_URL": address ?? catalogue.address + path])
    }

    @Test func `search, open, back, search again and leave`() throws {
        let talk = try talk()
        try talk.answer(
            (
                "Albums\r\nAsks the iTunes catalogue by title or artist; answers are kept for a day\r\n"
                    + "Ann Lee · ann@example.org\r\ns. Search\r\nb. Back\r\nq. Quit\r\n\(Shown.choose)",
                "s"
            ),
            ("A title, or an artist: ", " "), ("a word or more is needed\r\n", "night"),
            ("4. Night Harbour, The Lanterns, 8 songs, 1999\r\n", "4"))
        let output = try talk.terminal.expect("b. Back to the list")
        #expect(output.contains("Title:    Night Harbour\r\n") && output.contains("Disc 2\r\n"))
        #expect(output.contains("Store:    https://shop.example/album/9000000001?uo=4\r\n"))
        try talk.answer(
            (Shown.choose, "b"), (Shown.albums(7, for: "night"), "search"),
            ("A title, or an artist [night]: ", ""), (Shown.albums(7, for: "night"), "back"),
            ("\(Shown.account)\r\n", "quit"))
        try talk.expectEnd()
    }

    @Test func `many albums come in parts, and the part stays while an album is shown`() throws {
        let talk = try talk("/many-200")
        try talk.answer(
            (Shown.choose, "s"), ("artist: ", "night"), ("200 albums for", "more"),
            ("m. More: 21 to 30 of 200\r\nb. Back to the first of 200\r\n", "13"), ("Album\r\n", "back"),
            ("m. More: 21 to 30 of 200\r\nb. Back to the first of 200\r\n", "b"))
        try talk.endInput(at: "m. More: 11 to 20 of 200\r\ns. Search\r\n")
        try talk.expectEnd()
    }

    @Test func `a catalogue that cannot be reached is reported, and can be asked again`() throws {
        let talk = try talk(at: "http://127.0.0.1:1")
        try talk.answer(
            (Shown.choose, "s"), ("artist: ", "night"),
            ("No connection to '127.0.0.1'. Are you online?\r\ns. Search\r\nr. Retry\r\n", "retry"),
            ("No connection to '127.0.0.1'. Are you online?\r\n", "back"), ("\(Shown.account)\r\n", "quit"))
        try talk.expectEnd()
    }

    @Test func `a slow catalogue is reported once, and Ctrl-C ends with 130`() throws {
        let talk = try talk("/silent")
        try talk.answer((Shown.choose, "s"), ("artist: ", "night"))
        try talk.terminal.send("\u{03}", after: "Searching “night” in the US store\r\n")
        #expect(try talk.terminal.waitForExit() == .exited(130))
        #expect(!talk.terminal.output.contains("\u{1B}"))
    }

    @Test func `from the account to the albums and back`() throws {
        let talk = try talk("", [])
        try talk.answer(
            (Shown.choose, "albums"), ("s. Search\r\nb. Back\r\nq. Quit\r\n\(Shown.choose)", "b"),
            ("\(Shown.account)\r\n", "quit"))
        try talk.expectEnd()
    }

    @Test func `a logout in another process closes the albums`() throws {
        let talk = try talk(at: "http://127.0.0.1:1")
        try talk.terminal.expect(Shown.choose)
        #expect(try talk.run(["logout"]).status == 0)
        try talk.terminal.send("s\n")
        try talk.terminal.expect(Answer.nobody.onScreen)
        try talk.answer(("\(Shown.registerOrLogIn)\r\n", "quit"))
        try talk.expectEnd()
    }
}
