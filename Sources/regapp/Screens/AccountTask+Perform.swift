import Accounts
import DocumentStore
import PlainValues

extension AccountTask {
    /// Does it on the calling thread, under the rules that the directory has now.
    func perform(_ store: DocumentStore, today: CalendarDate, now: Timestamp) -> AccountOutcome {
        func files() -> Files {
            do throws(AccountsError) {
                return .success(try Snapshot(store, today: today, now: now))
            } catch { return .failure(error) }
        }
        if case .read = self { return .read(files()) }
        do throws(AccountsError) {
            let policy = try PolicyFile(of: store).policy
            switch try change(policy, store, today: today, now: now) {
            case .done(let notice): return .done(files(), notice)
            case .checked(let attempt): return .checked(attempt)
            case .outdated: return .outdated
            }
        } catch {
            if case .open = self { return .done(files(), nil) }
            return .failed(error)
        }
    }

    private enum Change {
        case done(Notice?)
        case checked(LoginAttempt)
        case outdated
    }

    private func change(
        _ policy: Policy, _ store: DocumentStore, today: CalendarDate, now: Timestamp
    ) throws(AccountsError) -> Change {
        let registry = Registry(store: store, policy: policy, today: today, now: now)
        switch self {
        case .read, .open: return .done(nil)
        case .save(let changes, let seen):
            let signIn = try SignIn(store: store, today: today, now: now)
            let saved = try signIn.system.edit(changes, of: seen.email, seen: seen.document)
            return .done(.saved(saved.isChanged))
        case .logOut:
            try policy.system(store: store, today: today, now: now).logout()
            return .done(.loggedOut(policy))
        // The rules may have become those of the other kind since the screen was drawn: it is drawn anew then.
        case .logIn where policy.isRegistry: return .done(nil)
        case .check where !policy.isRegistry, .complete where !policy.isRegistry: return .done(nil)
        case .register where !policy.isRegistry: return .done(nil)
        case .logIn(let values):
            let profile = LocalProfile(store: store, policy: policy, today: today)
            return .done(.loggedIn(try profile.login(values).login, path: profile.path))
        case .check(let credentials): return .checked(try registry.attempt(credentials))
        case .complete(let attempt):
            return try registry.complete(attempt) != nil ? .done(.loggedIn(attempt)) : .outdated
        case .register(let values):
            return .done(.registered(try registry.register(values), policy))
        }
    }
}
