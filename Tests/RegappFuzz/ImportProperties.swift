internal import RegappCore
internal import RegappValues
internal import RegappJSON

/// A file for `import`: a letter for the format, a byte that chooses the pieces, then the text.
struct ImportProperties {
    private let format: ExchangeFormat
    private let pieces: [Int]
    private let text: [UInt8]

    init(_ input: [UInt8]) {
        var rest = FuzzInput(input)
        let letter = UInt8(rest.number())
        format = ExchangeFormat.readable.first { $0.rawValue.utf8.first == letter } ?? .csv
        let size = rest.number()
        pieces = [size % 5 + 1, size / 5 % 13 + 1, size % 17 + 1]
        text = rest.remainder()
    }

    func check() throws(BrokenProperty) {
        let whole = Self.read([text], format)
        try require(Self.read(text.pieces(pieces), format) == whole, "pieces make no difference")
        let lines = text.count { $0 == UInt8(ascii: "\n") } + 1
        try require(
            whole.accounts.allSatisfy { (1...lines).contains($0.line) }, "a line is one of the file's")
        try require(
            whole.accounts.map(\.line) == whole.accounts.map(\.line).sorted(),
            "accounts come in the file's order")
        let records = whole.accounts.compactMap { try? $0.result.get() }
        for format in ExchangeFormat.readable { try checkExport(of: records, in: format) }
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

    private static func read(_ pieces: [[UInt8]], _ format: ExchangeFormat) -> Reading {
        var reader = format.reader()
        var reading = Reading()
        for piece in pieces { reading.accounts += reader.read(piece) }
        reading.accounts += reader.finish()
        reading.hasStopped = reader.hasStopped
        return reading
    }

    // MARK: Printing

    /// What is exported comes back, as far as the format holds it.
    private func checkExport(of records: [AccountRecord], in format: ExchangeFormat) throws(BrokenProperty) {
        let writer = format.writer()
        var exported = writer.start()
        var expected: [AccountRecord] = []
        for record in records {
            let kept = Self.kept(record, in: format)
            // A record without a value is none to csv, and what begins with a byte order mark is no email.
            guard format != .csv || !kept.isEmpty, kept[.email]?.unicodeScalars.first != "\u{FEFF}",
                let bytes = try? writer.bytes(for: Self.file(of: record).exported(as: format))
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

    /// A file with these values, whichever rules they break, on a day before any expiry.
    private static func file(of record: AccountRecord) throws(AccountsError) -> AccountFile {
        let dawn = Moment(
            today: RuleProperties.today, systemDate: .newYearsDay(of: 0),
            timestamp: RuleProperties.now.timestamp)
        return try AccountFile(
            parsing: record.json(withPassword: true).fileBytes, path: "/d/accounts/x.json", policy: .service,
            now: dawn, replacing: Set(Field.allCases))
    }

    /// What of an account a format holds.
    private static func kept(_ record: AccountRecord, in format: ExchangeFormat) -> AccountRecord {
        var kept = record.filter { field, value in
            format.fields.contains(field) && (format == .json || !value.isEmpty)
        }
        if case .logins = format.use {
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
                record[field] = value
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
