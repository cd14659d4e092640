/// Reads files with one account per line, each line by itself.
struct LineAccountReader: AccountReader {
    /// The account of a line; nil if there is none.
    typealias Parsing =
        @Sendable (ArraySlice<UInt8>, inout ReadingRemarks) throws(ImportProblem.Reason) -> AccountRecord?

    private let record: Parsing
    private var lines = LineReader()
    private(set) var remarks = ReadingRemarks()

    init(_ record: @escaping Parsing) { self.record = record }

    var hasStopped: Bool { lines.hasStopped }

    mutating func read(_ piece: [UInt8]) -> [ImportedAccount] { accounts(in: lines.read(piece)) }

    mutating func finish() -> [ImportedAccount] { accounts(in: lines.finish()) }

    private mutating func accounts(in lines: [Result<LineReader.Line, ImportProblem>]) -> [ImportedAccount] {
        var accounts: [ImportedAccount] = []
        for line in lines {
            if let account = imported(line) { accounts.append(account) }
        }
        return accounts
    }

    private mutating func imported(_ line: Result<LineReader.Line, ImportProblem>) -> ImportedAccount? {
        switch line {
        case .failure(let problem): return ImportedAccount(problem)
        case .success(let line):
            do throws(ImportProblem.Reason) {
                let record = try record(line.bytes, &remarks)
                return record.map { ImportedAccount(line: line.number, $0) }
            } catch {
                return ImportedAccount(ImportProblem(line: line.number, reason: error))
            }
        }
    }
}

/// Splits pieces of a file into lines that end at LF or CR LF, each within the limit of a record.
struct LineReader: Sendable {
    /// A line without its end.
    struct Line: Sendable {
        let number: Int
        let bytes: ArraySlice<UInt8>
    }

    private(set) var hasStopped = false
    private var number = 1
    private var pending: [UInt8] = []

    mutating func read(_ piece: [UInt8]) -> [Result<Line, ImportProblem>] {
        var lines: [Result<Line, ImportProblem>] = []
        var rest = piece[...]
        while !hasStopped, let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            lines.append(endLine(rest[..<end]))
            rest = rest[(end + 1)...]
            number += 1
        }
        guard !hasStopped else { return lines }
        pending += rest
        // One byte over the limit may still be the carriage return of the line's end.
        if pending.count > ImportedAccount.maximumBytes + 1 { lines.append(stop()) }
        return lines
    }

    mutating func finish() -> [Result<Line, ImportProblem>] {
        hasStopped || pending.isEmpty ? [] : [endLine([])]
    }

    private mutating func endLine(_ rest: ArraySlice<UInt8>) -> Result<Line, ImportProblem> {
        var line = pending.isEmpty ? rest : (pending + rest)[...]
        pending = []
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        guard line.count <= ImportedAccount.maximumBytes else { return stop() }
        return .success(Line(number: number, bytes: line))
    }

    private mutating func stop() -> Result<Line, ImportProblem> {
        hasStopped = true
        pending = []
        let reason = ImportProblem.Reason.tooLong(maximumBytes: ImportedAccount.maximumBytes)
        return .failure(ImportProblem(line: number, reason: reason))
    }
}

extension ExportRecord {
    /// The email and hash for a format that separates them by a colon.
    func credentials(for format: ExchangeFormat) throws(ExportError) -> (email: String, hash: String) {
        let (email, hash) = try self.credentials
        // Every reader of these files takes a line that starts with # for a comment, though an email may.
        if !Self.isRepresentable(email) || email.utf8.first == UInt8(ascii: "#") {
            throw .notRepresentable(.email, format)
        }
        if !Self.isRepresentable(hash) { throw .notRepresentable(.passwordHash, format) }
        return (email, hash)
    }

    private static func isRepresentable(_ value: String) -> Bool {
        value.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F && $0 != UInt8(ascii: ":") }
    }
}

extension AccountRecord {
    /// An account with an email and a hash, which may be empty.
    init(email: String, hash: String) {
        self = [.email: email]
        if !hash.isEmpty { self[.passwordHash] = hash }
    }

    /// The email of a line, and what follows its first colon; nil for an empty line or a comment.
    static func parts(
        of line: ArraySlice<UInt8>
    ) throws(ImportProblem.Reason) -> (email: String, rest: String)? {
        guard let first = line.first, first != UInt8(ascii: "#") else { return nil }
        guard let text = String(validating: line, as: UTF8.self) else { throw .format(.notUTF8(line)) }
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else { throw .format(.missingColon) }
        return (String(parts[0]), String(parts[1]))
    }
}
