internal import RegappProcesses

extension CatalogError {
    /// Translates how curl ended, unless it succeeded, for a request to a host (curl's manual, "Exit codes").
    init(_ end: ProgramEnd, _ request: TransportRequest) {
        guard case .exited(let code) = end else {
            self = .curlFailed(end)
            return
        }
        let host = WebAddress(request.url)?.host ?? ""
        self =
            switch code {
            // A proxy: its name, the way through it.
            case 5, 97: .offline
            case 6: .unknownHost(host)
            case 7: .unreachable(host: host)
            case 28: .timeout(milliseconds: request.deadline)
            // The handshake, an engine, either certificate, a cipher, the list of authorities.
            case 35, 51, 53, 54, 58, 59, 60, 64, 66, 77, 80, 82, 83, 90, 91, 98: .insecure(host: host)
            case 63: .tooLarge(limit: request.byteLimit)
            // Another protocol, a strange answer, an unreadable encoding, framing of HTTP/2 and /3.
            case 1, 8, 16, 61, 92: .notHTTP
            // A part, nothing, sending, receiving, QUIC, and a head larger than curl takes (27 before 8.6).
            case 18, 27, 52, 55, 56, 95, 96, 100: .connectionLost
            default: .curlFailed(end)
            }
    }

    /// Whether the next request to the same hosts may well succeed.
    var concernsOneRequest: Bool {
        switch self {
        case .timeout, .connectionLost, .notHTTP, .tooLarge: true
        default: false
        }
    }
}
