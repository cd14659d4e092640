import RegappCore
import RegappValues
import RegappStore
import RegappWording

/// Prints the LDAP changes that turn a server's entries into the accounts of a registry.
struct ChangesExport {
    /// The most problems of a file that are printed: the first ones show what kind of file it is.
    private static let mostProblems = 20

    let path: String
    let base: DistinguishedName
    let deletes: Bool
    /// Whether a registry without accounts may delete every entry.
    let allowsEmpty: Bool

    let file: String?
    let options: ExportOptions

    private let files = ExternalFiles()
    private(set) var problems = 0
    private(set) var rejected = 0
    private(set) var refused = 0

    mutating func run(of registry: Registry, _ environment: ProcessEnvironment) throws {
        try registry.requireFolder()
        var changes = try LDAPChanges(of: registry, below: base, deletes: deletes, options)
        var records = Spool(in: environment.variable("TMPDIR") ?? "/tmp", files)
        try compare(&changes, into: &records)
        guard problems == 0 else {
            throw Message(
                .data, "no changes were printed",
                hint: "print what the directory has with 'ldapsearch -LLL' or 'slapcat'")
        }
        guard allowsEmpty || !changes.wouldDeleteAll else {
            throw Message(
                .data, "there are no accounts, so every entry of an account would be deleted",
                hint: "see \(.regapp("path")); add --allow-empty to delete them anyway")
        }
        var output = try ExportOutput(file, .ldif, of: registry, environment)
        while case let piece = try records.next(), !piece.isEmpty { try output.write(piece) }
        while let next = try changes.nextDeletions() {
            try output.write(next.bytes)
            try report(next.findings)
        }
        try output.finish()
        let overview = changes.overview
        if overview.showsNothingOfBase {
            Diagnostics.report(
                .warning("\(name) has no entry below \(base): every account looks missing there"))
        }
        if overview.showsNoPassword {
            Diagnostics.report(
                .warning(
                    "no entry in \(name) shows a password, so every password is set again",
                    hint: "search as a user who may read userPassword: \(.words("ldapsearch", "-D", "DN"))"))
        }
        if overview.staleAttributes > 0 {
            let attributes = overview.staleAttributes.counted(
                "attribute of an entry is", "attributes of entries are")
            let print = ShellCommand.words(["printf", "%s\\n"] + overview.staleRemoval)
            Diagnostics.report(
                .hint(
                    "\(prose: attributes) not in the registry, and not removed; this removes one: \(bare: print) | ldapmodify"
                ))
        }
        if changes.undeleted > 0 {
            let entries = changes.undeleted.counted("entry has", "entries have")
            let them = changes.undeleted == 1 ? "it" : "them"
            Diagnostics.report(.hint("\(prose: entries) no account; add --delete to delete \(prose: them)"))
        }
        if rejected > 0 { throw Message.filesLeftOut(rejected) }
        if refused > 0 { throw Message.unrepresentable(refused, .ldif) }
        if let message = Message.leftOut(overview.leftOut) { throw message }
    }

    private var name: String { path.nameOfArgument }

    /// Compares the accounts with all entries. The changes are held back, since a later entry may be unacceptable.
    private mutating func compare(_ changes: inout LDAPChanges, into records: inout Spool) throws {
        var pieces = try files.argumentPieces(path, limit: .max)
        while problems == 0 {
            let piece = try pieces.next()
            guard !piece.isEmpty else { return try changes.finish { try holdBack($0, in: &records) } }
            try changes.read(piece) { try holdBack($0, in: &records) }
        }
    }

    private mutating func holdBack(_ made: LDAPChanges.Records, in records: inout Spool) throws {
        try report(made.findings)
        guard problems == 0 else { return }
        do throws(StoreError) { try records.write(made.bytes) } catch {
            guard case .failed = error else { throw error }
            throw Message(of: error).with(hints: ["set TMPDIR to a directory with room for the changes"])
        }
    }

    private mutating func report(_ findings: [LDAPChanges.Finding]) throws {
        for finding in findings {
            let message: Message
            switch finding {
            case .problem(let problem):
                problems += 1
                guard problems <= Self.mostProblems else { continue }
                message = Message(problem, in: name)
            case .rejected(.store(let error)) where file != nil: throw error
            case .rejected(let error), .stray(let error):
                rejected += 1
                message = Message(of: error)
            case .withoutHash(let error, let email, isThere: false): message = .leftOut(email, error.message)
            case .withoutHash(.plainPassword, let email, isThere: true):
                message = .warning(
                    "\(email) has a plain password, which is never exported; until the next 'regapp login' no password "
                        + "opens its entry",
                    hint: "store a hash with \(.regapp("accounts", "password", argument: email))")
            case .withoutHash(let error, let email, isThere: true):
                message = .warning("\(email) \(error.message); its entry keeps the password that it has")
            case .edited(let email, let path):
                message = .warning(
                    "\(email) has no account, but \(path) is from the last ten minutes, so the entry stays for now"
                )
            case .ofAnotherClass(let email):
                message = .warning("the entry of \(email) is not an inetOrgPerson, so it stays as it is")
            case .hasChildren(let email):
                message = .warning("the entry of \(email) has entries below it, so it is not deleted")
            case .unrepresentable(let error, let email):
                refused += 1
                message = Message(.data, "\(email): \(error.message)")
            }
            Diagnostics.report(message)
        }
    }
}

/// The destination of an export: standard output, or the file that it replaces.
struct ExportOutput: ~Copyable {
    private var printed = Output()
    private var file: FileReplacement?
    private var path: String?
    private let format: ExchangeFormat

    /// - Parameter registry: the exported registry; none of its own files may be replaced.
    init(
        _ path: String?, _ format: ExchangeFormat, of registry: Registry, _ environment: ProcessEnvironment
    ) throws {
        self.format = format
        guard let path else { return }
        guard path != "-", path != "/dev/stdout" else {
            throw Message(.usage, "'\(path)' is not a file", hint: "leave --output out to print the accounts")
        }
        let absolute = try environment.absolute(path)
        file = try FileReplacement(of: absolute, excluding: registry.directory.store, ExternalFiles())
        self.path = absolute
    }

    mutating func write(_ bytes: [UInt8]) throws {
        if try file?.write(bytes) != nil { return }
        try format == .json ? printed.json(bytes) : printed.lines(bytes)
    }

    /// Refuses to replace a file that holds more than an export without accounts.
    func requireEmptyFile(_ empty: [UInt8]) throws {
        guard let path, var pieces = try ExternalFiles().pieces(of: path, limit: .max) else { return }
        var old: [UInt8] = []
        while old.count <= empty.count {
            let piece = try pieces.next()
            if piece.isEmpty { break }
            old += piece
        }
        guard old.isEmpty || old == empty else {
            throw Message(
                .data, "there are no accounts to write, so \(path) would be emptied",
                hint: "see \(.regapp("path")); add --allow-empty to empty it anyway")
        }
    }

    mutating func finish() throws {
        try printed.flush()
        if let warning = try file?.commit() ?? nil { Diagnostics.report(warning.message) }
    }
}
