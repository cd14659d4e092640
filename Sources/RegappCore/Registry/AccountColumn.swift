internal import RegappStore
package import RegappJSON

/// A column of tables: a field, a status, or a custom key. No column holds a password or a hash.
package enum AccountColumn: Hashable, Sendable {
    case field(Field)
    case status(AccountStatus)
    case own(String)

    package static let known =
        Field.allCases.filter { !Field.secrets.contains($0) }.map(AccountColumn.field)
        + AccountStatus.columns.map(AccountColumn.status)

    package static let knownKeys = known.map(\.key)

    /// Nil for a key of a password or hash, or a similar one.
    package init?(key: String) {
        if let known = Self.known.first(where: { $0.key.hasSameScalars(as: key) }) {
            self = known
        } else {
            if key.isEmpty || Self.isSecret(key) { return nil }
            self = .own(key)
        }
    }

    var ownKey: String? { if case .own(let key) = self { key } else { nil } }

    package var isStatus: Bool { if case .status = self { true } else { false } }

    package var key: String {
        switch self {
        case .field(let field): field.rawValue
        case .status(let status): status.key
        case .own(let key): key
        }
    }

    /// The known keys that an unknown one was probably meant to be: for `name`, those of both names.
    package var meant: [String] {
        guard case .own(let key) = self else { return [] }
        let candidates = Field.allCases.filter { !Field.secrets.contains($0) }.map(\.keySuggestion)
        if let nearest = KeySuggestion.nearest(to: key, among: candidates) { return [nearest] }
        let ending = key.lowercased()
        return candidates.map(\.name).filter { ending.count > 3 && $0.lowercased().hasSuffix(ending) }
    }

    /// The key that an unknown one was probably meant to be: one that an account has, or a known one.
    package static func meant(by key: String, among present: [String]) -> String? {
        NearestName.nearest(to: key, among: present.map { ($0, $0) }) ?? AccountColumn(key: key)?.meant.first
    }

    /// Exactly as it is in the file; for people, see ``shown(of:)``.
    package func value(of account: AccountFile) -> JSONText? {
        switch self {
        case .field(let field): account.values[field].map(field.json)
        case .status(let status): status.value(of: account)
        case .own(let key): account.ownValue(of: key)
        }
    }

    /// For people: stars in place of what can only be the hash of a password.
    package func shown(of account: AccountFile) -> JSONText? {
        guard case .own = self else { return value(of: account) }
        return value(of: account)?.hidingHashes
    }

    /// The texts under which an account is counted: each element of a list; an empty text for no value.
    package func values(of account: AccountFile) -> Set<String> {
        guard case .array(let elements)? = shown(of: account), !elements.isEmpty else {
            return [shown(of: account)?.cell ?? ""]
        }
        return Set(elements.map(\.cell))
    }

    /// Whether a key is, resembles, or is a typo of a password's key.
    static func isSecret(_ key: String) -> Bool {
        if let field = Field(key: key) { return Field.secrets.contains(field) }
        // Cached: thousands of accounts have the same few keys.
        if let known = secrecies.withLock({ $0[key] }) { return known }
        let name = key.lowercased().filter(\.isLetter)
        let answer =
            Field(foreignName: key).map(Field.secrets.contains) ?? false
            || ["password", "passwd", "passphrase", "pwd", "motdepasse"].contains { name.holds($0) }
            || Field.secrets.contains { $0.keySuggestion.isSlip(key) }
            || LoginWords.namesSecret(key)
        secrecies.withLock { if $0.count < mostSecrecies { $0[key] = answer } }
        return answer
    }

    /// Hashes are no secrets of the history, nor are digests of random tokens.
    static func isPlainSecret(_ key: String) -> Bool {
        isSecret(key) && key != Field.passwordHash.rawValue && key != Field.passwordLink.rawValue
    }

    private static let secrecies = Locked<[String: Bool]>([:])
    private static let mostSecrecies = 1_000
}

extension AccountFile {
    /// Exactly as it is in the file; nil if there is none, or if the key may be a password's.
    package func ownValue(of key: String) -> JSONText? {
        guard !AccountColumn.isSecret(key) else { return nil }
        return document.root[key].map { JSONText($0, hidesSecrets: true) }
    }

    /// Custom keys in the order of the file, without those that may hold a password, and exactly as they are.
    ///
    /// - Parameter known: keys to leave out besides those of the policy's fields.
    package func ownMembers(besides known: [String]) -> [JSONText.Member] {
        others.isEmpty ? [] : document.ownMembers(besides: known, among: others)
    }
}

extension [JSONText.Member] {
    /// For people: stars in place of what can only be the hash of a password.
    package var hidingHashes: [JSONText.Member] {
        map { JSONText.Member($0.key, $0.value.hidingHashes) }
    }
}

extension JSONText {
    /// Stars in place of the hash of a password, which somebody may have kept under another key.
    package var hidingHashes: JSONText {
        switch self {
        case .string(let text): StoredHash.isCertain(text) ? .string(.stars) : self
        case .array(let elements): .array(elements.map(\.hidingHashes))
        case .object(let members): .object(members.hidingHashes)
        case .null, .boolean, .number: self
        }
    }

    /// - Parameter hidesSecrets: whether to replace values under a password's key by stars.
    init(_ value: JSONValue, hidesSecrets: Bool = false) {
        self =
            switch value.content {
            case .null: .null
            case .boolean(let value): .boolean(value)
            case .number(let digits): .number(digits)
            case .string(let text): .string(text)
            case .array(let elements): .array(elements.map { JSONText($0, hidesSecrets: hidesSecrets) })
            case .object(let members):
                .object(
                    members.map { member in
                        let isHidden = hidesSecrets && AccountColumn.isSecret(member.key)
                        let value = JSONText(member.value, hidesSecrets: hidesSecrets)
                        return Member(member.key, isHidden ? .string(.stars) : value)
                    })
            }
    }

    /// The text of a table's cell: a string without quotes; a list's elements joined by commas.
    package var cell: String {
        switch self {
        case .null: ""
        case .string(let text): text
        case .array(let elements): elements.map(\.cell).joined(separator: ",")
        case .boolean, .number, .object: String(decoding: bytes, as: UTF8.self)
        }
    }
}

/// Sorts accounts by a column: numbers, then texts ignoring case, then accounts without a value.
package enum SortKey: Comparable, Sendable {
    case number(Double)
    case text(String)
    case none

    init(_ text: String) { self = text.isEmpty ? .none : .text(text.lowercased()) }

    package init(of account: AccountFile, by column: AccountColumn) {
        let cell = column.value(of: account)?.cell ?? ""
        if case .own = column, let number = Double(cell), number.isFinite {
            self = .number(number)
        } else {
            self.init(cell)
        }
    }
}
