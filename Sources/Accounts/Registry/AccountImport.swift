internal import DocumentStore
internal import StrictJSON

/// The accounts of a file on their way into a registry.
///
/// Call `take` with each account that an `AccountReader` hands out, then `plan` and `Registry.carryOut`. Each account
/// is kept once, as the text of its file.
public struct AccountImport: Sendable {
    /// The most accounts that one import takes, so that a file without end is refused before memory is.
    public static let maximumAccounts = 1_000_000
    /// The most bytes of a file that are read: some 500 for every account of the largest import.
    public static let maximumFileBytes = 512 << 20

    /// An account that has passed.
    struct Staged: Sendable {
        let line: Int
        /// Whether the file says when it was registered.
        let hasTime: Bool
        let name: String
        /// A new file of it, still without the hash of `password`.
        let bytes: [UInt8]
        /// The plain password that is to be hashed.
        let password: String?
        /// Whether there is a password or a hash, which replaces that of an account that exists.
        let bringsPassword: Bool
    }

    let registry: Registry
    let mayUpdate: Bool
    let mayLackFields: Bool
    let existing: Set<String>
    private(set) var staged: [Staged] = []
    private var lines: [String: Int] = [:]
    private var isHopeless = false

    /// Prepares an import.
    ///
    /// - Parameters:
    ///   - mayUpdate: whether accounts that exist are changed rather than refused.
    ///   - mayLackFields: whether accounts are taken that lack required fields other than the e-mail.
    public init(into registry: Registry, mayUpdate: Bool, mayLackFields: Bool) throws(AccountsError) {
        self.registry = registry
        self.mayUpdate = mayUpdate
        self.mayLackFields = mayLackFields
        existing = Set(try registry.directory.accountFiles())
    }

    /// How many accounts have been seen, good or bad.
    public private(set) var count = 0

    /// How many plain passwords `plan` has to hash.
    public var passwords: Int { staged.count { $0.password != nil } }

    /// Takes in what stands in one place of the file, and tells what is wrong with it.
    public mutating func take(_ imported: ImportedAccount) -> [ImportProblem] {
        count += 1
        let problems: [ImportProblem]
        switch imported.result {
        case .failure(let problem): problems = [problem]
        case .success(let record):
            problems = take(record, line: imported.line)
                .map { ImportProblem(line: imported.line, reason: $0) }
        }
        if !problems.isEmpty {
            // Nothing will be written, so nothing needs to be kept; the rest is only looked through.
            isHopeless = true
            staged = []
        }
        return problems
    }

    private mutating func take(_ record: AccountRecord, line: Int) -> [ImportProblem.Reason] {
        let values = record.filter { !$1.isEmpty }
        let name = values[.email].flatMap(EmailAddress.fileName).map { $0 + ".json" }
        let isThere = name.map(existing.contains) ?? false
        var problems = violations(in: values, isThere: isThere).map(ImportProblem.Reason.violation)
        if values[.password] != nil && values[.passwordHash] != nil { problems.append(.passwordAndHash) }
        guard let name, let email = values[.email] else { return problems }
        if let first = lines.updateValue(line, forKey: name) {
            lines[name] = first
            problems.append(.twin(line: first))
        }
        if isThere && !mayUpdate { problems.append(.accountExists(email: email)) }
        guard problems.isEmpty, !isHopeless else { return problems }
        staged.append(staging(values, name, line))
        return []
    }

    /// What breaks a rule. What an account lacks may be in its present file.
    private func violations(in values: AccountRecord, isThere: Bool) -> [Violation] {
        let mayLack = mayLackFields || (isThere && mayUpdate)
        return registry.policy.violations(in: values, today: registry.today).filter {
            !(mayLack && $0.rule == .required && $0.field != .email)
        }
    }

    private func staging(_ values: AccountRecord, _ name: String, _ line: Int) -> Staged {
        var values = values.mapValues { registry.policy.normalized($1, for: $0) }
        let password = values[.password]
        values[.password] = nil
        let bringsPassword = password != nil || values[.passwordHash] != nil
        let hasTime = values[.registered] != nil
        if !hasTime { values[.registered] = registry.directory.now.text }
        let bytes = values.json(withPassword: false).fileBytes
        return Staged(
            line: line, hasTime: hasTime, name: name, bytes: bytes, password: password,
            bringsPassword: bringsPassword)
    }
}
