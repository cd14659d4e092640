/// A person's record, as its file has it: the local profile, or an account of a registry.
public struct Account: Sendable {
    let file: AccountFile

    init(_ file: AccountFile) { self.file = file }

    /// The email, which names the account.
    public var email: String { file.email }

    /// A value as the file has it; nil where it is missing or empty.
    public subscript(field: Field) -> String? { file.value(field) }

    /// Whether there is a password, in plain or as a hash.
    public var hasPassword: Bool { !file.hasNoPassword }

    /// Whether the account is locked: no password logs it in then.
    public var isLocked: Bool { file.isLocked }

    /// Whether the account has expired, on the date that it was read: no password logs it in then.
    public var isExpired: Bool { file.isExpired }

    /// What the rules require and the account lacks, though it is accepted without.
    public var missing: [Field] { file.missing }
}
