import Foundation
import Glibc
import RegappTestSupport
import Testing

@Suite(.waiting) struct BusyTests {
    @Test func `a writer that waits too long for another regapp gives up, and readers do not wait`() throws {
        let session = try Session(profile: #"{"email":"abc@def.gh","password":"54321"}"#)
        try session.home.write(".lock", "")
        let lock = unsafe open(session.home.document(".lock"), O_RDWR | O_CLOEXEC)
        try #require(lock >= 0 && flock(lock, LOCK_EX) == 0)
        defer { close(lock) }
        let edit = try BuiltProgram.regapp.start(["edit", "--first-name", "Al"], in: session.home)
        let logout = try BuiltProgram.regapp.start(["logout"], in: session.home)
        #expect(try session("show") == Answer(0, out: Answer.profile("abc@def.gh")))
        let ownName = try String(contentsOfFile: "/proc/self/comm", encoding: .utf8).filter { $0 != "\n" }
        let busy = Answer.error(
            75, "waited 5 seconds for ~/documents/.lock, which \(ownName) (process \(getpid())) holds",
            hint: "try again when it is done")
        #expect(Answer(try edit.result(), in: session.home) == busy)
        #expect(Answer(try logout.result(), in: session.home) == busy)
        #expect(session.home.paths() == [".lock", "profile.json"])
        flock(lock, LOCK_UN)
        #expect(try session("edit --first-name Al").status == 0)
    }

    @Test func `one of many simultaneous first logins makes the profile, and none tears it`() throws {
        let session = try Session()
        let running = try (0..<12).map { number in
            try BuiltProgram.regapp.start(
                ["login", "--email", "racer\(number)@def.gh", "--password-stdin"], in: session.home,
                input: .text("password of \(number)"))
        }
        let results = try running.map { try $0.result() }
        #expect(results.allSatisfy { $0.status == 0 || $0.status == 75 })
        let created = results.filter { $0.stderr.contains("logged in; change the profile") }
        #expect(created.count == 1)
        #expect(try session("show").status == 0)
        #expect(session.home.paths() == [".lock", "history", "profile.json"])
    }
}
