package import RegappStore
internal import RegappJSON

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

/// A document as it was read, with its path below the directory.
package struct LocatedDocument: Sendable {
    package let file: String
    /// The email of the registered account; nil for any other document.
    let email: String?
    /// Nil if it does not exist.
    package let bytes: [UInt8]?

    /// The text to start an edit with: the content; for rules, with every key.
    package var text: [UInt8] {
        file == StoreLayout.policy ? PolicyFile.wholeText(of: bytes) : bytes ?? []
    }

    /// - Parameter undone: what undoing the change restores, if not the present text.
    func change(to text: [UInt8]?, _ undone: [UInt8]? = nil) -> DocumentChange {
        DocumentChange(file, before: bytes, after: text, undone: undone)
    }

    var digest: ContentDigest? { bytes.map { ContentDigest($0) } }

    package var origin: WorkingCopy.Origin {
        WorkingCopy.Origin(of: file, holding: bytes, shownAs: text)
    }
}

extension LocatedDocument {
    init(_ account: AccountFile, isRegistered: Bool) {
        self.init(
            file: account.file(isRegistered: isRegistered), email: isRegistered ? account.email : nil,
            bytes: account.document.bytes)
    }
}
