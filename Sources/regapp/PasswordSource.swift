import CommandParser
import DocumentStore
import RegappProcess

/// Where a command line says that the password comes from.
enum PasswordSource {
    /// The most bytes of a password file or of standard input that are read.
    private static let maximumSize = 64 << 10

    /// The password of `--password`, `--password-stdin` or `--password-file`; nil where none of them stands.
    static func value(_ invocation: Invocation) throws(Report) -> OptionValue? {
        if let value = invocation.value(.password) {
            if case .given = value {
                Diagnostics.warning("other users of this machine can see a password given with --password")
            }
            return value
        }
        if invocation.has(.passwordStdin) {
            let bytes = try reading { () throws(StoreError) in
                try UserFiles().standardInput(limit: maximumSize)
            }
            return .given(try line(of: bytes, from: "standard input"))
        }
        guard let path = invocation.text(.passwordFile) else { return nil }
        let secret = try reading { () throws(StoreError) in
            try UserFiles().secret(in: path, limit: maximumSize)
        }
        guard let secret else { throw Report(.inputOutput, "cannot read \(path): \(Errno.noEntry.reason)") }
        if let warning = secret.warning, !isDescriptor(path) { Diagnostics.tell(warning) }
        return .given(try line(of: secret.bytes, from: path))
    }

    /// Whether the path names no file but whatever is open, which its owner did not choose here.
    private static func isDescriptor(_ path: String) -> Bool {
        ["/dev/std", "/dev/fd/", "/proc/"].contains(where: path.hasPrefix)
    }

    private static func reading<Result>(_ read: () throws(StoreError) -> Result) throws(Report) -> Result {
        do throws(StoreError) { return try read() } catch { throw Report(error) }
    }

    /// The one line that the bytes hold, without its end.
    private static func line(of bytes: [UInt8], from source: String) throws(Report) -> String {
        guard !bytes.starts(with: [0xEF, 0xBB, 0xBF]) else {
            throw Report(
                .data, "the password from \(source) starts with a byte order mark (U+FEFF)",
                hint: "save it without one: as 'UTF-8', not as 'UTF-8 with BOM'")
        }
        var line = bytes[...]
        if line.last == UInt8(ascii: "\n") {
            line.removeLast()
            if line.last == UInt8(ascii: "\r") { line.removeLast() }
        }
        guard !line.contains(UInt8(ascii: "\n")) else {
            throw Report(.data, "the password from \(source) has more than one line")
        }
        guard let text = String(validating: line, as: UTF8.self) else {
            throw Report(.data, "the password from \(source) is not UTF-8")
        }
        return text
    }
}
