import Accounts
import DocumentStore
import PlainValues

/// What the screens show of a `SignIn`: the rules and who is logged in, or why the latter is unknown.
struct Snapshot: Sendable {
    enum Account: Sendable {
        case loggedIn(AccountFile)
        case nobody
        /// Nobody is logged in, and the registry is empty.
        case nobodyRegistered
        /// The files that would tell cannot be read or accepted.
        case unusable(AccountsError)
    }

    /// An absolute path.
    let documents: String
    let policy: Policy
    /// The local date, for birthdays.
    let today: CalendarDate
    let account: Account
    /// The change that can be undone; nil if there is none.
    var lastChange: LastChange?
    /// Whether nobody has chosen rules yet, so that other rules are offered.
    var offersPolicies = false

    /// A draft over an account, or for a new one.
    func draft(over account: AccountFile? = nil) -> Draft {
        Draft(policy, today: today, over: account?.values ?? [:])
    }

    /// The email of the profile that undoing the last logout would bring back; nil if there is none.
    var loggedOutEmail: String? {
        guard case .profile(.added(let email))? = lastChange?.differences.first else { return nil }
        if case .loggedIn = account { return nil }
        return email
    }
}

extension Snapshot {
    /// - Throws: why the rules cannot be read; nothing can be shown without them.
    init(_ store: DocumentStore, today: CalendarDate, now: Timestamp) throws(AccountsError) {
        do throws(AccountsError) {
            let signIn = try SignIn(store, today: today, now: now, withLastChange: true)
            self.init(
                documents: store.directory, policy: signIn.policy, today: today,
                account: try Self.account(of: signIn), lastChange: signIn.lastChange)
            // Choosing rules would make "Undo log out" impossible.
            if case .nobody = self.account, loggedOutEmail == nil {
                offersPolicies = !signIn.directory.hasChosenPolicy
            }
        } catch {
            let directory = try AccountsDirectory(store, today: today, now: now)
            self.init(
                documents: store.directory, policy: directory.policy, today: today,
                account: .unusable(error))
        }
    }

    /// Whether both accept the same values: they have the same rules on the same day.
    func hasRules(of other: Snapshot) -> Bool { policy == other.policy && today == other.today }

    /// Only the rules and the day, without any account.
    var rules: Snapshot {
        Snapshot(documents: documents, policy: policy, today: today, account: .nobody)
    }

    func path(_ name: String) -> String { "\(documents)/\(name)" }

    private static func account(of signIn: SignIn) throws(AccountsError) -> Account {
        if let account = signIn.account { return .loggedIn(account) }
        guard signIn.policy.isRegistry else { return .nobody }
        return try signIn.directory.registry().isEmpty() ? .nobodyRegistered : .nobody
    }
}

/// A snapshot, or why the rules of the directory cannot be read.
///
/// Not a `Result`: the runtime would have to build that type at every start.
enum Files: Sendable {
    case success(Snapshot)
    case failure(AccountsError)

    init(_ store: DocumentStore, today: CalendarDate, now: Timestamp) {
        do throws(AccountsError) {
            self = .success(try Snapshot(store, today: today, now: now))
        } catch {
            self = .failure(error)
        }
    }

    /// Why no account can be shown; nil if it is known who is logged in, or that nobody is.
    var error: AccountsError? {
        if case .failure(let error) = account { error } else { nil }
    }

    /// The current user's account; nil if nobody is logged in; a failure if that is unknown.
    var account: Result<AccountFile?, AccountsError> {
        switch self {
        case .failure(let error): .failure(error)
        case .success(let snapshot):
            switch snapshot.account {
            case .loggedIn(let account): .success(account)
            case .unusable(let error): .failure(error)
            case .nobody, .nobodyRegistered: .success(nil)
            }
        }
    }

    /// The screen for this state.
    ///
    /// - Parameters:
    ///   - registered: an account that was just registered and should log in.
    ///   - lastSeen: the last files with somebody logged in; nil if there were none.
    func screen(
        _ notice: Notice? = nil, registered: AccountFile? = nil, lastSeen: Snapshot? = nil
    ) -> any Screen {
        switch self {
        case .failure(let error): return ProblemScreen(error, lastSeen: lastSeen, notice: notice)
        case .success(let snapshot):
            switch snapshot.account {
            case .loggedIn(let account): return UserScreen(account, snapshot, notice: notice)
            case .unusable(let error):
                return ProblemScreen(error, snapshot, lastSeen: lastSeen, notice: notice)
            case .nobody, .nobodyRegistered: break
            }
            if snapshot.policy.isRegistry {
                let login = RegistryLoginScreen(snapshot, notice: notice, registered: registered)
                guard case .nobodyRegistered = snapshot.account else { return login }
                // Nobody could log in anyway.
                return RegistrationScreen(from: login, notice: notice)
            }
            return LoginScreen(snapshot, notice: notice)
        }
    }
}
