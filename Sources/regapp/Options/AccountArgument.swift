import Accounts
import CommandParser
import DocumentStore
import TerminalUI

extension CommandLineReader {
    mutating func account() -> String { argument("EMAIL", .accountEmail, "the email of the account") }
}

/// The accounts that a command is about, named one by one or in a file.
struct NamedAccounts {
    /// What the help of such a command says.
    static let discussion =
        "Several accounts are found before the first is changed, and changed as one: all of them or none, even "
        + "through a crash, and 'regapp cancel' undoes them together."

    /// More than the emails of as many accounts as an import takes.
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

    /// The emails as they were written; of a file, what stands in each line that is not empty, up to a tab, behind which
    /// generated passwords are printed.
    func emails() throws -> [String] {
        guard let file else { return typed }
        let name = file == "-" ? .standardInput : file
        var bytes = try ExternalFiles().argument(file, limit: Self.maximumSize)[...]
        // What an editor of Windows puts before the text.
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw Report.emailsNotUTF8(path: name)
        }
        return try text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
            .compactMap { index, line in
                let email = String(line.prefix { $0 != "\t" }).trimmed
                if email.isEmpty { return nil }
                // What it is instead is not shown: it may be anything, a password as well.
                guard email.contains("@"), !email.contains(where: \.isWhitespace) else {
                    throw Report.noEmail(path: name, line: index + 1)
                }
                return email
            }
    }
}

extension ExternalFiles {
    /// What a file holds that an argument names; `-` is standard input.
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

    /// What stands after the `@` of an email.
    static var domain: ValueType {
        ValueType(expected: "the name of a host such as example.org", sample: "") {
            EmailAddress.isHost($0) ? $0 : nil
        }
    }
}

extension ValueType<DistinguishedName> {
    /// The name of an entry of a directory.
    static var distinguishedName: ValueType {
        ValueType(expected: "the name of an entry such as ou=people,dc=example,dc=org", sample: .root) {
            DistinguishedName($0).flatMap { $0 == .root ? nil : $0 }
        }
    }
}

/// The emails of a registry, for a shell that completes one.
enum AccountEmails {
    /// More than a person reads through.
    private static let maximum = 200

    /// The first of them that begin with a text; none for an empty text. No file is opened, since the names tell.
    ///
    /// - Parameter documents: the value of `--documents`.
    static func beginning(with prefix: String, documents: String?) -> [String] {
        guard !prefix.isEmpty, let environment = ProcessEnvironment.live() else { return [] }
        do {
            let directory = try DocumentsDirectory.resolve(option: documents, environment)
            return try DocumentStore(directory: directory, layout: .regapp).emails(
                beginningWith: prefix, limit: maximum)
        } catch {
            // A shell that completes has no place for a message; the command itself will tell.
            return []
        }
    }
}
