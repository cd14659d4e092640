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
            switch try change(try AccountsDirectory(store, today: today, now: now)) {
            case .done(let notice): return .done(files(), notice)
            case .checked(let attempt): return .checked(.success(attempt))
            case .outdated(let attempt): return .completed(attempt, .success(nil))
            }
        } catch {
            return switch self {
            case .open: .done(files(), nil)
            case .check: .checked(.failure(error))
            case .complete(let attempt): .completed(attempt, .failure(error))
            case .read, .logIn, .save, .logOut, .register: .failed(error)
            }
        }
    }

    private enum Change {
        case done(Notice?)
        case checked(LoginAttempt)
        case outdated(LoginAttempt)
    }

    private func change(_ directory: AccountsDirectory) throws(AccountsError) -> Change {
        let policy = directory.policy
        switch self {
        case .read, .open: return .done(nil)
        case .save(let changes, let seen):
            let saved = try directory.system.edit(
                try directory.accepting(changes: changes), of: seen.email, seen: seen.document)
            return .done(.saved(saved.isChanged))
        case .logOut:
            try directory.system.logout()
            return .done(.loggedOut(policy))
        // The rules may have become those of the other kind since the screen was drawn: it is drawn anew then.
        case .logIn where policy.isRegistry: return .done(nil)
        case .check where !policy.isRegistry, .complete where !policy.isRegistry: return .done(nil)
        case .register where !policy.isRegistry: return .done(nil)
        case .logIn(let values):
            let login = try directory.profile.login(try directory.accepting(newAccount: values)).login
            return .done(.loggedIn(login, path: directory.profile.path))
        case .check(let credentials): return .checked(try directory.registry().attempt(credentials))
        case .complete(let attempt):
            let account = try directory.registry().complete(attempt)
            return account != nil ? .done(.loggedIn(attempt)) : .outdated(attempt)
        case .register(let values):
            let accepted = try directory.accepting(newAccount: values)
            return .done(.registered(try directory.registry().register(accepted), policy))
        }
    }
}
