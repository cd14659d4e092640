import Foundation
import Glibc
import RegappTestSupport
import Testing

/// What commands say and do while a change of many accounts is being made by a program that lives.
@Suite struct BesideWriterTests {
    private let session: RegistrySession
    private let writer: CInt

    /// A change of so many accounts is made without the lock; it is not decided one by one.
    init() throws {
        session = try RegistrySession(policy: RegistrySession.lenient)
        let emails = (100..<400).map { "p\($0)@x.example" }
        let people = emails.map { "\($0),Pat,Lee\n" }.joined()
        _ = try session.file("people.csv", "email,first name,last name\n" + people)
        _ = try session.file("emails", emails.joined(separator: "\n") + "\n")
        try #require(try session("accounts import people.csv --allow-missing").status == 0)
        try #require(try session("accounts lock --from emails").status == 0)
        // The writer holds its record, until it gives it the final name.
        let record = session.home.path + "/documents/history/00000002.doing"
        try #require(
            try session.shell("mv documents/history/00000002.json documents/history/00000002.doing").status
                == 0)
        writer = unsafe open(record, O_RDONLY | O_CLOEXEC)
        try #require(writer >= 0 && flock(writer, LOCK_EX) == 0)
    }

    @Test func `the history and what undoing would do are answered, and other accounts can change`() throws {
        defer { close(writer) }
        #expect(try session("history --limit 1").out.contains("300 accounts: Locked (being made)"))
        let shown = try session("undo --show")
        #expect(
            shown.status == 0 && shown.out.contains("p399@x.example: Locked: yes → no"), "\(shown.err)")
        _ = try session.file("zed.csv", "email,first name,last name\nzed@x.example,Zed,Lee\n")
        #expect(try session("accounts import zed.csv --allow-missing").status == 0)
        // The later one does not have to wait for the one that is being made.
        #expect(try session("undo").out == "the account zed@x.example is removed\n")
        #expect(session.home.text("history/00000002.json") == nil)
    }

    @Test func `once its writer is gone, the next one completes it`() throws {
        close(writer)
        #expect(try session("history --limit 1").out.contains("(interrupted)"))
        #expect(try session("accounts edit p100@x.example --last-name Ray").status == 0)
        #expect(session.home.text("history/00000002.json") != nil)
    }
}
