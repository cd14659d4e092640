import Accounts
import CommandParser
import DocumentStore
import RegappWording
import TerminalUI

/// The accounts that a command is about, named individually or in a file.
struct NamedAccounts {
    static let discussion =
        "Several accounts are all found before the first is changed, and changed as one: all of them or "
        + "none, even through a crash. 'regapp cancel' undoes them together."

    /// More than the emails of the most accounts that an import takes.
    private static let maximumSize = 64 << 20

    private let typed: [String]
    private let file: String?

    init(_ line: inout CommandLineReader) {
        typed = line.arguments("EMAIL", .accountEmail, "the emails of the accounts")
        file = line.option(
            "from", .file, "FILE", replacesArguments: true,
            "take the emails from FILE, one a line, or from standard input, '-'")
    }

    var readStandardInput: Bool { file == "-" }

    /// The emails as written; from a file, each line up to a tab, after which generated passwords are printed.
    func emails() throws -> [String] {
        guard let file else { return typed }
        let name = file == "-" ? .standardInput : file
        var bytes = try ExternalFiles().argument(file, limit: Self.maximumSize)[...]
        // Windows editors put it before the text.
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw Report.emailsNotUTF8(path: name)
        }
        return try text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
            .compactMap { index, line in
                let email = String(line.prefix { $0 != "\t" }).trimmed
                if email.isEmpty { return nil }
                // The text is not shown: it may be anything, even a password.
                guard email.contains("@"), !email.contains(where: \.isWhitespace) else {
                    throw Report.noEmail(path: name, line: index + 1)
                }
                return email
            }
    }
}

extension ExternalFiles {
    /// The content of a file that an argument names; `-` is standard input.
    func argument(_ path: String, limit: Int) throws -> [UInt8] {
        if path == "-" { return try standardInput(limit: limit) }
        guard let found = try secret(in: path, limit: limit) else {
            throw StoreError.failed(.read, path: path, .noEntry)
        }
        return found.bytes
    }
}
