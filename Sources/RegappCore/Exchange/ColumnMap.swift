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
        case changed(OwnColumn, OwnValue.Action)
        /// A column without a name; a value in it is a mistake.
        case nameless
        case dropped

        /// Reads a target's name: a field, `firstName+lastName` or `lastName+firstName`; a custom key, with `[]` for a
        /// list of texts, with `+` or `-` to add texts to one or remove them; empty to drop the column. Nil if no
        /// account file may have the key.
        package init?(_ key: String) {
            let first = Field.firstName.rawValue
            let last = Field.lastName.rawValue
            if key.isEmpty {
                self = .dropped
            } else if key == "\(first)+\(last)" || key == "\(last)+\(first)" {
                self = .names(lastFirst: key.hasPrefix(last))
            } else if let field = Field(foreignName: key) {
                // A field cannot hold a list.
                guard !OwnValue.operators.contains(where: key.hasSuffix) else { return nil }
                self = .field(field)
            } else {
                var action: OwnValue.Action?
                if key.hasSuffix("+") { action = .add }
                if key.hasSuffix("-") { action = .remove }
                let column = OwnColumn(named: action == nil ? key : String(key.dropLast()))
                guard [nil, .closing].contains(OwnValue(column.key, "text").refusalAsTyped),
                    !key.split(separator: "+").contains(where: { Field(foreignName: String($0)) != nil })
                else { return nil }
                self = action.map { .changed(OwnColumn(column.key, .list), $0) } ?? .own(column)
            }
        }

        /// Whether the values are names, which errors may quote.
        var isName: Bool { fields.contains { $0.entryStyle == .name } }

        var key: String {
            switch self {
            case .own(let column): column.key
            case .changed(let column, _): column.key
            default: fields.first?.rawValue ?? ""
            }
        }

        var isEmail: Bool { self == .field(.email) }

        var isField: Bool { if case .field = self { true } else { false } }

        fileprivate var fields: [Field] {
            switch self {
            case .field(let field): [field]
            case .names: [.firstName, .lastName]
            case .own, .changed, .nameless, .dropped: []
            }
        }

        /// The target with this sign between the values of a list.
        fileprivate func separated(by sign: Unicode.Scalar) -> Target {
            switch self {
            case .own(var column):
                column.separator = sign
                return .own(column)
            case .changed(var column, let action):
                column.separator = sign
                return .changed(column, action)
            case .field, .names, .nameless, .dropped: return self
            }
        }

        /// Whether a cell holds several values.
        var isList: Bool {
            switch self {
            case .own(let column): column.form == .list
            case .changed: true
            case .field, .names, .nameless, .dropped: false
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
        /// No account keeps when a password was changed or ends, or what is asked of it.
        case unkept
        case refused(FormatProblem)

        var targets: [Target] { if case .targets(let targets) = self { targets } else { [] } }
    }

    /// passwd(5) has no column names; this one stands for its fifth field.
    package static let gecos = "gecos"
    /// Stands for the first field of htpasswd, passwd(5) and shadow(5).
    package static let user = "user"
    /// passwd(5), after the password.
    static let passwdFields = ["uid", "gid", gecos, "home", "shell"]
    /// The fifth field of master.passwd(5).
    static let loginClass = "class"
    /// What `--map` can take of files whose lines have no names.
    package static let lineFields = [user] + passwdFields + [loginClass]

    /// What a value under a name may say about who may log in.
    private indirect enum Watch: Sendable {
        /// A condition of `--locked-if` asks for it. Of those whom none locks, it says what it says without; nil if
        /// `--map` leaves it out.
        case condition(Watch?)
        /// The list of accounts that regapp printed says who is locked.
        case listing
        case attribute(LoginAttribute)
        /// A further column of last days: the earliest counts.
        case lastDay
        /// A further column of the ends of locks: the latest counts.
        case lockEnd
        /// Why somebody was locked, in another program's file, which may say so nowhere else.
        case reason
        case judged(LoginName)

        /// Of a further column with values of a field; nil for fields of which there is one.
        static func further(_ target: Target, _ name: String) -> Watch? {
            switch target {
            case .field(.expires): LoginAttribute.named(name).map(Watch.attribute) ?? .lastDay
            case .field(.lockedUntil): .lockEnd
            default: nil
            }
        }
    }

    /// What was said of the other columns.
    private let stated: ImportColumns.Others
    private let mapped: [String: (name: String, targets: [Target])]
    private let locks: [LockCondition]
    /// Folded names of conditions that have not matched a column or key yet.
    private var unmetLocks: Set<String>
    /// By folded name.
    private var watches: [String: Watch] = [:]
    private var judge: LoginJudge
    let now: Moment?
    private let listSeparator: Unicode.Scalar?
    /// By what the rules let people log in: a column of the name of a custom key needs no `--map`.
    let loginKey: Policy.LoginKey
    /// How `05/06/1990` is read; nil for not at all.
    let dayFirst: Bool?
    /// By column: the lists' cells, and those of them that commas seem to separate.
    private var lists: [String: ListCells] = [:]

    private struct ListCells: Sendable {
        let line: Int
        var count = 0
        var withCommas = 0
    }

    /// How many accounts were judged.
    private var accounts = 0
    /// Indices in the last header or object of values that may say who may log in.
    private(set) var watched: [Int] = []
    /// Whether regapp wrote the last header or object.
    private(set) var isOwnFile = false
    /// Whether it is complete, as regapp's own export is.
    private(set) var isOwnExport = false
    /// Whether the last header or object is from a list that regapp printed, which says who is locked.
    private var isListing = false
    private var hasHashes = false
    /// Whether it has the column of such a list.
    private var listsLocks = false
    /// Whether all keys of regapp's own export come back as they were, so that none of them is judged.
    private(set) var comesBack = false
    private var others: ImportColumns.Others { comesBack ? .kept : stated }
    /// Columns and keys with another name for a field, in the order in which they were found.
    private(set) var guesses: [Guess] = []
    /// Custom keys by their spelling without capitals and signs.
    private var spellings: [String: String] = [:]

    /// - Parameters:
    ///   - mapped: targets by column name; names compare without case.
    ///   - locks: what locks an account.
    ///   - present: custom keys that accounts have; another spelling of one is refused.
    ///   - listSeparator: what stands between the values of a list; nil for `;`, unless commas seem to.
    ///   - loginKey: a column of the name of a custom key of logins needs no `mapped`.
    ///   - dayFirst: how `05/06/1990` is read; nil for not at all.
    ///   - now: for ends that have passed; nil if unknown, so that each has.
    package init(
        _ mapped: [(name: String, target: Target)] = [], others: ImportColumns.Others = .refused,
        locks: [LockCondition] = [], present: [String] = [], listSeparator: Unicode.Scalar? = nil,
        loginKey: Policy.LoginKey = .email, dayFirst: Bool? = nil, now: Moment? = nil
    ) {
        let separator = listSeparator ?? OwnColumn.defaultSeparator
        let mapped = mapped.map { (name: $0.name, target: $0.target.separated(by: separator)) }
        self.listSeparator = listSeparator
        self.loginKey = loginKey
        self.dayFirst = dayFirst
        self.mapped = Dictionary(
            mapped.map { (Self.folded($0.name), (name: $0.name, targets: [$0.target])) },
            uniquingKeysWith: { known, more in
                (known.name, known.targets + more.targets.filter { !known.targets.contains($0) })
            })
        stated = others
        self.locks = locks
        self.now = now
        judge = LoginJudge(at: now)
        unmetLocks = Set(locks.flatMap { [$0] + $0.laterReadings }.map { Self.folded($0.name) })
        let keys = mapped.compactMap { if case .own(let column) = $0.target { column.key } else { nil } }
        spellings = Dictionary(
            (keys + present).map { (Self.spelling($0), $0) }, uniquingKeysWith: { first, _ in first })
    }

    var today: CalendarDate? { now?.systemDate }

    package static func folded(_ name: String) -> String {
        String(String.UnicodeScalarView(name.unicodeScalars.filter { !$0.isSpace })).lowercased()
    }

    private static func spelling(_ key: String) -> String {
        let letters = KeySuggestion.folded(key)
        return letters.isEmpty ? key : letters
    }

    /// What becomes of a header's columns or an object's keys.
    ///
    /// - Parameters:
    ///   - unset: indices without a value; several of them may share a target.
    ///   - isExport: whether regapp's own export has them. Other programs may call a column `registered`, too.
    mutating func meanings(
        of names: [String], _ named: FormatProblem.Named, unset: Set<Int> = [], isExport: Bool
    ) -> [Meaning] {
        func has(_ field: Field) -> Bool { names.contains { $0.hasSameScalars(as: field.rawValue) } }
        // No other program writes these keys.
        isOwnFile = has(.email) && [.registered, .mustChange, .lastSeen, .lockedUntil].contains(where: has)
        isOwnExport = isOwnFile && isExport
        isListing = names.contains(AccountStatus.noPassword.key)
        listsLocks = names.contains(AccountStatus.locked.key)
        hasHashes = names.contains(Field.passwordHash.rawValue)
        // No export of regapp has passwords.
        let hasForeignPasswords = names.contains { name in
            Field(columnNamed: name) == .password || mapped[Self.folded(name)] != nil
        }
        // A table of an export has all of its columns; an object has only those with a value, as another program's may.
        let isKept = stated == .kept || stated == .refused && named == .column
        comesBack = isOwnExport && isKept && !isListing && !hasForeignPasswords
        watched = []
        var taken: [(target: Target, name: String)] = []
        // Of several columns for phones, one has the accounts' phones, and the others are as unknown as any.
        let phones = names.indices.filter { index in
            !unset.contains(index) && !isMapped(names[index])
                && Field(columnNamed: names[index]) == .phone
        }
        let isPhoneMapped = names.contains {
            mapped[Self.folded($0)]?.targets.contains(.field(.phone)) ?? false
        }
        let phone =
            isPhoneMapped
            ? nil : phones.first { Self.folded(names[$0]) == Field.phone.rawValue } ?? phones.first
        let spare = sparePasswords(among: names)
        return names.enumerated().map { index, name in
            let isFirstOfSeveral =
                names.firstIndex(of: name) == index && names[(index + 1)...].contains(name)
            if !isOwnFile, others != .refused, phones.contains(index), index != phone,
                !isCondition(Self.folded(name))
            {
                return others == .kept ? kept(name, named) : .targets([])
            }
            var meaning = meaning(
                of: name, at: index, named, isFirstOfSeveral: isFirstOfSeveral, isSpare: spare.contains(index)
            )
            if named == .column, case .refused(.unknown(_, _, let field?)) = meaning,
                names.contains(where: { $0 != name && Field(columnNamed: $0) == field })
            {
                meaning = .refused(.twice(named, field.rawValue, name: name))
            }
            for target in meaning.targets where !unset.contains(index) {
                for other in taken {
                    guard let key = target.keyShared(with: other.target) else { continue }
                    if let further = Watch.further(target, name), other.name != name {
                        watch(Self.folded(name), further, at: index)
                        meaning = .targets([])
                        break
                    }
                    // Whoever maps a column means it, so that another one has to give way.
                    let isOther = isMapped(name) && !isMapped(other.name)
                    meaning = .refused(.twice(named, key, name: isOther ? other.name : name))
                    break
                }
                taken.append((target, name))
            }
            return meaning
        }
    }

    private func isMapped(_ name: String) -> Bool { mapped[Self.folded(name)] != nil }

    /// Whether `--map` takes the values of a key from a column that it names.
    private func isMappedTo(_ key: String) -> Bool {
        mapped.values.contains { $0.targets.contains { $0.key.hasSameScalars(as: key) } }
    }

    /// Where the columns are that are called a password in another language, such as `Passwort`, although something else
    /// is the password: they are as unknown as any.
    private func sparePasswords(among names: [String]) -> Set<Int> {
        let foreign = names.indices.filter { index in
            !isMapped(names[index]) && Field(columnNamed: names[index]) == .password
                && Field(foreignName: names[index]) == nil
        }
        guard !foreign.isEmpty else { return [] }
        let isThere = names.contains { name in
            if let found = mapped[Self.folded(name)] {
                return found.targets.contains { [.field(.password), .field(.passwordHash)].contains($0) }
            }
            return Field(foreignName: name).map(Field.secrets.contains) ?? false
        }
        return Set(isThere ? foreign : Array(foreign.dropFirst()))
    }

    private mutating func meaning(
        of name: String, at index: Int, _ named: FormatProblem.Named, isFirstOfSeveral: Bool, isSpare: Bool
    ) -> Meaning {
        let key = Self.folded(name)
        let isLock = isCondition(key)
        let known = isOwnFile ? Field(key: name) : Field(columnNamed: name)
        let field = isSpare ? nil : known
        if isLock {
            watch(key, .condition(isSettled(key) || field != nil ? nil : plainWatch(name)), at: index)
        }
        if !mapped.isEmpty, let found = mapped[key] {
            // Of several columns called `email`, the first one has the accounts' emails.
            if isFirstOfSeveral, let field = Field(columnNamed: name), field == .email,
                !found.targets.contains(where: \.isEmail)
            {
                return .targets([.field(field)])
            }
            let targets = found.targets.filter { if case .dropped = $0 { false } else { true } }
            if !isLock, !isSettled(key) { watch(key, plainWatch(name), at: index) }
            return .targets(targets)
        }
        if let loginKey = loginKey.ownKey, self.loginKey.isMeant(by: name), !isLock,
            !isMappedTo(loginKey)
        {
            if !comesBack { watch(key, .judged(LoginName(name)), at: index) }
            return .targets([.own(OwnColumn(loginKey, .text))])
        }
        if !comesBack, let attribute = LoginAttribute.certain(name), !isLock {
            watch(key, .attribute(attribute), at: index)
            return .targets([])
        }
        if let field {
            guard field != .passwordLink else { return .refused(.unkeepable(named, name)) }
            let guess = Guess(name: String(name.prefix(64)), field: field)
            let isGuess = !KeySuggestion.folded(name).hasPrefix(KeySuggestion.folded(field.rawValue))
            if isGuess, !guesses.contains(guess) { guesses.append(guess) }
            // Beside hashes, regapp marks the hash of whom it locks.
            let tellsLocks = isOwnFile && (hasHashes || listsLocks)
            if field == .lockReason, !tellsLocks, !isLock { watch(key, .reason, at: index) }
            if field.entryStyle == .name, !isOwnFile, !isLock {
                watch(key, .judged(LoginName(name)), at: index)
            }
            return .targets([.field(field)])
        }
        if isLock { return .targets([]) }
        if name == "canLogIn", !comesBack, isListing || isOwnFile { return .computed }
        let login = LoginName(name)
        if case .status(let status)? = AccountColumn(key: name), !comesBack,
            isListing || login.sense == nil
        {
            guard isListing && status == .locked else { return .computed }
            watch(key, .listing, at: index)
            return .targets([])
        }
        // A column called only `login` holds user names.
        let isDecisive = login.sense != nil && login.sense != .access
        if !comesBack, isDecisive || others != .refused { watch(key, .judged(login), at: index) }
        if others == .ignored { return .targets([]) }
        if named == .column && name.isEmpty { return .targets([.nameless]) }
        if !comesBack, isDecisive {
            // What keeps nobody out is left out of a file that may have no other columns, or cannot be kept.
            guard others == .kept, case .targets(let targets) = kept(name, named) else { return .targets([]) }
            return .targets(targets)
        }
        return others == .kept ? kept(name, named) : .refused(.unknown(named, name))
    }

    /// Whether `--map` makes a field of a name, or leaves it out. Whoever keeps it under a key has not said that it means
    /// nothing.
    private func isSettled(_ key: String) -> Bool {
        guard let targets = mapped[key]?.targets else { return false }
        return !targets.allSatisfy { target in
            switch target {
            case .own: true
            // `Bob Ray (LOCKED)`
            case .names: key == Self.gecos
            default: false
            }
        }
    }

    private func isCondition(_ key: String) -> Bool {
        locks.contains { condition in
            Self.folded(condition.name) == key
                || condition.laterReadings.contains { Self.folded($0.name) == key }
        }
    }

    private mutating func watch(_ key: String, _ watch: Watch, at index: Int?) {
        if case .condition = watch { unmetLocks.remove(key) }
        watches[key] = watch
        if let index { watched.append(index) }
    }

    private mutating func kept(_ name: String, _ named: FormatProblem.Named) -> Meaning {
        var column = named == .column ? OwnColumn(named: name) : OwnColumn(name, .text)
        column.separator = listSeparator ?? OwnColumn.defaultSeparator
        // What its values say of logins is judged apart.
        let refusal = OwnValue(column.key, "text").refusal
        guard
            refusal == nil || refusal == .closing
                || isOwnFile && (column.key.isEmpty || hasHashes && refusal != .secret)
        else {
            let isTerm = refusal == .secret && !isOwnFile && LoginName(name).isTermOfSecret
            return isTerm ? .unkept : .refused(.unkeepable(named, name))
        }
        // The key may be another spelling of one that the accounts or the file have.
        let known = spellings[Self.spelling(column.key)] ?? column.key
        guard isOwnFile || known.hasSameScalars(as: column.key) else {
            return .refused(.otherSpelling(named, name, of: known))
        }
        if !isOwnFile { spellings[Self.spelling(column.key)] = known }
        return .targets([.own(column)])
    }

    // MARK: Who may log in

    /// Whether an attribute, or a key inside another one, is to be read because it may say who may log in.
    ///
    /// - Parameter isFixed: whether all attributes that a server names count, as in LDIF.
    mutating func watches(_ name: String, isFixed: Bool) -> Bool {
        let key = Self.folded(name)
        if watches[key] != nil { return true }
        if isCondition(key) {
            watch(key, .condition(isSettled(key) ? nil : plainWatch(name)), at: nil)
            return true
        }
        guard !isSettled(key) else { return false }
        if let attribute = isFixed ? LoginAttribute.named(name) : LoginAttribute.certain(name) {
            watch(key, .attribute(attribute), at: nil)
            return true
        }
        // Whatever it is called, its values may say it. Names without end are judged anew each time.
        if watches.count < Self.mostWatched { watch(key, .judged(LoginName(name)), at: nil) }
        return true
    }

    private static let mostWatched = 10_000

    /// Whether a key inside an object is read for itself, so that what is kept of the object lacks it.
    func isRead(_ name: String) -> Bool {
        let key = Self.folded(name)
        return mapped[key] != nil || isCondition(key) || LoginAttribute.certain(name) != nil
    }

    /// Whether a watched value may decide something, so that it has to be kept until its account is complete.
    func matters(_ value: String, under name: String) -> Bool {
        if JSONValue.mayBeStructured(value) { return true }
        guard case .judged(let login) = watch(on: name), login.sense == nil else { return true }
        return login.verdict(on: value, at: now) != .mayLogIn
    }

    private func plainWatch(_ name: String) -> Watch {
        LoginAttribute.certain(name).map(Watch.attribute) ?? .judged(LoginName(name))
    }

    private func watch(on name: String) -> Watch { watches[Self.folded(name)] ?? .judged(LoginName(name)) }

    /// Reads what the watched values of one account say for certain, and has the others judged.
    mutating func facts(
        _ values: [(name: String, value: String)], line: Int
    ) throws(ImportProblem.Reason) -> LoginFacts {
        accounts += 1
        var facts = LoginFacts()
        let values = try resolvingText(in: values, &facts)
        for condition in locks.map(reading) {
            let found = values.filter { Self.folded($0.name) == Self.folded(condition.name) }.map(\.value)
            if try condition.holds(for: found) { facts.isLocked = true }
        }
        for (name, value) in values {
            switch watch(on: name) {
            case .condition(.attribute(let attribute)): try? facts.note(attribute, value)
            case .condition(.judged(let login)):
                guard !facts.isLocked else { continue }
                judge.note(name, login, value, line: line, account: accounts, isRest: true)
            case .condition: break
            case .listing:
                if try LockCondition(name, "true").holds(for: value) { facts.isListedAsLocked = true }
            case .attribute(let attribute): try facts.note(attribute, value)
            case .lastDay: try facts.noteEnd(value, in: name, dayFirst: dayFirst)
            case .lockEnd: try facts.noteLockEnd(value, in: name, dayFirst: dayFirst)
            case .reason: if !NoValue.isMeant(by: value) { facts.hasLockReason = true }
            case .judged(let login):
                judge.note(name, login, value, line: line, account: accounts, isRest: false)
            }
        }
        facts.settle(at: now)
        return facts
    }

    /// The values, with those inside JSON in place of its text.
    private mutating func resolvingText(
        in values: [(name: String, value: String)], _ facts: inout LoginFacts
    ) throws(ImportProblem.Reason) -> [(name: String, value: String)] {
        var resolved: [(name: String, value: String)] = []
        for value in values {
            let leaves = JSONValue.leaves(inText: value.value, of: value.name)
            if leaves.isEmpty { resolved.append(value) }
            for leaf in leaves {
                if mappedTargets(of: leaf.name)?.contains(.field(.expires)) ?? false {
                    try facts.noteEnd(leaf.value, in: leaf.name, dayFirst: dayFirst)
                }
                if watches(leaf.name, isFixed: false) { resolved.append(leaf) }
            }
        }
        return resolved
    }

    /// What has to be asked before the file can be imported, once it was read.
    func questions(_ named: FormatProblem.Named) -> [ImportProblem] {
        let commas = lists.filter { $0.value.withCommas * 2 > $0.value.count }.sorted { $0.key < $1.key }
        return judge.questions(named, accounts: accounts)
            + commas.map { ImportProblem(line: $0.value.line, reason: .format(.commas($0.key))) }
    }

    /// Counts a cell of a list, to ask at the end if commas seem to separate the values.
    mutating func noteList(_ cell: String, in column: String, line: Int) {
        guard listSeparator == nil, !isOwnFile else { return }
        lists[column, default: ListCells(line: line)].count += 1
        if cell.contains(","), !cell.contains(";") { lists[column]?.withCommas += 1 }
    }

    /// The names that seem to say who may log in, but keep nobody out.
    var harmless: [String] { judge.harmless(accounts: accounts) }

    /// How a condition is read: with its first `=` behind the name, unless only with a later one it names what the file
    /// has.
    private func reading(of condition: LockCondition) -> LockCondition {
        guard isUnmet(condition) else { return condition }
        return condition.laterReadings.first { !isUnmet($0) } ?? condition
    }

    private func isUnmet(_ condition: LockCondition) -> Bool {
        unmetLocks.contains(Self.folded(condition.name))
    }

    /// The conditions that matched no column or key, however they are read.
    private var unmet: [LockCondition] {
        unmetLocks.isEmpty ? [] : locks.filter { ([$0] + $0.laterReadings).allSatisfy(isUnmet) }
    }

    /// Names of conditions that matched no column or key.
    var missingLocks: [String] { unmet.map(\.name) }

    func isName(_ name: String) -> Bool { fieldTargets(of: name).contains(where: \.isName) }

    func isEmail(_ name: String) -> Bool { fieldTargets(of: name).contains(where: \.isEmail) }

    private func fieldTargets(of name: String) -> [Target] {
        mapped[Self.folded(name)]?.targets ?? Field(columnNamed: name).map { [.field($0)] } ?? []
    }

    /// By folded name.
    var targets: [String: [Target]] { mapped.mapValues(\.targets) }

    /// What `--map` makes of a name; empty to leave it out, nil if it says nothing of it.
    func mappedTargets(of name: String) -> [Target]? {
        mapped.isEmpty ? nil : mapped[Self.folded(name)]?.targets.filter { $0 != .dropped }
    }

    var readsNamesFromGECOS: Bool {
        mapped[Self.gecos]?.targets.contains { if case .names = $0 { true } else { false } } ?? false
    }

    /// Names of conditions that neither a column of this header has nor a cell of one may have.
    func missingLocks(from names: [String]) -> [String] {
        let present = Set(names.map(Self.folded))
        return unmet.filter { condition in
            !([condition] + condition.laterReadings).contains {
                Self.isInside(present, Self.folded($0.name))
            }
        }.map(\.name)
    }

    /// Whether a name is `COLUMN.KEY`, as of a key in JSON in a column's cells.
    private static func isInside(_ columns: Set<String>, _ name: String) -> Bool {
        name.indices.contains { name[$0] == "." && columns.contains(String(name[..<$0])) }
    }

    /// Mapped names that no column has, sorted.
    func missing(from names: [String]) -> [String] {
        let present = Set(names.map(Self.folded))
        return mapped.filter {
            !present.contains($0.key) && !Self.isInside(present, $0.key) && $0.key != Self.gecos
        }.map(
            \.value.name
        ).sorted()
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
        case .changed(let column, let action):
            guard let value, case .array(let texts)? = column.value(of: value) else { return }
            try change(texts, under: column.key, action)
        case .nameless, .dropped: break
        }
    }

    /// Adds texts to the list under a custom key, or removes them.
    mutating func change(
        _ texts: [JSONText], under key: String, _ action: OwnValue.Action
    ) throws(ImportProblem.Reason) {
        guard !own.contains(where: { $0.key.hasSameScalars(as: key) && !$0.value.isBlank }) else {
            throw .format(.twice(.column, key))
        }
        ownChanges += texts.map { OwnValue(key, $0.cell, action) }
    }

    /// Sets a custom key's value; several columns may have cells for it.
    mutating func set(_ value: JSONText, under key: String) throws(ImportProblem.Reason) {
        guard value.isBlank || !ownChanges.contains(where: { $0.key.hasSameScalars(as: key) }) else {
            throw .format(.twice(.column, key))
        }
        guard let index = own.firstIndex(where: { $0.key.hasSameScalars(as: key) }) else {
            return own.append(JSONText.Member(key, value))
        }
        if value.isBlank { return }
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
        var first = ""
        var last = parts[0]
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
    /// Spreadsheets write true and false in capitals, and Active Directory the end of an account in ticks of 100 ns.
    func imported(_ text: String) -> String {
        switch self {
        case .mustChange:
            switch text.lowercased() {
            case Self.setFlag: Self.setFlag
            // The same as no mark.
            case "false": ""
            default: text
            }
        // `never` clears the field later, even where an empty value would not.
        case .expires where LoginName.isEndless(text) || text.trimmed == "-1": "never"
        case .expires: text.lowercased() == "never" ? text : LoginFacts.end(inTicks: text) ?? text
        default: text
        }
    }

    /// A date of any column in the form of files.
    ///
    /// - Parameter dayFirst: what comes first in 05/06/1990; nil to leave such a date as it is, so that it is refused.
    func imported(_ text: String, dayFirst: Bool?) -> String {
        let date = CalendarDate.partOfDate(in: text)
        // Without its time, what can be read in two ways is refused as any other date.
        let isAmbiguous = dayFirst == nil && DateRule.ambiguous(date) != nil
        switch definition.imported {
        case .text: return text
        case .day: return isAmbiguous ? date : CalendarDate.imported(text, dayFirst: dayFirst) ?? text
        case .lastDay:
            if isAmbiguous { return date }
            return CalendarDate.imported(date, dayFirst: dayFirst)
                ?? (self == .expires && text.isMoment ? LoginName.day(of: text)?.isoString : nil) ?? text
        case .firstDay:
            if text.isMoment, let end = Timestamp.imported(text),
                let last = CalendarDate(dayNumber: (end.secondsSince1970 - 1) / 86_400)
            {
                return last.adding(days: 1).isoString
            }
            if isAmbiguous { return date }
            guard let day = CalendarDate.imported(date, dayFirst: dayFirst) else { return text }
            let clock = text.dropFirst(date.count).drop { !$0.isNumber }
            let isMidnight =
                clock.prefix { $0.isNumber || $0 == ":" || $0 == "." }.allSatisfy {
                    !$0.isNumber || $0 == "0"
                }
                || clock.hasPrefix("12:00") && text.lowercased().hasSuffix("am")
            return isMidnight ? day : CalendarDate(iso: day)?.adding(days: 1).isoString ?? day
        case .dayOfTime:
            return isAmbiguous ? date : LoginName.day(of: text, dayFirst: dayFirst)?.isoString ?? text
        case .time:
            if Timestamp(rfc3339: text) != nil { return text }
            guard !isAmbiguous else { return date }
            return LoginName.day(of: text, dayFirst: dayFirst).map { Timestamp.text(of: $0, timeOf: text) }
                ?? text
        }
    }
}

extension String {
    /// Whether it is a time as programs write it: seconds or milliseconds since 1970, or `20241231235959Z` (RFC 4517,
    /// 3.3.13).
    fileprivate var isMoment: Bool {
        let digits = prefix { $0.isASCII && $0.isNumber }.count
        return count == digits
            ? [10, 13].contains(digits) : digits == 14 && ["Z", ".0Z"].contains(dropFirst(14))
    }
}
