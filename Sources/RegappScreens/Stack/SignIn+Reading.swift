package import RegappCore
package import RegappStore
internal import RegappValues
internal import RegappWording

extension SignIn {
    /// What reading the files gave: the rules and who is logged in, or why the rules cannot be read.
    ///
    /// Not a `Result`: the runtime would have to build that type at every start.
    package enum Reading: Sendable {
        case success(SignIn)
        case failure(AccountsError)

        package init(_ store: DocumentStore, now: Moment) {
            do throws(AccountsError) {
                self = .success(try SignIn(shown: store, now: now))
            } catch {
                self = .failure(error)
            }
        }

        /// The files as they are for a page about this, whichever account is logged in; nil for the current user's account.
        init?(of subject: Edit.Subject, _ store: DocumentStore, now: Moment) {
            do throws(AccountsError) {
                if subject == .own { return nil }
                let directory = try RuledDirectory(store, now: now)
                var user = User.loggedOut
                if case .account(let email) = subject {
                    switch directory.judged(email) {
                    case .success(let account): user = .loggedIn(account)
                    case .failure(let error): user = .unusable(error)
                    }
                }
                self = .success(SignIn(directory: directory, user: user))
            } catch {
                self = .failure(error)
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
            case .success(let signIn):
                switch signIn.user {
                case .loggedIn(let account): .success(account)
                case .unusable(let error): .failure(error)
                case .loggedOut, .emptyRegistry: .success(nil)
                }
            }
        }

        /// - Parameters:
        ///   - registered: an account that was just registered and should log in.
        ///   - lastSeen: the last files with an account logged in; nil if there were none.
        func screen(
            _ notice: Message? = nil, registered: AccountFile? = nil, lastSeen: SignIn? = nil
        ) -> any Screen {
            switch self {
            case .failure(let error): return ProblemScreen(error, lastSeen: lastSeen, notice: notice)
            case .success(let signIn):
                switch signIn.user {
                case .loggedIn(let account): return UserScreen(account, signIn, notice: notice)
                case .unusable(let error):
                    return ProblemScreen(error, signIn, lastSeen: lastSeen, notice: notice)
                case .loggedOut, .emptyRegistry: break
                }
                if signIn.policy.isRegistry {
                    let login = RegistryLoginScreen(signIn, notice: notice, registered: registered)
                    guard case .emptyRegistry = signIn.user else { return login }
                    // No login was possible anyway.
                    return RegistrationScreen(from: login, notice: notice)
                }
                return LoginScreen(signIn, notice: notice)
            }
        }
    }
}
