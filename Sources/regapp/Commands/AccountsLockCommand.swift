import RegappValues
import RegappCore
import RegappCommandLine
import RegappWording

struct AccountsLockCommand: BulkCommand {
    static let words = ["accounts", "lock"]
    static let page = #"""
        # accounts lock
        Lock accounts, and log them out

        A locked account cannot log in: it fails as if the password were wrong, and cannot set a first password. regapp puts
        a ! before the hash, which 'regapp accounts unlock' removes. A new password keeps the lock.

        With --until the account can log in again from that day on: the file has lockedUntil instead of the !. --reason is
        for administrators: 'accounts show', 'accounts list --locked', the history and the system's log show it, but a
        refused login never does. Another lock replaces the current one; without --reason its reason stays.

        - Lock an account for two weeks | regapp accounts lock ann@example.com --until +14d --reason 'lost laptop'
        - Lock everyone in a list | regapp accounts lock --from leavers.txt

            disable, block, ban, suspend, deactivate, accounts deactivate, kick, usermod L, usermod lock
            passwd l, passwd lock, faillock, freeze, smbpasswd d
            --message = --reason, --comment = --reason, --note = --reason, -m = --reason, --force =, -y =
            --name = accounts edit EMAIL --first-name NAME, --file = --from
        """#
    static let isWriter = true

    let verb = BulkVerb.lock
    let accounts: AccountSelection
    private let reason: String?
    private let until: DayOption?

    init(_ line: inout CommandLineReader) {
        accounts = AccountSelection(&line, selects: true)
        reason = line.option("reason", .text, "TEXT", "why; lists of locked accounts and the history show it")
        until = line.option(
            "until", .day(.ahead), "DATE", "the lock ends by itself on DATE, such as friday or +14d")
    }

    func changes(at now: Moment) throws -> [AccountChange] {
        let day = try until?.day(from: now.systemDate)
        if let day, day <= now.systemDate {
            throw Message(
                .usage, "a lock until \(day.isoString) would have ended already",
                hint: "name a day after today, such as \(.words("--until", "+14d"))")
        }
        return [.locking(until: day, reason: reason)]
    }

    func reportMore(of result: BulkResult, _ registry: Registry) {
        guard let day = try? until?.day(from: registry.directory.now.systemDate) else { return }
        if accounts.isDryRun {
            for account in result.changed where account.wasLocked {
                Diagnostics.report(
                    .warning("\(account.email) is locked for good, and then the lock would end"))
            }
            return
        }
        guard !result.changed.isEmpty else { return }
        // Without a password there is nothing to come back to.
        let lasting = result.changed.map(\.email).filter { email in
            (try? registry.account(of: email))??.values.isLocked == true
        }
        for email in lasting {
            Diagnostics.report(.warning("\(email) stays locked, since it has no password"))
        }
        let ending = result.changed.filter { !lasting.contains($0.email) }
        for account in ending where account.wasLocked {
            Diagnostics.report(.warning("\(account.email) was locked for good, and now the lock ends"))
        }
        if !ending.isEmpty { Diagnostics.report(.note("the lock ends on \(day.isoString)")) }
    }
}

struct AccountsUnlockCommand: BulkCommand {
    static let words = ["accounts", "unlock"]
    static let page = #"""
        # accounts unlock
        Unlock accounts

        The account gets its old password back, or the one that was set while it was locked.

        - Unlock an account | regapp accounts unlock ann@example.com

            enable, unblock, unban, activate, usermod U, usermod unlock, passwd u, passwd unlock, --force =, -y =
        """#
    static let isWriter = true

    let verb = BulkVerb.unlock
    let accounts: AccountSelection

    init(_ line: inout CommandLineReader) { accounts = AccountSelection(&line, selects: true) }

    func reportMore(of result: BulkResult, _ registry: Registry) {
        for email in result.changed.map(\.email) + result.unchanged { registry.warnIfBroken(email) }
    }
}

struct AccountsRemoveCommand: BulkCommand {
    static let words = ["accounts", "remove"]
    static let page = #"""
        # accounts remove
        Remove accounts, and log them out

        --forget also deletes their history, even of accounts that are already removed.

        - Remove everyone in a list, from a script | regapp accounts remove --from leavers.txt --yes

            rm, delete, del, userdel, deluser, unregister, htpasswd D, purge, erase, accounts purge, --purge = --forget
            -r =, ldapdelete, smbpasswd x
        """#
    static let isWriter = true

    let accounts: AccountSelection
    let verb: BulkVerb

    init(_ line: inout CommandLineReader) {
        accounts = AccountSelection(&line, asks: true)
        verb = line.flag("forget", "also delete their history; this cannot be undone") ? .forget : .remove
    }

    func reportMore(of result: BulkResult, _ registry: Registry) {
        guard !accounts.isDryRun else { return }
        for path in registry.filesLeft(of: result.changed.map(\.email)) {
            Diagnostics.report(.leftOfAccount(path: path))
        }
    }
}
