import Accounts
import CommandParser
import RegappProcess

/// The accounts of a registry, batch by batch.
///
/// Files that cannot be accepted are named on standard error on the way.
struct AcceptedAccounts {
    private var walk: RegistryWalk
    private var rejected = 0

    init(_ registry: Registry) throws(Report) {
        walk = try reporting { () throws(AccountsError) in try RegistryWalk(registry) }
    }

    /// The next few accounts; nil after the last.
    mutating func next() -> [AccountFile]? {
        guard let entries = walk.next() else { return nil }
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
        throw Report(.filesLeftOut(rejected))
    }
}
