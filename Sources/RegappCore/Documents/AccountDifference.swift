internal import RegappStore
internal import RegappJSON

package struct FieldChange: Hashable, Sendable {
    package enum Key: Hashable, Sendable {
        /// A field; `password` for both a password and its hash.
        case field(Field)
        case own(String)
    }

    package let key: Key
    /// Empty if there was no value. For a hashed password, the hash, which is as secret as the password.
    package let old: String
    package let new: String
    /// Whether a text replaces a number or a boolean, and perhaps reads the same.
    package let becomesText: Bool

    /// Nil if both values have the same bytes, unless a number or a boolean becomes text.
    package init?(_ key: Key, old: String, new: String, becomesText: Bool = false) {
        guard becomesText || !old.utf8.elementsEqual(new.utf8) else { return nil }
        self.key = key
        self.old = old
        self.new = new
        self.becomesText = becomesText
    }

    package var field: Field? { if case .field(let field) = key { field } else { nil } }

    /// The changed fields in the order of the file, then custom keys.
    ///
    /// - Parameter old: nil if the old text cannot be read.
    static func all(from old: JSONDocument?, to new: JSONDocument) -> [FieldChange] {
        let before = old.map(AccountRecord.init) ?? AccountRecord()
        let after = AccountRecord(new)
        let fields = (Field.printed + [.passwordLink]).compactMap { field in
            FieldChange(.field(field), old: before.text(of: field), new: after.text(of: field))
        }
        return fields + own(from: old, to: new)
    }

    private static func own(from old: JSONDocument?, to new: JSONDocument) -> [FieldChange] {
        let known = Field.keys
        let before = old?.ownMembers(besides: known).hidingHashes ?? []
        let after = new.ownMembers(besides: known).hidingHashes
        let removed = before.filter { old in
            !after.contains { $0.key == old.key } && !new.holdsCorrected(old)
        }
        return after.compactMap { member in
            let old = before.first { $0.key == member.key }
            let becomesText =
                switch (old?.value, member.value) {
                case (.number?, .string), (.boolean?, .string): true
                default: false
                }
            return FieldChange(
                .own(member.key), old: old?.value.cell ?? "", new: member.value.cell, becomesText: becomesText
            )
        } + removed.compactMap { FieldChange(.own($0.key), old: $0.value.cell, new: "") }
    }

    /// Whether the account becomes locked or unlocked with the same password; nil if neither.
    package var locks: Bool? {
        guard field == .password else { return nil }
        if new == StoredHash.lock + old { return true }
        return old == StoredHash.lock + new ? false : nil
    }

    /// Whether it concerns nothing but a lock.
    var isOfLock: Bool { locks != nil || field == .lockedUntil || field == .lockReason }

    /// Whether a new password also locks the account (true) or unlocks it (false); nil if neither.
    package var locksToo: Bool? {
        guard field == .password, locks == nil else { return nil }
        let (was, becomes) = (Self.isLocked(old), Self.isLocked(new))
        return was == becomes || new.isEmpty ? nil : becomes
    }

    private static func isLocked(_ hash: String) -> Bool {
        // A profile's plain password may begin with an exclamation mark, too.
        hash == StoredHash.lock || StoredHash.isLocked(hash) && StoredHash.isHash(hash)
    }
}

package enum AccountDifference: Equatable, Sendable {
    /// The changed fields in the order of the file; empty if only the rest of the text changes.
    case fields([FieldChange])
    /// - Parameter lacksPassword: whether a plain password could not be kept, so that the account comes back without.
    case added(email: String, lacksPassword: Bool = false)
    case removed(email: String)
    /// The text was no object, and is one.
    case mended(lacksPassword: Bool = false)
    /// The text becomes one that is no object.
    case spoiled
    /// The text was no object, and there is no file now.
    case spoiledRemoved

    /// A text is nil if there is no file. Texts are not checked against the rules.
    init(from old: [UInt8]?, to new: [UInt8]?) {
        var old = old
        var new = new
        if let before = old.flatMap(JSONDocument.init(outlining:)),
            let after = new.flatMap(JSONDocument.init(outlining:))
        {
            // A long list takes long to read.
            let shared = before.lists(alsoIn: after)
            old = shared.isEmpty ? old : before.applying(shared.map { .remove(key: $0) })
            new = shared.isEmpty ? new : after.applying(shared.map { .remove(key: $0) })
        }
        switch (old.map(JSONDocument.init(object:)), new.map(JSONDocument.init(object:))) {
        case (let old??, let new??): self = .fields(FieldChange.all(from: old, to: new))
        case (nil, let new??):
            self = .added(email: AccountRecord(new)[.email] ?? "", lacksPassword: new.lacksPassword)
        case (let old??, nil): self = .removed(email: AccountRecord(old)[.email] ?? "")
        case (_, nil): self = .spoiledRemoved
        case (_, let new??): self = .mended(lacksPassword: new.lacksPassword)
        case (_, .some(nil)): self = .spoiled
        }
    }
}

extension AccountRecord {
    /// Reads the known fields that hold strings; nil if the text is not a JSON object.
    init?(text bytes: [UInt8]) {
        guard let document = JSONDocument(outlining: bytes) else { return nil }
        self.init(document)
    }

    fileprivate init(_ document: JSONDocument) {
        self.init()
        for member in document.root.members {
            if let field = Field(key: member.key), let text = field.text(of: member.value.content) {
                self[field] = text
            }
        }
    }

    /// Empty if there is none; for a hashed password, the hash.
    package func text(of field: Field) -> String {
        let value = self[field] ?? ""
        return value.isEmpty && field == .password ? self[.passwordHash] ?? "" : value
    }
}

extension JSONDocument {
    /// Whether the history emptied a plain password in it.
    fileprivate var lacksPassword: Bool {
        root.members.contains { member in
            guard case .string(let text) = member.value.content, text.isEmpty else { return false }
            return AccountColumn.isPlainSecret(member.key)
        }
    }

    /// Whether a mistyped key's value is here under the correct key.
    fileprivate func holdsCorrected(_ member: JSONText.Member) -> Bool {
        guard case .string(let text) = member.value,
            let meant = Field(mistyped: member.key, holding: text, among: Field.allCases),
            case .string(let value) = root[meant.rawValue]?.content
        else { return false }
        return value == text
    }

    /// The keys of lists that another text has too, byte for byte.
    fileprivate func lists(alsoIn other: JSONDocument) -> [String] {
        root.members.compactMap { member in
            guard case .array = member.value.content, let value = other.root[member.key],
                bytes.span.extracting(member.value.range).isEqual(
                    to: other.bytes.span.extracting(value.range))
            else { return nil }
            return member.key
        }
    }
}

package enum DocumentDifference: Equatable, Sendable {
    case profile(AccountDifference)
    /// The account's email before the change is undone.
    case account(email: String, AccountDifference)
    /// Nil if the rules cannot be accepted.
    case rules(from: Policy?, to: Policy?)
    /// The document has changed since, and stays as it is, or keeps these keys.
    case left(path: String, keys: [String] = [], by: ChangedBy = .unknown)

    package var fields: [FieldChange] {
        switch self {
        case .profile(.fields(let changes)), .account(_, .fields(let changes)): changes
        default: []
        }
    }

    init(_ file: String, from old: [UInt8]?, to new: [UInt8]?) {
        switch file {
        case StoreLayout.profile: self = .profile(AccountDifference(from: old, to: new))
        case StoreLayout.policy:
            self = .rules(from: PolicyFile.policy(of: old), to: PolicyFile.policy(of: new))
        default:
            let email =
                Self.email(in: old) ?? Self.email(in: new) ?? EmailAddress.ofPath(file)
                ?? FileAccess.name(of: file)
            self = .account(email: email, AccountDifference(from: old, to: new))
        }
    }

    private static func email(in text: [UInt8]?) -> String? {
        text.flatMap { AccountRecord(text: $0) }?[.email]
    }
}

package enum ChangedBy: Hashable, Sendable {
    case change(Int)
    /// A change that cannot be undone, or of which nothing is left.
    case settled(Int)
    /// Another account now has the former email; `since` is the change that gave it, if known.
    case owner(String, since: Int?)
    /// Another account now has the former value of the custom key by which people log in.
    case holder(of: String, email: String)
    /// Perhaps this change, whose record cannot be read.
    case unreadable(Int)
    /// A person edited the file.
    case hand
    /// A person edited the file, and it cannot be accepted.
    case mistake
    /// A person removed the file.
    case removal
    case unknown
    /// The record lacks part of the former text, so no change can be named.
    case lost

    /// The words after a document's path.
    package func since(_ keys: [String]) -> String {
        let what =
            (keys.isEmpty ? "" : ": " + keys.joined(separator: ", ")) + (keys.count > 1 ? " were" : " was")
        return switch self {
        case .change(let number), .settled(let number): "\(what) later changed by change \(number)"
        case .holder(let key, let email):
            " cannot have its former '\(key)' back, which \(email) has by now"
        case .unreadable(let number):
            "\(what) later changed, perhaps by change \(number), whose record cannot be read"
        case .hand: "\(what) later changed by hand"
        case .mistake: "\(what) later changed by hand and is invalid"
        case .removal: " was later removed by hand"
        case .owner(let email, since: let change):
            " cannot go back to \(email), which another account has by now"
                + (change.map { " (change \($0))" } ?? "")
        case .unknown: "\(what) later changed"
        case .lost: " cannot be brought back: the history keeps no text that may hold a password"
        }
    }
}
