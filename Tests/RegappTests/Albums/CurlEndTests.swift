import Foundation
import RegappTestSupport
import Testing

/// A curl that hangs ends with the program that started it.
@Suite(.waiting) struct CurlEndTests {
    private let home: TemporaryHome
    private var variables: [String: String?] {
        ["PATH": home.path + "/bin:/usr/bin:/bin", "REGAPP_ALBUMS_URL": "http://127.0.0.1:1"]
    }

    init() throws {
        home = try TemporaryHome(["profile.json": ScreenFiles.profile])
        // Like curl it begins once it has its configuration. Another process writes it: no open file can be run.
        let script = "#!/bin/sh\ncat >/dev/null\necho $$ >'\(home.path)/group'\nsleep 600\n"
        let made = try BuiltProgram(path: "/bin/sh").run(
            ["-c", "mkdir bin && cat >bin/curl && chmod 755 bin/curl"], in: home, input: .text(script))
        try #require(made.status == 0)
    }

    /// Waits until curl runs, and returns its process group.
    private func curl(of process: ChildProcess) throws -> Int32 {
        var group: Int32?
        while group == nil, process.ended == nil {
            _ = process.wait(until: .now + .milliseconds(2))
            let text = try? String(contentsOfFile: home.path + "/group", encoding: .utf8)
            group = text.flatMap { $0.hasSuffix("\n") ? Int32($0.dropLast()) : nil }
        }
        return try #require(group)
    }

    @Test(arguments: [SIGTERM, SIGHUP, SIGQUIT, SIGSEGV, SIGKILL, SIGINT])
    func `whatever ends a command`(signal: Int32) throws {
        let running = try BuiltProgram.regapp.start(
            ["albums", "search", "night"], in: home, environment: variables)
        let group = try curl(of: running.process)
        running.process.signal(signal)
        #expect(try running.result().termination == (signal == SIGINT ? .exited(130) : .signalled(signal)))
        #expect(try ProcessGroup.left(of: group) == [])
    }

    @Test(arguments: [SIGTERM, SIGHUP, SIGKILL, nil])
    func `whatever ends the screens, a terminal that is gone too`(signal: Int32?) throws {
        let terminal = try PseudoTerminal(.regapp, ["albums"], in: home, environment: variables)
        try terminal.send("night\r", onScreen: "Search")
        let group = try curl(of: terminal.process)
        if let signal { terminal.signal(signal) } else { terminal.closeTerminal() }
        _ = try terminal.waitForExit()
        #expect(try ProcessGroup.left(of: group) == [])
    }
}
