/// A format in which accounts leave or enter a registry; the raw value is what `--format` takes.
public enum ExchangeFormat: String, CaseIterable, Hashable, Sendable {
    /// An array of the account files' known keys.
    case json
    /// RFC 4180, the keys as columns.
    case csv
    /// One `email:hash` a line, as Apache and nginx read it.
    case htpasswd
    /// Dovecot's `user:{CRYPT}hash::::::`.
    case passwdFile = "passwd-file"
    /// RFC 2849, for `slapadd`; written only.
    case ldif

    /// The formats that `import` reads.
    public static let readable = allCases.filter { $0 != .ldif }

    /// The format that the ending of a file's name stands for among those that are read; nil for others.
    public init?(fileName: String) {
        guard let dot = fileName.lastIndex(of: ".") else { return nil }
        switch fileName[fileName.index(after: dot)...].lowercased() {
        case "json": self = .json
        case "csv": self = .csv
        case "htpasswd": self = .htpasswd
        case "passwd", "passwd-file": self = .passwdFile
        default: return nil
        }
    }

    /// Whether this is a format for a server that checks passwords, so that an account needs a hash.
    public var needsHash: Bool { self != .json && self != .csv }

    /// The fields that the format holds; the others are lost on the way out.
    public var fields: [Field] {
        switch self {
        case .json, .csv: AccountRecord.exportedFields
        case .htpasswd, .passwdFile: [.email, .passwordHash]
        case .ldif: [.email, .firstName, .lastName, .phone, .passwordHash]
        }
    }
}
