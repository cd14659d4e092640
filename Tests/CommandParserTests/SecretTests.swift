import CommandParser
import RegappProcess
import Testing

/// A wrong command line with the password `hunter2` somewhere.
struct SecretRow: CustomTestStringConvertible, Sendable {
    let line: [String]

    var testDescription: String { (["regapp"] + line).joined(separator: " ") }

    static let rows = [
        ["login", "--password", "hunter2", "--password", "hunter2"],
        ["login", "--password=hunter2", "--password-stdin"],
        ["login", "--password-stdin=hunter2"],
        ["login", "--password-stdin", "hunter2"],
        ["login", "--password", "my", "hunter2"],
        ["login", "--password=my", "other", "hunter2"],
        ["login", "--password", "--hunter2"],
        ["login", "--password", "my", "--hunter2"],
        ["login", "--pasword=hunter2"],
        ["login", "--pasword", "hunter2"],
        ["login", "-password=hunter2"],
        ["login", "ann@example.com", "hunter2"],
        ["login", "password=hunter2"], ["password=hunter2"], ["show", "password=hunter2"],
        ["--pasword", "hunter2", "login"],
        ["--password", "my", "hunter2", "login"],
        ["--password", "--hunter2", "login"],
        ["accounts", "password", "ann@example.com", "hunter2"],
        ["accounts", "verify", "ann@example.com", "hunter2"],
        ["accounts", "--password", "my", "hunter2"],
        ["show", "--password", "hunter2"],
        ["show", "--password=hunter2"],
        ["help", "--password", "my", "hunter2"],
        ["albums", "show", "--password", "my", "hunter2"],
    ].map(SecretRow.init)
}

struct SecretTests {
    @Test(arguments: SecretRow.rows)
    func `no password stands in an answer`(_ row: SecretRow) {
        do throws(UsageError) {
            let invocation = try CommandLineParser().parse(row.line)
            Issue.record("was taken as \(invocation.command)")
        } catch {
            #expect(!error.message.contains("hunter2"), "\(error.message)")
            #expect(!"\(error.hint)".contains("hunter2"), "\(error.hint)")
            #expect(!String(reflecting: error).contains("hunter2"))
        }
    }

    @Test func `a mistyped option after a password is still named`() {
        let line = ["login", "--password", "x", "--emial", "ann@example.com"]
        let error = #expect(throws: UsageError.self) { try CommandLineParser().parse(line) }
        #expect(error?.message == "unknown option '--emial'")
        #expect(error?.hint.text(documents: nil) == "did you mean '--email'?")
    }
}
