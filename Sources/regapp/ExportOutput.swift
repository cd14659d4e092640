import Accounts
import DocumentStore

/// The destination of an export: standard output, or the file that it replaces.
struct ExportOutput: ~Copyable {
    private var printed = Output()
    private var file: FileReplacement?
    private let format: ExchangeFormat

    /// - Parameter registry: the exported registry; none of its own files may be replaced.
    init(
        _ path: String?, _ format: ExchangeFormat, of registry: Registry, _ environment: ProcessEnvironment
    ) throws {
        self.format = format
        guard let path else { return }
        guard path != "-", path != "/dev/stdout" else { throw Report.standardOutputIsNoFile(path: path) }
        let absolute = try environment.absolute(path)
        file = try ExternalFiles().replacement(of: absolute, excluding: registry.directory.store)
    }

    mutating func write(_ bytes: [UInt8]) throws {
        if try file?.write(bytes) != nil { return }
        try format == .json ? printed.json(bytes) : printed.lines(bytes)
    }

    mutating func finish() throws {
        try printed.flush()
        if let warning = try file?.commit() ?? nil { Diagnostics.tell(warning.message) }
    }
}
