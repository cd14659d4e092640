import RegappCore
import RegappCommandLine
import RegappStore

struct PathCommand: RegappCommand {
    static let words = ["path"]

    static let page = CommandPage(
        "Print where the files are", section: .more,
        discussion: [
            "Without NAME it prints the documents directory, with 'profile' the file of the profile, with "
                + "an email the file of that account. It reads no rules, so it works even if policy.json "
                + "is broken. The directory and the profile need not exist yet, but an account must."
        ],
        examples: [
            "Edit the profile by hand": "vi \"$(regapp path profile)\"",
            "Back everything up, readable by you alone": backupLine,
        ],
        nicknames: ["dir", "directory", "pwd", "file", "where", "which", "location"])

    /// Copies the documents directory while it cannot be written to.
    static let backupLine =
        #"(umask 077; flock "$(regapp path)/.lock" tar -C "$(regapp path)" -cf backup.tar .)"#

    private let name: String?

    init(_ line: inout CommandLineReader) {
        name = line.optionalArgument("NAME", .accountEmail, "'profile', or the email of an account")
    }

    func run(_ context: inout CommandContext) throws {
        let store = try context.store(mayCreate: true)
        let path: String
        switch name {
        case nil: path = store.directory
        case "profile": path = store.path(of: StoreLayout.profile)
        case let email?:
            guard let found = try store.accountPath(of: email) else { throw AccountsError.noAccount(email) }
            path = found
        }
        try context.output.value(path)
    }
}
