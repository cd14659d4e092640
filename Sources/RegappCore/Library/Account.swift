/// A person's record as its file has it: the local profile, or an account of a registry.
public struct Account: Sendable {
    let file: AccountFile

    init(_ file: AccountFile) { self.file = file }

    /// The email, which names the account.
    public var email: String { file.email }

    /// A value as the file has it; nil if it is missing or empty.
    public subscript(field: Field) -> String? { file.value(field) }

    /// Whether there is a password, in plain or as a hash.
    public var hasPassword: Bool { !file.hasNoPassword }

    /// Whether the account is locked, so that no password logs it in.
    public var isLocked: Bool { file.isLocked }

    /// Whether the account had expired on the date when it was read, so that no password logs it in.
    public var isExpired: Bool { file.isExpired }

    /// Whether the account has a first password that its owner is to change. It lets the owner in nevertheless.
    public var mustChange: Bool { file.values.mustChange }

    /// Required fields that the account lacks; it is accepted without them.
    public var missing: [Field] { file.missing }
}
