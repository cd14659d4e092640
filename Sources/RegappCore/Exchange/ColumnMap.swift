internal import RegappJSON

/// What becomes of the columns of a table, or of the keys of objects.
package struct ColumnMap: Sendable {
    /// What becomes of the values of a column.
    package enum Target: Hashable, Sendable {
        case field(Field)
        /// They are split at the last space into first and last name.
        case names
        /// They are kept under a key of the account's own.
        case own(String)
        case dropped

        /// The target that a text names: a field, `firstName+lastName`, a key of the owner's own, or an empty text to
        /// drop the column; nil if no account file may have the key.
        package init?(_ key: String) {
            if key.isEmpty {
                self = .dropped
            } else if key == "\(Field.firstName.rawValue)+\(Field.lastName.rawValue)" {
                self = .names
            } else if let field = Field(foreignName: key) {
                self = .field(field)
            } else if OwnValue(key, "text").refusal == nil,
                !key.split(separator: "+").contains(where: { Field(foreignName: String($0)) != nil })
            {
                self = .own(key)
            } else {
                return nil
            }
        }

        /// Whether the values are names, which errors may quote.
        var isName: Bool {
            switch self {
            case .field(let field): field.entryStyle == .name
            case .names: true
            case .own, .dropped: false
            }
        }

        var keys: [String] {
            switch self {
            case .field(let field): [field.rawValue]
            case .names: [Field.firstName.rawValue, Field.lastName.rawValue]
            case .own(let key): [key]
            case .dropped: []
            }
        }
    }

    /// The name of passwd(5)'s fifth field, which has no column name in its file.
    package static let gecos = "gecos"

    private let others: ImportColumns.Others
    private let mapped: [String: (name: String, target: Target)]

    /// - Parameter mapped: the targets of columns by their names, which compare without case.
    package init(_ mapped: [String: Target] = [:], others: ImportColumns.Others = .refused) {
        self.mapped = Dictionary(
            mapped.map { (Self.folded($0.key), (name: $0.key, target: $0.value)) }, uniquingKeysWith: { $1 })
        self.others = others
    }

    /// The name of a column as it is compared.
    package static func folded(_ name: String) -> String {
        String(String.UnicodeScalarView(name.unicodeScalars.filter { !$0.isSpace })).lowercased()
    }

    /// Nil if the column is refused.
    func target(of name: String) -> Target? {
        if !mapped.isEmpty, let found = mapped[Self.folded(name)] { return found.target }
        if let field = Field(foreignName: name) { return .field(field) }
        switch others {
        case .refused: return nil
        case .ignored: return .dropped
        case .kept: return name.isEmpty || OwnValue(name, "text").refusal != nil ? nil : .own(name)
        }
    }

    /// Whether first and last name are taken from the fifth field of passwd(5).
    var readsNamesFromGECOS: Bool { mapped[Self.gecos]?.target == .names }

    /// The mapped names that no column of a table has, in order.
    func missing(from names: [String]) -> [String] {
        let present = Set(names.map(Self.folded))
        return mapped.filter { !present.contains($0.key) && $0.key != Self.gecos }.map(\.value.name).sorted()
    }
}

extension AccountRecord {
    /// - Parameter value: nil to mark what the column or key sets as empty.
    mutating func set(_ value: String?, as target: ColumnMap.Target) {
        switch target {
        case .field(let field): self[field] = value ?? ""
        case .names: setNames(value)
        case .own(let key): own.append(JSONText.Member(key, value.map(JSONText.string) ?? .null))
        case .dropped: break
        }
    }

    /// Sets first and last name from a whole name: what follows its last space is the last name.
    private mutating func setNames(_ whole: String?) {
        guard let whole else {
            (self[.firstName], self[.lastName]) = ("", "")
            return
        }
        let words = whole.split(whereSeparator: \.isWhitespace)
        guard words.count > 1, let last = words.last else {
            self[.firstName] = words.first.map(String.init)
            return
        }
        self[.firstName] = words.dropLast().joined(separator: " ")
        self[.lastName] = String(last)
    }
}
