import RegappWording
import RegappCommandLine
import RegappValues
import RegappCore
import RegappJSON

/// How a service passes a user's name and password; the raw value is what `--protocol` takes.
enum ServiceProtocol: String, CaseIterable, Sendable {
    /// Like pam_exec(8) with `expose_authtok`: `PAM_USER` is the name, standard input the password, up to a NUL.
    case pam
    /// Like Apache's mod_authnz_external with the method `pipe`: two lines on standard input that end with LF, the
    /// name and the password. A name with a line break in it makes a third one.
    case external
    /// One HTTP request, for nginx's `auth_request` and the like; the answer is on standard output.
    case http

    /// What is asked; the raw value is the value of `PAM_TYPE`.
    enum Phase: String, Sendable {
        /// Whether a password is right.
        case auth
        /// Whether an account may be used now, whatever proved who its user is.
        case account
    }

    func surroundings(_ environment: ProcessEnvironment) -> SystemLog.Question {
        switch self {
        case .pam:
            SystemLog.Question(
                phase: environment.variable("PAM_TYPE").flatMap(Phase.init),
                user: environment.variable("PAM_USER") ?? "",
                service: environment.variable("PAM_SERVICE"), host: environment.variable("PAM_RHOST"))
        case .external: SystemLog.Question(phase: .auth, host: environment.variable("IP"))
        case .http: SystemLog.Question(phase: .auth)
        }
    }

    /// Reads the request of the service that runs this process, and adds the user's name to the question. Returns the
    /// password; nil if the question is about the account alone, and standard input is not read. Throws a report, or
    /// an `HTTPRefusal`, if the request does not follow the protocol.
    func password(_ question: inout SystemLog.Question, _ environment: ProcessEnvironment) throws -> String? {
        switch self {
        case .pam:
            guard let phase = question.phase else {
                throw Report.notAskedByPAM("PAM_TYPE", value: environment.variable("PAM_TYPE"))
            }
            guard !question.user.isEmpty else { throw Report.notAskedByPAM("PAM_USER", value: nil) }
            guard phase == .auth else { return nil }
            let input = try PasswordSource.standardInput()
            return try PasswordSource.text(of: input.prefix { $0 != 0 })
        case .external:
            let lines = try PasswordSource.standardInput()
                .split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            // What follows the second LF is empty.
            guard lines.count == 3, lines[2].isEmpty else {
                throw Report(
                    .data, "standard input must hold two lines, the user and the password, and no more")
            }
            question.user = try PasswordSource.text(of: lines[0])
            return try PasswordSource.text(of: lines[1])
        case .http:
            let request = try HTTPRequest()
            (question.host, question.service) = (request.client, request.site)
            guard let credentials = request.credentials else { throw HTTPRefusal.noCredentials }
            question.user = credentials.user
            return credentials.password
        }
    }
}

/// The head of the one request of HTTP/1.0 or 1.1 on standard input (RFC 9112, sections 2 to 5); no body is read.
struct HTTPRequest {
    private var fields: [(name: [UInt8], value: ArraySlice<UInt8>)] = []

    /// In bytes, up to the empty line.
    private static let maximumHead = 16 << 10
    private static let maximumFields = 100
    private static let patience = Duration.seconds(5)

    init() throws(HTTPRefusal) {
        let lines = try Self.head()
        guard lines.count <= 1 + Self.maximumFields else { throw .tooLarge }
        let words = (lines.first ?? []).split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
        guard words.count == 3, Self.isToken(words[0]), !words[1].isEmpty,
            words[1].allSatisfy({ $0 > 0x20 && $0 != 0x7F }),
            ["HTTP/1.0", "HTTP/1.1"].contains(String(decoding: words[2], as: UTF8.self))
        else { throw .badRequest }
        for line in lines.dropFirst() {
            // The name of a folded line would begin with a space.
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")), Self.isToken(line[..<colon]) else {
                throw .badRequest
            }
            let value = line[(colon + 1)...].drop(while: Self.isBlank)
            let end = value.lastIndex { !Self.isBlank($0) }.map { $0 + 1 } ?? value.startIndex
            guard value.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else { throw .badRequest }
            fields.append((line[..<colon].map(\.lowercasedASCII), value[..<end]))
        }
        let hosts = values("host").count
        guard hosts == 1 || hosts == 0 && words[2].last == UInt8(ascii: "0"),
            values("authorization").count <= 1
        else { throw .badRequest }
    }

    /// The values of all fields with this name, which is given in lowercase.
    private func values(_ name: String) -> [ArraySlice<UInt8>] {
        fields.filter { $0.name.elementsEqual(name.utf8) }.map(\.value)
    }

    /// The last value of a field of this name; nil if there is none, or an empty one.
    private func text(_ name: String) -> String? {
        values(name).last.flatMap { $0.isEmpty ? nil : String(decoding: $0, as: UTF8.self) }
    }

    /// The client's address, as the proxy tells it: of a list only the last, since the client can write the others.
    var client: String? {
        text("x-real-ip") ?? text("x-forwarded-for")?.split(separator: ",").last.map { String($0).trimmed }
    }

    var site: String? { text("x-forwarded-host") ?? text("host") }

    /// User name and password in UTF-8 (RFC 7617); nil if the request has none.
    var credentials: (user: String, password: String)? {
        guard let field = text("authorization"), let space = field.firstIndex(of: " "),
            field[..<space].lowercased() == "basic",
            let bytes = Base64.decode(String(field[space...]).trimmed),
            let colon = bytes.firstIndex(of: UInt8(ascii: ":"))
        else { return nil }
        // What is not UTF-8 becomes a NUL, which no password contains, so it is refused like a wrong password.
        let password = String(validating: bytes[(colon + 1)...], as: UTF8.self) ?? "\0"
        return (String(decoding: bytes[..<colon], as: UTF8.self), password)
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

    static func isToken(_ bytes: some Collection<UInt8>) -> Bool {
        !bytes.isEmpty && bytes.allSatisfy { $0.isLetterOrDigit || "!#$%&'*+-.^_`|~".utf8.contains($0) }
    }

    /// Reads the lines of a head, without their ends: CR LF, or LF alone (RFC 9112, 2.2).
    private static func head() throws(HTTPRefusal) -> [ArraySlice<UInt8>] {
        let deadline = ContinuousClock.now + patience
        var (bytes, lines): ([UInt8], [ArraySlice<UInt8>]) = ([], [])
        var (start, seen) = (0, 0)
        while bytes.count < maximumHead {
            guard let read = StandardStream.input(atMost: maximumHead - bytes.count, until: deadline) else {
                throw .tooSlow
            }
            if read.isEmpty { throw .badRequest }
            bytes += read
            while let end = bytes[seen...].firstIndex(of: UInt8(ascii: "\n")) {
                let hasReturn = end > start && bytes[end - 1] == UInt8(ascii: "\r")
                let line = bytes[start..<(hasReturn ? end - 1 : end)]
                if line.isEmpty { return lines }
                lines.append(line)
                (start, seen) = (end + 1, end + 1)
            }
            seen = bytes.count
        }
        throw .tooLarge
    }
}

/// Why a request is refused before its password is checked.
enum HTTPRefusal: String, Error {
    case badRequest = "400 Bad Request"
    case tooSlow = "408 Request Timeout"
    case tooLarge = "431 Request Header Fields Too Large"
    /// It has no user name and password.
    case noCredentials = "401 Unauthorized"
}

/// An answer of HTTP/1.1 without a body.
struct HTTPAnswer {
    let text: String

    /// - Parameter fields: the header fields that not every answer has.
    init(_ status: String, _ fields: [(name: String, value: String)] = []) {
        let all = [("Content-Length", "0"), ("Cache-Control", "no-store"), ("Connection", "close")] + fields
        let lines = ["HTTP/1.1 \(status)"] + all.map { "\($0.0): \($0.1)" }
        text = lines.joined(separator: "\r\n") + "\r\n\r\n"
    }

    /// Access is refused, whatever the reason.
    static func unauthorized(realm: String) -> HTTPAnswer {
        let quoted = realm.headerValue.flatMap { $0 == "\"" || $0 == "\\" ? ["\\", $0] : [$0] }
        return HTTPAnswer(
            HTTPRefusal.noCredentials.rawValue,
            [("WWW-Authenticate", "Basic realm=\"\(String(quoted))\", charset=\"UTF-8\"")]
        )
    }
}

/// A header of the answer 200, with a value of the account.
struct AnswerHeader: Sendable {
    let name: String
    fileprivate let column: AccountColumn

    /// Sent even if empty, since some proxies pass on the client's own header where the answer has none.
    func value(of account: AccountFile) -> String {
        guard case .array(let elements)? = column.value(of: account) else {
            return column.value(of: account)?.cell.headerValue ?? ""
        }
        return elements.map { $0.cell.headerValue.replacingEach(",", with: UInt8(ascii: ",").percentEncoded) }
            .joined(separator: ",")
    }
}

extension ValueType<AnswerHeader> {
    static var answerHeader: ValueType {
        ValueType(
            expected:
                "NAME=KEY, with a name such as Remote-Groups that no other header of the answer has, and a "
                + "key other than the password's",
            sample: AnswerHeader(name: "", column: .field(.email))
        ) { typed in
            guard let (name, key) = typed.parts(around: typed.firstIndex(of: "=")),
                HTTPRequest.isToken(Array(name.utf8)), !taken.contains(name.lowercased()),
                let column = AccountColumn(key: key)
            else { return nil }
            return AnswerHeader(name: name, column: column)
        }
    }

    private static var taken: [String] {
        [
            "cache-control", "connection", "content-length", "remote-email", "remote-name", "remote-user",
            "transfer-encoding",
        ]
    }
}

extension String {
    /// The text as the value of a header: printable ASCII as it is, other bytes percent-encoded (RFC 9110, 5.5).
    var headerValue: String {
        utf8.map {
            (0x20..<0x7F).contains($0) && $0 != UInt8(ascii: "%")
                ? String(Unicode.Scalar($0)) : $0.percentEncoded
        }.joined()
    }
}
