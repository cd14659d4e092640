internal import RegappValues
package import RegappCore
package import RegappStore
internal import RegappTerminal
package import RegappWording

/// Work with the files in the background, since hashing and disks take time; its outcome is an effect on the screens.
package struct AccountTask: Sendable {
    /// The files with which a task works, under the directory's present rules.
    struct Files: Sendable {
        let store: DocumentStore
        let now: Moment
        /// How a login has ended; nil if none has.
        var login: LoginOutcome?

        func directory() throws(AccountsError) -> AccountStore { try AccountStore(store, now: now) }
        func registry() throws(AccountsError) -> Registry { try directory().registry() }

        /// For the history, which can be read and undone even while `policy.json` cannot be accepted.
        func directoryOfHistory() throws(AccountsError) -> AccountStore {
            do throws(AccountsError) { return try directory() } catch {
                guard case .invalidFile = error else { throw error }
                return try AccountStore(store, now: now, acceptingAnyRules: true)
            }
        }

        /// Nil if the rules have changed to a profile's since the screen was drawn.
        func registryIfAny() throws(AccountsError) -> Registry? {
            let directory = try directory()
            return directory.policy.isRegistry ? try directory.registry() : nil
        }
    }

    typealias Work = @Sendable (inout Files) throws -> ScreenEffect?

    /// Shown beside the spinner.
    let doing: String
    /// What the error's title says has not happened if it fails, such as `saved`.
    let goal: String
    /// Whether it only looks for changes by others, so that keys do not wait for it.
    let isPoll: Bool
    /// What the screen that asked for it shows or changes.
    var subject = EditSubject.currentUser
    private let work: Work

    init(
        _ doing: String = "reading the files", to goal: String = "read", isPoll: Bool = false,
        _ work: @escaping Work
    ) {
        self.doing = doing
        self.goal = goal
        self.isPoll = isPoll
        self.work = work
    }

    package func perform(_ store: DocumentStore, now: Moment) -> TaskOutcome {
        var files = Files(store: store, now: now)
        let result = Result { try work(&files) }
        let own = DirectoryState.Reading(store, now: now)
        return TaskOutcome(
            task: self, files: own, seen: DirectoryState.Reading(of: subject, store, now: now) ?? own,
            result: result, login: files.login)
    }
}

package struct TaskOutcome: Sendable {
    let task: AccountTask
    /// The state of the files after the task.
    let files: DirectoryState.Reading
    /// The state of the files for a page about the task's subject.
    let seen: DirectoryState.Reading
    let result: Result<ScreenEffect?, any Error>
    /// How a login ended with this task; nil if none did.
    package var login: LoginOutcome?
}

// MARK: The current user

extension AccountTask {
    /// Reads the files again; the present screen stays if it can.
    static let read = AccountTask { _ in nil }

    /// Looks for changes by others while nothing else is being done.
    static let look = AccountTask(isPoll: true) { _ in nil }

    /// Looks also whether the account with this email, which was just registered, is still there.
    static func look(forRegistered email: String) -> AccountTask {
        AccountTask(isPoll: true) { files in
            do throws(AccountsError) {
                _ = try files.registry().accountToFix(of: email)
                return nil
            } catch {
                guard case .noAccount = error else { return nil }
                return .then { (screen: inout RegistryLoginScreen) in screen.loseRegistered() }
            }
        }
    }

    /// Reads the files, and shows the screen that they require.
    static func open(_ notice: Message? = nil) -> AccountTask {
        AccountTask { _ in .done(notice) }
    }

    /// Creates or changes the local profile; replaces an unacceptable one only if requested.
    static func logIn(_ values: AccountRecord, replacesInvalid: Bool) -> AccountTask {
        AccountTask("saving", to: "saved") { files in
            let directory = try files.directory()
            // The rules may have changed to a registry's since the screen was drawn.
            guard !directory.policy.isRegistry else { return .notDone }
            let profile = directory.profile
            let login = try profile.login(directory.draft(values), replacesInvalid: replacesInvalid).login
            return .done(.loggedIn(login, path: profile.path))
        }
    }

    static func save(_ edit: ValuesEdit) -> AccountTask {
        AccountTask("saving", to: "saved") { files in
            var edit = edit
            var reason: AccountsError?
            do throws(AccountsError) {
                let directory = try files.directory()
                if let saved = try edit.save(in: directory) {
                    let done = ScreenEffect.done(saved.message(of: edit.subject))
                    guard saved.hasMoved, case .account(let email) = edit.subject, let account = saved.account
                    else { return done }
                    // The list and the account's page go on with the new email.
                    let state = DirectoryState(directory: directory, user: .loggedIn(account))
                    return .several([
                        .then { (list: inout AccountsScreen) in list.follow(account, from: email) },
                        done, .then { (page: inout AccountScreen) in page.refresh(.success(state)) },
                    ])
                }
            } catch { reason = error }
            return .then { [edit, reason] (screen: inout UserEditScreen) in screen.goOn(edit, reason) }
        }
    }

    static let logOut = AccountTask("logging out", to: "logged out") { files in
        let directory = try files.directory()
        do throws(AccountsError) { try directory.logout() } catch {
            if error == .nobodyLoggedIn { return .notDone }
            throw error
        }
        return .done(.loggedOut(directory.policy))
    }

    enum Undoable: Sendable {
        /// The newest change of the current user's account that is still in effect.
        case currentUser
        /// The newest change of a registry that is still in effect.
        case newest
        case change(Int)
        /// The last change of the account with this email, if that removed it.
        case removal(of: String)
    }

    static func offerUndo(_ wanted: Undoable) -> AccountTask {
        AccountTask(to: "undone") { try $0.directoryOfHistory().offerUndo(wanted) }
    }

    /// Brings back the profile that was logged out, if that is still the last change.
    static let undoLogOut = undo(\.isLogOut, inRegistry: false)
    /// Brings back the rules of a profile, if choosing another policy is still the last change.
    static let undoPolicyChoice = undo(\.isPolicyChoice, inRegistry: true)

    /// Undoes the last change if it is the wanted one, and if the policy still is, or is not, a registry's.
    private static func undo(
        _ isWanted: @escaping @Sendable (Undoing) -> Bool, inRegistry: Bool
    ) -> AccountTask {
        AccountTask("undoing", to: "undone") { files in
            let directory = try files.directory()
            guard directory.policy.isRegistry == inRegistry, let last = try directory.lastChange(),
                isWanted(last)
            else { return .notDone }
            guard try directory.impact(of: last).isHarmless else {
                return try directory.ask(about: last, .currentUser)
            }
            return try directory.undo(last, .currentUser)
        }
    }

    static func check(_ credentials: Credentials) -> AccountTask {
        AccountTask("checking the password", to: .loggedIn) { files in
            do throws(AccountsError) {
                guard let registry = try files.registryIfAny() else { return .notDone }
                let attempt = try registry.attempt(credentials)
                return .login { $0.checked(.success(attempt)) }
            } catch {
                // An ambiguous first name does not end the login: the email is asked for next.
                let ends = if case .ambiguousFirstName = error { credentials.email != nil } else { true }
                if ends { files.login = .refused(credentials, error) }
                return .login { $0.checked(.failure(error)) }
            }
        }
    }

    static func replacePassword(_ attempt: LoginAttempt, by password: String) -> AccountTask {
        AccountTask("setting the password", to: .loggedIn) { files in
            guard let registry = try files.registryIfAny() else { return .notDone }
            let new = try registry.attempt(attempt, replacingPasswordBy: password)
            return .login { $0.checked(.success(new)) }
        }
    }

    static func complete(_ attempt: LoginAttempt) -> AccountTask {
        AccountTask("logging in", to: .loggedIn) { files in
            do throws(AccountsError) {
                guard let registry = try files.registryIfAny() else { return .notDone }
                guard try registry.complete(attempt) != nil else {
                    return .login { $0.completed(attempt, .success(nil)) }
                }
                let email = attempt.account.email
                files.login = .granted(attempt.account)
                // Under the policy `albums`, people log in for the album screens.
                return .done(
                    attempt.setsFirstPassword
                        ? .loggedInToRegistry(email: email, setsFirstPassword: true) : nil,
                    opens: registry.directory.policy.name == .albums ? .albums : nil)
            } catch {
                return .login { $0.completed(attempt, .failure(error)) }
            }
        }
    }

    static func register(_ values: AccountRecord) -> AccountTask {
        AccountTask("registering", to: "registered") { files in
            guard let registry = try files.registryIfAny() else { return .notDone }
            let policy = registry.directory.policy
            // Whoever has just typed a new password is not asked for it again; under `albums`, logging in is a step of
            // its own.
            let logsIn = policy.name != .albums
            let account: AccountFile
            do throws(AccountsError) {
                account = try registry.register(registry.directory.draft(values), logsIn: logsIn)
            } catch {
                guard error.isTakenEmail else { throw error }
                return .then { (screen: inout RegistrationScreen) in
                    screen.page.form.setFocus(Field.email.id)
                    return .ask(.failure("registered", Message(of: error)))
                }
            }
            guard logsIn else { return .done(.mayLogIn, registered: account) }
            let news = Message.registered(isLoggedIn: logsIn)
            let warning = Message.mayTakeFirstPassword(by: .firstName)
            return .done(account.hasNoPassword ? news.followed(by: warning) : news)
        }
    }

    /// Chooses the rules of a directory where none were chosen, with or without demo accounts.
    static func choosePolicy(_ kind: Rules.PolicyName, isDemo: Bool) -> AccountTask {
        AccountTask("choosing the policy", to: "saved") { files in
            let directory = try files.directory()
            guard !directory.mayHave(StoreLayout.policy) else { return .notDone }
            let choice = try PolicySwitch(kind, in: files.store, now: files.now, forDemo: isDemo)
            // No login is possible before rules are chosen, so no account is locked out. A profile is another's choice.
            guard !choice.rules.mayHarm else { return .notDone }
            try choice.save()
            return .done(isDemo ? .demoIsReady : nil)
        }
    }
}

// MARK: The administrator's tasks; each acts like the command of the same name

extension AccountTask {
    /// Opens a form for the account with this email.
    static func find(
        _ email: String, _ form: @escaping @Sendable (AccountFile, AccountStore) -> any Screen
    ) -> AccountTask {
        AccountTask { files in
            let registry = try files.registry()
            return .push(form(try registry.accountToFix(of: email), registry.directory))
        }
    }

    /// Locks those that are not locked; if all are, unlocks them. `stays`: the page stays open and reports the result.
    static func lock(_ targets: AccountTargets, stays: Bool = false) -> AccountTask {
        let verb: BulkVerb = targets.areLocked ? .unlock : .lock
        return changing("changing locks", to: "changed", verb, stays: stays) {
            try $0.requireSame(targets)
            return try $0.commit(verb.changes, of: targets.emails())
        }
    }

    static func changing(
        _ doing: String, to goal: String, _ verb: BulkVerb, stays: Bool = false,
        _ change: @escaping @Sendable (Registry) throws -> BulkResult
    ) -> AccountTask {
        AccountTask(doing, to: goal) { files in
            let news = Message.bulk(try change(files.registry()), verb)
            return stays ? .announce(news) : .done(news)
        }
    }
}

extension String {
    fileprivate static let loggedIn = "logged in"
}

extension ScreenEffect {
    /// Nothing was done, because another process was faster: it logged the account out, chose other rules, or made a
    /// change after the one that was to be undone. Typed text is not lost without a question.
    fileprivate static let notDone = ScreenEffect.change { screens in
        guard let screen = screens.last as? any LoggedOutScreen, screen.form.isTouched else { return nil }
        return .ask(screen.leavingDialog)
    }

    /// Continues the login on the top screen.
    fileprivate static func login(
        _ step: @escaping @Sendable (inout LoginDialogue) -> LoginDialogue.Step
    ) -> ScreenEffect {
        .then { (screen: inout RegistryLoginScreen) in screen.goOn(step) }
    }
}

extension AccountStore {
    /// Undoes this change, if that still does what was shown to the user.
    fileprivate func undo(
        _ seen: Undoing, _ wanted: AccountTask.Undoable
    ) throws(AccountsError) -> ScreenEffect {
        if case .currentUser = wanted, seen.isOfProfile, policy.isRegistry { return .notDone }
        do throws(AccountsError) {
            let news = Message.undone(try cancel(seen)).followed(
                by: try? .unusedProfile(in: AccountStore(store, now: now, acceptingAnyRules: true)))
            if case .currentUser = wanted { return .done(news) }
            return .change { $0.last is ChangeScreen ? .leave(news) : .announce(news) }
        } catch {
            guard case .store(.changedMeanwhile) = error else { throw error }
        }
        // Another command was faster: show what undoing would do now.
        return try offerUndo(wanted)
    }

    fileprivate func offerUndo(_ wanted: AccountTask.Undoable) throws(AccountsError) -> ScreenEffect {
        let found: Undoing?
        switch wanted {
        case .currentUser: found = try lastChange(offeredTo: current())
        case .newest: found = try registry().directory.lastChange()
        case .change(let number): found = try change(number)
        case .removal(let email):
            found = try history(of: email, limit: 1).changes.first.flatMap { try? change($0.head.number) }
        }
        if found == nil, case .change(let number) = wanted {
            return .announce(.nothingLeft(of: number, undoneBy: try undoing(of: number)))
        }
        guard let found else { return .announce(.hint(.nothingToUndo)) }
        return try ask(about: found, wanted)
    }

    fileprivate func ask(
        about change: Undoing, _ wanted: AccountTask.Undoable
    ) throws(AccountsError) -> ScreenEffect {
        let undo = AccountTask("undoing", to: "undone") {
            try $0.directoryOfHistory().undo(change, wanted)
        }
        return .ask(question(about: change, try impact(of: change), undo: .work(undo)))
    }

    /// Shows who made a change when, and what undoing it would do, also to those who log in; Enter goes back.
    private func question(about change: Undoing, _ impact: PolicyImpact, undo: ScreenEffect) -> Dialog {
        let head = change.head
        let mostLines = 8
        let time = head.author.shortTime(now.today)
        let person = UserNames(store).person(head) + (isOwn(head) ? "" : ", not by you")
        let others = head.standsFor.flatMap { $0.count > 0 ? " (and \($0.count) more)" : nil } ?? ""
        let facts = ["by \(person)", time ?? "", head.author.command + others].filter { !$0.isEmpty }
        let lines = change.differences.lines(policy, of: head.shortTimeOfFirst(now.today))
        var texts = [facts.joined(separator: "; ")]
        let changes = change.differences.count == 1 ? change.differences[0].fields : []
        if policy.isRegistry, changes.contains(where: { $0.field == .email }) {
            texts.append("its file and the login use that email again")
        }
        if !impact.isHarmless { texts.append(impact.consequences) }
        if let seen = change.passedOver { texts.append("change \(seen), the days of logins, stays") }
        let removes = change.differences.contains { difference in
            if case .account(_, .removed) = difference { true } else { false }
        }
        return Dialog(
            title: "Undo change \(head.number)?", texts: texts,
            parts: .list(lines.prefix(mostLines), of: lines.count),
            buttons: [("Back", nil), ("Undo", undo)], isDestructive: removes || !impact.isHarmless)
    }
}
