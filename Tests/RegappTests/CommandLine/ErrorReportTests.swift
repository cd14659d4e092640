import RegappTerminal
import RegappAlbums
import RegappCore
import RegappCommandLine
import RegappValues
import RegappStore
import Testing

@testable import RegappWording
@testable import regapp

@Suite struct ErrorReportTests {
    @Test func `an error has its own words, however far it was passed on`() {
        let missing = StoreError.failed(.read, path: "/d/a", .noEntry)
        let usage = UsageError.conflictingOptions("--csv", "--json")
        #expect(Message(of: missing).exit == .inputOutput)
        #expect(Message(of: missing).errors == ["cannot read /d/a: No such file or directory"])
        #expect(Message(of: usage) == Message(.usage, usage.message.text, hint: usage.hint))
        #expect(Message(of: AccountsError.noMatch([.unknown])) == Message(of: AccountsError.noMatch([])))
        #expect(Message(of: AccountsError.store(missing)) == Message(of: missing))
        #expect(Message(of: TerminalEnd.interrupted) == .interrupted)
        #expect(Message(of: TerminalEnd.closed) == Message(of: TerminalEnd.quit))
        #expect(Message(of: TerminalEnd.closed).exit == .interrupted)
        #expect(Message(of: TerminalEnd.failed(errno: 5)) == .terminal(5))
        #expect(Message(of: CatalogError.notHTTP) == Message(CatalogError.notHTTP))
        let error = #expect(throws: CatalogAddress.ParseError.self) { try CatalogAddress("https://[::1]") }
        #expect(error.map { Message(of: $0).exit } == .usage)
        #expect(Message(of: Message.nothingToEdit(.currentUser)) == .nothingToEdit(.currentUser))
    }

    @Test func `the first of several errors decides how the run ends`() {
        let missing = AccountsError.store(.failed(.read, path: "/d/a", .noEntry))
        for (errors, exit) in [
            ([missing, .noAccount("a@x.example")], ExitCode.inputOutput),
            ([.noAccount("a@x.example"), missing], .notFound), ([.store(.locked(path: "/d"))], .busy),
        ] {
            #expect(Message(of: AccountsError.several(errors)).exit == exit)
        }
    }

    @Test func `an error without words of its own is reported by its type, and nothing that it holds`() {
        struct Surprise: Error { let password = "rainy-night" }
        let report = Message(of: Surprise())
        #expect(report.exit == .failure)
        #expect(report.errors == ["unexpected error: Surprise"])
    }
}
