package import RegappCore
package import RegappStore
package import RegappWording

/// Work with the files, away from the screen's loop: hashing takes time, and so may disks.
package enum AccountTask: Sendable {
    /// Read the files again; the present screen stays if it can.
    case read
    /// Look for changes by others while nothing else is being done.
    case look
    /// Read the files, and show the screen that they require, with a notice.
    case open(Message? = nil)
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
    /// Bring back the rules of a profile, if choosing others is still the last change.
    case undoPolicyChoice
    case check(Credentials)
    /// Replace the password of credentials that were checked.
    case replacePassword(LoginAttempt, by: String)
    /// Log in with credentials that were checked.
    case complete(LoginAttempt)
    case register(AccountRecord)
    /// Choose the rules of a directory where none were chosen, with or without demo accounts.
    case choosePolicy(Rules.System, isDemo: Bool)
    case administer(AdministratorTask)
}

/// What a task has come to.
package struct TaskOutcome: Sendable {
    enum Result: Sendable {
        /// The files were to be read, and nothing else.
        case read
        /// Nothing was done, because another process was faster: the rules are of another kind now, the rules that were to
        /// be chosen are chosen, or the change that was to be undone is not the last one any more.
        case notDone
        /// The task is done. The screen that the files require now replaces the one on top and shows the notice; if it is
        /// the login, the account that was just registered is filled in.
        case done(Message?, registered: AccountFile? = nil)
        /// The change that could be undone; nil if there is none.
        case lastChange(LastChange?)
        case checked(LoginAttempt)
        /// The account was changed after its credentials were checked, so no account was logged in.
        case changedSinceCheck(LoginAttempt)
        /// The edit may have been merged. The reason, or nil if a conflict must be decided.
        case notSaved(Edit, AccountsError?)
        case failed(AccountsError)
        case administered(AdministratorOutcome)
    }

    let task: AccountTask
    /// What the files show after it.
    let files: SignIn.Reading
    let result: Result

    /// How a login ended with this task; nil if none did.
    package var login: LoginOutcome? {
        switch (task, result) {
        case (.complete(let attempt), .done): return .granted(email: attempt.account.email)
        case (.check(let credentials), .failed(let error)):
            // An email is asked for, and another login begins.
            if case .ambiguousFirstName = error, credentials.email == nil { return nil }
            return .refused(credentials, error)
        default: return nil
        }
    }

    /// Whether a task is over, during which keys waited: they do not wait for a look.
    var isOver: Bool { if case .look = task { false } else { true } }
}

extension AccountTask {
    /// Runs on the calling thread, under the directory's present rules.
    package func perform(_ store: DocumentStore, now: Moment) -> TaskOutcome {
        let result = result { () throws(AccountsError) in
            try AccountsDirectory(store, now: now)
        }
        return TaskOutcome(task: self, files: SignIn.Reading(store, now: now), result: result)
    }

    private func result(
        in directory: () throws(AccountsError) -> AccountsDirectory
    ) -> TaskOutcome.Result {
        do throws(AccountsError) {
            switch self {
            case .read, .look: return .read
            case .open(let notice): return .done(notice)
            case .save(let edit):
                return edit.saved(
                    in: directory, done: { .done($0) }, notSaved: TaskOutcome.Result.notSaved)
            case .logIn(let values, let replacesInvalid):
                return try directory().logIn(values, replacesInvalid: replacesInvalid)
            case .logOut: return try directory().logOut()
            case .findLastChange: return .lastChange(try directory().ownLastChange())
            case .undo(let change): return try directory().undo(change)
            case .undoLogOut: return try directory().undoLogOut()
            case .undoPolicyChoice: return try directory().undoPolicyChoice()
            case .check(let credentials):
                return try directory().inRegistry { registry throws(AccountsError) in
                    .checked(try registry.attempt(credentials))
                }
            case .replacePassword(let attempt, let password):
                return try directory().inRegistry { registry throws(AccountsError) in
                    .checked(try registry.attempt(attempt, replacingPasswordBy: password))
                }
            case .complete(let attempt):
                return try directory().inRegistry { registry throws(AccountsError) in
                    try registry.complete(attempt) == nil
                        ? .changedSinceCheck(attempt) : .done(.loggedIn(attempt))
                }
            case .register(let values): return try directory().register(values)
            case .choosePolicy(let kind, let isDemo): return try directory().choose(kind, isDemo: isDemo)
            case .administer(let task): return .administered(try task.perform(in: directory()))
            }
        } catch { return .failed(error) }
    }
}

extension Edit {
    /// Saves it.
    ///
    /// - Returns: `done` with the notice; `notSaved` with the edit, which may have been merged, and the reason, or nil if
    ///   a conflict must be decided.
    func saved<Outcome>(
        in directory: () throws(AccountsError) -> AccountsDirectory, done: (Message) -> Outcome,
        notSaved: (Edit, AccountsError?) -> Outcome
    ) -> Outcome {
        var edit = self
        do throws(AccountsError) {
            guard let saved = try edit.save(in: directory()) else { return notSaved(edit, nil) }
            return done(.saved(saved.isChanged))
        } catch { return notSaved(edit, error) }
    }
}

// The rules may have changed kind since the screen was drawn.
extension AccountsDirectory {
    fileprivate func logIn(
        _ values: AccountRecord, replacesInvalid: Bool
    ) throws(AccountsError) -> TaskOutcome.Result {
        guard !policy.isRegistry else { return .notDone }
        let login = try profile.login(draft(values), replacesInvalid: replacesInvalid).login
        return .done(.loggedIn(login, path: profile.path))
    }

    fileprivate func inRegistry(
        _ work: (Registry) throws(AccountsError) -> TaskOutcome.Result
    ) throws(AccountsError) -> TaskOutcome.Result {
        policy.isRegistry ? try work(registry()) : .notDone
    }

    fileprivate func register(_ values: AccountRecord) throws(AccountsError) -> TaskOutcome.Result {
        guard policy.isRegistry else { return .notDone }
        let account = try registry().register(draft(values))
        return policy.logsInAtRegistration
            ? .done(.registered(account)) : .done(.registered(isLoggedIn: false), registered: account)
    }

    fileprivate func logOut() throws(AccountsError) -> TaskOutcome.Result {
        do throws(AccountsError) { try logout() } catch {
            // Another process has logged the account out, so the task is done without a notice.
            if error == .nobodyLoggedIn { return .done(nil) }
            throw error
        }
        return .done(.loggedOut(policy))
    }

    fileprivate func undo(_ seen: LastChange) throws(AccountsError) -> TaskOutcome.Result {
        guard !(seen.isOfProfile && policy.isRegistry) else { return .notDone }
        do throws(AccountsError) {
            if let differences = try cancel(seen) { return .done(.undone(differences)) }
        } catch {
            guard case .store(.changedMeanwhile) = error else { throw error }
        }
        // Another command was faster: what is now the last change is shown.
        return .lastChange(try ownLastChange())
    }

    fileprivate func undoLogOut() throws(AccountsError) -> TaskOutcome.Result {
        guard !policy.isRegistry, let last = try lastChange(), last.isLogOut else { return .notDone }
        return try undo(last)
    }

    fileprivate func undoPolicyChoice() throws(AccountsError) -> TaskOutcome.Result {
        guard policy.isRegistry, let last = try lastChange(), last.isPolicyChoice else { return .notDone }
        return try undo(last)
    }

    /// The last change, unless it is no concern of the current user: in a registry, one that changed more than this
    /// account.
    fileprivate func ownLastChange() throws(AccountsError) -> LastChange? {
        let last = try lastChange()
        guard policy.isRegistry else { return last }
        guard let last, let account = try current(), last.isOnly(of: account) else { return nil }
        return last
    }

    fileprivate func choose(_ kind: Rules.System, isDemo: Bool) throws(AccountsError) -> TaskOutcome.Result {
        guard !hasChosenPolicy else { return .notDone }
        // No login is possible before rules are chosen, so no account is locked out.
        try PolicyChoice(kind, in: store, now: now, forDemo: isDemo).save()
        return .done(isDemo ? .demoIsReady : nil)
    }
}
