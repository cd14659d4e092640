package import RegappCore
internal import RegappStore
package import RegappWording

/// What an administrator does to accounts, as the command of the same name does it.
package enum AdministratorTask: Sendable {
    /// What an account is read for.
    package enum Purpose: Hashable, Sendable {
        case open, edit, password
    }

    case find(email: String, Purpose)
    /// Lock those that are not locked; if all are, unlock them.
    case lock(AccountTargets)
    /// The date as files hold it; an empty one removes it.
    case expire(AccountTargets, String)
    case remove(AccountTargets)
    case save(Edit)
    case setPassword(email: String, String)
    /// Generate passwords, which are seen before they are set.
    case generate(AccountTargets)
    case set(GeneratedPasswords)
    case register(AccountRecord)
    case findLastChange
    case undo(LastChange)
}

/// What came of it, unless it failed.
package enum AdministratorOutcome: Sendable {
    case found(AccountDetail, AdministratorTask.Purpose)
    case changed(Message)
    /// The edit may have been merged. The reason, or nil if a conflict must be decided.
    case notSaved(Edit, AccountsError?)
    case generated(GeneratedPasswords)
    case lastChange(LastChange?)
}

extension AdministratorTask {
    /// Whether it changes nothing.
    var isReading: Bool {
        switch self {
        case .find, .findLastChange, .generate: true
        case .lock, .expire, .remove, .save, .setPassword, .set, .register, .undo: false
        }
    }

    func perform(in directory: AccountsDirectory) throws(AccountsError) -> AdministratorOutcome {
        let registry = try directory.registry()
        switch self {
        case .find(let email, .open):
            return .found(AccountDetail(of: email, in: directory), .open)
        case .find(let email, let purpose):
            let account = try registry.accountToRepair(of: email)
            return .found(.account(account, canLogIn: registry.canLogIn(account)), purpose)
        case .lock(let targets):
            let accounts = targets.accounts
            let emails = accounts.map { $0[.email] }
            return accounts.allSatisfy { $0.has(.locked) }
                ? .changed(.bulk(try registry.unlock(emails), .unlock))
                : .changed(.bulk(try registry.lock(emails), .lock))
        case .expire(let targets, let date):
            return .changed(.bulk(try registry.edit(targets.emails, to: [.expires: date]), .edit))
        case .remove(let targets):
            let found = try registry.removableAccounts(of: targets.emails)
            let left = try registry.remove(found)
            let result = BulkResult(changed: found.map { BulkResult.Changed($0) })
            return .changed(
                left.reduce(.bulk(result, .remove)) { $0.followed(by: .leftOfAccount(path: $1)) })
        case .save(let edit):
            return edit.saved(
                in: { directory }, done: AdministratorOutcome.changed,
                notSaved: AdministratorOutcome.notSaved)
        case .setPassword(let email, let password):
            try registry.setPassword(of: email, to: password)
            return .changed(.bulk(BulkResult(changed: [.init(email)]), .setPassword))
        case .generate(let targets):
            return .generated(try registry.generatePasswords(for: targets.emails))
        case .set(let generated):
            try registry.set(generated)
            let changed = generated.passwords.map { BulkResult.Changed($0.email) }
            return .changed(.bulk(BulkResult(changed: changed), .setPassword))
        case .register(let values):
            _ = try registry.register(directory.draft(values), logsIn: false)
            return .changed(.registered(isLoggedIn: false))
        case .findLastChange: return .lastChange(try directory.lastChange())
        case .undo(let seen):
            do throws(AccountsError) {
                guard let undone = try directory.cancel(seen) else { return .changed(.nothingToUndo) }
                return .changed(.undone(undone))
            } catch {
                guard case .store(.changedMeanwhile) = error else { throw error }
            }
            // Another command was faster: what is now the last change is shown.
            return .lastChange(try directory.lastChange())
        }
    }
}
