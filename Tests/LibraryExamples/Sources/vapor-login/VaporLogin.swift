import RegappCore
import Vapor

/// A session names the account and the version of its credentials.
extension Account: @retroactive Authenticatable, @retroactive SessionAuthenticatable {
    public var sessionID: String { "\(id) \(credentialVersion)" }
}

/// Keeps people in while their credentials stay the same.
struct AccountSessions: AsyncSessionAuthenticator {
    typealias User = Account

    let registry: AccountRegistry

    func authenticate(sessionID: String, for request: Request) async throws {
        let email = String(sessionID.prefix { $0 != " " })
        guard let account = try await registry.account(withEmail: email), account.canLogIn,
            !account.mustChange, account.sessionID == sessionID
        else { return }
        request.auth.login(account)
    }
}

/// Lets people in by email and password, but nobody who must have another password first.
struct AccountPasswords: AsyncBasicAuthenticator {
    let registry: AccountRegistry

    func authenticate(basic: BasicAuthorization, for request: Request) async throws {
        let name = AccountRegistry.LoginName.email(basic.username)
        do throws(DirectoryError) {
            let account = try await registry.authenticate(name, password: basic.password)
            if let account, !account.mustChange { request.auth.login(account) }
        } catch {
            guard case .firstPasswordOver = error.reason else { throw error }
        }
    }
}
