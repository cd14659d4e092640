internal import RegappJSON

/// What becomes of a table's columns, or of objects' keys. A file that regapp wrote is read by the exact names of its
/// keys, so that everything comes back as it was; other names are only guessed in other programs' files.
package struct ColumnMap: Sendable {
    package enum Target: Hashable, Sendable {
        case field(Field)
        /// The values are split into first and last name.
        case names(lastFirst: Bool)
        /// The values are kept under a key of the account's own.
        case own(OwnColumn)
        /// The values are added to the list under a key of the account's own, or removed from it.
        case changed(String, OwnValue.Action)
        /// A column without a name; a value in it is a mistake.
        case nameless
        case dropped

        /// Reads a target's name: a field, `firstName+lastName` or `lastName+firstName`; an own key, with `[]` for a
        /// list of texts, with `+` or `-` to add texts to one or remove them; empty to drop the column. Nil if no
        /// account file may have the key.
        package init?(_ key: String) {
            let (first, last) = (Field.firstName.rawValue, Field.lastName.rawValue)
            if key.isEmpty {
                self = .dropped
            } else if key == "\(first)+\(last)" || key == "\(last)+\(first)" {
                self = .names(lastFirst: key.hasPrefix(last))
            } else if let field = Field(foreignName: key) {
                // A field cannot hold a list.
                guard !OwnValue.operators.contains(where: key.hasSuffix) else { return nil }
                self = .field(field)
            } else {
                let action: OwnValue.Action? = key.hasSuffix("+") ? .add : key.hasSuffix("-") ? .remove : nil
                let column = OwnColumn(named: action == nil ? key : String(key.dropLast()))
                guard OwnValue(column.key, "text").refusalAsTyped == nil,
                    !key.split(separator: "+").contains(where: { Field(foreignName: String($0)) != nil })
                else { return nil }
                self = action.map { .changed(column.key, $0) } ?? .own(column)
            }
        }

        /// Whether the values are names, which errors may quote.
        var isName: Bool { fields.contains { $0.entryStyle == .name } }

        var key: String {
            switch self {
            case .own(let column): column.key
            case .changed(let key, _): key
            default: fields.first?.rawValue ?? ""
            }
        }

        var isEmail: Bool { self == .field(.email) }

        fileprivate var fields: [Field] {
            switch self {
            case .field(let field): [field]
            case .names: [.firstName, .lastName]
            case .own, .changed, .nameless, .dropped: []
            }
        }

        /// The key that both set, if any.
        fileprivate func keyShared(with other: Target) -> String? {
            if case .own(let column) = self, case .own(column) = other { return column.key }
            return fields.first(where: other.fields.contains)?.rawValue
        }
    }

    package struct Guess: Equatable, Sendable {
        package let name: String
        package let field: Field
    }

    enum Meaning {
        /// Several if the column is mapped more than once; empty to leave it out.
        case targets([Target])
        /// regapp computes these values, so those of the file are ignored.
        case computed
        case refused(FormatProblem)

        var targets: [Target] { if case .targets(let targets) = self { targets } else { [] } }
    }

    /// passwd(5) has no column names; this one stands for its fifth field.
    package static let gecos = "gecos"

    private let others: ImportColumns.Others
    private let mapped: [String: (name: String, targets: [Target])]
    private let locks: [LockCondition]
    /// Folded names of conditions that have not matched a column or key yet.
    private var unmetLocks: Set<String>
    /// Indices in the last header or object of values that may lock an account.
    private(set) var watched: [Int] = []
    /// Whether regapp wrote the last header or object.
    private(set) var isOwnFile = false
    /// Whether the last header or object is from a list that regapp printed, which says who is locked.
    private var isListing = false
    private var hasHashes = false
    /// Columns and keys with another name for a field, in the order in which they were found.
    private(set) var guesses: [Guess] = []
    /// Own keys by their spelling without capitals and signs.
    private var spellings: [String: String] = [:]

    /// - Parameters:
    ///   - mapped: targets by column name; names compare without case.
    ///   - locks: what locks an account.
    ///   - present: own keys that accounts have; another spelling of one is refused.
    package init(
        _ mapped: [(name: String, target: Target)] = [], others: ImportColumns.Others = .refused,
        locks: [LockCondition] = [], present: [String] = []
    ) {
        self.mapped = Dictionary(
            mapped.map { (Self.folded($0.name), (name: $0.name, targets: [$0.target])) },
            uniquingKeysWith: { known, more in
                (known.name, known.targets + more.targets.filter { !known.targets.contains($0) })
            })
        (self.others, self.locks) = (others, locks)
        unmetLocks = Set(locks.map { Self.folded($0.name) })
        let keys = mapped.compactMap { if case .own(let column) = $0.target { column.key } else { nil } }
        spellings = Dictionary(
            (keys + present).map { (Self.spelling($0), $0) }, uniquingKeysWith: { first, _ in first })
    }

    package static func folded(_ name: String) -> String {
        String(String.UnicodeScalarView(name.unicodeScalars.filter { !$0.isSpace })).lowercased()
    }

    private static func spelling(_ key: String) -> String {
        let letters = KeySuggestion.folded(key)
        return letters.isEmpty ? key : letters
    }

    /// What becomes of a header's columns or an object's keys.
    ///
    /// - Parameter unset: indices without a value; several of them may share a target.
    mutating func meanings(
        of names: [String], _ named: FormatProblem.Named, unset: Set<Int> = []
    ) -> [Meaning] {
        func has(_ field: Field) -> Bool { names.contains { $0.hasSameScalars(as: field.rawValue) } }
        // No other program writes these keys.
        isOwnFile = has(.email) && [.registered, .mustChange, .lastSeen, .lockedUntil].contains(where: has)
        isListing = names.contains(AccountStatus.noPassword.key)
        hasHashes = names.contains(Field.passwordHash.rawValue)
        watched = []
        var taken: [Target] = []
        return names.enumerated().map { index, name in
            var meaning = meaning(of: name, at: index, named)
            for target in meaning.targets where !unset.contains(index) {
                if let key = taken.lazy.compactMap(target.keyShared).first {
                    meaning = .refused(.twice(named, key))
                }
                taken.append(target)
            }
            return meaning
        }
    }

    private mutating func meaning(of name: String, at index: Int, _ named: FormatProblem.Named) -> Meaning {
        let isLock = !locks.isEmpty && locks.contains { Self.folded($0.name) == Self.folded(name) }
        if isLock {
            unmetLocks.remove(Self.folded(name))
            watched.append(index)
        }
        if !mapped.isEmpty, let found = mapped[Self.folded(name)] {
            return .targets(found.targets.filter { if case .dropped = $0 { false } else { true } })
        }
        if let field = isOwnFile ? Field(key: name) : Field(foreignName: name) {
            guard field != .passwordLink else { return .refused(.unkeepable(named, name)) }
            let guess = Guess(name: String(name.prefix(64)), field: field)
            let isGuess = !KeySuggestion.folded(name).hasPrefix(KeySuggestion.folded(field.rawValue))
            if isGuess, !guesses.contains(guess) { guesses.append(guess) }
            return .targets([.field(field)])
        }
        if isLock { return .targets([]) }
        // All keys of regapp's own file come back as they were. An export has hashes, a listing has none.
        let comesBack = isOwnFile && others == .kept
        if name == "canLogIn", !comesBack { return .computed }
        let suggested = LockCondition(suggestedBy: name)
        if case .status(let status)? = AccountColumn(key: name), !(comesBack && hasHashes),
            isListing || isOwnFile || suggested == nil
        {
            guard isListing && status == .locked else { return .computed }
            watched.append(index)
            return .targets([])
        }
        if !comesBack {
            if let suggested { return .refused(.lock(named, name, suggested)) }
            if LockCondition.mayHaveWord(name) { watched.append(index) }
        }
        if others == .ignored { return .targets([]) }
        if named == .column && name.isEmpty { return .targets([.nameless]) }
        return others == .kept ? kept(name, named) : .refused(.unknown(named, name))
    }

    private mutating func kept(_ name: String, _ named: FormatProblem.Named) -> Meaning {
        let column = named == .column ? OwnColumn(named: name) : OwnColumn(name, .text)
        let refusal = OwnValue(column.key, "text").refusal
        guard refusal == nil || isOwnFile && (column.key.isEmpty || hasHashes && refusal != .secret) else {
            return .refused(.unkeepable(named, name))
        }
        // The key may be another spelling of one that the accounts or the file have.
        let known = spellings[Self.spelling(column.key)] ?? column.key
        guard isOwnFile || known.hasSameScalars(as: column.key) else {
            return .refused(.otherSpelling(named, name, of: known))
        }
        if !isOwnFile { spellings[Self.spelling(column.key)] = known }
        return .targets([.own(column)])
    }

    /// - Parameter values: the watched columns' or keys' values, by name.
    func isLocked(
        _ values: [(name: String, value: String)], _ named: FormatProblem.Named
    ) throws(ImportProblem.Reason) -> Bool {
        for condition in locks {
            let value = values.first { Self.folded($0.name) == Self.folded(condition.name) }?.value
            if try condition.holds(for: value ?? "") { return true }
        }
        for (name, value) in values where mapped[Self.folded(name)] == nil {
            if isListing, name == AccountStatus.locked.key {
                if try LockCondition(name, "true").holds(for: value) { return true }
            } else if let suggested = LockCondition(name, suggestedByWord: value) {
                throw .format(.lock(named, name, suggested))
            }
        }
        return false
    }

    /// Names of conditions that matched no column or key.
    var missingLocks: [String] {
        unmetLocks.isEmpty ? [] : locks.map(\.name).filter { unmetLocks.contains(Self.folded($0)) }
    }

    func isName(_ name: String) -> Bool { fieldTargets(of: name).contains(where: \.isName) }

    func isEmail(_ name: String) -> Bool { fieldTargets(of: name).contains(where: \.isEmail) }

    private func fieldTargets(of name: String) -> [Target] {
        mapped[Self.folded(name)]?.targets ?? Field(foreignName: name).map { [.field($0)] } ?? []
    }

    /// By folded name.
    var targets: [String: [Target]] { mapped.mapValues(\.targets) }

    var readsNamesFromGECOS: Bool {
        mapped[Self.gecos]?.targets.contains { if case .names = $0 { true } else { false } } ?? false
    }

    /// Mapped names that no column has, sorted.
    func missing(from names: [String]) -> [String] {
        let present = Set(names.map(Self.folded))
        return mapped.filter { !present.contains($0.key) && $0.key != Self.gecos }.map(\.value.name).sorted()
    }
}

extension AccountRecord {
    /// Sets what a column's cell or a key's text says.
    ///
    /// - Parameter value: nil to clear what the column or key sets.
    mutating func set(
        _ value: String?, as target: ColumnMap.Target, _ remarks: inout ReadingRemarks
    ) throws(ImportProblem.Reason) {
        switch target {
        case .field(let field): self[field] = field.imported(value ?? "")
        case .names(let lastFirst): try setNames(value, lastFirst: lastFirst, &remarks)
        case .own(let column):
            // An empty cell clears the text or, in a list's column, the list.
            guard let value else {
                return try set(column.form == .list ? .array([]) : .string(""), under: column.key)
            }
            guard let value = column.value(of: value) else {
                throw .plain("the cell in \"\(FormatProblem.shortened(column.name))\" is not JSON")
            }
            try set(value, under: column.key)
        case .changed(let key, let action):
            guard let value, case .array(let texts)? = OwnColumn(key, .list).value(of: value) else { return }
            try change(texts, under: key, action)
        case .nameless, .dropped: break
        }
    }

    /// Adds texts to the list under an own key, or removes them.
    mutating func change(
        _ texts: [JSONText], under key: String, _ action: OwnValue.Action
    ) throws(ImportProblem.Reason) {
        guard !own.contains(where: { $0.key.hasSameScalars(as: key) && !$0.value.isBlank }) else {
            throw .format(.twice(.column, key))
        }
        ownChanges += texts.map { OwnValue(key, $0.cell, action) }
    }

    /// Sets an own key's value; several columns may have cells for it.
    mutating func set(_ value: JSONText, under key: String) throws(ImportProblem.Reason) {
        guard value.isBlank || !ownChanges.contains(where: { $0.key.hasSameScalars(as: key) }) else {
            throw .format(.twice(.column, key))
        }
        guard let index = own.firstIndex(where: { $0.key.hasSameScalars(as: key) }) else {
            return own.append(JSONText.Member(key, value))
        }
        if value == .string("") { return }
        guard own[index].value.isBlank else { throw .format(.twice(.column, key)) }
        own[index] = JSONText.Member(key, value)
    }

    /// Splits a whole name: the last name follows the last space, or precedes the first space or the comma.
    private mutating func setNames(
        _ whole: String?, lastFirst: Bool, _ remarks: inout ReadingRemarks
    ) throws(ImportProblem.Reason) {
        guard let whole else {
            (self[.firstName], self[.lastName]) = ("", "")
            return
        }
        let parts = whole.split(separator: ",", omittingEmptySubsequences: false)
            .map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
        var (first, last) = ("", parts[0])
        if parts.count > 1 {
            guard parts.count == 2, !Self.suffixes.contains(KeySuggestion.folded(parts[1])) else {
                throw .plain("a name with this comma cannot be split into first and last name")
            }
            first = parts[1]
            if !lastFirst { remarks.note(.lastNameFirst) }
        } else if lastFirst {
            let space = last.firstIndex(of: " ") ?? last.endIndex
            (last, first) = (String(last[..<space]), String(last[space...].dropFirst()))
        } else if let space = last.lastIndex(of: " ") {
            (first, last) = (String(last[..<space]), String(last[last.index(after: space)...]))
        } else {
            (first, last) = (last, "")
        }
        if !first.isEmpty { self[.firstName] = first }
        if !last.isEmpty { self[.lastName] = last }
    }

    /// What may follow a comma after a whole name.
    private static let suffixes: Set<String> = ["jr", "sr", "ii", "iii", "iv", "phd", "md", "esq"]
}

extension Field {
    /// Spreadsheets write true and false in capitals.
    func imported(_ text: String) -> String {
        guard self == .mustChange else { return text }
        return switch text.lowercased() {
        case Self.setFlag: Self.setFlag
        case "false": ""
        default: Policy.profile.normalized(text, for: .expires)
        }
    }
}
