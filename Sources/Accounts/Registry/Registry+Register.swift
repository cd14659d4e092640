internal import DocumentStore
internal import StrictJSON

extension Registry {
    /// Registers an account and, as its policy would have it, logs it in.
    ///
    /// Where it is not logged in, a session that an account of this e-mail left behind ends.
    ///
    /// - Parameter logsIn: whether it is logged in; nil leaves it to the policy.
    /// - Throws: `violations` with all that is wrong, `accountExists`, `fileInTheWay`, `rulesChanged`.
    public func register(
        _ values: [Field: String], logsIn: Bool? = nil
    ) throws(AccountsError) -> AccountFile {
        let violations = policy.violations(in: values, today: today)
        guard violations.isEmpty else { throw .violations(violations) }
        guard let email = values[.email], let file = Self.file(of: email) else {
            throw .violations([Violation(field: .email, rule: .required)])
        }
        // Asked before the hash is computed, and again under the lock.
        try store.reading { reader throws(AccountsError) in try requireFree(file, reader) }
        let hash = try values[.password].flatMap { $0.isEmpty ? nil : $0 }
            .map { password throws(AccountsError) in try self.hash(password) }
        let bytes = newAccount(policy.normalized(values), hash)
        return try store.writing { writer throws(AccountsError) in
            try policy.requireInForce(writer.reader)
            try requireFree(file, writer.reader)
            var changes = [DocumentChange(file, before: nil, after: bytes)]
            if logsIn ?? policy.logsInAtRegistration {
                changes.append(try SessionFile.change(to: email, writer.reader))
            } else if let session = try validSession(writer.reader), session.isOf(email) {
                changes.insert(session.removal, at: 0)
            }
            try documents { [changes] () throws(StoreError) in try writer.commit(changes, undo: .clear) }
            return try parse(bytes, file)
        }
    }

    private func requireFree(_ file: String, _ reader: DocumentReader) throws(AccountsError) {
        guard try documents({ () throws(StoreError) in try reader.exists(file) }) else { return }
        throw holdsAccount(file, reader) ? .accountExists : .fileInTheWay
    }

    private func holdsAccount(_ file: String, _ reader: DocumentReader) -> Bool {
        guard let bytes = try? reader.contents(of: file), let account = try? parse(bytes, file) else {
            return false
        }
        return account.isNamed(file)
    }

    func newAccount(_ values: [Field: String], _ hash: PasswordHash?) -> [UInt8] {
        var record = AccountRecord(values.filter { !$0.value.isEmpty && $0.key != .password })
        record[.passwordHash] = hash?.text
        record[.registered] = now.text
        return record.json(withPassword: false).fileBytes
    }
}

extension Policy {
    /// Whether a new account is logged in at once, as `authorisation` does.
    public var logsInAtRegistration: Bool { kind == .authorisation }
}
