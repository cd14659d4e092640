internal import RegappJSON
internal import RegappStore

/// What a list shows and searches of an account: few bytes, since there may be 100,000 accounts.
package struct AccountSummary: Equatable, Sendable {
    package static let fields: [Field] = [
        .email, .firstName, .lastName, .phone, .expires, .registered, .birthday, .lastSeen,
        .lockedUntil, .lockReason,
    ]
    private static let separator = UInt8(ascii: "\u{1F}")

    /// The fields' texts, the folded text for searches, the phone's digits and, after a line end, a line `KEY=VALUE` for
    /// each custom value.
    private let bytes: [UInt8]
    private let searchStart: UInt32
    private let digitsStart: UInt32
    /// A bit for each status: a list of 100,000 accounts is kept in memory.
    private let statusBits: UInt16
    /// In Unicode scalars.
    fileprivate let emailLength: UInt16
    fileprivate let nameLength: UInt16

    package init(_ account: AccountFile) {
        let cells = Self.fields.map { field in
            let value = account.value(field) ?? ""
            guard field == .registered else { return value }
            // The day here, as beside the list.
            let local = Timestamp(rfc3339: value).flatMap(Moment.localText) ?? value
            return String(local.prefix(10))
        }
        self.init(
            cells + [account.value(.registered) ?? "", Self.trace(of: account.value(.passwordHash))],
            searched: account.searchedTexts,
            custom: account.customLines,
            phone: account.value(.phone) ?? "", account.statuses)
    }

    fileprivate init(_ entry: Result<AccountFile, AccountsError>) {
        switch entry {
        case .success(let account): self.init(account)
        case .failure(let error):
            let name = error.path.map(FileAccess.name(of:)) ?? ""
            var email = EmailAddress.ofFile(name) ?? name
            if case .notAnAccount(_, let held) = error { email = held }
            self.init([email], searched: [email], custom: [], phone: "", [.broken])
        }
    }

    private init(
        _ cells: [String], searched texts: [String], custom: [String], phone: String,
        _ statuses: [AccountStatus]
    ) {
        var bytes = Array(cells.map(\.utf8).joined(separator: [Self.separator]))
        searchStart = UInt32(bytes.count)
        for spelling in texts.flatMap(SearchText.spellings) { bytes += (spelling + "\n").utf8 }
        digitsStart = UInt32(bytes.count)
        bytes += phone.utf8.filter(\.isDigit)
        if !custom.isEmpty { bytes += ("\n" + custom.joined(separator: "\n") + "\n").utf8 }
        self.bytes = bytes
        statusBits = statuses.reduce(0) { $0 | Self.bit($1) }
        let name = cells.dropFirst().prefix(2).filter { !$0.isEmpty }.joined(separator: " ")
        emailLength = UInt16(clamping: cells[0].unicodeScalars.count)
        nameLength = UInt16(clamping: name.unicodeScalars.count)
    }

    private var cells: ArraySlice<UInt8> { bytes[..<Int(searchStart)] }

    /// Empty if there is no value, or the file cannot be accepted.
    package subscript(field: Field) -> String { Self.fields.firstIndex(of: field).map(text) ?? "" }

    /// The moment of its registration as the file has it, which tells it from a later account with the same email.
    private var registered: String { text(at: Self.fields.count) }
    /// By which an account is the same although its registration was corrected; empty without a hash.
    private var credential: String { text(at: Self.fields.count + 1) }

    /// Nothing can be read off it, in another run least of all.
    private static func trace(of hash: String?) -> String {
        hash.map { String($0.hashValue, radix: 36) } ?? ""
    }

    /// Whether a file that was read later may hold the same account.
    package func isSame(_ present: AccountFile) -> Bool { isSame(AccountSummary(present)) }

    private func text(at index: Int) -> String {
        let texts = cells.split(
            separator: Self.separator, maxSplits: index + 1, omittingEmptySubsequences: false)
        return texts.indices.contains(index) ? String(decoding: texts[index], as: UTF8.self) : ""
    }

    package var statuses: [AccountStatus] { AccountStatus.allCases.filter(has) }

    package func has(_ status: AccountStatus) -> Bool { statusBits & Self.bit(status) != 0 }

    private static func bit(_ status: AccountStatus) -> UInt16 {
        1 << UInt16(AccountStatus.allCases.firstIndex(of: status) ?? 0)
    }

    fileprivate var customPairs: [String] {
        customLines.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
    }

    /// As ``isSame(_:)`` of a file, for an account with the same email.
    package func isSame(_ other: AccountSummary) -> Bool {
        has(.broken) || other.has(.broken) || registered == other.registered
            || !credential.isEmpty && credential == other.credential
    }

    fileprivate func isEmail(_ email: [UInt8]) -> Bool {
        EmailAddress.matches(cells.prefix { $0 != Self.separator }, email)
    }

    private var digits: ArraySlice<UInt8> { bytes[Int(digitsStart)...].prefix(while: \.isDigit) }
    private var customLines: ArraySlice<UInt8> { bytes[Int(digitsStart)...].drop(while: \.isDigit) }

    /// The texts under a custom key.
    package func customTexts(_ key: String) -> [String] {
        let start = Array((key + "=").utf8)
        return customLines.split(separator: UInt8(ascii: "\n")).filter { $0.starts(with: start) }
            .map { String(decoding: $0.dropFirst(start.count), as: UTF8.self) }
    }

    /// The same for people: stars in place of what can hardly be anything but a hash.
    package func shownTexts(_ key: String) -> [String] {
        customTexts(key).map { StoredHash.isCertain($0) ? .stars : $0 }
    }

    /// Whether every word is in the email, a name or an own value, or its digits are in the phone; or it is a condition
    /// that holds, such as `team=board`. `conditions` are those that the words are, if any.
    func holds(_ words: [SearchWord], _ conditions: [AccountCondition?]) -> Bool {
        zip(words, conditions).allSatisfy { word, condition in
            word.isIn(bytes[Int(searchStart)..<Int(digitsStart)])
                || condition?.holds(for: self) ?? false
                || word.digits.map { digits.holds($0) } ?? false
        }
    }

    static func has(_ column: AccountColumn) -> Bool {
        switch column {
        case .field(let field): fields.contains(field) || field == .mustChange
        case .status(let status): status != .incomplete
        case .own: true
        }
    }

    /// The value of a column that it has; nil for none.
    func value(of column: AccountColumn) -> JSONText? {
        let texts: [String]
        switch column {
        case .field(let field): texts = [self[field]].filter { !$0.isEmpty }
        case .status(let status): return .boolean(has(status) != (status == .noPassword))
        case .own(let key): texts = customTexts(key)
        }
        return texts.count > 1 ? .array(texts.map(JSONText.string)) : texts.first.map(JSONText.string)
    }
}

/// A registry's accounts as they were read, to search and sort in memory.
package struct AccountRoster: Sendable {
    /// The directory, with the rules and the day when the accounts were read.
    package let directory: AccountStore
    /// In the order of the files; misnamed files come last.
    package private(set) var accounts: [AccountSummary] = []
    /// The longest email and name, in Unicode scalars.
    package private(set) var longest = (email: 0, name: 0)
    private let folder: FileStatus?

    /// - Parameter progress: receives the number of accounts read so far.
    package init(
        _ directory: AccountStore, progress: (Int) -> Void = { _ in }
    ) throws(AccountsError) {
        self.directory = directory
        // Read before the files, so that a change during the reading makes the roster outdated.
        folder = try directory.reading { try $0.status(of: StoreLayout.accounts) }
        let walk = try RegistryWalk(directory.registry())
        for part in walk.parts({ $0.map(AccountSummary.init) }) {
            accounts += part
            for account in part {
                longest.email = max(longest.email, Int(account.emailLength))
                longest.name = max(longest.name, Int(account.nameLength))
            }
            progress(accounts.count)
        }
    }

    /// The custom keys of the conditions in a text that filters, such as `team` in `lee team=board`.
    package func customKeys(in text: String) -> [String] {
        SearchWord.words(of: text).compactMap { $0.condition(under: directory.policy)?.column.ownKey }
    }

    /// The custom keys in use, each with its texts, both sorted; without what can hardly be anything but a hash.
    package var customValues: [(key: String, texts: [String])] {
        var found: [(key: String, texts: [String])] = []
        for line in Set(accounts.flatMap(\.customPairs)).sorted() {
            guard let end = line.firstIndex(of: "=") else { continue }
            let key = String(line[..<end])
            let text = String(line[line.index(after: end)...])
            if StoredHash.isCertain(text) { continue }
            if found.last?.key == key {
                found[found.count - 1].texts.append(text)
            } else {
                found.append((key, [text]))
            }
        }
        return found
    }

    /// Whether the folder, a visible account's file, the rules or the day have changed.
    ///
    /// - Parameter emails: the visible accounts: a file that is written in place does not change the folder.
    package func isOutdated(in present: AccountStore, showing emails: [String]) -> Bool {
        guard directory.policy == present.policy, directory.now.systemDate == present.now.systemDate else {
            return true
        }
        // Times are in whole seconds, so a change in the second of the reading may have been missed.
        let read = directory.now.timestamp.secondsSince1970
        let now = present.now.timestamp.secondsSince1970
        let isNewer: @Sendable (FileStatus?) -> Bool = { status in
            now > read && status.map { Int($0.changed / 1_000_000_000) >= read } ?? false
        }
        let files = emails.compactMap { EmailAddress.file(of: $0) }.map { StoreLayout.accounts + "/" + $0 }
        let found = try? present.reading { reader in
            let folder = try reader.status(of: StoreLayout.accounts)
            return (folder, try files.contains { isNewer(try reader.status(of: $0)) })
        }
        return found.map { $0.0 != folder || isNewer($0.0) || $0.1 } ?? (folder != nil)
    }

    package func index(of email: String) -> Int? {
        let email = Array(email.utf8)
        return accounts.firstIndex { $0.isEmail(email) }
    }

    /// Puts an account in the place of the one with its former email, until the accounts are read again.
    package mutating func replace(_ email: String, by account: AccountFile) {
        if let index = index(of: email) { accounts[index] = AccountSummary(account) }
    }

    /// All indices in the order of a field; accounts without a value come last.
    package func sorted(by field: Field) -> [Int32] {
        let indices = (0..<accounts.count).map { Int32($0) }
        guard field != .email else { return indices }
        let keys = accounts.map { SortKey($0[field]) }
        return indices.sorted { (keys[Int($0)], $0) < (keys[Int($1)], $1) }
    }

    /// The accounts that have the status and contain every word, as `list TEXT` finds them.
    package func filter(_ indices: [Int32], text: String, status: AccountStatus?) -> [Int32] {
        let words = SearchWord.words(of: text)
        let conditions = words.map { $0.condition(under: directory.policy) }
        return indices.filter { index in
            let account = accounts[Int(index)]
            return status.map(account.has) ?? true && account.holds(words, conditions)
        }
    }
}

extension AccountsError {
    package var path: String? {
        switch self {
        case .invalidFile(let problems): problems.first?.path
        case .store(.failed(_, let path, _)), .store(.refused(let path, _)): path
        default: nil
        }
    }
}
