import Accounts
import DocumentStore
import PlainValues

/// Something to do with the files, away from the screen's loop: hashes take their time, disks may too.
enum AccountTask: Sendable {
    /// Read the files again; the screen that shows may keep showing.
    case read
    /// Look at the files while nothing else is done, for what others may have changed.
    case look
    /// Read the files, and show the screen that they call for, with something to say on it.
    case open(Notice? = nil)
    /// Make or change the local profile; one that cannot be accepted only where that was asked for.
    case logIn(AccountRecord, replacesInvalid: Bool)
    /// Bring an edit of the account that is logged in to its file.
    case save(Edit)
    case logOut
    /// Find the last change, to show what undoing would do.
    case findLastChange
    /// Undo a change that was shown, if it is the last one still.
    case undo(LastChange)
    /// Check credentials for a registry.
    case check(Credentials)
    /// Log in what was checked.
    case complete(LoginAttempt)
    case register(AccountRecord)
    /// Choose the rules of a directory where nobody has, with accounts to try them or without.
    case choosePolicy(Policy.Kind, isDemo: Bool)
}

/// How a task ended.
enum AccountOutcome: Sendable {
    /// The files were read again.
    case read(Files)
    /// The rules are of another kind by now, so that it was not done.
    case notDone(Files)
    /// The files were looked at.
    case looked(Files)
    /// The last change, nil where there is none, or why it cannot be undone.
    case lastChange(Files, Result<LastChange?, AccountsError>)
    /// Something was done; the files now, and what to say about it.
    case done(Files, Notice?)
    /// An account was registered, and is to log in now.
    case registered(Files, AccountFile)
    /// The outcome of a check of credentials.
    case checked(Result<LoginAttempt, AccountsError>)
    /// A login that failed; nil if the account was changed after its check.
    case completed(LoginAttempt, Result<AccountFile?, AccountsError>)
    case failed(AccountsError)
    /// An edit was not saved, with what it took over; why, or nil where somebody has to decide what both changed.
    case notSaved(Files, Edit, AccountsError?)
    /// The editor has ended; what to say about it.
    case edited(Notice)
    /// Something has to be decided before the editor's text is saved.
    case editorNeeds(EditorSession.Decision)
}

extension AccountTask {
    /// Does it on the calling thread, under the rules that the directory has now.
    func perform(_ store: DocumentStore, today: CalendarDate, now: Timestamp) -> AccountOutcome {
        func files() -> Files { Files(store, today: today, now: now) }
        switch self {
        case .read: return .read(files())
        case .look: return .looked(files())
        case .open(let notice): return .done(files(), notice)
        default: break
        }
        do throws(AccountsError) {
            return try perform(in: try AccountsDirectory(store, today: today, now: now), files)
        } catch {
            return switch self {
            case .check: .checked(.failure(error))
            case .complete(let attempt): .completed(attempt, .failure(error))
            case .findLastChange, .undo: .lastChange(files(), .failure(error))
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
        // The rules may have become those of the other kind since the screen was drawn: it is told so.
        case .logIn where policy.isRegistry: break
        case .check where !policy.isRegistry, .complete where !policy.isRegistry: break
        case .register where !policy.isRegistry: break
        case .undo(let seen) where seen.isOfProfile && policy.isRegistry: break
        case .save(var edit):
            switch edit.finish(in: directory) {
            case .saved(let saved): return .done(files(), .saved(saved.isChanged))
            case .undecided: return .notSaved(files(), edit, nil)
            case .refused(let error): return .notSaved(files(), edit, error)
            }
        case .logOut:
            try directory.logout()
            return .done(files(), .loggedOut(policy))
        case .findLastChange: return .lastChange(files(), .success(try directory.lastChange()))
        case .undo(let seen):
            if let differences = try directory.cancelIfLast(seen) {
                return .done(files(), .undone(differences))
            }
            // Another command was faster: what it has left is shown again.
            return .lastChange(files(), .success(try directory.lastChange()))
        case .logIn(let values, let replacesInvalid):
            let login = try directory.profile.login(
                directory.draft(values), replacesInvalid: replacesInvalid
            ).login
            return .done(files(), .loggedIn(login, path: directory.profile.path))
        case .check(let credentials): return .checked(.success(try directory.registry().attempt(credentials)))
        case .complete(let attempt):
            let account = try directory.registry().complete(attempt)
            return account != nil
                ? .done(files(), .loggedIn(attempt)) : .completed(attempt, .success(nil))
        case .choosePolicy where directory.hasChosenPolicy: break
        case .choosePolicy(let kind, let isDemo):
            // Nobody can log in where nobody has chosen, so nobody is shut out.
            try PolicyChoice(
                kind, in: directory.store, today: directory.today, now: directory.now, forDemo: isDemo
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
    /// Undoes a change that was shown; nil where it is not the last one any more.
    fileprivate func cancelIfLast(_ seen: LastChange) throws(AccountsError) -> [DocumentDifference]? {
        do throws(AccountsError) { return try cancel(seen) } catch {
            if case .store(.changedMeanwhile) = error { return nil }
            throw error
        }
    }
}

extension AccountOutcome {
    /// Whether it is the end of a task for which keys wait.
    var endsTask: Bool {
        switch self {
        case .looked, .edited, .editorNeeds: false
        case .read, .notDone, .notSaved, .done, .lastChange, .registered, .checked, .completed, .failed: true
        }
    }

    /// What the files say, where it tells.
    var files: Files? {
        switch self {
        case .read(let files), .notDone(let files), .notSaved(let files, _, _), .looked(let files),
            .done(let files, _),
            .lastChange(let files, _), .registered(let files, _):
            files
        case .checked, .completed, .failed, .edited, .editorNeeds: nil
        }
    }
}
