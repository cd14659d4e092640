import RegappCore
import Glibc

/// `server DIRECTORY PORT`: answers POST /login, /register, /change, /password and GET /me. One thread waits for all clients, so a
/// slow one holds nothing up; a task works on each request, and a client that goes away cancels it.
@main struct Server {
    static func main() {
        guard CommandLine.arguments.count == 3, let port = UInt16(CommandLine.arguments[2]) else { exit(64) }
        let registry = AccountDirectory(CommandLine.arguments[1], actor: "web").registry
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue), 0)
        var address = sockaddr_in()
        (address.sin_family, address.sin_port) = (sa_family_t(AF_INET), port.bigEndian)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let isBound = withUnsafeBytes(of: &address) {
            bind(listener, $0.assumingMemoryBound(to: sockaddr.self).baseAddress, socklen_t($0.count)) == 0
        }
        guard isBound, listen(listener, 1024) == 0 else { exit(74) }
        var (requests, tasks): ([Int32: [UInt8]], [Int32: Task<Void, Never>]) = ([:], [:])
        while true {
            var waits = tasks.keys.map { pollfd(fd: $0, events: 0x2000, revents: 0) }  // POLLRDHUP: gone
            waits += (requests.keys + [listener]).map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            poll(&waits, nfds_t(waits.count), -1)
            for client in waits.filter({ $0.revents != 0 }).map(\.fd) {
                if client == listener {
                    requests[accept(listener, nil, nil)] = []
                } else if let task = tasks.removeValue(forKey: client) {
                    task.cancel()
                } else if var bytes = requests.removeValue(forKey: client) {
                    var piece = Array(repeating: UInt8(0), count: 8192)
                    let count = max(0, recv(client, &piece, piece.count, Int32(MSG_DONTWAIT)))
                    bytes += piece.prefix(count)
                    let form = form(in: bytes) ?? (count > 0 && bytes.count < 8192 ? nil : [:])
                    if form == nil { requests[client] = bytes }
                    tasks[client] = form.map { form in
                        Task.detached {
                            let answer = Array("HTTP/1.0 \(await answer(to: form, registry))\n".utf8)
                            send(client, answer, answer.count, Int32(MSG_DONTWAIT | MSG_NOSIGNAL))
                            shutdown(client, Int32(SHUT_RDWR))
                            close(client)
                        }
                    }
                }
            }
        }
    }

    /// The form of a request, with its method and path as `line`; nil until all of it is there.
    static func form(in bytes: [UInt8]) -> [String: String]? {
        let text = String(decoding: bytes, as: UTF8.self)
        let parts = text.split(separator: "\r\n\r\n", maxSplits: 1, omittingEmptySubsequences: false)
        let length = parts[0].firstMatch(of: /(?i)content-length: ([0-9]+)/).flatMap { Int($0.1) } ?? 0
        guard parts.count == 2, parts[1].utf8.count >= length else { return nil }
        let line = parts[0].prefixMatch(of: /[A-Z]+ [^ ]+/).map { String($0.0) } ?? ""
        let pairs = parts[1].matches(of: /([^&=]+)=([^&]*)/).map { (decoded($0.1), decoded($0.2)) }
        return Dictionary(pairs + [("line", line)]) { $1 }
    }

    static func decoded(_ text: Substring) -> String {
        let parts = text.replacing("+", with: " ").split(separator: "%", omittingEmptySubsequences: false)
        let bytes = parts.dropFirst().map { [UInt8($0.prefix(2), radix: 16) ?? 63] + $0.dropFirst(2).utf8 }
        return String(decoding: Array(parts[0].utf8) + bytes.joined(), as: UTF8.self)
    }

    static func answer(to form: [String: String], _ registry: AccountRegistry) async -> String {
        let (values, line) = (PersonalValues(form: form), form["line"] ?? "")
        let (email, password) = (form["login"] ?? "", form["secret"] ?? "")
        do {
            if line == "POST /register" { return "200\r\n\r\n\(try await registry.register(values).email)" }
            if line == "POST /password" {
                return
                    "200\r\n\r\n\(try await registry.changePassword(of: email, from: password, to: form["new"] ?? "").email)"
            }
            guard ["POST /login", "GET /me", "POST /change"].contains(line) else { return "400\r\n\r\n" }
            let account = try await registry.authenticate(.email(email), password: password)
            guard let account else { return "401\r\n\r\nwrong email or password" }
            guard !account.mustChange else { return "403\r\n\r\nchange your password: POST /password" }
            if line == "POST /change" { try await registry.by(account.id).change(account.email, to: values) }
            return "200\r\n\r\n\(account.email)"
        } catch {
            switch error.reason {
            case .brokenRules, .accountExists, .unusablePassword: return "400\r\n\r\n\(error)"
            case .noMatch: return "401\r\n\r\nwrong email or password"
            case .firstPasswordOver: return "403\r\n\r\nchange your password: POST /password"
            case .busy: return "503\r\n\r\ntry again"
            default: return "500\r\n\r\nask the administrator"
            }
        }
    }
}
