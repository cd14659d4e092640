import CommandParser
import DocumentStore

/// Where a command line says that the password comes from.
struct PasswordSource: CommandLineReadable {
    /// The most bytes of a password file or of standard input that are read.
    private static let maximumSize = 64 << 10

    private let typed: Asked<String>?
    private let isOnStandardInput: Bool
    private let file: String?

    init(_ line: inout CommandLineReader) {
        (typed, isOnStandardInput, file) = line.oneOf {
            (
                $0.askable(
                    "password", .text, "PASSWORD", isSecret: true,
                    "the password (other users of the machine can see it)"),
                $0.flag(
                    "password-stdin", isSecret: true,
                    "read a one-line password from standard input"),
                $0.option("password-file", .file, "FILE", "read a one-line password from FILE")
            )
        }
    }

    /// Whether the line says anything of the password.
    var isGiven: Bool { typed != nil || isOnStandardInput || file != nil }

    /// Whether the line says that the password is to be asked for.
    var isAsked: Bool { typed == .toBeAsked }

    /// The password, read from where it comes; nil where the line says nothing of it.
    func read() throws(Report) -> Asked<String>? {
        if let typed {
            if case .given = typed {
                Diagnostics.tell(Outcome.visiblePassword)
            }
            return typed
        }
        if isOnStandardInput {
            return .given(try Self.line(of: Self.standardInput(), from: .standardInput))
        }
        guard let file else { return nil }
        let secret = try Self.reading { () throws(StoreError) in
            try ExternalFiles().secret(in: file, limit: Self.maximumSize)
        }
        guard let secret else { throw Report(StoreError.failed(.read, path: file, .noEntry)) }
        if let warning = secret.warning, !Self.isDescriptor(file) { Diagnostics.tell(warning) }
        return .given(try Self.line(of: secret.bytes, from: .file(path: file)))
    }

    /// All that standard input holds.
    static func standardInput() throws(Report) -> [UInt8] {
        try reading { () throws(StoreError) in try ExternalFiles().standardInput(limit: maximumSize) }
    }

    /// Whether the path names no file but whatever is open, which its owner did not choose here.
    private static func isDescriptor(_ path: String) -> Bool {
        ["/dev/std", "/dev/fd/", "/proc/"].contains(where: path.hasPrefix)
    }

    private static func reading<Result>(_ read: () throws(StoreError) -> Result) throws(Report) -> Result {
        do throws(StoreError) { return try read() } catch { throw Report(error) }
    }

    /// The one line that the bytes hold, without its end.
    private static func line(of bytes: [UInt8], from source: PasswordOrigin) throws(Report) -> String {
        guard !bytes.starts(with: [0xEF, 0xBB, 0xBF]) else {
            throw Report(.unusablePassword(.byteOrderMark, source: source))
        }
        var line = bytes[...]
        if line.last == UInt8(ascii: "\n") {
            line.removeLast()
            if line.last == UInt8(ascii: "\r") { line.removeLast() }
        }
        guard !line.contains(UInt8(ascii: "\n")) else {
            throw Report(.unusablePassword(.severalLines, source: source))
        }
        guard let text = String(validating: line, as: UTF8.self) else {
            throw Report(.unusablePassword(.notUTF8, source: source))
        }
        return text
    }
}
