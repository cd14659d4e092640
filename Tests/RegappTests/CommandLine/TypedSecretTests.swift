import Testing

@testable import RegappCommandLine
@testable import RegappWording
@testable import regapp

/// Passwords that are typed where none belongs.
@Suite struct TypedSecretTests {
    private let program = Regapp.program

    /// The error that a line is answered with; `help` with words that name nothing has read them already.
    private func mistake(_ line: [String]) -> UsageError? {
        do throws(UsageError) {
            guard case .run(let parsed) = try program.parse(line) else { return nil }
            guard parsed.description.command == HelpCommand.self else { return nil }
            _ = try program.help(for: Array(line.dropFirst()))
            return nil
        } catch { return error }
    }

    @Test(arguments: Regapp.commands.map { $0.words })
    func `no password stands in an answer, whichever command it is typed for`(_ words: [String]) throws {
        let command = program.describe(try #require(program.command(words)))
        let before = words + command.arguments.filter(\.isRequired).map { $0.traits.sample }
        for secret in program.everyOption.filter(\.isSecret) {
            let (typed, misspelt) = (secret.typed, "--" + secret.name.dropFirst())
            for after in [
                [typed, "my", "hunter2"], [typed, "my", "--hunter2"], [typed, "--hunter2"],
                [typed + "=my", "other", "hunter2"], [typed + "=hunter2", typed + "=hunter2"],
                [misspelt, "hunter2"], [misspelt + "=hunter2"], ["-\(secret.name)=hunter2"],
            ] {
                try expectHidden(before + after)
                if after.count > 1, !words.isEmpty { try expectHidden(after + before) }
            }
        }
    }

    private func expectHidden(_ line: [String]) throws {
        let error = try #require(mistake(line), "\(line)")
        #expect(!error.message.text(for: Invocation()).contains("hunter2"), "\(line)")
        #expect(!error.hint.text(for: Invocation()).contains("hunter2"), "\(line)")
        #expect(!String(reflecting: error).contains("hunter2"), "\(line)")
    }

    /// Words too many, and words in the place of an argument that cannot hold them.
    @Test(arguments: [
        ["login", "ann@example.com", "hunter2"], ["login", "password=hunter2"], ["password=hunter2"],
        ["show", "password=hunter2"], ["albums", "password=hunter2"],
        ["accounts", "password", "ann@example.com", "hunter2"],
        ["accounts", "verify", "ann@example.com", "hunter2"],
        ["accounts", "--password", "my", "hunter2"], ["help", "--password", "my", "hunter2"],
    ])
    func `a word that may be a password is not repeated`(_ line: [String]) throws { try expectHidden(line) }
}
