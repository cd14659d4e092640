internal import RegappValues
internal import RegappJSON

/// A text that an administrator puts under a key of the owner's own; an empty one removes the key.
package struct OwnValue: Hashable, Sendable {
    package let key: String
    package let text: String

    package init(_ key: String, _ text: String) { (self.key, self.text) = (key, text) }

    /// Why a key is not the owner's own, so that its value is not set like this.
    package enum Refusal: Hashable, Sendable {
        case known(AccountColumn)
        /// It is, or sounds like, the key of a password.
        case secret
        /// It would be taken for a mistyped key of this field, and the file would be refused.
        case mistyped(Field)
        /// It ends as if something should be done to a list.
        case operation
    }

    package var refusal: Refusal? {
        guard let column = AccountColumn(key: key) else { return .secret }
        guard case .own = column else { return .known(column) }
        // Removing such a key mends the file.
        guard !text.isEmpty else { return nil }
        return Field(mistyped: key, holding: text, among: Field.allCases).map(Refusal.mistyped)
    }

    /// Why a key that is typed is not taken for one: files may have more keys than anybody would type.
    package var refusalAsTyped: Refusal? {
        let isOperation = !text.isEmpty && ["+", "-", "[]", "{}"].contains(where: key.hasSuffix)
        return refusal ?? (isOperation ? .operation : nil)
    }
}

extension AccountFile {
    /// The edits that set values under keys of the owner's own. A new key goes to the end of the file.
    func edits(_ values: [OwnValue]) -> [JSONEdit] {
        values.map { $0.text.isEmpty ? .remove(key: $0.key) : .set(key: $0.key, $0.text) }
    }

    /// Throws `keyHoldsMore` if a value would replace a list or an object.
    func requireReplaceable(_ values: [OwnValue]) throws(AccountsError) {
        for value in values {
            switch document.root[value.key]?.content {
            case .array, .object: throw .keyHoldsMore(value.key, email: email)
            case .null, .boolean, .number, .string, nil: break
            }
        }
    }
}

extension JSONDocument {
    /// The members under keys of their owner's own, in the order of the text, but those that may hold a password.
    ///
    /// - Parameters:
    ///   - known: the keys that are not the owner's.
    ///   - indices: the members to look at; all if nil.
    func ownMembers(besides known: [String], among indices: [Int]? = nil) -> [JSONText.Member] {
        let members = root.members
        return (indices ?? Array(members.indices)).compactMap { index in
            let member = members[index]
            guard !known.contains(where: { $0.hasSameScalars(as: member.key) }),
                !AccountColumn.isSecret(member.key)
            else { return nil }
            return JSONText.Member(member.key, JSONText(member.value, in: self, hidesSecrets: true))
        }
    }
}

extension Registry {
    /// The keys of their owners' own that accounts have, in the order in which they are found; files that cannot be
    /// accepted are passed over.
    ///
    /// - Parameter emails: the accounts to look at; all if empty.
    package func ownKeys(
        of emails: [String] = [], readingAtMost files: Int = .max,
        where isWanted: @escaping @Sendable (AccountFile) -> Bool = { _ in true }
    ) throws(AccountsError) -> [String] {
        try ownColumns(of: emails, readingAtMost: files, where: isWanted) { OwnColumn($0.key, .text) }
            .map(\.key)
    }

    /// The columns that hold the values under these keys.
    func ownColumns(
        of emails: [String], readingAtMost files: Int = .max,
        where isWanted: @escaping @Sendable (AccountFile) -> Bool,
        column: @escaping @Sendable (JSONText.Member) -> OwnColumn = { OwnColumn(of: $0) }
    ) throws(AccountsError) -> [OwnColumn] {
        let known = Field.keys
        let parts = try RegistryWalk(self, only: emails).parts { entries in
            entries.flatMap { entry -> [OwnColumn] in
                guard case .success(let account) = entry, isWanted(account) else { return [] }
                return account.ownMembers(besides: known).map(column)
            }
        }
        var columns: [OwnColumn] = []
        var seen: Set<OwnColumn> = []
        for part in parts.prefix(max(1, files / RegistryWalk.partSize)) {
            columns += part.filter { seen.insert($0).inserted }
        }
        return columns
    }
}
