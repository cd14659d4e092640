import Foundation
import RegappTestSupport
import Testing

/// `albums search` and `albums show`, as built, against a catalogue on this machine.
@Suite struct AlbumsCommandTests {
    private let home: TemporaryHome
    private let server: FakeCatalogue

    init() throws {
        home = try TemporaryHome(["profile.json": ScreenFiles.profile])
        server = try FakeCatalogue()
    }

    private func run(
        _ words: [String], at path: String = "", variables changes: [String: String?] = [:]
    ) throws -> ProgramResult {
        let variables = ["REGAPP_ALBUMS_URL": server.address + path, "XDG_CACHE_HOME": home.path + "/cache"]
        return try BuiltProgram.regapp.run(
            ["albums"] + words, in: home, environment: changes.merging(variables) { $1 })
    }

    @Test func `a search prints one album a line, sorted, separated by tabs and whole`() throws {
        let result = try run(["search", "night", "--country", "us"], variables: ["LC_ALL": "en_US.UTF-8"])
        #expect(result.status == 0)
        #expect(
            result.stdout == """
                night 2\tThe Lanterns\t10\t2003\t9000000002\t
                Night 10\tThe Lanterns\t12\t2011\t9000000010\t
                Night Harbour\tAda Quill\t9\t2001\t9000000004\tcleaned
                Night Harbour\tThe Lanterns\t8\t1999\t9000000001\t
                Night Harbour\tThe Lanterns\t14\t2019\t9000000003\texplicit
                Ночь\tФонари\t7\t1988\t9000000005\t
                夜の港\tランタン\t5\t2030\t9000000006\t

                """)
    }

    @Test(arguments: [[""], [" ", "\u{3000}"]])
    func `an empty term asks the catalogue nothing`(words: [String]) throws {
        #expect(
            Answer(try run(["search"] + words), in: home)
                == .error(
                    64, "TERM is empty",
                    hint: "type 'regapp albums search TERM...', with words of the title or of the artist"))
        #expect(server.requests.isEmpty)
    }

    @Test func `the words of a term stand one space apart`() throws {
        _ = try run(["search", "", " night  harbour ", "--country", "US"])
        #expect(server.requests.first?.contains("term=night+harbour&") == true, "\(server.requests)")
    }

    @Test func `the reader's locale decides the order, the term the store`() throws {
        let result = try run(["search", "ночь"], variables: ["LC_ALL": "ru_RU.UTF-8"])
        #expect(
            result.stdout.split(separator: "\n").map { $0.prefix { $0 != "\t" } } == [
                "Еда", "Ежи", "Ёлка", "Жара",
            ])
        #expect(result.stderr.contains("searching the RU"))
        #expect(try !run(["search", "ночь", "--country", "DE"]).stderr.contains("the store is"))
    }

    @Test func `json is an array of objects with the service's key names`() throws {
        let result = try run(["search", "night", "--json"])
        let albums = try JSONSerialization.jsonObject(with: Data(result.stdoutBytes)) as? [[String: Any]]
        #expect(albums?.count == 7)
        #expect(albums?.allSatisfy { $0["collectionId"] is Int && $0["collectionName"] is String } == true)
        #expect(try run(["search", "nothing", "--json"]).stdout == "[]\n")
        let nothing = try run(["search", "nothing"])
        #expect(nothing.status == 0 && nothing.stdout.isEmpty)
    }

    @Test func `an album shows its songs by disc, and what is missing`() throws {
        let result = try run(["show", "9000000001", "--country", "US"])
        #expect(
            result.stdout == """
                Title:    Night Harbour
                Artist:   The Lanterns
                Released: 1999 (1999-10-05)
                Genre:    Rock
                Store:    https://shop.example/album/9000000001?uo=4

                Disc 1
                  1  First Pier  1:02:05
                  2  Second Pier [explicit]  1:05

                Disc 2
                  1  Low Tide  3:22
                  2  High Tide

                \(Shown.tracks(6, of: 8))

                Also on this album:
                     Booklet (interactive-booklet)
                     Low Tide (Film) (music-video)

                """)
        #expect(try run(["show", "9000000005"]).stdout.contains(Shown.noSongs))
    }

    @Test func `an unknown album ends with 67`() throws {
        let result = try run(["show", "5", "--country", "US"])
        #expect(result.status == 67 && result.stdout.isEmpty)
        #expect(result.stderr.contains("regapp: error: no album 5 in the US store\n"))
    }

    @Test func `an album is looked up in the store of the last search that found it`() throws {
        for line in [["search", "night", "--country", "JP"], ["show", "9000000002"]] {
            #expect(try run(line).status == 0)
        }
        #expect(server.requests.last == "/lookup?id=9000000002&entity=song&country=JP&limit=200")
    }

    @Test func `without a login the catalogue is not asked`() throws {
        try FileManager.default.removeItem(atPath: home.document("profile.json"))
        #expect(try run(["search", "night"]).status == 77)
        #expect(server.requests.isEmpty)
    }

    @Test(
        arguments: [
            (.rateLimited, 75, "retry in 42 s"), (.forbidden, 75, "retry in 60 s"),
            (.broken, 69, "status 500"), (.html, 69, "the catalogue sent something unreadable"),
            (.redirectAway, 69, "catalogue.invalid"), (.badParameter, 69, "there is no store US"),
            (.resets, 69, "the connection broke"), (.bomb, 69, "larger than 8 MiB"),
            (.endless, 69, "larger than 8 MiB"), (.http09, 69, "does not speak HTTP"),
        ] as [(FakeCatalogueBehaviour, Int32, String)])
    func `an error of the service ends with its code and a sentence`(
        behaviour: FakeCatalogueBehaviour, status: Int32, words: String
    ) throws {
        let result = try run(["search", "night"], at: "/\(behaviour.rawValue)")
        #expect(result.status == status)
        #expect(result.stdout.isEmpty)
        #expect(result.stderr.contains(words), "\(result.stderr)")
    }

    @Test func `a term that no server would accept is refused`() throws {
        let long = String(repeating: "a", count: 1001)
        let result = try run(["search", long])
        #expect(result.status == 64)
        #expect(result.stderr.contains("the term is longer than 1000 bytes"))
        #expect(try run(["search", String(long.dropLast())]).status == 0)
    }

    @Test(arguments: ["http_proxy", "all_proxy", "ALL_PROXY"])
    func `a catalogue on this machine is asked without a proxy`(variable: String) throws {
        let proxy = try FakeCatalogue()
        defer { proxy.stop() }
        let result = try run(
            ["search", "night"], variables: [variable: proxy.address, "no_proxy": "a.example"])
        #expect(result.status == 0)
        #expect(proxy.requests.isEmpty)
    }

    @Test(arguments: ["LC_ALL", "LANG", "LC_MESSAGES", "LC_COLLATE"])
    func `a locale of any length is a locale like others`(variable: String) throws {
        var variables: [String: String?] = ["LC_ALL": nil]
        variables[variable] = String(repeating: "a", count: 300)
        let result = try run(["search", "night"], variables: variables)
        #expect(result.status == 0)
        #expect(result.stdout.split(separator: "\n").count == 7)
    }

    @Test func `after a refusal no process asks again, even if answers cannot be cached`() throws {
        try FileManager.default.createDirectory(
            atPath: home.path + "/cache/regapp", withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o755])
        for _ in 0..<3 {
            #expect(try run(["search", "night"], at: "/rate-limited").status == 75)
        }
        #expect(server.requests.count == 1)
    }

    @Test func `characters that could move a cursor show escaped`() throws {
        let result = try run(["search", "night"], at: "/hostile-text")
        let isClean = result.stdout.unicodeScalars.allSatisfy {
            $0 == "\n" || $0 == "\t" || !(0...0x1F ~= $0.value)
        }
        #expect(result.status == 0 && isClean)
        #expect(!result.stdoutBytes.contains(0x1B) && result.stdout.contains("\\u{202E}"))
        #expect(!result.stdout.contains("javascript"))
    }

    @Test func `covers are drawn where they are asked for, with the link to the store`() throws {
        let result = try run(["show", "9000000001", "--country", "US", "--covers", "always"])
        #expect(result.status == 0)
        #expect(
            result.stdout.contains("▀")
                && result.stdout.contains("https://shop.example/album/9000000001?uo=4"))
        #expect(try !run(["show", "9000000001", "--country", "US"]).stdout.contains("▀"))
    }

    @Test func `an album without a link to the store has no cover`() throws {
        // Two of the four have a picture that can be fetched, one of these a link as well.
        let result = try run(["search", "night", "--covers", "always"], at: "/hostile-text")
        #expect(result.stdout.split(separator: "\n").count { $0.contains("▀") } == 3)
    }

    @Test(arguments: [
        "http://mirror.example", "http://127.0.0.1:1/#f", "https://user:secret@mirror.example",
        "ftp://127.0.0.1", "nonsense",
    ])
    func `another catalogue's address that is not safe is refused`(address: String) throws {
        for words in [["albums", "search", "x"], ["albums", "show", "5"]] {
            let result = try BuiltProgram.regapp.run(
                words, in: home, environment: ["REGAPP_ALBUMS_URL": address])
            #expect(result.status == 64 && !result.stderr.contains("secret"))
        }
    }

    @Test func `sixteen searches at once share one cache`() async throws {
        let variables = [
            "REGAPP_ALBUMS_URL": server.address + "/many-200", "XDG_CACHE_HOME": home.path + "/cache",
        ]
        let environment = home.environment(changedBy: variables)
        let running = try (0..<16).map { _ in
            try BuiltProgram.regapp.start(["albums", "search", "x"], in: home, environment: environment)
        }
        let outputs = try running.map { try $0.result() }
        #expect(outputs.allSatisfy { $0.status == 0 })
        #expect(Set(outputs.map(\.stdoutBytes)).count == 1)
        let asked = server.requests.count
        #expect(
            try BuiltProgram.regapp.run(["albums", "search", "x"], in: home, environment: environment)
                .stdoutBytes == outputs[0].stdoutBytes)
        #expect(server.requests.count == asked)
    }
}
