import Accounts
import CommandParser
import RegappProcess

/// Goes through the accounts of a registry in batches, so that memory stays flat however many there are.
///
/// Files that cannot be accepted are named on standard error on the way.
struct RegistryWalk {
    private let registry: Registry
    private var names: ArraySlice<String>
    private var rejected = 0

    init(_ registry: Registry) throws(Report) {
        self.registry = registry
        names = try reporting { () throws(AccountsError) in try registry.fileNames() }[...]
    }

    /// The next few accounts; nil after the last.
    mutating func next() -> [AccountFile]? {
        guard !names.isEmpty else { return nil }
        let entries = registry.entries(names.prefix(Registry.batchSize))
        names = names.dropFirst(Registry.batchSize)
        return entries.compactMap { entry in
            if case .account(let account, _) = entry { return account }
            rejected += 1
            Report(rejecting: entry).tell()
            return nil
        }
    }

    /// Ends the command with 65 where a file could not be accepted.
    func finish() throws(Report) {
        guard rejected > 0 else { return }
        let files = rejected == 1 ? "1 file is" : "\(rejected) files are"
        throw Report(.data, "\(files) left out", hint: "see 'regapp accounts check'")
    }
}
