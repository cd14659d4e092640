import RegappCore
import RegappCommandLine
import RegappValues
import RegappWording
import RegappTerminal

struct AccountsExportCommand: RegappCommand {
    static let words = ["accounts", "export"]
    static let page = #"""
        # accounts export
        Print the accounts for another program

        {whole} hold every field of an account and can be imported again. For servers there are {served}. Server formats
        omit accounts without a password hash, or with one that not all of these servers can verify, and list them on
        standard error: htpasswd takes apr1 and {SHA}, the others {SHA} and {SSHA}. --own-keys adds custom keys to json and
        csv. In csv a list is in a column such as team[], any other JSON in one such as team{}. No format holds a plain
        password, or the hash that it overrides. To copy everything, see 'regapp help backup'.

        --strip-domain example.com writes ann@example.com as ann, for services with plain user names. Emails of other
        domains stay whole. 'regapp accounts verify --domain example.com' accepts the same names. --name-key login writes
        the value under that key, in lower case, and leaves out accounts without one.

        {conditions}

        A spreadsheet program that opens a csv may run formulas that people put into their names. --safe-for-spreadsheets
        quotes every cell, and puts an apostrophe before anything that can begin a formula, phones too. Use such a file only
        for viewing: 'import' would take the apostrophes as part of the values.

        --output replaces FILE in one step, so a server can read it at any moment. If something cannot be read or written,
        FILE stays as it was. It keeps its mode, owner and group; a new one has mode 0600. An account file that cannot be
        accepted is listed and left out, and regapp exits with 65. If there are no accounts, or none has a key named in
        --where, regapp also exits with 65, and FILE is emptied only with --allow-empty. If the folder of the accounts is
        missing, for example not mounted, FILE is never emptied, and regapp exits with 74.

        A format without an expiry date shows expired accounts as locked. Importing the file would lock them permanently, so
        regapp reports how many there are. htpasswd has no locks either, so it omits these accounts. Server formats have all
        emails in lower case. If they leave out people who can log in here, regapp writes the rest and exits with 65.

        With --changes an LDAP directory follows the registry. NOW.ldif is what 'ldapsearch -LLL' or 'slapcat' prints, and
        regapp prints change records for 'ldapmodify'. They touch only attributes that regapp writes, and delete nothing
        without --delete. If an account has no value for an attribute, the attribute stays; regapp reports how many there
        are, with the line that removes one. regapp lists invalid or misnamed account files, prints the rest and exits with
        65. The entry of such a file stays, except that a locked account is locked there too. An entry also stays if a
        backup or editor file of its account is less than ten minutes old.

        - Give nginx the passwords of a team | regapp accounts export --where team=board --format htpasswd --output
          /etc/nginx/board.htpasswd
        - Keep an LDAP directory up to date | ldapsearch -LLL -b ou=people,dc=example | regapp accounts export
          --format ldif --base ou=people,dc=example --changes - | ldapmodify
        - Give another office names and phones | regapp accounts export --without-hashes --safe-for-spreadsheets
          --output people.csv

            dump, accounts save, accounts dump, export dovecot = --format passwd-file, export nginx = --format htpasswd
            export apache = --format htpasswd, export openldap = --format ldif, export ldap = --format ldif
            --xlsx = --format csv, --excel = --format csv, --csv = --format csv
            --with-hashes =, --hashes =, --json = --format json, --fields = accounts list --csv --fields KEY
        """#

    private let emails: [String]
    /// Nil if the name of the file does not tell.
    private let format: ExchangeFormat?
    private let file: String?
    private let base: DistinguishedName?
    private let now: String?
    private let deletes: Bool
    private let allowsEmpty: Bool
    private let csv: CSVForm
    private let conditions: ConditionOptions
    private var options = ExportOptions()
    private let time: String?

    init(_ line: inout CommandLineReader) {
        emails = line.arguments(
            "EMAIL", .account(), isRequired: false, "the emails of the accounts; without one, all of them"
        )
        conditions = ConditionOptions(&line)
        let others = ExchangeFormat.allCases.filter { $0 != .json }.map(\.rawValue)
        let byName: InferredText = { line in
            // Standard output under another name is refused when it is opened.
            guard let name = line.text("output"), name != "-",
                !["/dev/", "/proc/"].contains(where: name.hasPrefix)
            else { return ExchangeFormat.json.rawValue }
            return ExchangeFormat(fileName: name)?.rawValue
        }
        format = line.option(
            "format", .choice, "FORMAT", orElse: byName,
            "the format to write: json, \(others.listed(last: "or")); default: FILE's extension, or json without FILE"
        )
        file = line.option("output", .file, "FILE", "replace FILE in one step, instead of printing")
        let entry = ValueType<DistinguishedName>(
            expected: "the name of an entry such as ou=people,dc=example,dc=org", sample: .root
        ) { DistinguishedName($0).flatMap { $0 == .root ? nil : $0 } }
        base = line.option(
            "base", entry, "DN", with: .format(.ldif), "the entry above the accounts")
        now = line.option(
            "changes", .file, "NOW.ldif", with: .format(.ldif),
            "print the changes that the entries of NOW.ldif, or of '-', need")
        deletes = line.flag("delete", with: ["changes"], "delete entries that have no account")
        allowsEmpty = line.flag(
            "allow-empty", with: ["output", "delete"],
            "empty FILE or the directory if there are no accounts")
        options.hasOwnKeys = line.flag(
            "own-keys", with: .format(where: { $0.use == .wholeAccounts }), "custom keys too")
        options.leavesHashesOut = line.flag(
            "without-hashes", with: .format(where: { $0.use == .wholeAccounts }),
            "no password hashes; a lock is a ! alone")
        options.strippedDomain = line.option(
            "strip-domain", .domain, "DOMAIN", with: .format(where: { $0.namesUsers }),
            "write NAME instead of NAME@DOMAIN"
        )?.lowercased()
        options.nameColumn = line.option(
            "name-key", .accountColumn, "KEY", with: .format(where: { $0.namesUsers }),
            "name people by the value under KEY instead of their emails")
        options.keepsAnyHash = line.flag(
            "any-hash", with: .format(where: { $0.use != .wholeAccounts }),
            "hashes that only some of these servers verify, too")
        let isSafeForSpreadsheets = line.flag(
            "safe-for-spreadsheets", with: .format(.csv),
            "quote every cell, and put an apostrophe before formulas")
        csv = line.csvForm(with: .format(.csv), isSafeForSpreadsheets: isSafeForSpreadsheets)
        time = line.asOf()
    }

    func run(_ context: inout CommandContext) throws {
        guard let format else {
            let path = file ?? ""
            throw Message.unknownFormat(
                of: "'\(path)' from its name",
                path.isSpreadsheetName
                    ? "write CSV, which a spreadsheet program opens: \(.words("--output", "people.csv"))"
                    : nil)
        }
        if now != nil, !emails.isEmpty || !conditions.isEmpty {
            throw Message(
                .usage, "--changes compares all accounts", hint: "leave out the emails and --where")
        }
        let emails = try context.lookBack(to: time, for: emails)
        let registry = try context.registry()
        var options = options
        try options.take(loginNamesOf: registry, as: format)
        if let now {
            var changes = ChangesExport(
                path: now, base: base ?? .regapp, deletes: deletes, allowsEmpty: allowsEmpty, file: file,
                options: options)
            return try changes.run(of: registry, context.environment)
        }
        conditions.reportSlips()
        // A service relies on the file, so an unreadable file must not drop its account from it.
        let filter = AccountFilter(conditions: try conditions.conditions(under: registry.directory.policy))
        let writer: any AccountWriter =
            format == .csv
            ? CSVAccountWriter(csv)
            : base.map { LDIFWriter(base: $0) } ?? format.definition.writer()
        var export = ExportRun(
            format: format, writer: writer, nameKey: options.nameColumn?.key,
            sharedNames: try options.nameColumn.map { try registry.sharedNames(under: $0.key) } ?? [],
            isEmail: { (try? registry.account(of: $0)) != nil },
            waiting: format == .csv && options.hasOwnKeys ? [] : nil)
        try AccountListing.read(&context, only: emails, mustReadAll: file != nil, where: filter) {
            accounts, context in
            var output = try ExportOutput(file, format, of: registry, context.environment)
            if export.waiting == nil { try output.write(writer.start()) }
            let waits = export.waiting != nil
            // `team!=board` would select everybody where `verify` refuses everybody.
            let unknownKey = try registry.unknownKey(among: filter.ownKeys, .data)
            try accounts.forEach { [options] account in
                ExportedAccount(account, as: format, options, by: writer, keepingRecord: waits)
            } consume: {
                if let unknownKey { throw unknownKey }
                try export.write($0, to: &output)
            }
            if let records = export.waiting {
                let table = CSVAccountWriter(csv, withOwnKeysOf: records)
                try output.write(table.start())
                for record in records { try output.write(table.bytes(for: record)) }
            }
            try output.write(writer.end(isEmpty: export.isEmpty))
            // A misspelt key in a condition must not empty the file of a service.
            let isUnsure =
                !accounts.hasFoundAny
                || export.isEmpty && (accounts.mayBeMisspelt || export.nameKey != nil)
            let emptyFile = writer.start() + writer.end(isEmpty: true)
            if !allowsEmpty, isUnsure { try output.requireEmptyFile(emptyFile) }
            try output.finish()
            export.reportWhatIsLost()
        }
        if export.refused > 0 { throw Message.unrepresentable(export.refused, format) }
        // A timer has to notice that people are missing who can log in here.
        if let message = Message.leftOut(export.leftOut) { throw message }
    }
}

/// What a thread makes of an account for an export: much less than the account, since another thread takes it on.
private struct ExportedAccount: Sendable {
    let email: String
    /// The account in the format, or why the format cannot hold it.
    let written: Result<[UInt8], ExportError>
    /// Nil unless it waits for others.
    let record: ExportRecord?
    /// A hash of what stands in place of the email, if anything does.
    let nameHash: Int?
    /// What stands in place of the email, if it may be that of somebody else.
    let foreignEmail: String?
    let lostFields: [Field]
    let losesOwnKeys: Bool
    let lockedBy: AccountStatus?
    /// Why servers do not let the account in.
    let obstacle: AccountStatus?
    /// Whether regapp lets it in.
    let canLogIn: Bool

    init(
        _ account: AccountFile, as format: ExchangeFormat, _ options: ExportOptions,
        by writer: any AccountWriter, keepingRecord keepsRecord: Bool
    ) {
        let record = ExportRecord(account, as: format, options)
        email = account.email
        written = Result { () throws(ExportError) in try writer.bytes(for: record) }
        self.record = keepsRecord ? record : nil
        nameHash = record.nameHash
        foreignEmail = record.foreignEmail
        lostFields = record.lostFields
        losesOwnKeys = record.losesOwnKeys
        lockedBy = record.lockedBy
        obstacle = account.serverObstacles.first
        canLogIn = obstacle == nil && account.isPasswordSet && !options.lacksRequiredName(account)
    }
}

private struct ExportRun {
    let format: ExchangeFormat
    let writer: any AccountWriter
    /// The key whose values name people in place of their emails, if any does.
    let nameKey: String?
    /// Names under that key which several accounts have: a server would take one of them for the other.
    let sharedNames: Set<Int>
    /// Whether an account has this email.
    let isEmail: (String) -> Bool
    /// The accounts of a table with custom keys: its first line names them all, so it is written after the last account;
    /// nil if none has to wait.
    private(set) var waiting: [ExportRecord]?
    private(set) var isEmpty = true
    private(set) var refused = 0
    private(set) var leftOut = LeftOutAccounts()
    private(set) var lostFields: Set<Field> = []
    private(set) var losesOwnKeys = false
    /// How many accounts were written as locked because the format has no dates.
    private(set) var locked: [AccountStatus: Int] = [:]

    mutating func write(_ account: ExportedAccount, to output: inout ExportOutput) throws {
        let email = account.email
        var written = account.written
        if case .success = written, let nameKey, let name = account.foreignEmail, isEmail(name) {
            written = .failure(.nameIsEmail(key: nameKey))
        }
        if case .success = written, let nameKey, let name = account.nameHash, sharedNames.contains(name) {
            written = .failure(.sameName(key: nameKey))
        }
        switch written {
        case .success(let bytes):
            if let record = account.record {
                waiting?.append(record)
            } else {
                if !isEmpty { try output.write(writer.separator) }
                try output.write(bytes)
            }
            isEmpty = false
            for field in account.lostFields { lostFields.insert(field) }
            if account.losesOwnKeys { losesOwnKeys = true }
            if let status = account.lockedBy { locked[status, default: 0] += 1 }
        case .failure(let reason):
            switch reason {
            case .otherHash, .plainPassword, .noName:
                if account.canLogIn { leftOut.note(reason) }
                Diagnostics.report(.leftOut(email, reason.message))
            case .noHash: Diagnostics.report(.leftOut(email, reason.message))
            // Leaving out locked and expired accounts is intended; only a terminal gets a warning.
            case .locked:
                guard Terminal.isTerminal(.standardError), let obstacle = account.obstacle else { return }
                Diagnostics.report(.leftOut(email, obstacle.predicate))
            default:
                refused += 1
                Diagnostics.report(Message(.data, "\(email): \(reason.message)"))
            }
        }
    }

    /// Reports it once for all accounts; most of it only on a terminal.
    func reportWhatIsLost() {
        for (status, count) in locked.sorted(by: { $0.key < $1.key }) {
            let accounts =
                switch status {
                case .expired: count.counted("expired account is", "expired accounts are")
                case .locked:
                    count.counted(
                        "account that is locked until a day is", "accounts that are locked until a day are")
                default:
                    count.counted(
                        "account with an expired first password is",
                        "accounts with expired first passwords are")
                }
            let them = count == 1 ? "it" : "them"
            Diagnostics.report(
                .warning(
                    "\(accounts) written as locked, since \(format.rawValue) has no expiry date; an import of "
                        + "the file would lock \(them) permanently"))
        }
        guard Terminal.isTerminal(.standardError) else { return }
        let fields = Field.allCases.filter { lostFields.contains($0) && $0 != .password }
        if !fields.isEmpty {
            let names = fields.map(\.noun).joined(separator: ", ")
            Diagnostics.report(.warning("\(format.rawValue) cannot hold these fields: \(names)"))
        }
        if lostFields.contains(.password) {
            Diagnostics.report(
                .warning("plain passwords are left out; the next 'regapp login' turns them into hashes"))
        }
        if losesOwnKeys {
            let hint: Sentence? =
                format.definition.use == .wholeAccounts ? "add --own-keys to export them" : nil
            Diagnostics.report(.warning("custom keys are left out", hint: hint))
        }
    }
}

extension OptionNeed {
    static func format(_ formats: ExchangeFormat...) -> OptionNeed {
        .values(formats.map(\.rawValue), of: "format")
    }

    static func format(where isMeant: (ExchangeFormatDefinition) -> Bool) -> OptionNeed {
        .values(ExchangeFormat.allCases.filter { isMeant($0.definition) }.map(\.rawValue), of: "format")
    }
}
