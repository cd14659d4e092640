import Crypto
import RegappCore

/// Sessions that end by themselves when the password, the lock or the end of their account changes.
struct Sessions {
    let registry: AccountRegistry
    /// Whoever has it can make cookies.
    let key: SymmetricKey

    /// The cookie of a person who has logged in, until a time in seconds since 1970. The signature covers the version of
    /// the credentials, which the cookie does not hold.
    func cookie(for account: Account, until end: Int) -> String {
        let content = Array("\(account.id) \(end) \(account.credentialVersion)".utf8)
        let signature = HMAC<SHA256>.authenticationCode(for: content, using: key)
        return "\(account.id) \(end) \(signature.map { "\($0)" }.joined(separator: "."))"
    }

    /// Whose cookie it is; nil if it is over, or its account has changed, is gone, cannot log in or must have another
    /// password first.
    func account(of cookie: String, at now: Int) async throws(DirectoryError) -> Account? {
        let parts = cookie.split(separator: " ").map(String.init)
        guard parts.count == 3, let end = Int(parts[1]), now < end,
            let account = try await registry.account(withEmail: parts[0]), account.canLogIn,
            !account.mustChange
        else { return nil }
        let content = Array("\(account.id) \(end) \(account.credentialVersion)".utf8)
        let signature = parts[2].split(separator: ".").compactMap { UInt8($0) }
        return HMAC<SHA256>.isValidAuthenticationCode(signature, authenticating: content, using: key)
            ? account : nil
    }
}

/// `signed-cookie`: shows that a new password ends a session.
@main struct SignedCookie {
    static func main() async throws {
        let registry = AccountDirectory.inMemory().registry
        let sessions = Sessions(registry: registry, key: SymmetricKey(size: .bits256))
        try await registry.register(PersonalValues(email: "ann@mail.example", password: "long enough"))
        let ann = try await registry.authenticate(.email("ann@mail.example"), password: "long enough")
        guard let ann else { return }
        let cookie = sessions.cookie(for: ann, until: 1_000)
        print(try await sessions.account(of: cookie, at: 999)?.email ?? "over")
        print(try await sessions.account(of: cookie, at: 1_000)?.email ?? "over")
        try await registry.changePassword(of: ann.email, from: "long enough", to: "even longer")
        print(try await sessions.account(of: cookie, at: 999)?.email ?? "over")
    }
}
