internal import RegappValues

/// The configuration of a run of curl, which it reads from its standard input (curl's manual, `--config`).
///
/// Each request is a section with its own options, separated by `--next`; connections are reused from one to the next.
/// The first failure ends the run, so that its exit code is that of the last request it came to.
struct CurlConfiguration {
    private(set) var text = ""

    /// - Parameter boundary: what curl writes after each answer.
    init(_ requests: some Sequence<TransportRequest>, boundary: [UInt8]) {
        for request in requests {
            if !text.isEmpty { text += "next\n" }
            add(request, boundary: String(decoding: boundary, as: UTF8.self))
        }
    }

    private mutating func add(_ request: TransportRequest, boundary: String) {
        let isSecure = WebAddress(request.url)?.scheme == "https"
        let scheme = isSecure ? "=https" : "=http"
        text += "silent\nfail-early\ngloboff\ninclude\nsuppress-connect-headers\ncompressed\nno-buffer\n"
        set("url", request.url)
        set("proto", scheme)
        set("proto-redir", scheme)
        // Plain HTTP stays on this machine.
        if !isSecure { set("noproxy", "*") }
        // Zero would mean no limit.
        let milliseconds = max(1, request.deadline)
        set("max-time", "\(milliseconds / 1000).\((milliseconds % 1000).zeroPadded(to: 3))")
        set("max-filesize", "\(request.byteLimit)")
        set("user-agent", "regapp")
        set("write-out", boundary)
    }

    private mutating func set(_ option: String, _ value: String) {
        text += "\(option) = \(quoted(value))\n"
    }
}

/// A value in curl's quotes: `\"` and `\\` stand for themselves, and line breaks and tabs have escapes.
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
