import RegappCore
import RegappCommandLine
import RegappStore
import RegappWording

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
            throw Report(.usage, "'\(path)' is not a file", hint: "leave --output out to print the accounts")
        }
        let absolute = try environment.absolute(path)
        file = try ExternalFiles().replacement(of: absolute, excluding: registry.directory.store)
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
            throw Report(
                .data, "there are no accounts to write, so \(path) would be emptied",
                hint: "see \(.regapp("path")); add --allow-empty to empty it anyway")
        }
    }

    mutating func finish() throws {
        try printed.flush()
        if let warning = try file?.commit() ?? nil { Diagnostics.report(warning.message) }
    }
}
