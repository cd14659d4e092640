import RegappCore
import Glibc

/// `server DIRECTORY PORT`: answers POST /login, /register and /change and GET /me on this machine, with form bodies; a
/// client says who it is with each request. Tasks wait for hashes, so 200 logins at once hold no thread.
@main struct Server {
    @MainActor static func main() async {
        let arguments = CommandLine.arguments
        guard arguments.count == 3, let port = UInt16(arguments[2]) else { exit(64) }
        let registry = AccountDirectory(arguments[1]).registry
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(listener, $0, size) }
        }
        guard isBound == 0, listen(listener, 512) == 0 else { exit(74) }
        signal(SIGPIPE, SIG_IGN)
        await withDiscardingTaskGroup { group in
            while true {
                let client = accept(listener, nil, nil)
                guard client >= 0 else { continue }
                group.addTask {
                    let answer = await answer(to: request(from: client), registry)
                    let text = Array("HTTP/1.0 \(answer.code)\r\n\r\n\(answer.body)\n".utf8)
                    write(client, text, text.count)
                    close(client)
                }
            }
        }
    }

    /// The first line and the fields of the form. A client that sends it in pieces, or more, gets 400.
    static func request(from client: Int32) -> (line: String, form: [String: String]) {
        var bytes = [UInt8](repeating: 0, count: 8192)
        let count = max(0, read(client, &bytes, bytes.count))
        let text = String(decoding: bytes[..<count], as: UTF8.self)
        let parts = text.split(separator: "\r\n\r\n", maxSplits: 1)
        var form: [String: String] = [:]
        for pair in (parts.count == 2 ? parts[1] : "").split(separator: "&") {
            let sides = pair.split(separator: "=", maxSplits: 1).map(decoded)
            if let name = sides.first { form[name] = sides.count == 2 ? sides[1] : "" }
        }
        return (text.split(separator: " HTTP/").first.map(String.init) ?? "", form)
    }

    static func decoded(_ text: Substring) -> String {
        let parts = text.split(separator: "%", omittingEmptySubsequences: false)
        var bytes = parts.first.map { Array($0.utf8) } ?? []
        for part in parts.dropFirst() {
            bytes += [UInt8(part.prefix(2), radix: 16) ?? 63] + Array(part.dropFirst(2).utf8)
        }
        return String(decoding: bytes.map { $0 == 43 ? 32 : $0 }, as: UTF8.self)
    }

    static func answer(
        to request: (line: String, form: [String: String]), _ registry: AccountRegistry
    ) async -> (code: Int, body: String) {
        let (email, password) = (request.form["login"] ?? "", request.form["secret"] ?? "")
        do {
            if request.line == "POST /register" {
                return (200, try await registry.register(PersonalValues(form: request.form)).email)
            }
            guard ["POST /login", "GET /me", "POST /change"].contains(request.line) else { return (400, "") }
            guard let account = try await registry.authenticate(.email(email), password: password) else {
                return (401, "wrong email or password")
            }
            guard request.line == "POST /change" else { return (200, account.firstName ?? account.email) }
            return (200, try await registry.change(email, to: PersonalValues(form: request.form)).email)
        } catch {
            if case .brokenRules = error.reason { return (400, error.message) }
            if case .busy = error.reason { return (503, "try again") }
            return (500, "ask the administrator")
        }
    }
}
