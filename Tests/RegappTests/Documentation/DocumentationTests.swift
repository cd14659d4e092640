import Foundation
import RegappTestSupport
import Testing

@testable import RegappCommandLine
import RegappValues
@testable import RegappCore
@testable import RegappWording
@testable import regapp

/// README.md, the guide and the pages for contributors say what is true.
@Suite(.waiting) struct DocumentationTests {
    private static let pages = Result { try DocumentationPage.all() }
    /// With what is said about mistakes, which is no page.
    private static let examined =
        (try? (pages.get() + [DocumentationPage("Fixtures/documentation/messages.md")])
            .filter { !$0.examples.isEmpty }) ?? []

    private let pages: [DocumentationPage]
    private let readme: DocumentationPage

    init() throws {
        pages = try Self.pages.get()
        readme = try #require(pages.first)
    }

    @Test(arguments: examined)
    func `every example prints what stands below it`(page: DocumentationPage) throws {
        let home = try TemporaryHome()
        // Albums come from a catalogue on this machine, which regapp names in a line of its own.
        let catalogue = try FakeCatalogue()
        let named = "regapp: hint: the catalogue is \(catalogue.address)\n"
        for example in page.examples {
            let command = example.command.replacing("swift run regapp", with: "regapp")
            let result = try BuiltProgram(path: "/bin/sh").run(
                ["-c", "exec 2>&1; " + command], in: home,
                environment: [
                    "REGAPP_DOCUMENTS": nil, "PATH": Self.path, "REGAPP_ALBUMS_URL": catalogue.address,
                ].merging(example.environment) { $1 })
            let printed = result.stdout.replacing(home.path, with: "/home/ann").replacing(named, with: "")
            if let output = example.output {
                #expect(printed == output, "$ \(example.command)")
            } else {
                #expect(result.status == 0, "$ \(example.command)\n\(printed)")
            }
        }
    }

    /// Where the built programs come first.
    private static var path: String {
        "/" + BuiltProgram.regapp.path.split(separator: "/").dropLast().joined(separator: "/")
            + ":/usr/bin:/bin"
    }

    @Test func `pages and examples are found`() {
        #expect(readme.path == "README.md")
        #expect(pages.count > 25 && Self.examined.count > 18)
    }

    @Test func `every mistyped line is answered with what to type`() throws {
        let home = try TemporaryHome()
        func type(_ line: String) throws -> String {
            try BuiltProgram(path: "/bin/sh").run(
                ["-c", "exec 2>&1; " + line], in: home,
                environment: ["REGAPP_DOCUMENTS": nil, "PATH": Self.path]
            ).stdout
        }
        _ = try type("mkdir club; regapp policy use service; regapp policy set log none")
        _ = try type("echo rainy-night | regapp register --email bob@example.com --password-stdin")
        let rows = try Repository.text("Fixtures/documentation/mistyped.md").matches(
            of: /\n\| `(.+)` \| (.+) \|/)
        #expect(rows.count > 20)
        for row in rows {
            let printed = try type(String(row.output.1).replacing("\\|", with: "|"))
            #expect(printed.contains("regapp: hint: \(row.output.2)\n"), "\(row.output.1)\n\(printed)")
            #expect(!printed.contains("hunter22"), "\(row.output.1)")
        }
    }

    @Test func `the guide says which hashes are read`() throws {
        let page = try #require(pages.first { $0.path.hasSuffix("/MovingIn.md") })
        for (braces, _) in StoredHash.braces {
            #expect(page.text.uppercased().contains("`\(braces)`"), "\(braces)")
        }
    }

    @Test func `the first command runs the program, the second the tests`() throws {
        let typed = readme.examples.map(\.command).first { $0.hasPrefix("swift run") }
        #expect(typed?.hasPrefix("swift run regapp login ") == true)
        #expect(readme.builds.first == "swift test")
    }

    @Test func `every link leads to a file and a heading`() throws {
        let known = Dictionary(uniqueKeysWithValues: pages.map { ($0.path, $0.anchors) })
        var count = 0
        for page in pages {
            for (path, anchor) in page.links {
                count += 1
                let file = Repository.root.appendingPathComponent(path).path
                #expect(FileManager.default.fileExists(atPath: file), "\(page.path): \(path)")
                guard let anchor else { continue }
                #expect(known[path]?.contains(anchor) == true, "\(page.path): \(path)#\(anchor)")
            }
        }
        #expect(count > 50)
    }

    @Test func `a statement about behaviour stands in its page, and a test shows it`() throws {
        func words(_ text: String) -> String {
            text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        }
        var tests: Set<String> = []
        for file in try Repository.files(below: "Tests") where file.hasSuffix(".swift") {
            let parts = try Repository.text("Tests/" + file).split(
                separator: "`", omittingEmptySubsequences: false)
            for (before, name) in zip(parts, parts.dropFirst()) where before.hasSuffix("func ") {
                tests.insert(String(name))
            }
        }
        let texts = Dictionary(uniqueKeysWithValues: pages.map { ($0.path, words($0.text)) })
        let rows = try Repository.text("Fixtures/documentation/statements.md").split(separator: "\n")
            .filter { $0.hasPrefix("| ") }.dropFirst()
        #expect(rows.count >= 60)
        for row in rows {
            let cells = row.dropFirst(2).dropLast(2).split(separator: " | ").map(String.init)
            try #require(cells.count == 3, "\(row)")
            let text = texts.first { "/\($0.key)".hasSuffix("/\(cells[0]).md") }?.value
            #expect(text?.contains(cells[1]) == true, "\(row)")
            #expect(tests.contains(cells[2]), "\(row)")
        }
    }

    @Test func `every page can be reached from the front page`() {
        var reached: Set = [readme.path]
        var waiting = [readme]
        while let page = waiting.popLast() {
            let linked = Set(page.links.map(\.path))
            for next in pages where linked.contains(next.path) {
                if reached.insert(next.path).inserted { waiting.append(next) }
            }
        }
        #expect(Set(pages.map(\.path)).subtracting(reached).sorted() == [])
    }

    @Test func `the screens that are drawn are those of the program`() throws {
        let golden = Dictionary(uniqueKeysWithValues: try ScreenGolden.all().map { ($0.name, $0.lines) })
        let drawn = pages.flatMap(\.screens).filter { $0.name != "conversation" }
        #expect(!drawn.isEmpty)
        for (name, lines) in drawn {
            let screen = try #require(golden[name + ".txt"], "\(name)")
            #expect(screen.firstRange(of: lines) != nil, "\(name)")
        }
    }

    @Test(arguments: [
        ("plain", "plain"), ("'toy help' says", "`toy help` says"),
        ("the reader's 'a b', x", "the reader's `a b`, x"), ("readers' books", "readers' books"),
        ("a * b < c", "a \\* b \\< c"), ("~/x | [y]", "\\~/x \\| \\[y]"), ("''", "''"),
    ])
    func `text means nothing to Markdown, and what is quoted becomes code`(text: String, source: String) {
        #expect(Markdown.escaped(text) == source)
    }

    @Test func `each part of the manual stands in one page, as the program prints it`() throws {
        let parts = ManualPart.all()
        let commands = Markdown.ofManual.matches(of: /\n### regapp (.+)/).map {
            String($0.output.1)
        }
        let words = Regapp.program.commands.map { $0.words }
        let groups = words.filter { $0.count > 1 }.map { $0[0] }
        #expect(Set(commands) == Set(words.filter { !$0.isEmpty }.map { $0.joined(separator: " ") } + groups))
        #expect(pages.flatMap(\.manualParts).sorted() == parts.map(\.name).sorted())
        for page in pages where !page.manualParts.isEmpty {
            let known = page.manualParts.filter { name in parts.contains { $0.name == name } }
            try Repository.expect(
                page.recorded(parts), isIn: page.path, where: known, are: page.manualParts)
        }
    }

    @Test func `help names every field of an account's file`() {
        let rows = HelpTopic.files.blocks().flatMap {
            if case .rows(let rows) = $0 { rows } else { [] as [HelpRow] }
        }
        let words = rows.first { $0.label == "accounts/NAME.json" }?.text.split { " ;,".contains($0) } ?? []
        // A plain password becomes a hash at the next login.
        for field in Field.allCases where field != .password {
            #expect(words.contains { $0 == field.rawValue }, "\(field)")
        }
    }

    @Test func `each recipe for a service that uses PAM is whole`() throws {
        let part = try #require(
            ManualPart.all().first { $0.name.hasPrefix("Services / Other servers that use PAM") })
        let files = part.text.split(separator: "\n").filter { $0.hasPrefix("# /etc/pam.d/") }
        #expect(files.count == 4 && !part.text.contains("include"))
        #expect(part.text.matches(of: /auth +required pam_exec/).count == files.count)
    }

    @Test func `the backup that help shows is the one that is tried`() throws {
        let tried = try DocumentationPage(DocumentationPage.guide + "/Backup.md").examples.map(\.command)
        let shown = HelpTopic.backup.blocks().flatMap { block in
            if case .lines(let lines) = block { lines } else { [] as [String] }
        }
        #expect(shown.count == 6 && tried.suffix(3) == shown.prefix(3), "the others need two more users")
    }

    @Test func `the help says in which file each configuration of a service belongs`() throws {
        let blocks = HelpTopic.services.blocks().compactMap { block in
            if case .lines(let lines) = block { lines } else { nil as [String]? }
        }
        let typed = [
            "useradd", "usermod", "umask", "chgrp", "install", "keeper", "rm", "sed", "a2enmod", "a2dismod",
            "lighty-enable-mod",
            "postconf",
            "systemctl", "ldapsearch", "for", "refused", "runuser",
        ]
        var files: [String] = []
        for lines in blocks {
            let paths = lines.compactMap { $0.wholeMatch(of: /# (\/\S+)/)?.output.1 }
            files += paths.map(String.init)
            // Commands to type, or what the log looks like.
            let isTyped = lines.first.map { line in typed.contains { line.hasPrefix($0 + " ") } }
            #expect(paths.isEmpty == isTyped, "\(lines)")
            let first = lines.first { !$0.hasPrefix("#!") }
            #expect(isTyped == true || first == paths.first.map { "# " + $0 }, "\(lines)")
        }
        #expect(Set(files).count == files.count)
        for place in ["pam.d", "dovecot", "apache2", "nginx", "ldap", "cron.d", "systemd"] {
            #expect(files.contains { $0.hasPrefix("/etc/\(place)/") }, "\(place)")
        }
    }

    @Test func `the program is installed by one command, which packages and the benchmark take from README`()
    {
        let build = "swift build -c release --product regapp -Xswiftc -static-executable -Xlinker -s"
        #expect(readme.builds.filter { $0.hasPrefix("swift build") } == [build])
    }

    @Test func `every file that contributors are pointed to is there`() throws {
        let text = try Repository.text(".github/CONTRIBUTING.md") + Repository.text(".github/ARCHITECTURE.md")
        let names = /`([A-Za-z-]+\/[A-Za-z+\/]+(\.swift|\.txt|\/)?)`/
        let files = text.matches(of: names).map { String($0.output.1) }
        #expect(files.count > 10)
        for file in files {
            let places = ["", "Sources/", "Tests/"].map {
                Repository.root.appendingPathComponent($0 + file).path
            }
            #expect(places.contains { FileManager.default.fileExists(atPath: $0) }, "\(file)")
        }
    }

    @Test func `every folder of the sources has its line`() throws {
        let text = try Repository.text(".github/ARCHITECTURE.md")
        let folders = try FileManager.default.contentsOfDirectory(
            atPath: Repository.root.appendingPathComponent("Sources").path)
        let listed = text.matches(of: #/\n  ([A-Za-z-]+)/ /#).map { String($0.output.1) }
        #expect(listed.sorted() == folders.sorted())
    }

    @Test func `the articles of the library show its examples`() throws {
        let catalogues = ["RegappCore", "RegappAlbums"].map { "Sources/\($0)/\($0).docc" }
        let articles = try catalogues.flatMap { catalogue in
            try Repository.files(below: catalogue).map { try Repository.text("\(catalogue)/\($0)") }
        }
        let shown = articles.flatMap { $0.matches(of: /```swift\n([\s\S]*?)```/).map { String($0.output.1) } }
        let folder = "Tests/LibraryExamples/Sources"
        let examples = try Repository.files(below: folder).map { try Repository.text("\(folder)/\($0)") }
        #expect(examples.count > 5 && shown.sorted() == examples.sorted())
    }

    @Test func `every command that is named is known`() throws {
        var named = 0
        for page in pages {
            for match in page.text.matches(of: /`regapp ([a-z]+)(?: ([a-z0-9-]+))?[^`]*`/) {
                let words = [match.output.1, match.output.2].compactMap { $0.map(String.init) }
                let topic = words[0] == "help" ? Array(words.dropFirst()) : words
                let group = Regapp.program.group(words[0])
                // `regapp albums night` searches.
                let isOfGroup = group != nil && group?.unnamed == nil
                let name = isOfGroup || words[0] == "help" ? topic : [words[0]]
                #expect((try? Regapp.program.help(for: name)) != nil, "\(page.path): \(match.output.0)")
                named += 1
            }
        }
        #expect(named > 30)
    }
}
