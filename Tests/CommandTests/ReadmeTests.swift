import Foundation
import TestSupport
import Testing

@Suite struct ReadmeTests {
    private let readme: ReadmeExamples

    init() throws { readme = ReadmeExamples(try Repository.text("README.md")) }

    @Test func `every example prints what stands below it`() throws {
        let home = try TemporaryHome()
        let directory = BuiltProgram.regapp.path.split(separator: "/").dropLast().joined(separator: "/")
        let path = "/" + directory + ":/usr/bin:/bin"
        #expect(readme.examples.count > 10)
        // Albums come from a catalogue on this machine, which regapp names in a line of its own.
        let catalogue = try FakeCatalogue()
        let named = "regapp: hint: the catalogue is \(catalogue.address)\n"
        for example in readme.examples {
            let command = example.command.replacing("swift run -c release regapp", with: "regapp")
            let result = try BuiltProgram(path: "/bin/sh").run(
                ["-c", "exec 2>&1; " + command], in: home,
                environment: ["REGAPP_DOCUMENTS": nil, "PATH": path, "REGAPP_ALBUMS_URL": catalogue.address])
            let printed = result.stdout.replacing(home.path, with: "/home/ann").replacing(named, with: "")
            #expect(printed == example.output, "$ \(example.command)")
        }
    }

    @Test func `the first command runs the program, the second the tests`() throws {
        #expect(readme.examples.first?.command.hasPrefix("swift run -c release regapp login ") == true)
        #expect(readme.builds.first == "swift test")
    }

    @Test func `the program is installed as the benchmark builds it`() throws {
        let build = "swift build -c release --product regapp -Xswiftc -static-executable -Xlinker -s"
        #expect(readme.builds.filter { $0.hasPrefix("swift build") } == [build])
        #expect(try Repository.text(".ci/bench").contains(build))
    }

    @Test func `the manual page and the completions are put where man and the shells look`() throws {
        let home = try TemporaryHome()
        let directory = BuiltProgram.regapp.path.split(separator: "/").dropLast().joined(separator: "/")
        let lines = readme.builds.drop { !$0.hasPrefix("sudo mkdir") }
        let script = lines.joined(separator: "\n").replacing("sudo ", with: "").replacing(
            "/usr/local", with: "local")
        let result = try BuiltProgram(path: "/bin/sh").run(
            ["-ec", script], in: home, environment: ["PATH": "/" + directory + ":/usr/bin:/bin"])
        #expect(result.status == 0 && result.stderr.isEmpty, "\(result.stderr)")
        for file in [
            "man/man1/regapp.1", "bash-completion/completions/regapp", "zsh/site-functions/_regapp",
            "fish/vendor_completions.d/regapp.fish",
        ] {
            let text = try String(contentsOfFile: home.path + "/local/share/" + file, encoding: .utf8)
            #expect(text.contains("regapp"), "\(file)")
        }
    }

    @Test func `every file that it names in the sources is there`() throws {
        let text = try Repository.text("README.md")
        let files = text.matches(of: /`((Accounts|regapp)\/[A-Za-z\/]+(\.swift)?)`/).map {
            String($0.output.1)
        }
        #expect(files.count > 5)
        for file in files {
            let path = Repository.root.appendingPathComponent("Sources/" + file).path
            #expect(FileManager.default.fileExists(atPath: path), "\(file)")
        }
    }

    @Test func `every folder of the sources has its line`() throws {
        let text = try Repository.text("README.md")
        let folders = try FileManager.default.contentsOfDirectory(
            atPath: Repository.root.appendingPathComponent("Sources").path)
        for folder in folders where !folder.hasPrefix("C") || folder == "CommandParser" {
            #expect(text.contains("  \(folder)/ "), "\(folder)")
        }
    }

    @Test func `every command and file that it names is known`() throws {
        let text = try Repository.text("README.md")
        let home = try TemporaryHome()
        var named = 0
        for match in text.matches(of: /`regapp ([a-z]+)[^`]*`/) {
            let help = try BuiltProgram.regapp.run(["help", String(match.output.1)], in: home)
            #expect(help.status == 0, "\(match.output.0)")
            named += 1
        }
        #expect(named > 5)
    }
}
