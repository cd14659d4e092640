internal import DocumentStore
internal import StrictJSON

/// Why an account cannot be written in a format.
public enum ExportFault: Error, Hashable, Sendable {
    /// The account has no hash, and the format is for servers that need one.
    case noHash
    /// The account has no e-mail to be named by.
    case noEmail
    /// The format cannot hold this field's value, for instance a colon or a line break in it.
    case notRepresentable(Field, ExchangeFormat)

    /// The fault as a sentence: lowercase, without a period, never with the value.
    public var message: String {
        switch self {
        case .noHash: "has no password hash"
        case .noEmail: "has no e-mail"
        case .notRepresentable(let field, let format):
            "\(field.noun) holds a character that \(format.rawValue) cannot represent"
        }
    }
}

/// Writes accounts in a format, one after the other: `start()`, `bytes(for:)` for each, `end()`.
///
/// The value keeps nothing of an account, so that any number of them can be written.
public struct AccountWriter: Sendable {
    /// The format that is written.
    public let format: ExchangeFormat
    private var isEmpty = true

    /// A writer that has written nothing yet.
    public init(format: ExchangeFormat) {
        self.format = format
    }

    /// What stands before the first account.
    public func start() -> [UInt8] {
        switch format {
        case .json: [UInt8(ascii: "[")]
        case .csv: CSV.row(AccountRecord.exportedFields.map(\.rawValue))
        case .htpasswd, .passwdFile: []
        case .ldif: LDIF.parents
        }
    }

    /// The account, or a throw when the format cannot hold it; then nothing is written and others may follow.
    public mutating func bytes(for record: AccountRecord) throws(ExportFault) -> [UInt8] {
        let output: [UInt8]
        switch format {
        case .json: output = jsonElement(record)
        case .csv: output = CSV.row(AccountRecord.exportedFields.map { record[$0] ?? "" })
        case .htpasswd: output = try PasswordFile.htpasswdLine(for: record)
        case .passwdFile: output = try PasswordFile.passwdFileLine(for: record)
        case .ldif: output = try LDIF.entry(for: record)
        }
        isEmpty = false
        return output
    }

    /// What stands after the last account.
    public func end() -> [UInt8] {
        guard format == .json else { return [] }
        return Array((isEmpty ? "]\n" : "\n]\n").utf8)
    }

    private func jsonElement(_ record: AccountRecord) -> [UInt8] {
        var output = Array((isEmpty ? "\n  " : ",\n  ").utf8)
        record.json(withPassword: false).write(to: &output, indentation: 1)
        return output
    }
}
