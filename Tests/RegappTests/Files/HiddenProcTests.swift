import RegappTestSupport
import Testing

/// A system that shows a program nothing about itself.
@Suite struct HiddenProcTests {
    @Test(OwnLog.needsMounts)
    func `without proc nothing is run, least of all another command`() throws {
        // Swift's runtime has the arguments from there: a line without any would show who is logged in, and end with 0.
        let session = try Session(profile: #"{"email":"abc@def.gh","password":"54321"}"#)
        let script = #"mount -t tmpfs none /proc && exec "$0" "$@""#
        for words in [
            ["albums", "search", "x"], ["show"], [], ["accounts", "verify", "a@b.cd", "--password=x"],
        ] {
            // A static program's runtime looks for its own path there too, unless it is told where it is.
            let result = try BuiltProgram(path: "/usr/bin/env").run(
                ["unshare", "-m", "sh", "-c", script, BuiltProgram.regapp.path] + words, in: session.home,
                environment: ["SWIFT_ROOT": "/"])
            let error = "cannot read the command line: there is no /proc"
            #expect(Answer(result, in: session.home) == .error(1, error, hint: "mount /proc"))
        }
    }
}
