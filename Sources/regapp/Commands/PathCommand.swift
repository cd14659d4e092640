import RegappCore
import RegappCommandLine
import RegappStore

struct PathCommand: RegappCommand {
    static let words = ["path"]
    static let page = #"""
        # path | MORE
        Print where the files are

        Without NAME it prints the folder, even if policy.json is broken. The folder and the profile need not exist yet, but an
        account must.

        - Edit the profile by hand | vi "$(regapp path profile)"
        - Make a private backup | {copy}

            dir, directory, pwd, file, where, which, location, documents, folder
        """#

    /// Copies the directory while a lock keeps regapp from changing it.
    static let backupLine =
        #"(umask 077; flock "$(regapp path)/.lock" tar -C "$(regapp path)" -cf backup.tar .)"#

    private let name: String?

    init(_ line: inout CommandLineReader) {
        name = line.optionalArgument("NAME", .account(), "'profile', or the email of an account")
    }

    func run(_ context: inout CommandContext) throws {
        let store = try context.store(mayCreate: true)
        let path: String
        switch name {
        case nil: path = store.directory
        case "profile": path = store.path(of: StoreLayout.profile)
        case let name?:
            // Also found while the rules cannot be accepted.
            let email = (try? context.directory().emails(meantBy: [name]))?[0] ?? name
            guard let found = try store.accountPath(of: email) else { throw AccountsError.noAccount(email) }
            path = found
        }
        try context.output.value(path)
    }
}
