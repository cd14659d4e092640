internal import RegappJSON

extension AccountFile {
    /// Whether the password is in plain, so that any hash beside it no longer counts.
    package var hasPlainPassword: Bool { values.hasPlainPassword }

    package var hasNoPassword: Bool { value(.password) == nil && value(.passwordHash) == nil }

    /// Whether a misspelt key may hold the account's password or its hash.
    var hasMisplacedPassword: Bool {
        others.contains { index in
            let member = document.root.members[index]
            guard case .string(let text) = member.value.content, !text.isEmpty else { return false }
            let isSecret = AccountColumn.isSecret(member.key)
            return (isSecret || member.key.lowercased().holds("hash")) && StoredHash.isHash(text)
                || isSecret && Field.secrets.contains { $0.keySuggestion.isNearMiss(member.key) }
        }
    }

    /// The edits for a password that its owner or an administrator has chosen; a lock stays.
    ///
    /// - Parameter mark: what says whether it must be changed; empty to remove that, nil to leave it as it is.
    func newPasswordEdits(_ hash: PasswordHash, mark: String?) -> [JSONEdit] {
        passwordEdits(hash) + markEdits(mark)
    }

    func markEdits(_ mark: String?) -> [JSONEdit] {
        guard let mark, mark != values[.mustChange] ?? "" else { return [] }
        return [mark.isEmpty ? .remove(key: Field.mustChange.rawValue) : .setting(.mustChange, mark)]
    }

    /// The edits that store a hash in place of any password of the file; a lock stays.
    func passwordEdits(_ hash: PasswordHash) -> [JSONEdit] {
        passwordEdits(StoredHash(hash, isLocked: isLocked))
    }

    /// The edits that store a hash, a lock or both in place of any password of the file.
    func passwordEdits(_ stored: StoredHash) -> [JSONEdit] {
        let (password, hash) = (Field.password.rawValue, Field.passwordHash.rawValue)
        let isPlain = values[.password] != nil
        if isPlain, let text = stored.text, values[.passwordHash] == nil {
            return [.replace(key: password, with: hash, text)]
        }
        return (isPlain ? [.remove(key: password)] : [])
            + [stored.text.map { .setting(.passwordHash, $0) } ?? .remove(key: hash)]
    }

    /// A lock stays.
    var passwordRemovals: [JSONEdit] { passwordEdits(StoredHash(nil, isLocked: isLocked)) }

    /// What a form shows in a field before anything is typed; for a password nothing, not even its length.
    package func formText(of field: Field) -> String { field == .password ? "" : value(field) ?? "" }

    /// A cleared field of the profile stays with an empty value, ready to edit; in a registered account it is removed.
    /// A new password of the latter is put where its hash will be.
    func edits(_ changes: AccountRecord, isRegistered: Bool) -> [JSONEdit] {
        changes.fields.flatMap { field -> [JSONEdit] in
            let value = changes[field] ?? ""
            if !isRegistered {
                return value.isEmpty && values[field] == nil ? [] : [.set(key: field.rawValue, value)]
            }
            guard !value.isEmpty else {
                return field == .password ? passwordRemovals : [.remove(key: field.rawValue)]
            }
            return [.setting(field, value)]
        }
    }
}

extension JSONEdit {
    /// Sets a field of an account. A new one gets the place that it has in a new file, so that an export and import
    /// restore the same text.
    static func setting(_ field: Field, _ value: String) -> JSONEdit {
        // A plain password is put where its hash will be.
        let predecessor = field == .password ? Field.passwordHash : field
        let followers = Field.allCases.drop { $0 != predecessor }.dropFirst().map(\.rawValue)
        if case .boolean = field.json(value) {
            return .copy(key: field.rawValue, field.json(value).bytes, before: followers)
        }
        return .set(key: field.rawValue, value, before: followers)
    }
}
