import RegappCore

/// The sessions of a server, in memory: they end with it, with their person's credentials, or when `end` is called.
actor Sessions {
    private let registry: AccountRegistry
    private var people: [String: Account] = [:]

    init(_ registry: AccountRegistry) { self.registry = registry }

    /// Returns the cookie of a person who has logged in: 256 random bits.
    func begin(for account: Account) -> String {
        let parts = (0..<4).map { _ in String(UInt64.random(in: 0...(.max)), radix: 16) }
        let cookie = parts.joined(separator: ".")
        people[cookie] = account
        return cookie
    }

    /// Whose cookie it is; nil if the session has ended, or ends now.
    func account(of cookie: String) async throws(DirectoryError) -> Account? {
        guard let person = people[cookie] else { return nil }
        if let account = try await registry.account(withEmail: person.email), account.canLogIn,
            !account.mustChange, account.credentialVersion == person.credentialVersion
        {
            return account
        }
        end(cookie)
        return nil
    }

    func end(_ cookie: String) { people[cookie] = nil }
}

/// `cookie-sessions`: shows that a lock ends a session at its next request, and unlocking brings it back no more.
@main struct CookieSessions {
    static func main() async throws {
        let registry = AccountDirectory.inMemory().registry
        let sessions = Sessions(registry)
        let ann = PersonalValues(email: "ann@mail.example", password: "long enough")
        let cookie = await sessions.begin(for: try await registry.register(ann))
        print(try await sessions.account(of: cookie)?.email ?? "over")
        try await registry.lock("ann@mail.example")
        print(try await sessions.account(of: cookie)?.email ?? "over")
        try await registry.unlock("ann@mail.example")
        print(try await sessions.account(of: cookie)?.email ?? "over")
    }
}
