internal import Accounts
internal import PlainValues
internal import StrictJSON

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
        // An entry of LDIF needs a last name, so an account without one gets another's.
        for format in ExchangeFormat.readable where format != .ldif {
            try checkExport(of: records, in: format)
        }
        if format == .json { try checkJSON(records, isWhole: records.count == whole.accounts.count) }
    }

    private struct Reading: Equatable {
        var accounts: [ImportedAccount] = []
        var hasStopped = false
    }

    private static func read(_ pieces: [[UInt8]], _ format: ExchangeFormat) -> Reading {
        guard var reader = format.reader() else { return Reading() }
        var reading = Reading()
        for piece in pieces { reading.accounts += reader.read(piece) }
        reading.accounts += reader.finish()
        reading.hasStopped = reader.hasStopped
        return reading
    }

    // MARK: Printing

    /// What is exported comes back, as far as the format holds it.
    private func checkExport(of records: [AccountRecord], in format: ExchangeFormat) throws(BrokenProperty) {
        var writer = format.writer()
        var exported = writer.start()
        var expected: [AccountRecord] = []
        for record in records {
            guard let bytes = try? writer.bytes(for: record) else { continue }
            exported += bytes
            expected.append(Self.kept(record, in: format))
        }
        exported += writer.end()
        let found = Self.read(exported.pieces(pieces), format)
        try require(
            found.accounts.map { try? $0.result.get() } == expected.map(Optional.some) && !found.hasStopped,
            "\(format.rawValue) that is exported reads as what it was")
    }

    /// What of an account a format holds.
    private static func kept(_ record: AccountRecord, in format: ExchangeFormat) -> AccountRecord {
        var kept = record.filter { field, value in
            format.fields.contains(field) && (format == .json || !value.isEmpty)
        }
        if format == .passwdFile { kept[.email] = kept[.email]?.lowercased() }
        return kept
    }

    // MARK: Another reader

    /// The JSON parser that reads whole files finds the same accounts, or refuses the file.
    private func checkJSON(_ records: [AccountRecord], isWhole: Bool) throws(BrokenProperty) {
        guard let document = try? JSONDocument(parsing: text),
            case .array(let elements) = document.root.content,
            isWhole
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
}
