import Foundation
import RegappTestSupport
import Testing

/// The journeys of ARCHITECTURE.md go through the files that they name: each step is a file, and a run of the program
/// enters functions of it.
@Suite struct ArchitectureTests {
    struct Journey: CustomTestStringConvertible, Sendable {
        /// What travels, as the heading says.
        let testDescription: String
        /// The lines that are typed before it.
        let setup: String
        /// What is typed.
        let lines: [String]
        var isOnTerminal = false
    }

    static let journeys = [
        Journey(
            testDescription: "an edit",
            setup: "echo sunny-day | regapp login --email ann@lee.example --password-stdin --quiet",
            lines: ["edit --first-name Ann"]),
        Journey(
            testDescription: "a change", setup: registry,
            lines: ["accounts lock ann@example.com", "undo"]),
        Journey(
            testDescription: "an import",
            setup: registry + "; printf 'email,firstName\\nann@example.com,Ann\\n' > people.csv",
            lines: ["accounts import people.csv --update"]),
        Journey(testDescription: "a key", setup: "true", lines: [""], isOnTerminal: true),
    ]

    private static let registry =
        "regapp policy use service --quiet; regapp policy set log none --quiet; "
        + "echo sunny-day | regapp register --email ann@example.com --password-stdin --quiet"

    @Test func `each journey of the page is gone through`() throws {
        let page = try Repository.text(".github/ARCHITECTURE.md")
        let headings = page.matches(of: /\n## How (.+) travels\n/).map { String($0.output.1) }
        #expect(headings == Self.journeys.map(\.testDescription))
    }

    @Test(
        Tool.require("valgrind", install: "valgrind"),
        .enabled(if: Campaign.isWhole, "valgrind runs a program fifty times slower; REGAPP_CAMPAIGNS=all"),
        arguments: journeys)
    func `each step of a journey is a file that a run goes through`(journey: Journey) throws {
        let home = try TemporaryHome()
        let page = try Repository.text(".github/ARCHITECTURE.md")
        let section = try #require(
            page.split(separator: "\n## ").first { $0.hasPrefix("How \(journey.testDescription) travels\n") })
        let steps = section.matches(of: /\n\d+\. `(.+?)`/).map { String($0.output.1) }
        let folder = BuiltProgram.regapp.path.split(separator: "/").dropLast().joined(separator: "/")
        let variables: [String: String?] = ["PATH": "/\(folder):/usr/local/bin:/usr/bin:/bin"]
        let setup = try BuiltProgram(path: "/bin/sh").run(
            ["-c", journey.setup], in: home, environment: variables)
        #expect(setup.status == 0, "\(setup.stdout)\(setup.stderr)")
        let valgrind = BuiltProgram(path: try #require(Tool.path("valgrind")))
        let options = ["-q", "--tool=callgrind", "--callgrind-out-file=calls", BuiltProgram.regapp.path]
        var entered = ""
        for line in journey.lines {
            let words = options + line.split(separator: " ").map(String.init)
            if journey.isOnTerminal {
                let terminal = try PseudoTerminal(valgrind, words, in: home)
                try terminal.expect("Email", within: .seconds(60))
                // A letter in the form, which is then left.
                try terminal.send("a")
                try terminal.send("\u{3}\u{3}")
                try terminal.waitForExit(within: .seconds(60))
            } else {
                let result = try valgrind.run(words, in: home)
                #expect(result.status == 0, "\(line)\n\(result.stdout)\(result.stderr)")
            }
            entered += try String(
                decoding: Data(contentsOf: URL(fileURLWithPath: home.path + "/calls")), as: UTF8.self)
        }
        #expect(!steps.isEmpty)
        // A program that was built without line numbers does not say which file a function is in.
        guard entered.contains("/Sources/") else { return }
        for step in steps {
            let isEntered = entered.contains("/Sources/\(step)\n")
            #expect(isEntered, "\(step)")
        }
    }
}
