import RegappTestSupport
import Testing

/// A system that shows a program nothing about itself.
@Suite struct HiddenProcTests {
    @Test(OwnLog.needsMounts)
    func `without proc a command is the one that was typed`() throws {
        // A runtime that looked for the arguments there would find none: a line without any shows who is logged in.
        let session = try Session(profile: #"{"email":"abc@def.gh","password":"54321"}"#)
        let script = #"mount -t tmpfs none /proc && exec "$0" "$@""#
        for (words, printed) in [
            (["show", "--field", "email"], "abc@def.gh"), (["help", "undo"], "regapp undo"),
        ] {
            // A static program's runtime looks for its own path there too, unless it is told where it is.
            let result = try BuiltProgram(path: "/usr/bin/env").run(
                ["unshare", "-m", "sh", "-c", script, BuiltProgram.regapp.path] + words, in: session.home,
                environment: ["SWIFT_ROOT": "/"])
            #expect(result.status == 0 && result.stdout.contains(printed), "\(words): \(result.stderr)")
        }
    }
}
