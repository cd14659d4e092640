import RegappCore
import Vapor

/// A session names the account and the version of its credentials.
extension Account: SessionAuthenticatable {
    public var sessionID: String { "\(id) \(credentialVersion)" }
}

/// Lets people in by email and password, and keeps them in while their credentials stay the same.
struct AccountAuthenticator: AsyncBasicAuthenticator, AsyncSessionAuthenticator {
    typealias User = Account

    let registry: AccountRegistry

    func authenticate(basic: BasicAuthorization, for request: Request) async throws {
        let name = AccountRegistry.LoginName.email(basic.username)
        guard let account = try await registry.authenticate(name, password: basic.password) else { return }
        request.auth.login(account)
        request.session.authenticate(account)
    }

    func authenticate(sessionID: String, for request: Request) async throws {
        let email = String(sessionID.prefix { $0 != " " })
        guard let account = try await registry.account(withEmail: email), account.canLogIn,
            account.sessionID == sessionID
        else { return }
        request.auth.login(account)
    }
}
