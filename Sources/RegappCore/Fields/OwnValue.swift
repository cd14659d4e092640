internal import RegappJSON

/// An administrator's change of the value under a custom key, that is, one that belongs to no field.
package struct OwnValue: Hashable, Sendable {
    package enum Action: Hashable, Sendable {
        /// The text becomes the value; an empty one removes the key.
        case set
        /// The text is JSON, which replaces any value.
        case json
        /// The text is added: a second text makes a list, whose last remaining element becomes a text again.
        case add
        case remove
    }

    package let key: String
    package let text: String
    package let action: Action
    /// Whether a text may replace a list or an object.
    private var mayReplace = false

    package init(_ key: String, _ text: String, _ action: Action = .set) {
        self.key = key
        self.text = text
        self.action = action
    }

    /// The same, but it may also replace a list or an object.
    package var replacing: OwnValue {
        var value = self
        value.mayReplace = true
        return value
    }

    /// Whether it cannot be applied to a value, or not without confirmation.
    fileprivate func isBarred(by value: JSONValue.Content?) -> Bool {
        switch (value, action) {
        case (.array, .set), (.object, .set): !mayReplace
        case (.object, .add), (.object, .remove): true
        default: false
        }
    }

    /// Whether it adds a value to a list, or removes one.
    var changesList: Bool { action == .add || action == .remove }

    /// Nil stands for no value.
    func applied(to value: JSONText?) -> JSONText? {
        switch action {
        case .set: return text.isEmpty ? nil : .string(text)
        case .json: return (try? JSONDocument(parsing: Array(text.utf8))).map { JSONText($0.root) }
        case .add, .remove: break
        }
        var values: [JSONText] = []
        if case .array(let elements)? = value {
            values = elements
        } else if let value, !value.isBlank {
            values = [value]
        }
        let count = values.count
        let isThere = values.contains(where: isText)
        if action == .add, !isThere { values.append(.string(text)) }
        if action == .remove, isThere { values.removeAll(where: isText) }
        return values.count == count ? value : .array(values)
    }

    private func isText(_ value: JSONText) -> Bool {
        switch value {
        case .array, .object: false
        default: value.cell.hasSameScalars(as: text)
        }
    }

    /// Why a key cannot be a custom key.
    package enum Refusal: Hashable, Sendable {
        case known(AccountColumn)
        /// The key is, or resembles, that of a password.
        case secret
        /// The key would be taken for a mistyped one of this field, and the file would be refused.
        case mistyped(Field)
        /// The value would say that the account is locked, which only `passwordHash` can.
        case closing
        /// The key ends like an operation on a list.
        case operation
    }

    package var refusal: Refusal? {
        guard let column = AccountColumn(key: key) else { return .secret }
        guard case .own = column else { return .known(column) }
        // Removing such a key repairs the file.
        guard !text.isEmpty else { return nil }
        if let field = Field(mistyped: key, holding: text, among: Field.allCases) { return .mistyped(field) }
        return Self.seemsToClose(key, text) ? .closing : nil
    }

    /// Endings of keys that stand for operations on lists, or for the form of a value.
    static let operators = ["+", "-", "[]", "{}"]

    /// Whether an object in its JSON has a key of a password: the history would keep the password.
    private var holdsSecret: Bool {
        guard let document = try? JSONDocument(parsing: Array(text.utf8)) else { return false }
        return document.root.holdsSecret(under: AccountColumn.isPlainSecret)
    }

    /// Why a typed key is refused; stricter than `refusal`, as files may have keys that no person would type.
    package var refusalAsTyped: Refusal? {
        if action == .json, holdsSecret { return .secret }
        let isOperation = !text.isEmpty && Self.operators.contains(where: key.hasSuffix)
        return refusal ?? (isOperation ? .operation : nil)
    }
}

extension JSONText {
    /// After a list has gained or lost elements: nil if none is left, and a text if one is left, unless the list had at
    /// most one before. A value that is set stays as typed.
    fileprivate func withoutNeedlessList(after old: JSONText?, _ value: OwnValue?) -> JSONText? {
        guard case .array(let values) = self, value?.action == .add || value?.action == .remove else {
            return self
        }
        if values.isEmpty { return nil }
        if case .array(let before)? = old, before.count < 2 { return self }
        return values.count == 1 ? values[0] : self
    }
}

extension JSONDocument {
    /// A new key goes to the end of the file.
    func edits(_ values: [OwnValue]) -> [JSONEdit] {
        var edits: [(key: String, old: JSONText?, new: JSONText?)] = []
        for value in values {
            if let index = edits.firstIndex(where: { $0.key.hasSameScalars(as: value.key) }) {
                edits[index].new = value.applied(to: edits[index].new)
            } else {
                let old = root[value.key].map { JSONText($0) }
                edits.append((value.key, old, value.applied(to: old)))
            }
        }
        return edits.filter { $0.old != $0.new }.map { key, old, new in
            switch new?.withoutNeedlessList(after: old, values.first { $0.key.hasSameScalars(as: key) }) {
            case nil: .remove(key: key)
            case .string(let text)?: .set(key: key, text)
            case let new?: copy(new, under: key)
            }
        }
    }

    /// Sets a key to a value, formatted as in a new file, or on one line if the text has only one.
    func copy(_ value: JSONText, under key: String, before followers: [String] = []) -> JSONEdit {
        var text: [UInt8] = []
        let isOneLine = !bytes[root.range].contains(UInt8(ascii: "\n"))
        value.write(to: &text, indentation: isOneLine ? nil : 1)
        return .copy(key: key, text, before: followers)
    }

    /// The first key whose value one of these cannot change, or not without confirmation.
    func barredKey(_ values: [OwnValue]) -> String? {
        values.first { $0.isBarred(by: root[$0.key]?.content) }?.key
    }

    /// Custom keys in the order of the text, without those that may hold a password.
    ///
    /// - Parameters:
    ///   - known: the keys that are not custom keys.
    ///   - members: the members to look at; nil for all.
    func ownMembers(besides known: [String], among members: [JSONMember]? = nil) -> [JSONText.Member] {
        (members ?? root.members).compactMap { member in
            guard !known.contains(where: { $0.hasSameScalars(as: member.key) }),
                !AccountColumn.isSecret(member.key)
            else { return nil }
            return JSONText.Member(member.key, JSONText(member.value, hidesSecrets: true))
        }
    }
}

extension Registry {
    /// The accounts' custom keys in the order in which they are found; files that cannot be accepted are skipped.
    package func ownKeys(readingAtMost files: Int = .max) throws(AccountsError) -> [String] {
        try ownMembers(readingAtMost: files) { $0.key }
    }

    /// The texts under a custom key in at most about this many files.
    package func ownTexts(under key: String, readingAtMost files: Int) throws(AccountsError) -> [String] {
        try ownMembers(readingAtMost: files) { member in
            if case .string(let text) = member.value, member.key.hasSameScalars(as: key), !text.isEmpty,
                !StoredHash.isCertain(text)
            {
                text
            } else {
                nil
            }
        }
    }

    /// Collects a fact about each custom key's member, without duplicates.
    ///
    /// - Parameter most: stop once at least this many facts are found.
    func ownMembers<Found: Hashable & Sendable>(
        readingAtMost files: Int = .max, upTo most: Int = .max,
        finding find: @escaping @Sendable (JSONText.Member) -> Found?
    ) throws(AccountsError) -> [Found] {
        let parts = try RegistryWalk(self).parts { entries in
            entries.flatMap { entry -> [Found] in
                guard case .success(let account) = entry else { return [] }
                return account.ownMembers(besides: Field.keys).compactMap(find)
            }
        }
        var found: [Found] = []
        var seen: Set<Found> = []
        for part in parts.prefix(max(1, files / RegistryWalk.partSize)) {
            found += part.filter { seen.insert($0).inserted }
            if found.count >= most { break }
        }
        return found
    }
}
