import RegappCore
import RegappCommandLine
import RegappWording
import RegappJSON
import RegappTerminal

struct AccountsExportCommand: RegappCommand {
    static let words = ["accounts", "export"]

    static var page: CommandPage {
        var (whole, served, others): ([String], [String], [String]) = ([], [], [])
        for format in ExchangeFormat.allCases {
            switch format.use {
            case .wholeAccounts: whole.append(format.rawValue)
            case .logins(let servers): served.append("\(format.rawValue) for \(servers)")
            case .other(let use): others.append("\(format.rawValue) is for \(use). ")
            }
        }
        return CommandPage(
            "Print the accounts for another program",
            discussion: [
                "\(whole.listed(last: "and")) hold every field of an account and can be imported again. "
                    + "For servers there are \(served.listed(last: "and")): they omit accounts without a password hash, or with one that not all of these servers can "
                    + "verify, and list them on standard error: htpasswd takes apr1 and {SHA}, the others {SHA} and {SSHA}. "
                    + "\(others.joined())Keys of your own are omitted, unless you add --own-keys to json or csv; in csv a list is in a column such as team[], and what is neither text nor list in one such as team{}. No format holds a plain password, or the hash beside one, which no longer counts; for a "
                    + "copy of everything see 'regapp help backup'.",
                "Services whose users are plain names, not emails, take --strip-domain example.com: ann@example.com is "
                    + "written as ann; emails of other domains stay whole. 'regapp accounts verify --domain "
                    + "example.com' takes the same names. With --without-hashes json and csv can be given away.",
                ConditionOptions.discussion,
                "A spreadsheet that opens a csv may run formulas that people put into their names. With "
                    + "--safe-for-spreadsheets every cell is quoted, and an apostrophe is put before "
                    + "anything that can begin a formula: =, +, -, @, their full-width forms, a tab or a "
                    + "line end, at the beginning of a cell or after a semicolon, a tab or a line end, "
                    + "where some spreadsheets split it. Phones get one too. Such a file is only for "
                    + "viewing: 'import' would take the apostrophes as part of the values.",
                "With --output a server can read FILE at any moment: it is replaced in one step, and left "
                    + "as it is if something cannot be read or written. It keeps its mode, owner and "
                    + "group; a new one has mode 0600. An account file that cannot be accepted is listed "
                    + "and left out, and the exit code is 65. If there are no accounts, FILE is not "
                    + "emptied (65) unless you give --allow-empty; if their folder is missing, as when it "
                    + "is not mounted, it is never emptied (74).",
                "A format without an expiry date shows expired accounts as locked. An import of the file "
                    + "would lock them for good, so regapp reports how many there are. htpasswd has no "
                    + "locks either, so it omits these accounts. Formats for servers have all emails in "
                    + "lower case.",
                "With --changes an LDAP directory follows the registry: NOW.ldif is what 'ldapsearch -LLL' "
                    + "or 'slapcat' prints of the directory, and regapp prints change records for "
                    + "'ldapmodify'. Only attributes that regapp writes are touched, and nothing is "
                    + "deleted without --delete. If an account has no value for an attribute, the "
                    + "attribute stays; regapp reports how many there are, with the line that removes one. "
                    + "An account file that cannot be accepted is listed, the rest is printed, and the exit "
                    + "code is 65. Its entry stays as it is, except that a locked account is locked there "
                    + "too. The entry of an account whose file has the wrong name stays too, and the file "
                    + "is listed (65). An entry also stays if a backup or editor file of its account is "
                    + "less than ten minutes old.",
            ],
            examples: [
                "Give nginx the passwords":
                    "regapp accounts export --format htpasswd --output /etc/nginx/accounts.htpasswd",
                "Keep an LDAP directory up to date":
                    "ldapsearch -LLL -b ou=people,dc=example | regapp accounts export --format ldif "
                    + "--base ou=people,dc=example --changes - | ldapmodify",
                "Give another office names and phones":
                    "regapp accounts export --without-hashes --safe-for-spreadsheets --output people.csv",
                "Keep a copy": "regapp accounts export > accounts-copy.json",
                "Export some accounts": "regapp accounts export ann@example.com bob@example.com",
                "Let only a team into a web site":
                    "regapp accounts export --where team=board --format htpasswd --output board.htpasswd",
            ],
            nicknames: ["dump", "accounts dump", "accounts save"])
    }

    private let emails: [String]
    private let format: ExchangeFormat
    private let file: String?
    private let base: DistinguishedName?
    private let now: String?
    private let deletes: Bool
    private let allowsEmpty: Bool
    private let isSafeForSpreadsheets: Bool
    private let conditions: ConditionOptions
    private var options = ExportOptions()
    private let time: String?

    init(_ line: inout CommandLineReader) {
        emails = line.arguments(
            "EMAIL", .accountEmail, isRequired: false, "the emails of the accounts; without one, all of them"
        )
        conditions = ConditionOptions(&line)
        let others = ExchangeFormat.allCases.filter { $0 != .json }.map(\.rawValue)
        let given: ExchangeFormat? = line.option(
            "format", .choice, "FORMAT",
            "the format to write: json, \(others.listed(last: "or")); by default that of FILE's extension, else json"
        )
        let file: String? = line.option(
            "output", .file, "FILE", "replace FILE in one step, instead of printing")
        self.file = file
        format = given ?? file.flatMap(ExchangeFormat.init(fileName:)) ?? .json
        base = line.option(
            "base", .distinguishedName, "DN", "with ldif: the entry above those of the accounts")
        now = line.option(
            "changes", .file, "NOW.ldif",
            "with ldif: print the changes that the entries of NOW.ldif, or of '-', need")
        deletes = line.with("changes") { $0.flag("delete", "delete entries that have no account") }
        allowsEmpty = line.with("output", "delete") {
            $0.flag("allow-empty", "empty FILE or the directory if there are no accounts")
        }
        options.hasOwnKeys = line.flag("own-keys", "with json and csv: keys of your own too")
        options.leavesHashesOut = line.flag(
            "without-hashes", "with json and csv: no password hashes; a lock is a ! alone")
        options.strippedDomain = line.option(
            "strip-domain", .domain, "DOMAIN",
            "with htpasswd and passwd-file: write the names before @DOMAIN instead of such emails"
        )?.lowercased()
        isSafeForSpreadsheets = line.flag(
            "safe-for-spreadsheets", "with csv: quote every cell, and put an apostrophe before formulas")
        time = line.asOf()
    }

    func run(_ context: inout CommandContext) throws {
        try requireNeeded()
        try context.lookBack(to: time)
        let registry = try context.registry()
        if let now {
            var changes = ChangesExport(
                from: now, below: base ?? .regapp, deletes: deletes, allowsEmpty: allowsEmpty, to: file)
            return try changes.run(of: registry, context.environment)
        }
        // A service relies on the file, so no account is dropped from it because the disk fails.
        let filter = AccountFilter(conditions: try conditions.conditions(under: registry.directory.policy))
        let writer =
            try format == .csv
            ? registry.csvWriter(
                isSafeForSpreadsheets: isSafeForSpreadsheets, hasOwnKeys: options.hasOwnKeys, of: emails,
                where: filter)
            : base.map { LDIFWriter(base: $0) } ?? format.writer()
        var export = ExportRun(format, writer)
        try AcceptedAccounts.read(&context, only: emails, mustReadAll: file != nil, where: filter) {
            accounts, context in
            var output = try ExportOutput(file, format, of: registry, context.environment)
            try output.write(export.writer.start())
            let empty = ExportedAccounts(writer: export.writer, format: format, options: options)
            try accounts.forEach(empty, { $0.add($1) }) { try export.write($0, to: &output) }
            try output.write(export.writer.end(isEmpty: export.isEmpty))
            // Nor is an account dropped from it because a condition has a misspelt key.
            let isUnsure = !accounts.hasFoundAny || export.isEmpty && accounts.mayBeMisspelt
            if !allowsEmpty, isUnsure { try output.requireEmptyFile(export.emptyFile) }
            try output.finish()
            export.reportWhatIsLost()
        }
        if export.refused > 0 { throw Report.unrepresentable(export.refused, format) }
    }
}

extension AccountsExportCommand {
    private func requireNeeded() throws {
        typealias Needing = (name: String, isGiven: Bool, formats: [ExchangeFormat])
        let options: [Needing] = [
            ("--safe-for-spreadsheets", isSafeForSpreadsheets, [.csv]),
            ("--own-keys", self.options.hasOwnKeys, [.csv, .json]),
            ("--without-hashes", self.options.leavesHashesOut, [.csv, .json]),
            ("--strip-domain", self.options.strippedDomain != nil, [.htpasswd, .passwdFile]),
            ("--base", base != nil, [.ldif]), ("--changes", now != nil, [.ldif]),
        ]
        try Report.require(
            options.map { option in
                let needed = option.formats.map(\.rawValue).listed(last: "or")
                return (option.name, option.isGiven, "--format \(needed)", option.formats.contains(format))
            })
        if now != nil, !emails.isEmpty || !conditions.isEmpty {
            throw Report(
                .usage, "--changes compares all accounts", hint: "leave out the emails and --where")
        }
    }
}

private struct ExportedAccounts: Sendable {
    let writer: any AccountWriter
    let format: ExchangeFormat
    let options: ExportOptions
    private(set) var bytes: [UInt8] = []
    private(set) var leftOut: [(account: AccountFile, reason: ExportError)] = []
    private(set) var loss = ExportLoss()

    init(writer: any AccountWriter, format: ExchangeFormat, options: ExportOptions) {
        (self.writer, self.format, self.options) = (writer, format, options)
    }

    mutating func add(_ account: AccountFile) {
        do throws(ExportError) {
            let record = account.exported(as: format, options)
            let written = try writer.bytes(for: record)
            if !bytes.isEmpty { bytes += writer.separator }
            bytes += written
            loss.fields.formUnion(record.lostFields)
            if record.losesOwnKeys { loss.hasUnknownKeys = true }
            if let status = record.lockedBy { loss.locked[status, default: 0] += 1 }
        } catch { leftOut.append((account, error)) }
    }
}

/// What written accounts have and their format cannot hold.
private struct ExportLoss {
    var fields: Set<Field> = []
    var hasUnknownKeys = false
    /// How many accounts were written as locked because the format has no dates.
    var locked: [AccountStatus: Int] = [:]
}

private struct ExportRun {
    let format: ExchangeFormat
    let writer: any AccountWriter
    private(set) var isEmpty = true
    private(set) var refused = 0
    private var loss = ExportLoss()

    init(_ format: ExchangeFormat, _ writer: any AccountWriter) {
        (self.format, self.writer) = (format, writer)
    }

    /// The whole file without any account.
    var emptyFile: [UInt8] { writer.start() + writer.end(isEmpty: true) }

    mutating func write(_ accounts: ExportedAccounts, to output: inout ExportOutput) throws {
        if !accounts.bytes.isEmpty {
            if !isEmpty { try output.write(writer.separator) }
            try output.write(accounts.bytes)
            isEmpty = false
        }
        loss.fields.formUnion(accounts.loss.fields)
        loss.locked.merge(accounts.loss.locked, uniquingKeysWith: +)
        if accounts.loss.hasUnknownKeys { loss.hasUnknownKeys = true }
        for (account, reason) in accounts.leftOut {
            let email = account.email
            switch reason {
            case .noHash, .otherHash: Diagnostics.report(.leftOut(reason, email: email))
            // Locks and expiry dates are meant to do this; on a terminal a person may wonder.
            case .locked:
                guard Terminal.isTerminal(.standardError), let obstacle = account.serverObstacles.first else {
                    continue
                }
                Diagnostics.report(.warning("\(email) \(obstacle.predicate); it is left out"))
            default:
                refused += 1
                Diagnostics.report(.error("\(email): \(reason.message)"))
            }
        }
    }

    /// Once for all accounts; most of it to a person who may wonder.
    func reportWhatIsLost() {
        for (status, count) in loss.locked.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            let accounts =
                status == .expired
                ? count.counted("expired account is", "expired accounts are")
                : count.counted(
                    "account whose first password is over is", "accounts whose first passwords are over are")
            let them = count == 1 ? "it" : "them"
            Diagnostics.report(
                .warning(
                    "\(accounts) written as locked, since \(format.rawValue) has no expiry date; an import of "
                        + "the file would lock \(them) for good"))
        }
        guard Terminal.isTerminal(.standardError) else { return }
        let fields = Field.allCases.filter { loss.fields.contains($0) && $0 != .password }
        if !fields.isEmpty {
            let names = fields.map(\.noun).joined(separator: ", ")
            Diagnostics.report(.warning("\(format.rawValue) cannot hold these fields: \(names)"))
        }
        if loss.fields.contains(.password) {
            Diagnostics.report(
                .warning("plain passwords are left out; the next 'regapp login' turns them into hashes"))
        }
        if loss.hasUnknownKeys {
            let hint: Sentence? = format.use == .wholeAccounts ? "add --own-keys to export them" : nil
            Diagnostics.report(.warning("keys of your own are left out", hint: hint))
        }
    }
}
