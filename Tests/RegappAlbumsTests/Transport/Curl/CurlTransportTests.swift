import RegappProcesses
import Glibc
import RegappTestSupport
import Testing

@testable import RegappAlbums

/// The transport with programs called `curl` that are not curl, or misbehave.
@Suite(.serialized, .waiting)
struct CurlTransportTests {
    private let directory = TemporaryDirectory()
    private let request = TransportRequest(url: "http://127.0.0.1:1/x", deadline: 60_000, byteLimit: 1 << 20)

    /// A transport that finds a shell script as curl.
    private func transport(_ script: String) throws -> CurlTransport {
        try install(script)
        let folders = "\(directory.path):/usr/bin:/bin"
        return CurlTransport { $0 == "PATH" ? folders : nil }
    }

    /// Puts a script in the place of curl. Another process writes it: while this one had it open, one that is started
    /// by another test would inherit that, and a file that is open for writing cannot be run.
    private func install(_ script: String) throws {
        let result = try BuiltProgram(path: "/bin/sh").run(
            ["-c", #"cat >"$0" && chmod 755 "$0""#, directory.path + "/curl"], in: TemporaryHome(),
            input: .text("#!/bin/sh\n\(script)\n"))
        try #require(result.status == 0)
    }

    private func outcome(
        _ transport: CurlTransport, deadline: Int = 60_000, cancellation: Cancellation = Cancellation()
    ) -> Result<TransportAnswer, CatalogError> {
        var request = request
        request.deadline = deadline
        return Result { () throws(CatalogError) in try transport.send(request, cancellation: cancellation) }
    }

    @Test(
        arguments: [
            ("exit 0", .connectionLost), ("exit 2", .curlFailed(.exited(2))),
            ("kill -SEGV $$", .curlFailed(.signalled(SIGSEGV))),
            ("exec <&-; exit 6", .unknownHost("127.0.0.1")),
            ("exit 5", .offline), ("exit 7", .unreachable(host: "127.0.0.1")),
            ("cat >/dev/null; exit 28", .timeout(milliseconds: 60_000)),
            ("exit 35", .insecure(host: "127.0.0.1")), ("exit 60", .insecure(host: "127.0.0.1")),
            ("exit 61", .notHTTP), ("exit 63", .tooLarge(limit: 1 << 20)), ("exit 18", .connectionLost),
            ("exit 56", .connectionLost), ("printf 'HTTP/1.1 200 O'; exit 0", .connectionLost),
            ("printf 'HTTP/1.1 200 O'; exit 52", .connectionLost), ("echo hello; exit 0", .notHTTP),
            (#"printf 'HTTP/1.1 200 OK\r\n\r\nhalf'; exit 0"#, .connectionLost),
            (#"printf 'HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhalf'; exit 0"#, .connectionLost),
            (#"printf 'HTTP/1.1 999 OK\r\n\r\n'; exit 0"#, .notHTTP),
            (
                #"printf 'HTTP/1.1 200 OK\r\ncontent-length: 99999999999\r\n\r\n'; sleep 60"#,
                .tooLarge(limit: 1 << 20)
            ),
            (#"printf 'HTTP/1.1 200 OK\r\n\r\n'; cat /dev/zero"#, .tooLarge(limit: 1 << 20)),
            ("cat /dev/zero", .notHTTP), ("printf 'HTTP/1.1 200 OK\\r\\n'; yes 'a: b'", .notHTTP),
        ] as [(String, CatalogError)])
    func `a curl that fails or lies is reported by what it did`(script: String, error: CatalogError) throws {
        #expect(outcome(try transport(script)) == .failure(error))
    }

    @Test(arguments: [
        "exec sleep 60", "sleep 60", "exec sleep 60 <&- >&-", "sleep 60 <&- >&- 2>&-",
        #"printf 'HTTP/1.1 200 OK\r\n\r\n{'; sleep 60"#, "trap '' TERM INT HUP; while :; do sleep 60; done",
    ])
    func `a curl that hangs is ended at the deadline, with what it started`(script: String) throws {
        let transport = try transport("echo $$ >'\(directory.path)/process'; \(script)")
        #expect(outcome(transport, deadline: 150) == .failure(.timeout(milliseconds: 150)))
        let text = String(decoding: directory.bytes("process"), as: UTF8.self)
        // On a busy machine it may not even have come to write its number.
        if let group = Int32(text.split(separator: "\n").first ?? "") {
            // Only the shell itself was waited for; the kernel ends the others as it comes to them.
            #expect(try ProcessGroup.left(of: group) == [], "\(script)")
        }
    }

    @Test func `a stop from the terminal reaches curl only once it runs`() throws {
        // Between clone and exec it would stop the thread that starts it, and nothing would say that all have stopped.
        let transport = try transport("exec grep SigBlk /proc/self/status >'\(directory.path)/blocked'")
        _ = outcome(transport)
        let text = String(decoding: directory.bytes("blocked"), as: UTF8.self)
        let blocked = try #require(UInt64(text.split(separator: "\t").last?.prefix(16) ?? "", radix: 16))
        let stops = [SIGTSTP, SIGTTIN, SIGTTOU].reduce(0) { $0 | UInt64(1) << ($1 - 1) }
        #expect(blocked == stops)
    }

    @Test func `a curl that does not read its configuration does not block, however long that is`() throws {
        let transport = try transport("exit 7")
        let requests = (0..<2000).map {
            TransportRequest(
                url: "http://127.0.0.1:1/\($0)" + String(repeating: "a", count: 500), deadline: 60_000,
                byteLimit: 1)
        }
        var errors: [CatalogError] = []
        transport.send(requests, patience: 60_000, cancellation: Cancellation()) { place, outcome in
            #expect(place == errors.count)
            if case .failure(let error) = outcome { errors.append(error) }
        }
        #expect(errors == Array(repeating: .unreachable(host: "127.0.0.1"), count: 2000))
    }

    @Test func `without curl on the path that is the error, wherever else one lies`() throws {
        _ = try transport("exit 7")
        let directory = directory.path
        // The way to it from the working directory, which all tests share and none may leave.
        let up = unsafe try #require(getcwd(nil, 0))
        defer { unsafe free(up) }
        let depth = unsafe String(cString: up).split(separator: "/").count
        let relative = String(repeating: "../", count: depth) + directory.dropFirst()
        try #require(unsafe access(relative + "/curl", X_OK) == 0)
        for folders in [nil, "", ":", ".:", "./", ":/nowhere:", relative, "/nowhere:" + relative] {
            let transport = CurlTransport { $0 == "PATH" ? folders : nil }
            #expect(outcome(transport) == .failure(.curlNotInstalled), "\(folders ?? "none")")
        }
        let absolute = CurlTransport { $0 == "PATH" ? ".::\(directory)" : nil }
        #expect(outcome(absolute) == .failure(.unreachable(host: "127.0.0.1")))
    }

    @Test func `curl gets everything by its standard input, in a chosen environment`() throws {
        let place = directory.path
        try install("echo \"$@\" >'\(place)/words'; env >'\(place)/variables'; cat >'\(place)/input'; exit 7")
        let variables = [
            "PATH": "\(place):/usr/bin:/bin", "https_proxy": "http://p:1", "no_proxy": "n",
            "SSL_CERT_FILE": "/c", "http_proxy": "http://q:1", "SECRET": "s",
        ]
        let transport = CurlTransport { variables[$0] }
        #expect(outcome(transport) == .failure(.unreachable(host: "127.0.0.1")))
        let text = { (name: String) in String(decoding: directory.bytes(name), as: UTF8.self) }
        #expect(text("words") == "--disable --config -\n")
        let seen = Set(text("variables").split(separator: "\n").map(String.init))
        #expect(seen.isSuperset(of: ["https_proxy=http://p:1", "no_proxy=n", "SSL_CERT_FILE=/c"]))
        #expect(!text("variables").contains("SECRET") && !text("variables").contains("http_proxy=http://q"))
        let lines = text("input").split(separator: "\n")
        #expect(lines.contains("url = \"http://127.0.0.1:1/x\"") && lines.contains("proto = \"=http\""))
        #expect(lines.contains("max-time = \"60.000\"") && lines.contains("max-filesize = \"1048576\""))
        #expect(lines.contains("noproxy = \"*\""))
    }

    @Test(arguments: [
        "http://127.0.0.1:1/a\"b", "http://127.0.0.1:1/a\"\nurl = \"file:///etc/passwd", "-o/tmp/x",
        "http://127.0.0.1:1/\\\" output = \\\"x", "file:///etc/passwd", "http://u:p@127.0.0.1:1/",
    ])
    func `no address adds an option`(url: String) throws {
        let place = directory.path
        let transport = try transport("cat >'\(place)/input'; exit 7")
        let error = failure(
            try transport.send(
                TransportRequest(url: url, deadline: 60_000, byteLimit: 1), cancellation: Cancellation()))
        let lines = String(decoding: directory.bytes("input"), as: UTF8.self).split(separator: "\n")
        #expect(lines.count { $0.hasPrefix("url") } == (error == .notHTTP ? 0 : 1))
        #expect(error == .notHTTP || lines.contains("url = \"http://127.0.0.1:1/a\\\"b\""))
        #expect(quoted("a\\\"\n\r\t\u{B}") == #""a\\\"\n\r\t\v""#)
    }

    @Test func `the user's own configuration of curl does not count`() throws {
        let server = try FakeCatalogue()
        defer { server.stop() }
        directory.write(
            Array("output = \"\(directory.path)/stolen\"\nproxy = 127.0.0.1:1\n".utf8), to: ".curlrc")
        let home = directory.path
        let transport = CurlTransport {
            ["PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": home, "CURL_HOME": home][$0]
        }
        let request = TransportRequest(url: server.address + "/search", deadline: 60_000, byteLimit: 10_000)
        #expect(try transport.send(request, cancellation: Cancellation()).status == 200)
        #expect(directory.files == [".curlrc"])
    }

    @Test func `a request that fails does not end those after it`() throws {
        let server = try FakeCatalogue()
        defer { server.stop() }
        let kinds = ["/art/good/1", "/resets", "/art/good/2", "/stops", "/bomb", "/art/good/3"]
        let requests = kinds.map {
            TransportRequest(url: server.address + $0, deadline: 60_000, byteLimit: 100_000)
        }
        var statuses: [Int?] = []
        CurlTransport.test.send(requests, patience: 60_000, cancellation: Cancellation()) {
            statuses.append(try? $1.get().status)
        }
        #expect(statuses == [200, nil, 200, nil, nil, 200])
    }

    @Test func `a proxy for https is asked, unless the host is excepted`() throws {
        let proxy = try FakeCatalogue()
        defer { proxy.stop() }
        let request = TransportRequest(url: "https://catalogue.invalid/x", deadline: 60_000, byteLimit: 1000)
        func error(_ variables: [String: String]) -> CatalogError? {
            failure(
                try CurlTransport { ["PATH": "/usr/local/bin:/usr/bin:/bin"][$0] ?? variables[$0] }
                    .send(request, cancellation: Cancellation()))
        }
        #expect(
            error(["https_proxy": proxy.address, "no_proxy": "catalogue.invalid"])
                == .unknownHost("catalogue.invalid"))
        #expect(proxy.requests.isEmpty)
        #expect(error(["https_proxy": proxy.address]) != nil)
        #expect(proxy.requests == ["catalogue.invalid:443"])
    }

    @Test(Tool.require("openssl", install: "openssl"))
    func `an unsigned certificate is refused, unless it is named`() throws {
        let home = try TemporaryHome()
        let openssl = BuiltProgram(path: try #require(Tool.path("openssl")))
        let (key, certificate) = (home.path + "/key", home.path + "/certificate")
        let made = try openssl.run(
            [
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
                "-keyout", key, "-out", certificate, "-days", "2", "-subj", "/CN=localhost", "-addext",
                "subjectAltName=IP:127.0.0.1",
            ], in: home)
        try #require(made.status == 0, "\(made.stderr)")
        let passing = try FakeCatalogue()
        let port = passing.port
        passing.stop()
        let server = try openssl.start(
            ["s_server", "-accept", "127.0.0.1:\(port)", "-key", key, "-cert", certificate, "-www"], in: home)
        defer { server.process.signal(SIGKILL) }
        let request = TransportRequest(
            url: "https://127.0.0.1:\(port)/", deadline: 60_000, byteLimit: 100_000)
        let outcome = { (authorities: String?) in
            let transport = CurlTransport {
                ["PATH": "/usr/local/bin:/usr/bin:/bin", "SSL_CERT_FILE": authorities][$0] ?? nil
            }
            return Result { () throws(CatalogError) in
                try transport.send(request, cancellation: Cancellation()).status
            }
        }
        while outcome(nil) == .failure(.unreachable(host: "127.0.0.1")) {
            try #require(server.process.ended == nil)
        }
        #expect(outcome(nil) == .failure(.insecure(host: "127.0.0.1")))
        #expect(outcome(certificate) == .success(200))
    }
}
