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
        let bytes = try reading { () throws(StoreError) in
            try UserFiles().contents(of: path, limit: maximumSize)
        }
        guard let bytes else { throw Report(.inputOutput, "cannot read \(path): \(Errno.noEntry.reason)") }
        return .given(try line(of: bytes, from: path))
    }

    private static func reading<Result>(_ read: () throws(StoreError) -> Result) throws(Report) -> Result {
        do throws(StoreError) { return try read() } catch { throw Report(error) }
    }

    /// The one line that the bytes hold, without its end.
    private static func line(of bytes: [UInt8], from source: String) throws(Report) -> String {
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
