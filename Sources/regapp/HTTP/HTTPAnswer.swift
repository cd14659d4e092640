import RegappCore
import RegappTerminal
import RegappValues
import RegappWording
import RegappCommandLine
import RegappJSON

/// What answers a request of HTTP, to `accounts verify` and to the page for passwords alike. Another question is a
/// command that reads an `HTTPRequest` and sends an answer.
struct HTTPAnswer {
    enum Status: String, Error {
        case ok = "200 OK"
        case accepted = "202 Accepted"
        case badRequest = "400 Bad Request"
        case unauthorized = "401 Unauthorized"
        case forbidden = "403 Forbidden"
        case methodNotAllowed = "405 Method Not Allowed"
        case tooSlow = "408 Request Timeout"
        case gone = "410 Gone"
        case lengthRequired = "411 Length Required"
        case bodyTooLarge = "413 Content Too Large"
        case unsupportedType = "415 Unsupported Media Type"
        case expectationFailed = "417 Expectation Failed"
        case headTooLarge = "431 Request Header Fields Too Large"
        case failed = "500 Internal Server Error"
        case unavailable = "503 Service Unavailable"

        /// Of the process, unless an error has one of its own.
        fileprivate var exit: ExitCode {
            switch self {
            case .ok, .accepted: .done
            case .unauthorized, .forbidden, .gone: .denied
            case .unavailable: .busy
            case .failed: .failure
            case .badRequest, .methodNotAllowed, .tooSlow, .lengthRequired, .bodyTooLarge, .unsupportedType,
                .expectationFailed, .headTooLarge:
                .data
            }
        }
    }

    let status: Status
    private let exit: ExitCode
    private let fields: [(name: String, value: String)]
    private let body: [UInt8]
    /// A body that is not sent still has its length: the answer to HEAD.
    private let sendsBody: Bool

    /// - Parameters:
    ///   - fields: the header fields that not every answer has.
    ///   - exit: the exit code of the process; nil for the status's own.
    init(
        _ status: Status, _ fields: [(name: String, value: String)] = [], body: [UInt8] = [],
        sendsBody: Bool = true, exit: ExitCode? = nil
    ) {
        self.status = status
        self.exit = exit ?? status.exit
        self.fields = fields + (status == .unavailable ? [("Retry-After", "1")] : [])
        self.body = body
        self.sendsBody = sendsBody
    }

    private var bytes: [UInt8] {
        let all =
            [("Content-Length", "\(body.count)"), ("Cache-Control", "no-store"), ("Connection", "close")]
            + fields
        let lines = ["HTTP/1.1 \(status.rawValue)"] + all.map { "\($0.0): \($0.1)" }
        return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + (sendsBody ? body : [])
    }

    /// Writes the answer at once; throws a message with the exit code of the process unless all is well.
    func send() throws {
        guard Terminal.Stream.standardOutput.write(bytes) == nil else { throw Message(.inputOutput, []) }
        if exit != .done { throw Message(exit, []) }
    }

    /// Access is refused, whatever the reason.
    static func unauthorized(realm: String) -> HTTPAnswer {
        let quoted = realm.headerValue.flatMap { $0 == "\"" || $0 == "\\" ? ["\\", $0] : [$0] }
        return HTTPAnswer(
            .unauthorized, [("WWW-Authenticate", "Basic realm=\"\(String(quoted))\", charset=\"UTF-8\"")])
    }
}

extension String {
    /// The text as the value of a header: printable ASCII as it is, other bytes percent-encoded (RFC 9110, 5.5).
    var headerValue: String {
        utf8.percentEncoded { (0x20..<0x7F).contains($0) && $0 != UInt8(ascii: "%") }
    }
}

/// A header of the answer 200, with a value of the account.
struct AnswerHeader: Sendable {
    let name: String
    fileprivate let column: AccountColumn

    /// Sent even if empty, since some proxies pass on the client's own header where the answer has none.
    func value(of account: AccountFile) -> String {
        guard case .array(let elements)? = column.shown(of: account) else {
            return column.shown(of: account)?.cell.headerValue ?? ""
        }
        return elements.map { $0.cell.headerValue.replacingEach(",", with: UInt8(ascii: ",").percentEncoded) }
            .joined(separator: ",")
    }
}

/// In lowercase: what an answer has anyway.
private let takenHeaders = [
    "cache-control", "connection", "content-length", "remote-email", "remote-name", "remote-user",
    "transfer-encoding",
]

extension ValueType<AnswerHeader> {
    static var answerHeader: ValueType {
        ValueType(
            expected:
                "NAME=KEY, with a name such as Remote-Groups that no other header of the answer has, and a "
                + "key other than the password's",
            sample: AnswerHeader(name: "", column: .field(.email))
        ) { typed in
            guard let (name, key) = typed.parts(around: typed.firstIndex(of: "=")),
                HTTPRequest.isToken(Array(name.utf8)), !takenHeaders.contains(name.lowercased()),
                let column = AccountColumn(key: key)
            else { return nil }
            return AnswerHeader(name: name, column: column)
        }
    }
}
