internal import Dispatch
internal import RegappProcesses
internal import RegappValues

/// The network, through the program `curl`.
///
/// A run of curl answers one request or several in turn. Its whole configuration is on standard input, `curl --disable
/// --config -`; no `.curlrc` is read. Limits on time and size are set there and enforced here too: a curl that exceeds
/// them or hangs is killed, and so is one whose caller ends.
package final class CurlTransport: Transport {
    package static let greatestConcurrency = 2
    /// The variables that curl gets: where programs and libraries are, proxies, and trusted certificates.
    private static let inherited = [
        "PATH", "HOME", "LD_LIBRARY_PATH", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY", "no_proxy",
        "NO_PROXY", "SSL_CERT_FILE", "SSL_CERT_DIR", "CURL_CA_BUNDLE", "NIX_SSL_CERT_FILE",
    ]

    private let path: String
    private let environment: [String]
    private let slots = DispatchSemaphore(value: greatestConcurrency)

    /// `variable` looks up the environment. Curl is searched for in the absolute folders of `PATH` at each request.
    package init(variable: (String) -> String?) {
        path = variable("PATH") ?? ""
        environment = Self.inherited.compactMap { name in variable(name).map { "\(name)=\($0)" } }
    }

    package func send(
        _ requests: [TransportRequest], patience: Int, cancellation: Cancellation,
        receive: (Int, Result<TransportAnswer, CatalogError>) -> Void
    ) {
        let end = ContinuousClock.now + .milliseconds(max(0, patience))
        var done = 0
        func finish(_ outcome: Result<TransportAnswer, CatalogError>) {
            receive(done, outcome)
            done += 1
        }
        while done < requests.count {
            do throws(CatalogError) {
                try run(requests[done...], before: end, cancellation) { finish(.success($0)) }
            } catch {
                finish(.failure(cancellation.isCancelled ? .cancelled : error))
                switch error {
                // The next request to the same hosts may well succeed.
                case .timeout, .connectionLost, .notHTTP, .tooLarge: break
                default: while done < requests.count { finish(.failure(error)) }
                }
            }
        }
    }

    /// Runs curl once; throws the error of the first request that fails.
    private func run(
        _ requests: ArraySlice<TransportRequest>, before end: ContinuousClock.Instant,
        _ cancellation: Cancellation, receive: (TransportAnswer) -> Void
    ) throws(CatalogError) {
        let valid = requests.prefix { request in
            guard let address = WebAddress(request.url) else { return false }
            return ["http", "https"].contains(address.scheme) && !address.hasCredentials
        }
        guard let first = valid.first else { throw .notHTTP }
        let start = min(end, .now + .milliseconds(max(0, first.deadline)))
        // In short steps, so that a cancelled request leaves the queue.
        repeat {
            guard !cancellation.isCancelled else { throw .cancelled }
            guard ContinuousClock.now < start else { throw .timeout(milliseconds: first.deadline) }
        } while slots.wait(timeout: .now() + .milliseconds(20)) != .success
        defer { slots.signal() }
        let folders = path.split(separator: ":").filter { $0.hasPrefix("/") }
        guard let program = ProgramStart.find("curl", in: folders) else { throw .curlNotInstalled }
        let boundary = CurlOutput.makeBoundary()
        let alarm: Alarm
        let curl: ChildProgram
        do throws(ProgramEnd) {
            alarm = try Alarm()
            curl = try ChildProgram(
                program, ["curl", "--disable", "--config", "-"], environment: environment,
                input: Array(configuration(valid, boundary: boundary).utf8), alarm: alarm)
        } catch { throw .curlFailed(error) }
        let waker = cancellation.addWaker { alarm.raise() }
        defer { cancellation.removeWaker(waker) }
        var output = CurlOutput(boundary: boundary)
        var deadline = start
        for request in valid {
            receive(try answer(to: request, of: curl, &output, before: deadline))
            deadline = min(end, .now + .milliseconds(max(0, request.deadline)))
        }
    }

    private func answer(
        to request: TransportRequest, of curl: ChildProgram, _ output: inout CurlOutput,
        before deadline: ContinuousClock.Instant
    ) throws(CatalogError) -> TransportAnswer {
        while true {
            if let answer = try output.next(limit: request.byteLimit) { return answer }
            switch curl.read(into: &output.bytes, until: deadline) {
            case .output: continue
            case .late: throw .timeout(milliseconds: request.deadline)
            case .alarmed: throw .cancelled
            case .closed:
                guard let end = curl.end(until: deadline) else {
                    throw .timeout(milliseconds: request.deadline)
                }
                // How curl ended tells whether the last answer is complete.
                guard end == .exited(0) else { throw CatalogError(end, request) }
                guard let answer = try output.last(limit: request.byteLimit) else { throw .connectionLost }
                return answer
            }
        }
    }
}

/// The configuration of a run of curl (curl's manual, `--config`): a section of options for each request, separated by
/// `next`; connections are reused. The first failure ends the run, so its exit code is about the last request that it
/// reached. Curl writes `boundary` after each answer.
private func configuration(_ requests: ArraySlice<TransportRequest>, boundary: [UInt8]) -> String {
    requests.map { request in
        let isSecure = WebAddress(request.url)?.scheme == "https"
        let scheme = isSecure ? "=https" : "=http"
        // Zero would mean no limit.
        let milliseconds = max(1, request.deadline)
        var options = [
            ("url", request.url), ("proto", scheme), ("proto-redir", scheme),
            ("max-time", "\(milliseconds / 1000).\((milliseconds % 1000).zeroPadded(to: 3))"),
            ("max-filesize", "\(request.byteLimit)"), ("user-agent", "regapp"),
            ("write-out", String(decoding: boundary, as: UTF8.self)),
        ]
        // Plain HTTP is for this machine only, so it must not go through a proxy.
        if !isSecure { options.append(("noproxy", "*")) }
        return "silent\nfail-early\ngloboff\ninclude\nsuppress-connect-headers\ncompressed\nno-buffer\n"
            + options.map { "\($0) = \(quoted($1))\n" }.joined()
    }.joined(separator: "next\n")
}

/// A value in curl's quotes, with its escapes for quotes, backslashes, line breaks and tabs.
func quoted(_ value: String) -> String {
    var text = "\""
    for scalar in value.unicodeScalars {
        switch scalar {
        case "\"": text += "\\\""
        case "\\": text += "\\\\"
        case "\n": text += "\\n"
        case "\r": text += "\\r"
        case "\t": text += "\\t"
        case "\u{B}": text += "\\v"
        default: text.unicodeScalars.append(scalar)
        }
    }
    return text + "\""
}
