import Glibc
import RegappTestSupport
import Testing

/// Albums on a machine without the program that asks for them.
@Suite struct AlbumsWithoutCurlTests {
    private let home: TemporaryHome
    private let server: FakeCatalogue

    init() throws {
        home = try TemporaryHome(["profile.json": ScreenFiles.profile])
        server = try FakeCatalogue()
    }

    private func run(_ words: [String], hasCurl: Bool) throws -> Answer {
        let address = ["REGAPP_ALBUMS_URL": server.address]
        let result = try BuiltProgram.regapp.run(
            ["albums"] + words + ["--country", "US"], in: home,
            environment: hasCurl ? address : address.merging(["PATH": home.path + "/bin"]) { $1 })
        return Answer(result, in: home)
    }

    @Test(arguments: [["search", "night"], ["show", "9000000001"]])
    func `cached answers are shown, and everything else says what to install`(words: [String]) throws {
        let unasked = try run(words, hasCurl: false)
        #expect(unasked.status == 69 && unasked.out.isEmpty)
        #expect(
            unasked.err.hasSuffix(
                """
                regapp: error: albums are searched with curl, which is not installed
                regapp: hint: on Debian, type 'apt install curl'

                """))
        #expect(server.requests.isEmpty)
        let asked = try run(words, hasCurl: true)
        #expect(asked.status == 0 && !asked.out.isEmpty)
        #expect(try run(words, hasCurl: false) == asked)
    }

    @Test func `the screens say it in their place, and go on when curl is there`() throws {
        let folder = home.path + "/bin"
        #expect(unsafe mkdir(folder, 0o700) == 0)
        let terminal = try PseudoTerminal(
            BuiltProgram.regapp, ["albums"], in: home, columns: 100,
            environment: ["REGAPP_ALBUMS_URL": server.address, "PATH": folder])
        try terminal.send("night\r", onScreen: "Search")
        try terminal.expectOnScreen(
            "Albums are searched with curl, which is not installed. On Debian, type 'apt install curl'")
        let curl = try #require(Tool.path("curl"))
        #expect(unsafe symlink(curl, folder + "/curl") == 0)
        try terminal.send("\r")
        try terminal.send("\u{3}", onScreen: Shown.albums(7, for: "night"))
        #expect(try terminal.waitForExit() == .exited(130))
    }
}
