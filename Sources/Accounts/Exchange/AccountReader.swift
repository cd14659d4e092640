internal import DocumentStore

/// What stands in one place of an imported file: an account, or what is wrong with it.
public struct ImportedAccount: Hashable, Sendable {
    /// The line on which it starts, from 1.
    public let line: Int
    /// The account, with the values exactly as the file has them.
    public let result: Result<AccountRecord, ImportFault>

    init(line: Int, _ record: AccountRecord) {
        self.line = line
        self.result = .success(record)
    }

    init(_ fault: ImportFault) {
        self.line = fault.line
        self.result = .failure(fault)
    }
}

/// Reads accounts out of a file that is handed over in pieces of any size, and holds one record at a time.
///
/// Call ``read(_:)`` for each piece and ``finish()`` after the last. A bad record does not keep the others from
/// being read; where it is no longer clear what a record is, the reader stops (``hasStopped``) and takes in
/// nothing more. Policies are not applied here, but hashes and plain passwords come as the file has them.
public struct AccountReader: Sendable {
    /// The most bytes of one line or record: twice those of an account file, so that whatever was exported comes
    /// back, quotes, indentation and all, and yet memory stays flat for a file that is one endless line.
    public static let maximumRecordBytes = 2 * DocumentStore.maximumDocumentSize

    private enum State: Sendable {
        case json(JSONArrayReader)
        case csv(CSVReader)
        case lines(LineReader, ExchangeFormat)
    }

    private var state: State

    /// A reader at the start of a file; nil for a format that is only written.
    public init?(format: ExchangeFormat) {
        switch format {
        case .json: state = .json(JSONArrayReader())
        case .csv: state = .csv(CSVReader())
        case .htpasswd, .passwdFile: state = .lines(LineReader(), format)
        case .ldif: return nil
        }
    }

    /// Whether the rest of the file is of no use, because of a fault that was handed out.
    public var hasStopped: Bool {
        switch state {
        case .json(let reader): reader.hasStopped
        case .csv(let reader): reader.hasStopped
        case .lines(let reader, _): reader.hasStopped
        }
    }

    /// Takes in the next piece and hands out the accounts that it completes, in the order of the file.
    public mutating func read(_ piece: [UInt8]) -> [ImportedAccount] {
        switch state {
        case .json(var reader):
            let elements = reader.read(piece)
            state = .json(reader)
            return elements.map(JSONAccount.imported)
        case .csv(var reader):
            let accounts = reader.read(piece)
            state = .csv(reader)
            return accounts
        case .lines(var reader, let format):
            let lines = reader.read(piece)
            state = .lines(reader, format)
            return lines.compactMap { Self.imported($0, format) }
        }
    }

    /// Tells that the file has ended, and hands out what was not yet complete.
    public mutating func finish() -> [ImportedAccount] {
        switch state {
        case .json(var reader): return reader.finish().map(JSONAccount.imported)
        case .csv(var reader): return reader.finish()
        case .lines(var reader, let format): return reader.finish().compactMap { Self.imported($0, format) }
        }
    }

    private static func imported(
        _ line: Result<LineReader.Line, ImportFault>, _ format: ExchangeFormat
    ) -> ImportedAccount? {
        switch line {
        case .failure(let fault): return ImportedAccount(fault)
        case .success(let line):
            do throws(ImportFault.Reason) {
                return try PasswordFile.record(of: line.bytes, format)
                    .map { ImportedAccount(line: line.number, $0) }
            } catch {
                return ImportedAccount(ImportFault(line: line.number, reason: error))
            }
        }
    }
}
