package import RegappStore

/// The rules of a directory and its current user, read together.
package struct DirectoryState: Sendable {
    package enum User: Sendable {
        case loggedIn(AccountFile)
        case loggedOut
        /// No account is logged in, and the registry is empty.
        case emptyRegistry
        /// The rules, session or account cannot be read or accepted.
        case unusable(AccountsError)
    }

    package let directory: AccountStore
    package private(set) var user: User
    /// Empty unless read for screens.
    package private(set) var undoOffer = UndoOffer.nothing
    private var hasChosenPolicy = true

    package init(directory: AccountStore, user: User) {
        self.directory = directory
        self.user = user
    }

    /// Reads the rules and the current user, who is `loggedIn` or `loggedOut`.
    ///
    /// - Parameter isShown: whether to read what can be undone, too.
    package init(_ store: DocumentStore, now: Moment, isShown: Bool = false) throws(AccountsError) {
        self = try store.readingAccounts { reader in
            let rules = try PolicyFile(reader)
            let directory = AccountStore(store, rules.policy, now: now)
            let account = try directory.current(reader)
            var state = DirectoryState(directory: directory, user: account.map(User.loggedIn) ?? .loggedOut)
            if isShown {
                state.undoOffer = (try? directory.undoOffer(to: account, reader)) ?? .nothing
                state.hasChosenPolicy = rules.document != nil
            }
            return state
        }
    }

    /// Reads all that screens show: also what can be undone, and whether any account is registered.
    ///
    /// - Throws: why the rules cannot be read or accepted: without them nothing can be shown.
    package init(shown store: DocumentStore, now: Moment) throws(AccountsError) {
        do throws(AccountsError) {
            self = try DirectoryState(store, now: now, isShown: true)
            guard case .loggedOut = user, policy.isRegistry, try directory.registry().isEmpty() else {
                return
            }
            user = .emptyRegistry
        } catch {
            self.init(directory: try AccountStore(store, now: now), user: .unusable(error))
        }
    }

    package var policy: Policy { directory.policy }

    package var account: AccountFile? {
        if case .loggedIn(let account) = user { account } else { nil }
    }

    /// Whether both have the same rules on the same day, and so accept the same values.
    package func hasRules(of other: DirectoryState) -> Bool {
        policy == other.policy && directory.now.today == other.directory.now.today
    }

    /// Screens offer other rules while no account is logged in and no rules were chosen.
    package var offersPolicies: Bool {
        // Choosing rules would make "Undo log out" impossible.
        guard case .loggedOut = user, undoOffer != .logOut else { return false }
        return !hasChosenPolicy
    }
}

extension AccountStore {
    /// What screens offer to undo: only a change of few documents.
    ///
    /// - Parameter account: the current user; in a registry, only changes of this account alone are offered.
    fileprivate func undoOffer(to account: AccountFile?, _ reader: DocumentReader) throws -> UndoOffer {
        if let account, policy.isRegistry {
            let last = try lastChange(of: account, among: Self.mostLookedAt, reader)
            return last.map { .change(time: $0.head.author.time) } ?? .nothing
        }
        guard let newest = try reader.changeToUndo(), newest.accounts <= Self.mostOffered,
            let last = try lastChange(reader)
        else { return .nothing }
        if account != nil { return .change(time: last.head.author.time) }
        if policy.isRegistry, last.isPolicyChoice { return .policyChoice }
        return last.isLogOut ? .logOut : .nothing
    }

    /// Screens look for an offer all the time, so older changes are not offered; the undo key still finds them.
    private static let mostLookedAt = 50
}

extension DocumentStore {
    /// Removes the profile, the session, edited texts and the profile's history, acceptable or not, under any rules.
    ///
    /// - Returns: the edited texts that remain, because an editor is working on them or has only just written them.
    /// - Throws: `nobodyLoggedIn` if there was nothing to remove.
    @discardableResult
    package func forgetEverybody() throws(AccountsError) -> [String] {
        let traces = [StoreLayout.profile, StoreLayout.session]
        let isAnything = try readingAccounts { reader in
            for file in traces + [StoreLayout.regapp.edits] where try reader.exists(file) { return true }
            return try !reader.traces(of: StoreLayout.profile).isEmpty
        }
        guard isAnything else { throw .nobodyLoggedIn }
        return try writingAccounts { writer in
            try writer.forget(writer.reader.traces(of: StoreLayout.profile) + traces)
            try writer.removeEmptyHistory()
            var inUse: [String] = []
            for copy in try WorkingCopy.all(writer.reader) {
                if try !WorkingCopy.remove(copy, writer, keepingUnknown: false) { inUse.append(copy.path) }
            }
            let edits = StoreLayout.regapp.edits
            return try inUse.isEmpty && writer.reader.exists(edits) ? [writer.store.path(of: edits)] : inUse
        }
    }
}

/// What screens offer to undo.
package enum UndoOffer: Hashable, Sendable {
    case nothing
    /// - Parameter time: when the change was made, as recorded.
    case change(time: String)
    /// Brings back the profile that was logged out.
    case logOut
    /// Brings back the profile's rules.
    case policyChoice
}
