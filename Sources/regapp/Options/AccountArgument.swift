import Accounts
import CommandParser
import DocumentStore
import TerminalUI

extension CommandLineReader {
    mutating func account() -> String { argument("EMAIL", .accountEmail, "the email of the account") }
}

/// The accounts that a command is about, named individually or in a file.
struct NamedAccounts {
    static let discussion =
        "Several accounts are found before the first is changed, and changed as one: all of them or none, even "
        + "through a crash, and 'regapp cancel' undoes them together."

    /// More than the emails of the most accounts that an import takes.
    private static let maximumSize = 64 << 20

    private let typed: [String]
    private let file: String?

    init(_ line: inout CommandLineReader) {
        typed = line.arguments("EMAIL", .accountEmail, "the emails of the accounts")
        file = line.option(
            "from", .file, "FILE", replacesArguments: true,
            "take the emails from FILE, a line each, or from standard input, '-'")
    }

    /// Whether they are read from standard input.
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

extension ValueType<String> {
    /// The email of a registered account; any text is taken.
    static var accountEmail: ValueType {
        ValueType(
            completion: .answers { context in
                let options = context.read(CommonOptions.self)
                return AccountEmails.beginning(with: context.typed, documents: options.documents)
                    .map { Offer($0) }
            }, looksLike: { $0.contains("@") }, sample: ""
        ) { $0 }
    }

    /// The part of an email after the `@`.
    static var domain: ValueType {
        ValueType(expected: "the name of a host such as example.org", sample: "") {
            EmailAddress.isHost($0) ? $0 : nil
        }
    }
}

extension ValueType<DistinguishedName> {
    /// The distinguished name of an LDAP entry.
    static var distinguishedName: ValueType {
        ValueType(expected: "the name of an entry such as ou=people,dc=example,dc=org", sample: .root) {
            DistinguishedName($0).flatMap { $0 == .root ? nil : $0 }
        }
    }
}

/// The emails of a registry, for shell completion.
enum AccountEmails {
    /// More than a person reads through.
    private static let maximum = 200

    /// The first emails that begin with a text; none for an empty text. No file is opened, since the names suffice.
    ///
    /// - Parameter documents: the value of `--documents`.
    static func beginning(with prefix: String, documents: String?) -> [String] {
        guard !prefix.isEmpty, let environment = ProcessEnvironment.live() else { return [] }
        do {
            let directory = try DocumentsDirectory.resolve(option: documents, environment)
            return try DocumentStore(directory: directory, layout: .regapp).emails(
                beginningWith: prefix, limit: maximum)
        } catch {
            // Shell completion has no place for a message; the command itself will tell.
            return []
        }
    }
}
