internal import DocumentStore
internal import PlainValues
internal import StrictJSON

/// A field of an account that gets another value.
package struct FieldChange: Hashable, Sendable {
    /// The field; of a password and its hash, the password.
    package let field: Field
    /// The values, empty where there is none. Of a password that is hashed, the hash: a secret like the password.
    package let old: String
    package let new: String

    /// Nil where the two values are the same, byte for byte.
    package init?(_ field: Field, old: String, new: String) {
        guard !old.utf8.elementsEqual(new.utf8) else { return nil }
        (self.field, self.old, self.new) = (field, old, new)
    }

    /// Whether the account is locked from then on, or unlocked, with the password that it has; nil otherwise.
    package var locks: Bool? {
        guard field == .password else { return nil }
        if new == StoredHash.lock + old { return true }
        return old == StoredHash.lock + new ? false : nil
    }
}

/// What becomes of an account when its file gets another text.
package enum AccountDifference: Equatable, Sendable {
    /// These fields change, in the order of the file; none where only the rest of the text does.
    case fields([FieldChange])
    /// There was no account, and now there is that of this email.
    case comes(email: String)
    /// The account of this email goes.
    case goes(email: String)
    /// One of the texts is not that of an account.
    case unknown

    /// Compares two texts, either of them nil where there is no file. They need not pass any rule.
    init(from old: [UInt8]?, to new: [UInt8]?) {
        let old = old.map { AccountRecord(text: $0) }
        let new = new.map { AccountRecord(text: $0) }
        switch (old, new) {
        case (let old??, let new??): self = .fields(old.changes(to: new))
        case (nil, let new??): self = .comes(email: new[.email] ?? "")
        case (let old??, nil): self = .goes(email: old[.email] ?? "")
        default: self = .unknown
        }
    }
}

extension AccountRecord {
    /// The known fields that hold strings; nil where the text is no JSON object.
    init?(text bytes: [UInt8]) {
        guard let document = try? JSONDocument(parsing: bytes), case .object = document.root.content else {
            return nil
        }
        self.init()
        for field in Field.allCases {
            if case .string(let text)? = document.root[field.rawValue]?.content { self[field] = text }
        }
    }

    /// The fields that another record has other values for; a missing one is as good as an empty one.
    func changes(to other: AccountRecord) -> [FieldChange] {
        Field.printed.compactMap { FieldChange($0, old: held($0), new: other.held($0)) }
    }

    /// The value of a field, empty where there is none; for a password that is hashed, the hash.
    package func held(_ field: Field) -> String {
        let value = self[field] ?? ""
        return value.isEmpty && field == .password ? self[.passwordHash] ?? "" : value
    }
}

/// An account after an edit.
package struct EditedAccount: Sendable {
    /// The account as it is now.
    package let account: AccountFile
    /// What the edit changed, none where it changed nothing.
    package let changes: [FieldChange]
    /// Whether anything in the file is different.
    package let isChanged: Bool

    /// - Parameters:
    ///   - before: the text before, which need not pass any rule.
    ///   - values: its values, where they have been read.
    init(_ account: AccountFile, before: [UInt8], _ values: AccountRecord?) {
        self.account = account
        changes = (values ?? AccountRecord(text: before) ?? AccountRecord()).changes(to: account.values)
        isChanged = before != account.document.bytes
    }
}
