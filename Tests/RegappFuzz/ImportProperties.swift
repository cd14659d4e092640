internal import RegappValues
internal import RegappCore
internal import RegappJSON

/// A file for `import`: a letter for the format, a byte that chooses the pieces, then the text.
struct ImportProperties {
    private let format: ExchangeFormat
    private let pieces: [Int]
    private let text: [UInt8]

    init(_ input: [UInt8]) {
        var rest = FuzzInput(input)
        let letter = UInt8(rest.number())
        format = ExchangeFormat.allCases.first { $0.rawValue.utf8.first == letter } ?? .csv
        let size = rest.number()
        pieces = [size % 5 + 1, size / 5 % 13 + 1, size % 17 + 1]
        text = rest.remainder()
    }

    func check() throws(BrokenProperty) {
        let whole = Self.read([text], format)
        try require(Self.read(text.pieces(pieces), format) == whole, "pieces make no difference")
        let lines = text.count { "\r\n".utf8.contains($0) } + 1
        try require(
            whole.accounts.allSatisfy { (1...lines).contains($0.line) }, "a line is one of the file's")
        // What only the whole file shows is said at its end.
        let ordered = whole.accounts.filter { account in
            guard case .failure(let problem) = account.result else { return true }
            return switch problem.reason {
            case .format(.mixedEncodings), .format(.lock): false
            default: true
            }
        }
        try require(ordered.map(\.line) == ordered.map(\.line).sorted(), "accounts come in the file's order")
        let records = whole.accounts.compactMap { try? $0.result.get() }
        for format in ExchangeFormat.allCases { try checkExport(of: records, in: format) }
        try checkOwnKeys()
        try KeptOutProperties(text).check()
        if format == .ldif, let name = DistinguishedName(String(decoding: text, as: UTF8.self)) {
            try require(
                DistinguishedName(name.description) == name, "a name that is written reads as what it was")
        }
        if format == .json { try checkJSON(records, isWhole: records.count == whole.accounts.count) }
    }

    private struct Reading: Equatable {
        var accounts: [ImportedAccount] = []
        var hasStopped = false
    }

    private static func read(
        _ pieces: [[UInt8]], _ format: ExchangeFormat, keeping others: ImportColumns.Others = .refused
    ) -> Reading {
        var reader = format.reader(ReadingOptions(ColumnMap(others: others)))
        var reading = Reading()
        for piece in pieces { reading.accounts += reader.read(piece) }
        reading.accounts += reader.finish()
        reading.hasStopped = reader.hasStopped
        return reading
    }

    // MARK: Printing

    /// What is exported comes back, as far as the format holds it.
    private func checkExport(of records: [AccountRecord], in format: ExchangeFormat) throws(BrokenProperty) {
        let writer = format.definition.writer()
        var exported = writer.start()
        var expected: [AccountRecord] = []
        for record in records {
            let record = Self.registered(record)
            let kept = Self.kept(record, in: format)
            // A record without a value is none to csv, a name after a sign is of NIS, a byte order mark is no email, and
            // an LDIF name such as `mail=ann.ex`, which is none either, may say that somebody has left.
            guard ![.csv, .passwdFile].contains(format) || kept[.email]?.dropFirst().contains("@") == true,
                format != .ldif || Self.isEmail(kept[.email] ?? ""),
                !["+@", "-@"].contains(kept[.email]?.prefix(2)),
                kept[.email]?.unicodeScalars.first != "\u{FEFF}",
                ![.passwdFile, .ldif].contains(format) || !Self.isMark(kept[.passwordHash] ?? "!"),
                let bytes = try? writer.bytes(for: ExportRecord(Self.file(of: record), as: format))
            else { continue }
            exported += (expected.isEmpty ? [] : writer.separator) + bytes
            expected.append(kept)
        }
        exported += writer.end(isEmpty: expected.isEmpty)
        let found = Self.read(exported.pieces(pieces), format)
        try require(
            found.accounts.map { try? $0.result.get() } == expected.map(Optional.some) && !found.hasStopped,
            "\(format.rawValue) that is exported reads as what it was")
    }

    private static func isEmail(_ text: String) -> Bool {
        var draft = Draft(.service, today: RuleProperties.today)
        draft.set(text, as: .email)
        return draft.violations.isEmpty
    }

    /// What is exported with keys of the owners' own comes back equal, byte for byte, whatever they are called.
    private func checkOwnKeys() throws(BrokenProperty) {
        guard format == .csv || format == .json else { return }
        let files = Self.files(of: Self.read([text], format, keeping: .kept))
        for format in [ExchangeFormat.csv, .json] {
            let exported = Self.exported(files, as: format)
            let found = Self.read(exported.pieces(pieces), format, keeping: .kept)
            let isWhole = found.accounts.allSatisfy { (try? $0.result.get()) != nil }
            try require(
                isWhole && Self.exported(Self.files(of: found), as: format) == exported,
                "\(format.rawValue) with keys of the owners' own comes back equal")
        }
    }

    /// The files of accounts that have an email.
    private static func files(of reading: Reading) -> [AccountFile] {
        reading.accounts.compactMap { account in
            guard let record = try? account.result.get(), record[.email]?.contains("@") == true,
                record[.email]?.unicodeScalars.first != "\u{FEFF}"
            else { return nil }
            // An import takes an empty value for none.
            return try? file(of: registered(record.filter { !$1.isEmpty }))
        }
    }

    /// Each account has the time of its registration, by which a file in json is known as an export.
    private static func registered(_ record: AccountRecord) -> AccountRecord {
        var record = record
        if record[.registered]?.isEmpty ?? true { record[.registered] = RuleProperties.now.timestamp.text }
        return record
    }

    private static func exported(_ files: [AccountFile], as format: ExchangeFormat) -> [UInt8] {
        var options = ExportOptions()
        options.hasOwnKeys = true
        let records = files.map { ExportRecord($0, as: format, options) }
        let writer = format == .csv ? CSVAccountWriter(withOwnKeysOf: records) : format.definition.writer()
        let written = records.compactMap { try? writer.bytes(for: $0) }
        return writer.start() + written.joined(separator: writer.separator)
            + writer.end(isEmpty: written.isEmpty)
    }

    /// A file with these values, whichever rules they break, on a day before any expiry.
    private static func file(of record: AccountRecord) throws(AccountsError) -> AccountFile {
        let dawn = Moment(
            today: RuleProperties.today, systemDate: .newYearsDay(of: 0),
            timestamp: RuleProperties.now.timestamp)
        return try AccountFile(
            parsing: record.json(withPassword: true, and: record.own).fileBytes, path: "/d/accounts/x.json",
            policy: .service,
            now: dawn, replacing: Set(Field.allCases))
    }

    /// What of an account a format holds.
    private static func kept(_ record: AccountRecord, in format: ExchangeFormat) -> AccountRecord {
        var kept = record.filter { field, value in
            format.definition.fields.contains(field) && (format == .json || !value.isEmpty)
        }
        if case .logins = format.definition.use {
            kept[.email] = kept[.email]?.lowercased()
            kept[.passwordHash] = kept[.passwordHash].map(inCapitals)
        }
        if format == .ldif {
            kept = kept.filter { $0 == .email || !$1.unicodeScalars.allSatisfy(\.properties.isWhitespace) }
            // The email stands where an entry must have a last name.
            if kept[.firstName] == nil, kept[.lastName] == kept[.email] { kept[.lastName] = nil }
        }
        return kept
    }

    /// Whether passwd-files and directories read such a text as a lock, or as no hash; no account has it for a hash.
    private static func isMark(_ text: String) -> Bool {
        let rest = text.drop { "!*".contains($0) }
        return text.hasPrefix("*") || text.count - rest.count > 1
            || ["x", "-", "NP", "UP", "UN"].contains(text)
            || ["LK", "NP", "LOCKED"].contains { rest == $0 || rest.hasPrefix($0 + "*") }
    }

    /// A hash with the scheme's braces, if it has some, as servers compare them.
    private static func inCapitals(_ text: String) -> String {
        // A salt may hold braces too.
        guard let stored = try? StoredHash(text), let hash = stored.hash, hash.text.hasPrefix("{"),
            let end = hash.text.firstIndex(of: "}")
        else { return text }
        let lock = stored.isLocked ? "!" : ""
        return lock + hash.text[...end].uppercased() + hash.text[hash.text.index(after: end)...]
    }

    // MARK: Another reader

    /// The JSON parser that reads whole files finds the same accounts, or refuses the file.
    private func checkJSON(_ records: [AccountRecord], isWhole: Bool) throws(BrokenProperty) {
        guard let document = try? JSONDocument(parsing: text),
            case .array(let elements) = document.root.content,
            isWhole, elements.allSatisfy(Self.hasOwnKeys)
        else { return }
        let expected = elements.map { element -> AccountRecord? in
            guard case .object(let members) = element.content else { return nil }
            var record = AccountRecord()
            for member in members {
                guard case .string(let value) = member.value.content, let field = Field(rawValue: member.key)
                else {
                    return nil
                }
                let isFlag = field == .mustChange && ["true", "false"].contains(value.lowercased())
                record[field] = !isFlag ? value : value.lowercased() == "true" ? "true" : ""
            }
            return record
        }
        try require(records.map(Optional.some) == expected, "pieces of JSON hold what the whole holds")
    }

    /// Whether an element has no other names for its fields than regapp's own.
    private static func hasOwnKeys(_ element: JSONValue) -> Bool {
        guard case .object(let members) = element.content else { return true }
        return members.allSatisfy { Field(rawValue: $0.key) != nil }
    }
}
