import Accounts
import DocumentStore
import PlainValues

/// Work with the files, away from the screen's loop: hashing takes time, and so may disks.
enum AccountTask: Sendable {
    /// Read the files again; the present screen stays if it can.
    case read
    /// Look for changes by others while nothing else is being done.
    case look
    /// Read the files, and show the screen that they require, with a notice.
    case open(Notice? = nil)
    /// Create or change the local profile; replace an unacceptable one only if requested.
    case logIn(AccountRecord, replacesInvalid: Bool)
    case save(Edit)
    case logOut
    /// Find the change that could be undone, to show it.
    case findLastChange
    /// Undo this change, if it is still the last one.
    case undo(LastChange)
    /// Bring back the profile that was logged out, if that is still the last change.
    case undoLogOut
    case check(Credentials)
    /// Log in with credentials that were checked.
    case complete(LoginAttempt)
    case register(AccountRecord)
    /// Choose the rules of a directory where nobody has chosen any, with or without demo accounts.
    case choosePolicy(Policy.Kind, isDemo: Bool)
}

enum AccountOutcome: Sendable {
    case read(Files)
    /// Not done: the rules are now of another kind.
    case notDone(Files)
    case looked(Files)
    /// The last change, nil if there is none, or why it cannot be undone.
    case lastChange(Files, Result<LastChange?, AccountsError>)
    case done(Files, Notice?)
    /// A login that was checked is done; the present files, and a notice.
    case loggedIn(Files, Notice?)
    /// An account was registered and should log in now.
    case registered(Files, AccountFile)
    case checked(Result<LoginAttempt, AccountsError>)
    /// A login that failed; nil if the account was changed after its check.
    case completed(LoginAttempt, Result<AccountFile?, AccountsError>)
    case failed(AccountsError)
    /// The edit was not saved, and may have been merged. The reason, or nil if a conflict must be decided.
    case notSaved(Files, Edit, AccountsError?)
    /// The editor has ended.
    case edited(Notice)
    /// Somebody must decide something before the editor's text is saved.
    case editorNeeds(EditorSession.Decision)
}

extension AccountTask {
    /// Runs on the calling thread, under the directory's present rules.
    func perform(_ store: DocumentStore, now: Moment) -> AccountOutcome {
        func files() -> Files { Files(store, now: now) }
        switch self {
        case .read: return .read(files())
        case .look: return .looked(files())
        case .open(let notice): return .done(files(), notice)
        default: break
        }
        do throws(AccountsError) {
            return try perform(in: try AccountsDirectory(store, now: now), files)
        } catch {
            return switch self {
            case .check: .checked(.failure(error))
            case .complete(let attempt): .completed(attempt, .failure(error))
            case .findLastChange, .undo, .undoLogOut: .lastChange(files(), .failure(error))
            case .save(let edit): .notSaved(files(), edit, error)
            case .read, .look, .open, .logIn, .logOut, .register, .choosePolicy: .failed(error)
            }
        }
    }

    /// - Parameter files: reads the files as they are after the change.
    private func perform(
        in directory: AccountsDirectory, _ files: () -> Files
    ) throws(AccountsError) -> AccountOutcome {
        let policy = directory.policy
        switch self {
        case .read, .look, .open: break
        // The rules may have changed kind since the screen was drawn; the outcome says so.
        case .logIn where policy.isRegistry: break
        case .check where !policy.isRegistry, .complete where !policy.isRegistry: break
        case .register where !policy.isRegistry: break
        case .undo(let seen) where seen.isOfProfile && policy.isRegistry: break
        case .undoLogOut where policy.isRegistry: break
        case .save(var edit):
            do throws(AccountsError) {
                guard let saved = try edit.save(in: directory) else { return .notSaved(files(), edit, nil) }
                return .done(files(), .saved(saved.isChanged))
            } catch { return .notSaved(files(), edit, error) }
        case .logOut:
            try directory.logout()
            return .done(files(), .loggedOut(policy))
        case .findLastChange: return .lastChange(files(), .success(try directory.ownLastChange()))
        case .undo(let seen): return try directory.undo(seen, files)
        case .undoLogOut:
            guard let last = try directory.lastChange(), last.isLogOut else { break }
            return try directory.undo(last, files)
        case .logIn(let values, let replacesInvalid):
            let login = try directory.profile.login(
                directory.draft(values), replacesInvalid: replacesInvalid
            ).login
            return .done(files(), .loggedIn(login, path: directory.profile.path))
        case .check(let credentials): return .checked(.success(try directory.registry().attempt(credentials)))
        case .complete(let attempt):
            let account = try directory.registry().complete(attempt)
            return account != nil
                ? .loggedIn(files(), .loggedIn(attempt)) : .completed(attempt, .success(nil))
        case .choosePolicy where directory.hasChosenPolicy: break
        case .choosePolicy(let kind, let isDemo):
            // Nobody can log in before rules are chosen, so nobody is locked out.
            try PolicyChoice(
                kind, in: directory.store, now: directory.now, forDemo: isDemo
            ).save()
            return .done(files(), isDemo ? .demoIsReady : nil)
        case .register(let values):
            let registered = try directory.registry().register(directory.draft(values))
            return policy.logsInAtRegistration
                ? .done(files(), .registered(registered)) : .registered(files(), registered)
        }
        return .notDone(files())
    }
}

extension AccountsDirectory {
    /// The last change, unless it is no concern of the current user: in a registry, one that changed more than this
    /// account.
    fileprivate func ownLastChange() throws(AccountsError) -> LastChange? {
        let last = try lastChange()
        guard policy.isRegistry else { return last }
        guard let last, let account = try current(), last.isOnly(of: account) else { return nil }
        return last
    }

    fileprivate func undo(_ seen: LastChange, _ files: () -> Files) throws(AccountsError) -> AccountOutcome {
        do throws(AccountsError) {
            if let differences = try cancel(seen) { return .done(files(), .undone(differences)) }
        } catch {
            guard case .store(.changedMeanwhile) = error else { throw error }
        }
        // Another command was faster: what is now the last change is shown.
        return .lastChange(files(), .success(try ownLastChange()))
    }
}

extension AccountOutcome {
    /// Whether it ends a task, during which keys wait.
    var endsTask: Bool {
        switch self {
        case .looked, .edited, .editorNeeds: false
        case .read, .notDone, .notSaved, .done, .loggedIn, .lastChange, .registered, .checked, .completed,
            .failed:
            true
        }
    }

    /// Nil if the outcome does not include them.
    var files: Files? {
        switch self {
        case .read(let files), .notDone(let files), .notSaved(let files, _, _), .looked(let files),
            .done(let files, _), .loggedIn(let files, _),
            .lastChange(let files, _), .registered(let files, _):
            files
        case .checked, .completed, .failed, .edited, .editorNeeds: nil
        }
    }
}
