internal import RegappValues
package import RegappCore
package import RegappStore
internal import RegappWording

extension DirectoryState {
    /// What reading the files gave: the rules and who is logged in, or why the rules cannot be read.
    package typealias Reading = Result<DirectoryState, AccountsError>
}

extension DirectoryState.Reading {
    package init(_ store: DocumentStore, now: Moment) {
        self.init(catching: try DirectoryState(shown: store, now: now))
    }

    /// The files as a page about `subject` needs them, whichever account is logged in; nil for `currentUser`.
    init?(of subject: EditSubject, _ store: DocumentStore, now: Moment) {
        if subject == .currentUser { return nil }
        let directory = Result<_, AccountsError>(catching: try AccountStore(store, now: now))
        self = directory.map { directory in
            var user = DirectoryState.User.loggedOut
            if case .account(let email) = subject {
                do throws(AccountsError) {
                    user = .loggedIn(try directory.registry().existingAccount(of: email))
                } catch {
                    user = .unusable(error)
                }
            }
            return DirectoryState(directory: directory, user: user)
        }
    }

    /// Why no account can be shown; nil if it is known which account is logged in, or that none is.
    var error: AccountsError? {
        if case .failure(let error) = account { error } else { nil }
    }

    /// The current user's account; nil if no account is logged in; a failure if that is unknown.
    package var account: Result<AccountFile?, AccountsError> {
        switch self {
        case .failure(let error): .failure(error)
        case .success(let state):
            switch state.user {
            case .loggedIn(let account): .success(account)
            case .unusable(let error): .failure(error)
            case .loggedOut, .emptyRegistry: .success(nil)
            }
        }
    }

    /// The screen that the files require. `registered` is an account that was just registered and should log in;
    /// `lastSeen` has the last files with an account logged in, nil if there were none.
    func screen(
        _ notice: Message? = nil, registered: AccountFile? = nil, lastSeen: DirectoryState? = nil
    ) -> any Screen {
        switch self {
        case .failure(let error): return ProblemScreen(error, lastSeen: lastSeen, notice: notice)
        case .success(let state):
            switch state.user {
            case .loggedIn(let account):
                return UserScreen(account, state, notice: notice, since: lastSeen?.account)
            case .unusable(let error):
                return ProblemScreen(error, state, lastSeen: lastSeen, notice: notice)
            case .loggedOut where !state.policy.isRegistry: return LoginScreen(state, notice: notice)
            case .loggedOut: return RegistryLoginScreen(state, notice: notice, registered: registered)
            case .emptyRegistry:
                // Without any account, no login is possible.
                let login = RegistryLoginScreen(state, notice: notice, registered: registered)
                return RegistrationScreen(from: login, notice: notice)
            }
        }
    }
}
