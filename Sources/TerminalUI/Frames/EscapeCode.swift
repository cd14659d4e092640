/// Every control sequence the module sends, by its meaning (ECMA-48 and xterm's ctlseqs).
enum EscapeCode: Hashable, Sendable {
    case eraseToEndOfLine

    /// The characters to send.
    var sequence: String {
        switch self {
        case .eraseToEndOfLine: "\u{1B}[K"
        }
    }
}
