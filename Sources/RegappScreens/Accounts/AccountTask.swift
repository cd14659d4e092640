package import RegappCore
package import RegappStore
package import RegappWording

/// Work with the files, away from the screen's loop: hashing takes time, and so may disks.
package enum AccountTask: Sendable {
    /// Read the files again; the present screen stays if it can.
    case read
    /// Look for changes by others while nothing else is being done, also of the account of a login that waits.
    case poll(LoginAttempt? = nil)
    /// Read the files, and show the screen that they require, with a notice.
    case open(Message? = nil)
    /// Create or change the local profile; replace an unacceptable one only if requested.
    case logIn(AccountRecord, replacesInvalid: Bool)
    case save(Edit)
    case logOut
    /// Find the change that could be undone, to show it: the current user's own, or any of a registry.
    case findLastChange(isOwn: Bool)
    /// Undo this change, if it is still the last one.
    case undo(LastChange, isOwn: Bool)
    /// Bring back the profile that was logged out, if that is still the last change.
    case undoLogOut
    /// Bring back the rules of a profile, if choosing others is still the last change.
    case undoPolicyChoice
    case check(Credentials)
    /// Replace the password of credentials that were checked.
    case replacePassword(LoginAttempt, by: String)
    case complete(LoginAttempt)
    /// Register the person at the keyboard.
    case register(AccountRecord)
    /// Choose the rules of a directory where none were chosen, with or without demo accounts.
    case choosePolicy(Rules.System, isDemo: Bool)
    // What an administrator does, as the command of the same name does it.
    case registerOther(AccountRecord)
    case find(email: String, Purpose)
    /// Lock those that are not locked; if all are, unlock them.
    case lock(AccountTargets)
    /// Set the date, as files hold it; an empty one removes it.
    case expire(AccountTargets, String)
    case remove(AccountTargets)
    case setPassword(email: String, String)
    /// Generate passwords, which are seen before they are set.
    case generate(AccountTargets)
    case set(GeneratedPasswords)

    /// What the administrator wants to see an account for.
    package enum Purpose: Hashable, Sendable {
        case open, edit, password
    }

    /// Runs on the calling thread, under the directory's present rules.
    package func perform(_ store: DocumentStore, now: Moment) -> TaskOutcome {
        let result: TaskOutcome.Result
        do throws(AccountsError) { result = try self.result(store, now: now) } catch {
            result = .failed(error)
        }
        return TaskOutcome(task: self, files: SignIn.Reading(store, now: now), result: result)
    }

    private func result(_ store: DocumentStore, now: Moment) throws(AccountsError) -> TaskOutcome.Result {
        func directory() throws(AccountsError) -> RuledDirectory { try RuledDirectory(store, now: now) }
        func registry() throws(AccountsError) -> Registry { try directory().registry() }
        /// Nil if the rules have become those of a profile since the screen was drawn.
        func registryIfAny() throws(AccountsError) -> Registry? {
            let directory = try directory()
            return directory.policy.isRegistry ? try directory.registry() : nil
        }
        switch self {
        case .poll(let attempt?):
            guard let registry = try registryIfAny(), registry.isOutdated(attempt) else { return .read }
            return .changedSinceCheck(attempt)
        case .read, .poll, .open: return .read
        case .save(var edit):
            do throws(AccountsError) {
                guard let saved = try edit.save(in: directory()) else { return .notSaved(edit, nil) }
                return .done(saved.message(of: edit.subject))
            } catch { return .notSaved(edit, error) }
        case .logIn(let values, let replacesInvalid):
            return try directory().logIn(values, replacesInvalid: replacesInvalid)
        case .logOut: return try directory().logOut()
        case .findLastChange(let isOwn): return .lastChange(try directory().lastChange(isOwn: isOwn))
        case .undo(let change, let isOwn): return try directory().undo(change, isOwn: isOwn)
        case .undoLogOut: return try directory().undo(\.isLogOut, inRegistry: false)
        case .undoPolicyChoice: return try directory().undo(\.isPolicyChoice, inRegistry: true)
        case .check(let credentials):
            guard let registry = try registryIfAny() else { return .notDone }
            return .checked(try registry.attempt(credentials))
        case .replacePassword(let attempt, let password):
            guard let registry = try registryIfAny() else { return .notDone }
            return .checked(try registry.attempt(attempt, replacingPasswordBy: password))
        case .complete(let attempt):
            guard let registry = try registryIfAny() else { return .notDone }
            guard try registry.complete(attempt) != nil else { return .changedSinceCheck(attempt) }
            let email = attempt.account.email
            return .done(
                attempt.setsFirstPassword ? .loggedInToRegistry(email: email, setsFirstPassword: true) : nil)
        case .register(let values):
            guard let registry = try registryIfAny() else { return .notDone }
            let account = try registry.register(registry.directory.draft(values))
            return registry.directory.policy.logsInAtRegistration
                ? .done(.registered(account)) : .done(.registered(isLoggedIn: false), registered: account)
        case .choosePolicy(let kind, let isDemo): return try directory().choose(kind, isDemo: isDemo)
        case .registerOther(let values):
            let registry = try registry()
            let account = try registry.register(registry.directory.draft(values), logsIn: false)
            return .done(.bulk(BulkResult(changed: [.init(account.email)]), .register))
        case .find(let email, .open):
            return .found(AccountDetail(of: email, in: try registry().directory), .open)
        case .find(let email, let purpose):
            return .found(.account(try registry().accountToRepair(of: email)), purpose)
        case .lock(let targets) where targets.areLocked:
            return .done(.bulk(try registry().commit([.unlock], of: targets.emails), .unlock))
        case .lock(let targets):
            return .done(.bulk(try registry().commit([.lock], of: targets.emails), .lock))
        case .expire(let targets, let date):
            return .done(
                .bulk(try registry().commit([.values([.expires: date])], of: targets.emails), .edit))
        case .remove(let targets):
            let registry = try registry()
            let result = try registry.commit([.remove], of: targets.emails)
            let left = registry.filesLeft(of: targets.emails)
            return .done(left.reduce(.bulk(result, .remove)) { $0.followed(by: .leftOfAccount(path: $1)) })
        case .setPassword(let email, let password):
            return .done(.bulk(try registry().setPassword(of: email, to: password), .setPassword))
        case .generate(let targets): return .generated(try registry().generatePasswords(for: targets.emails))
        case .set(let generated):
            return .done(.bulk(try registry().set(generated), .setPassword))
        }
    }
}

/// What a task has come to.
package struct TaskOutcome: Sendable {
    enum Result: Sendable {
        /// The files were to be read, and nothing else.
        case read
        /// Nothing was done, because another process was faster: no account is logged in any more, the rules are of another
        /// kind now, the rules that were to be chosen are chosen, or the change that was to be undone is not the last one
        /// any more.
        case notDone
        /// The task is done. A section shows the notice; elsewhere the screen that the files require now does, and if it
        /// is the login, the account that was just registered is filled in.
        case done(Message?, registered: AccountFile? = nil)
        /// The change that could be undone; nil if there is none.
        case lastChange(LastChange?)
        case checked(LoginAttempt)
        /// The account was changed after its credentials were checked, so no account was logged in.
        case changedSinceCheck(LoginAttempt)
        /// The edit may have been merged. The reason, or nil if a conflict must be decided.
        case notSaved(Edit, AccountsError?)
        case found(AccountDetail, AccountTask.Purpose)
        case generated(GeneratedPasswords)
        case failed(AccountsError)
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

    /// Whether a task is over, during which keys waited: they do not wait for a poll.
    var isOver: Bool { if case .poll = task { false } else { true } }
}

extension RuledDirectory {
    /// The rules may have become those of a registry since the screen was drawn.
    fileprivate func logIn(
        _ values: AccountRecord, replacesInvalid: Bool
    ) throws(AccountsError) -> TaskOutcome.Result {
        guard !policy.isRegistry else { return .notDone }
        let login = try profile.login(draft(values), replacesInvalid: replacesInvalid).login
        return .done(.loggedIn(login, path: profile.path))
    }

    fileprivate func logOut() throws(AccountsError) -> TaskOutcome.Result {
        do throws(AccountsError) { try logout() } catch {
            if error == .nobodyLoggedIn { return .notDone }
            throw error
        }
        return .done(.loggedOut(policy))
    }

    fileprivate func undo(_ seen: LastChange, isOwn: Bool) throws(AccountsError) -> TaskOutcome.Result {
        guard !isOwn || !(seen.isOfProfile && policy.isRegistry) else { return .notDone }
        do throws(AccountsError) {
            if let differences = try cancel(seen) { return .done(.undone(differences)) }
        } catch {
            guard case .store(.changedMeanwhile) = error else { throw error }
        }
        // Another command was faster: what is now the last change is shown.
        return .lastChange(try lastChange(isOwn: isOwn))
    }

    /// Undoes the last change if it is of this kind, under rules of this kind.
    fileprivate func undo(
        _ isWanted: (LastChange) -> Bool, inRegistry: Bool
    ) throws(AccountsError) -> TaskOutcome.Result {
        guard policy.isRegistry == inRegistry, let last = try lastChange(), isWanted(last) else {
            return .notDone
        }
        return try undo(last, isOwn: true)
    }

    /// - Parameter isOwn: whether a change is no concern of the current user if, in a registry, it changed more than
    ///   this account.
    fileprivate func lastChange(isOwn: Bool) throws(AccountsError) -> LastChange? {
        guard isOwn else { return try registry().directory.lastChange() }
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
