package import RegappStore

/// What is edited.
package enum EditSubject: Hashable, Sendable {
    /// The current user's account.
    case currentUser
    /// The account with this email, edited by its administrator.
    case account(email: String)
    case policy

    /// Nil if the document, named by its path below the directory, cannot be edited.
    init?(file: String) {
        switch file {
        case StoreLayout.profile: self = .currentUser
        case StoreLayout.policy: self = .policy
        default:
            guard let email = EmailAddress.ofPath(file) else { return nil }
            self = .account(email: email)
        }
    }

    /// Rules can be edited even if they cannot be accepted, and accounts by those of the rules that can.
    package func directory(in store: DocumentStore, now: Moment) throws(AccountsError) -> AccountStore {
        guard self == .policy else { return try AccountStore(store, now: now, acceptingAnyRules: true) }
        return AccountStore(store, .profile, now: now)
    }

    /// Finds a document, whether or not it can be accepted.
    ///
    /// - Throws: `nobodyLoggedIn`, `noAccount`, `noRegistry`; `invalidFile` for the session.
    package func find(in directory: AccountStore) throws(AccountsError) -> LocatedDocument {
        try directory.reading { reader in
            func located(_ file: String) throws -> LocatedDocument {
                LocatedDocument(file: file, email: nil, bytes: try reader.contents(of: file))
            }
            switch self {
            case .policy: return try located(StoreLayout.policy)
            case .account(let email): return try directory.registry().located(email, reader)
            case .currentUser where !directory.policy.isRegistry:
                let profile = try located(StoreLayout.profile)
                guard profile.bytes != nil else { throw AccountsError.nobodyLoggedIn }
                return profile
            case .currentUser:
                guard let session = try SessionFile(reader), let file = Registry.file(of: session.account),
                    let bytes = try reader.contents(of: file)
                else { throw AccountsError.nobodyLoggedIn }
                // A user whose account cannot be accepted stays logged in, to correct it.
                let account = try? directory.registry().parse(bytes, file)
                guard account.map({ $0.isNamed(file) && $0.isActive }) ?? true else {
                    throw AccountsError.nobodyLoggedIn
                }
                return LocatedDocument(file: file, email: session.account, bytes: bytes)
            }
        }
    }
}
