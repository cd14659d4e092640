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
        #expect(Report(of: missing).exit == .inputOutput)
        #expect(Report(of: missing).errors == ["cannot read /d/a: No such file or directory"])
        #expect(Report(of: usage) == Report(.usage, usage.message.text, hint: usage.hint))
        #expect(Report(of: AccountsError.noMatch([.unknown])) == Report(AccountsError.noMatch([])))
        #expect(Report(of: AccountsError.store(missing)) == Report(of: missing))
        #expect(Report(of: TerminalEnd.interrupted) == .interrupted)
        #expect(Report(of: TerminalEnd.closed) == Report(of: TerminalEnd.quit))
        #expect(Report(of: TerminalEnd.closed).exit == .interrupted)
        #expect(Report(of: TerminalEnd.failed(errno: 5)) == .terminal(5))
        #expect(Report(of: CatalogError.notHTTP) == Report(CatalogError.notHTTP))
        let error = #expect(throws: CatalogAddress.ParseError.self) { try CatalogAddress("https://[::1]") }
        #expect(error.map { Report(of: $0).exit } == .usage)
        #expect(Report(of: Report.nothingToEdit(.currentUser)) == .nothingToEdit(.currentUser))
    }

    @Test func `the first of several errors decides how the run ends`() {
        let missing = AccountsError.store(.failed(.read, path: "/d/a", .noEntry))
        for (errors, exit) in [
            ([missing, .noAccount("a@x.example")], ExitCode.inputOutput),
            ([.noAccount("a@x.example"), missing], .notFound), ([.store(.locked(path: "/d"))], .busy),
        ] {
            #expect(Report(AccountsError.several(errors)).exit == exit)
        }
    }

    @Test func `an error without words of its own is reported by its type, and nothing that it holds`() {
        struct Surprise: Error { let password = "rainy-night" }
        let report = Report(of: Surprise())
        #expect(report.exit == .failure)
        #expect(report.errors == ["unexpected error: Surprise"])
    }
}
