/// Reads the lines of a format.
protocol LineParser: Sendable {
    /// Returns nil for a line without an account.
    mutating func record(
        of line: ArraySlice<UInt8>, number: Int, _ remarks: inout ReadingRemarks
    ) throws(ImportProblem.Reason) -> AccountRecord?

    /// What only the whole file shows.
    mutating func finish(_ remarks: inout ReadingRemarks) -> [ImportProblem]
}

/// Reads each line by itself.
struct EachLine: LineParser {
    /// Returns nil for a line without an account.
    let parse:
        @Sendable (ArraySlice<UInt8>, inout ReadingRemarks) throws(ImportProblem.Reason) -> AccountRecord?

    func record(
        of line: ArraySlice<UInt8>, number: Int, _ remarks: inout ReadingRemarks
    ) throws(ImportProblem.Reason) -> AccountRecord? { try parse(line, &remarks) }

    func finish(_ remarks: inout ReadingRemarks) -> [ImportProblem] { [] }
}

/// Reads files with one account per line. Lines end at LF, CR LF or CR.
struct LineAccountReader: AccountReader {
    private var parser: any LineParser
    private(set) var remarks = ReadingRemarks()
    private(set) var hasStopped = false
    private var line = 1
    private var isAfterReturn = false
    private var pending: [UInt8] = []

    init(_ parser: any LineParser) { self.parser = parser }

    mutating func read(_ piece: [UInt8]) -> [ImportedAccount] {
        var accounts: [ImportedAccount] = []
        var rest = piece[...]
        while !hasStopped, let end = rest.firstIndex(where: { $0 == 0x0A || $0 == 0x0D }) {
            defer {
                isAfterReturn = rest[end] == 0x0D
                rest = rest[(end + 1)...]
            }
            if isAfterReturn, end == rest.startIndex, pending.isEmpty, rest[end] == 0x0A { continue }
            if let account = endLine(rest[..<end]) { accounts.append(account) }
            line += 1
        }
        guard !hasStopped else { return accounts }
        pending += rest
        if pending.count > ImportedAccount.maximumBytes { accounts.append(stop()) }
        return accounts
    }

    mutating func finish() -> [ImportedAccount] {
        let last = hasStopped || pending.isEmpty ? nil : endLine([])
        guard !hasStopped else { return [last].compactMap(\.self) }
        return [last].compactMap(\.self) + parser.finish(&remarks).map { ImportedAccount($0) }
    }

    private mutating func endLine(_ rest: ArraySlice<UInt8>) -> ImportedAccount? {
        let bytes = pending.isEmpty ? rest : (pending + rest)[...]
        pending = []
        guard bytes.count <= ImportedAccount.maximumBytes else { return stop() }
        do throws(ImportProblem.Reason) {
            return try parser.record(of: bytes, number: line, &remarks).map {
                ImportedAccount(line: line, $0)
            }
        } catch {
            return ImportedAccount(line: line, error)
        }
    }

    private mutating func stop() -> ImportedAccount {
        hasStopped = true
        pending = []
        let reason = ImportProblem.Reason.tooLong(maximumBytes: ImportedAccount.maximumBytes)
        return ImportedAccount(line: line, reason)
    }
}

extension ExportRecord {
    func credentials(for format: ExchangeFormat) throws(ExportError) -> Credentials {
        let login = try credentials
        // Readers of these files take a line that starts with # for a comment, but an email may start with it.
        if !Self.isRepresentable(login.email) || login.email.utf8.first == UInt8(ascii: "#") {
            throw .notRepresentable(nameKey.map { "'\($0)'" } ?? Field.email.noun, format)
        }
        if !Self.isRepresentable(login.hash) { throw .notRepresentable(Field.passwordHash.noun, format) }
        return login
    }

    private static func isRepresentable(_ value: String) -> Bool {
        value.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F && $0 != UInt8(ascii: ":") }
    }
}

extension AccountRecord {
    /// Splits a line at its first colon, like Apache and Dovecot without outer spaces; nil if empty or a comment.
    ///
    /// - Parameter names: the indices of fields that an error may quote, if the line has more.
    static func parts(
        of line: ArraySlice<UInt8>, names: [Int] = [0]
    ) throws(ImportProblem.Reason) -> (email: String, rest: String)? {
        guard let start = line.firstIndex(where: { !$0.isBlank }), line[start] != UInt8(ascii: "#"),
            let end = line.lastIndex(where: { !$0.isBlank })
        else { return nil }
        let line = line[start...end]
        guard let text = String(validating: line, as: UTF8.self) else {
            let fields = line.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
            for name in names where name < fields.count - 1 {
                _ = try FormatProblem.text(of: fields[name], isName: true)
            }
            throw .format(.foreignText([]))
        }
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else { throw .plain("there must be a colon between email and hash") }
        return (String(parts[0]), String(parts[1]))
    }
}

/// Writes the password file of Apache and nginx: `email:hash` per line.
struct HtpasswdWriter: AccountWriter {
    func bytes(for record: ExportRecord) throws(ExportError) -> [UInt8] {
        let login = try record.credentials(for: .htpasswd)
        // The format has no locks: some servers take an impossible hash for a wrong password, others for an error.
        if record.values.isLocked { throw .locked }
        let written = (try? StoredHash(login.hash))?.inCapitals ?? login.hash
        return Array("\(login.email):\(written)\n".utf8)
    }

    /// Nil for an empty line or a comment, which nginx also allows after a second colon.
    ///
    /// - Parameter targets: what else the user's name is taken for.
    static func record(
        of line: ArraySlice<UInt8>, user targets: [ColumnMap.Target], _ remarks: inout ReadingRemarks
    ) throws(ImportProblem.Reason) -> AccountRecord? {
        guard let (email, rest) = try AccountRecord.parts(of: line) else { return nil }
        let fields = rest.split(separator: ":", omittingEmptySubsequences: false)
        if fields.count == 2, fields[1].utf8.count == 32, HashLikeness.isHexadecimal(fields[1]) {
            throw .plain("a line of htdigest, whose hash regapp does not verify")
        }
        if fields.count > 1 { remarks.note(.furtherFields) }
        let hash = String(fields[0]).trimmed
        var record: AccountRecord = hash.isEmpty ? [.email: email] : [.email: email, .passwordHash: hash]
        for target in targets { try record.set(email, as: target, &remarks) }
        return record
    }
}
