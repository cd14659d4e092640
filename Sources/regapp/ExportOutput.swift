import Accounts
import DocumentStore

/// Where an export goes: to standard output, or into the file that it replaces.
struct ExportOutput: ~Copyable {
    private var printed = Output()
    private var file: FileReplacement?

    /// - Parameter registry: what is exported, none of whose files is replaced by it.
    init(_ path: String?, of registry: Registry, _ environment: ProcessEnvironment) throws(Report) {
        guard let path else { return }
        guard path != "-", path != "/dev/stdout" else { throw Report(.standardOutputIsNoFile(path: path)) }
        let absolute = try environment.absolute(path)
        do throws(StoreError) {
            file = try ExternalFiles().replacement(of: absolute, sparing: registry.directory.store)
        } catch {
            throw Report(error)
        }
    }

    mutating func write(_ bytes: [UInt8]) throws(Report) {
        do throws(StoreError) {
            if try file?.write(bytes) != nil { return }
        } catch { throw Report(error) }
        try printed.bytes(bytes)
    }

    mutating func finish() throws(Report) {
        try printed.flush()
        do throws(StoreError) {
            if let warning = try file?.commit() ?? nil { Diagnostics.tell(warning) }
        } catch { throw Report(error) }
    }
}
