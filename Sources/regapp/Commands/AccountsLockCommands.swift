import Accounts
import CommandParser

/// `regapp accounts lock`: lets nobody log in to an account.
struct AccountsLockCommand: RegappCommand {
    static let words = ["accounts", "lock"]

    static var page: CommandPage {
        CommandPage(
            "Lock an account, and log it out",
            discussion: [
                "A locked account fails like a wrong password, and nobody can set a first password for it. Its file "
                    + "has a ! before the hash, which 'regapp accounts unlock' takes away; a new password keeps it."
            ],
            examples: [Example("Lock an account", "regapp accounts lock ann@example.com")],
            nicknames: [
                "disable", "block", "ban", "suspend", "accounts disable", "accounts block", "accounts ban",
                "accounts suspend",
            ])
    }

    private let email: String

    init(_ line: inout CommandLineReader) { email = line.account() }

    func run(_ context: inout CommandContext) throws {
        let registry = try context.registry()
        let isNew = try registry.lock(email)
        Diagnostics.tell(.locked(email: email, isNew: isNew))
    }
}

/// `regapp accounts unlock`.
struct AccountsUnlockCommand: RegappCommand {
    static let words = ["accounts", "unlock"]

    static var page: CommandPage {
        CommandPage(
            "Unlock an account",
            discussion: ["The password is the one that it had, or was given since."],
            examples: [Example("Unlock an account", "regapp accounts unlock ann@example.com")],
            nicknames: [
                "enable", "unblock", "unban", "accounts enable", "accounts unblock", "accounts unban",
            ])
    }

    private let email: String

    init(_ line: inout CommandLineReader) { email = line.account() }

    func run(_ context: inout CommandContext) throws {
        let registry = try context.registry()
        let isNew = try registry.unlock(email)
        Diagnostics.tell(.unlocked(email: email, isNew: isNew))
        registry.warnIfBroken(email)
    }
}

extension Registry {
    /// Warns where the file of an account keeps it from logging in, lock or no lock.
    func warnIfBroken(_ email: String) {
        do throws(AccountsError) {
            if try account(of: email)?.isExpired == true { Diagnostics.tell(.isExpired(email: email)) }
        } catch {
            if case .invalidFile = error { Diagnostics.tell(.cannotLogInYet(email: email)) }
        }
    }
}
