internal import DocumentStore
internal import PlainValues
internal import StrictJSON

package struct FieldChange: Hashable, Sendable {
    /// The password for both a password and its hash.
    package let field: Field
    /// Empty if there is none. Of a hashed password the hash, which is as secret as the password.
    package let old: String
    package let new: String

    /// Nil if the values are the same, byte for byte.
    package init?(_ field: Field, old: String, new: String) {
        guard !old.utf8.elementsEqual(new.utf8) else { return nil }
        (self.field, self.old, self.new) = (field, old, new)
    }

    /// Whether the account becomes locked or unlocked with the same password; nil otherwise.
    package var locks: Bool? {
        guard field == .password else { return nil }
        if new == StoredHash.lock + old { return true }
        return old == StoredHash.lock + new ? false : nil
    }
}

/// How a new text of its file changes an account.
package enum AccountDifference: Equatable, Sendable {
    /// The changed fields in the order of the file; none if only the rest of the text changes.
    case fields([FieldChange])
    case added(email: String)
    case removed(email: String)
    /// One of the texts is not an account's.
    case unknown

    /// Compares two texts, nil for no file. They need not pass any rule.
    init(from old: [UInt8]?, to new: [UInt8]?) {
        let old = old.map { AccountRecord(text: $0) }
        let new = new.map { AccountRecord(text: $0) }
        switch (old, new) {
        case (let old??, let new??): self = .fields(old.changes(to: new))
        case (nil, let new??): self = .added(email: new[.email] ?? "")
        case (let old??, nil): self = .removed(email: old[.email] ?? "")
        default: self = .unknown
        }
    }
}

extension AccountRecord {
    /// The known fields that hold strings; nil if the text is not a JSON object.
    init?(text bytes: [UInt8]) {
        guard let document = try? JSONDocument(parsing: bytes), case .object = document.root.content else {
            return nil
        }
        self.init()
        for field in Field.allCases {
            if case .string(let text)? = document.root[field.rawValue]?.content { self[field] = text }
        }
    }

    /// A missing field equals an empty one.
    func changes(to other: AccountRecord) -> [FieldChange] {
        Field.printed.compactMap { FieldChange($0, old: text(of: $0), new: other.text(of: $0)) }
    }

    /// The value of a field, empty if there is none; for a hashed password, the hash.
    package func text(of field: Field) -> String {
        let value = self[field] ?? ""
        return value.isEmpty && field == .password ? self[.passwordHash] ?? "" : value
    }
}
