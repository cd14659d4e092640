@testable import RegappCommandLine
import Foundation
import RegappTestSupport
import Testing

import RegappValues
@testable import RegappWording
@testable import regapp

/// `accounts verify` decides who gets in, so no name that a stranger types may change its answer.
@Suite struct AccountsVerifyCommandTests {
    private static let email = "ann@x.example"
    private static let password = "password1"

    private let session: RegistrySession

    init() throws {
        session = try RegistrySession()
        try session.put(Self.email, hash: RegistrySession.hash)
        // Another registry with the same account, to which an option might lead.
        for name in ["policy.json", "accounts/\(Self.email).json"] {
            let text = try #require(session.home.text(name))
            try FileManager.default.createDirectory(
                atPath: session.home.path + "/elsewhere/accounts", withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
            _ = try session.file("elsewhere/" + name, text)
        }
        _ = try session.file("secret", Self.password)
    }

    private func verify(_ words: [String]) throws -> Int32? {
        try session.run(["accounts", "verify"] + words, input: .text(Self.password)).status
    }

    @Test func `where the accounts are gone, no password is called wrong, and no list is empty`() throws {
        let session = try RegistrySession()
        for (email, name) in [("zoe@x.example", "Zoe"), ("ann@x.example", "Ann")] {
            #expect(try session.register(email, name, "password1").status == 0)
        }
        // The newest change leaves nobody by itself.
        #expect(try session("accounts remove ann@x.example --yes").status == 0)
        let accounts = session.home.path + "/documents/accounts"
        func answers() throws -> [Int32?] {
            let asked: [[String]] = [
                ["accounts", "verify", "--password-stdin", "zoe@x.example"],
                ["login", "--email", "zoe@x.example", "--password-stdin"],
                ["accounts", "verify", "--password-stdin", "nobody@x.example"],
                ["accounts", "list"], ["accounts", "export", "--format", "htpasswd", "--any-hash"],
            ]
            return try asked.map { try session.run($0, input: .text("password1")).status }
        }
        #expect(try answers() == [0, 0, 77, 0, 0])
        try FileManager.default.moveItem(atPath: accounts, toPath: accounts + "-away")
        let gone = try session.run(["accounts", "list"])
        #expect(gone.out == "" && gone.err.contains("cannot list"), "\(gone)")
        #expect(try answers() == [74, 74, 74, 74, 74])
        #expect(try session.run(["check"]).status == 65)
        for line in ["show", "lock", "remove --yes", "edit --set seat=1", "password --generate"] {
            let words = line.split(separator: " ").map(String.init)
            let command = ["accounts", words[0], "zoe@x.example"] + words.dropFirst()
            #expect(try session.run(command).status == 74, "\(command)")
        }
        #expect(try session.register("ann@x.example", "Ann", "password1").status == 74)
        #expect(try session("login --first-name Zoe --password password1").status == 74)
        try FileManager.default.moveItem(atPath: accounts + "-away", toPath: accounts)
        #expect(try answers() == [0, 0, 77, 0, 0])
    }

    /// Every option of the program in every form, and what else looks like one.
    private static var names: [String] {
        let declared =
            Regapp.program.everyOption.map(\.typed)
            + Regapp.program.optionsEverywhere.compactMap { $0.letter.map { "-" + $0 } }
        let values = ["", "=", "=\(email)", "=elsewhere", "=secret"]
        let others = [
            "", " ", "-", "--", "---", "-x", "-hx", "--xyzzy", "--hel", "help", "version", "\(email) ",
        ]
        return declared.flatMap { option in values.map { option + $0 } } + others
    }

    @Test func `a matching password is 0, and nothing else about it is`() throws {
        #expect(try verify([Self.email, "--password-stdin"]) == 0)
        #expect(try verify(["--password-stdin", "--", Self.email]) == 0)
        #expect(try verify(["eve@x.example", "--password-stdin"]) == 77)
    }

    @Test func `no name that looks like an option is let in`() throws {
        #expect(Self.names.count > 100)
        let lines = Self.names.flatMap { name in
            [
                [name, "--password-stdin"], ["--password-stdin", name], ["--password-stdin", "--", name],
                [name, "--password-file", "secret"], ["--password-file=secret", "--", name],
            ]
        }
        for (number, words) in lines.enumerated() {
            // Either the line is wrong, or it asks about that name, which no account has.
            let line = ["accounts", "verify"] + words
            if let parsed = try? Regapp.program.parse(line, isReadByPerson: false) {
                guard case .run(let line) = parsed, line.description.command.words == ["accounts", "verify"]
                else {
                    Issue.record("\(words) does something else")
                    continue
                }
            }
            guard number.isMultiple(of: Campaign.stride(41)) else { continue }
            let status = try verify(words)
            #expect(status == 64 || status == 77, "\(words): \(status.map(String.init) ?? "a signal")")
        }
    }

    @Test(arguments: ["-h", "--help", "--version"])
    func `help and version are refused wherever they stand, but as a name`(word: String) throws {
        for words in [
            [word], [word, Self.email, "--password-stdin"], [Self.email, word, "--password-stdin"],
            [Self.email, "--password-stdin", word],
        ] {
            #expect(try verify(words) == 64, "\(words)")
        }
        #expect(try verify(["--password-stdin", "--", word]) == 77)
        for line in [[word, "accounts", "verify"], ["accounts", word, "verify", Self.email]] {
            #expect(try session.run(line).status == 64, "\(line)")
        }
    }

    @Test func `the refusal says where help is, and help shows the safe form first`() throws {
        #expect(
            try session("accounts verify --help")
                == .error(
                    64, "'regapp accounts verify' shows no help here: its exit code is an answer",
                    hint: "see 'regapp help accounts verify'; a service writes '--' before the name of a user"
                ))
        let page = try session("help accounts verify")
        #expect(page.status == 0)
        let lines = page.out.split(separator: "\n").filter { $0.contains("regapp accounts verify") }
        #expect(lines.first?.contains(#"'regapp accounts verify --password-stdin -- "$user"'"#) == true)
        let examples = page.out.split(separator: "EXAMPLES\n").last?.split(separator: "\n")
        #expect(examples?.dropFirst().first?.hasSuffix(#"--password-stdin -- "$user""#) == true)
    }

    @Test(arguments: ["-h", "--help"])
    func `a person at a terminal is shown the help`(word: String) throws {
        let terminal = try PseudoTerminal(.regapp, ["accounts", "verify", word], in: session.home)
        #expect(try terminal.waitForExit() == .exited(0))
        #expect(terminal.output.contains("USAGE\r\n  regapp accounts verify EMAIL"))
    }
}
