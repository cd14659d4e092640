package import RegappCore
internal import RegappWording

/// What an administrator does, as the command of the same name does it.
package enum AdministratorTask: Sendable {
    /// What the administrator wants to see an account for.
    package enum Purpose: Hashable, Sendable {
        case open, edit, password
    }

    case register(AccountRecord)
    case find(email: String, Purpose)
    /// Lock those that are not locked; if all are, unlock them.
    case lock(AccountTargets)
    /// The date as files hold it; an empty one removes it.
    case expire(AccountTargets, String)
    case remove(AccountTargets)
    case setPassword(email: String, String)
    /// Generate passwords, which are seen before they are set.
    case generate(AccountTargets)
    case set(GeneratedPasswords)

    func perform(_ registry: Registry) throws(AccountsError) -> TaskOutcome.Result {
        switch self {
        case .register(let values):
            let account = try registry.register(registry.directory.draft(values), logsIn: false)
            return .done(.bulk(BulkResult(changed: [.init(account.email)]), .register))
        case .find(let email, .open):
            return .found(AccountDetail(of: email, in: registry.directory), .open)
        case .find(let email, let purpose):
            let account = try registry.accountToRepair(of: email)
            return .found(.account(account, admitsLogin: registry.admitsLogin(account)), purpose)
        case .lock(let targets):
            let emails = targets.emails
            return targets.areLocked
                ? .done(.bulk(try registry.unlock(emails), .unlock))
                : .done(.bulk(try registry.lock(emails), .lock))
        case .expire(let targets, let date):
            return .done(.bulk(try registry.edit(targets.emails, to: [.expires: date]), .edit))
        case .remove(let targets):
            let found = try registry.removableAccounts(of: targets.emails)
            let left = try registry.remove(found)
            let result = BulkResult(changed: found.map { BulkResult.Changed($0) })
            return .done(left.reduce(.bulk(result, .remove)) { $0.followed(by: .leftOfAccount(path: $1)) })
        case .setPassword(let email, let password):
            try registry.setPassword(of: email, to: password)
            return .done(.bulk(BulkResult(changed: [.init(email)]), .setPassword))
        case .generate(let targets): return .generated(try registry.generatePasswords(for: targets.emails))
        case .set(let generated):
            try registry.set(generated)
            let changed = generated.passwords.map { BulkResult.Changed($0.email) }
            return .done(.bulk(BulkResult(changed: changed), .setPassword))
        }
    }
}
