internal import RegappJSON
internal import RegappStore
internal import RegappValues

package struct AccountSummary: Sendable {
    package static let fields: [Field] = [.email, .firstName, .lastName, .phone, .expires, .registered]
    fileprivate static let separator: UInt8 = 0x1F

    private let cells: [UInt8]
    package let statuses: AccountStatuses

    fileprivate init(_ cells: ArraySlice<UInt8>, _ statuses: AccountStatuses) {
        (self.cells, self.statuses) = (Array(cells), statuses)
    }

    /// As a list would show the account.
    package init(_ account: AccountFile) {
        var summaries = AccountSummaries()
        summaries.append(account)
        self = summaries[0]
    }

    /// Empty if the account has no value, or its file cannot be accepted.
    package subscript(field: Field) -> String {
        guard let index = Self.fields.firstIndex(of: field) else { return "" }
        let texts = cells.split(
            separator: Self.separator, maxSplits: index + 1, omittingEmptySubsequences: false)
        return texts.indices.contains(index) ? String(decoding: texts[index], as: UTF8.self) : ""
    }

    package func has(_ status: AccountStatus) -> Bool { statuses.contains(status) }
}

/// Summaries of accounts and what a search looks into, in two pieces of memory, however many there are.
struct AccountSummaries: Sendable {
    /// Where an account's texts begin: its fields, then what a search looks into, folded, then the digits of its phone.
    struct Entry {
        var start: Int
        /// From the start, as the next.
        let searched: UInt32
        let digits: UInt32
        let statuses: AccountStatuses
    }

    private var bytes: [UInt8] = []
    private var entries: [Entry] = []
    /// The lengths of the longest email and the longest name, in characters.
    private(set) var longest = (email: 0, name: 0)

    init() {}

    fileprivate init(_ part: RegistryWalk.Entries) {
        for entry in part {
            switch entry {
            case .success(let account): append(account)
            case .failure(let error):
                let name = error.path.map(FileAccess.name(of:)) ?? ""
                var email = EmailAddress.ofFile(name) ?? name
                if case .notAnAccount(_, let held) = error { email = held }
                append([email], searched: [email], phone: "", AccountStatuses(.broken))
            }
        }
    }

    fileprivate mutating func append(_ account: AccountFile) {
        let cells = AccountSummary.fields.map { field in
            let value = account.value(field) ?? ""
            return field == .registered ? String(value.prefix { $0 != "T" }) : value
        }
        append(
            cells, searched: account.searchedTexts, phone: account.value(.phone) ?? "",
            account.statuses)
    }

    private mutating func append(
        _ cells: [String], searched texts: [String], phone: String, _ statuses: AccountStatuses
    ) {
        let start = bytes.count
        let name = cells.dropFirst().prefix(2).filter { !$0.isEmpty }.joined(separator: " ")
        widen(to: (cells[0].unicodeScalars.count, name.unicodeScalars.count))
        for (index, cell) in cells.enumerated() {
            if index > 0 { bytes.append(AccountSummary.separator) }
            bytes += cell.utf8
        }
        let searched = bytes.count - start
        for text in texts {
            bytes += SearchText.folded(text).utf8
            bytes.append(UInt8(ascii: "\n"))
        }
        let digits = bytes.count - start
        bytes += phone.utf8.filter(\.isDigit)
        entries.append(
            Entry(
                start: start, searched: UInt32(searched), digits: UInt32(digits),
                statuses: statuses))
    }

    private mutating func widen(to other: (email: Int, name: Int)) {
        longest = (max(longest.email, other.email), max(longest.name, other.name))
    }

    fileprivate mutating func append(_ other: AccountSummaries) {
        widen(to: other.longest)
        let (first, offset) = (entries.count, bytes.count)
        bytes += other.bytes
        entries += other.entries
        for index in first..<entries.count { entries[index].start += offset }
    }

    var count: Int { entries.count }

    subscript(index: Int) -> AccountSummary {
        let entry = entries[index]
        return AccountSummary(bytes[entry.start..<entry.start + Int(entry.searched)], entry.statuses)
    }

    fileprivate var allStatuses: Set<AccountStatuses> { Set(entries.lazy.map(\.statuses)) }

    fileprivate func has(_ status: AccountStatus, at index: Int) -> Bool {
        entries[index].statuses.contains(status)
    }

    fileprivate func isEmail(_ email: [UInt8], at index: Int) -> Bool {
        let entry = entries[index]
        let end = entry.start + email.count
        return email.count <= entry.searched
            && (email.count == entry.searched || bytes[end] == AccountSummary.separator)
            && EmailAddress.matches(bytes[entry.start..<end], email)
    }

    fileprivate func holds(_ word: SearchWord, at index: Int) -> Bool {
        let entry = entries[index]
        let end = index + 1 < entries.count ? entries[index + 1].start : bytes.count
        let digits = entry.start + Int(entry.digits)
        return bytes[(entry.start + Int(entry.searched))..<digits].holds(word.folded)
            || word.digits.map { bytes[digits..<end].holds($0) } ?? false
    }
}

/// All accounts of a registry as they were read, for a list that is searched and sorted in memory.
package struct AccountRoster: Sendable {
    /// With the rules and the day under which the accounts were read.
    package let directory: RuledDirectory
    private var summaries = AccountSummaries()
    private let folder: FileStatus?

    /// - Parameter progress: called now and then with how many have been read.
    package init(
        _ directory: RuledDirectory, progress: (Int) -> Void = { _ in }
    ) throws(AccountsError) {
        self.directory = directory
        // Before the files are read: a change meanwhile makes it outdated.
        folder = try directory.reading { try $0.status(of: StoreLayout.accounts) }
        let walk = try RegistryWalk(directory.registry())
        for part in walk.parts({ AccountSummaries($0) }) {
            summaries.append(part)
            progress(count)
        }
    }

    package var policy: Policy { directory.policy }

    package var count: Int { summaries.count }

    /// The lengths of the longest email and the longest name, in characters.
    package var longest: (email: Int, name: Int) { summaries.longest }

    /// In the order of the files; files with other names come last.
    package subscript(index: Int) -> AccountSummary { summaries[index] }

    package func has(_ status: AccountStatus, at index: Int) -> Bool { summaries.has(status, at: index) }

    /// What is the matter with at least one of them.
    package var allStatuses: Set<AccountStatuses> { summaries.allStatuses }

    /// Whether the folder or a shown account's file was changed since, or the rules or the day are others.
    ///
    /// - Parameter emails: of the accounts that show: a file that was written in place does not change the folder.
    package func isOutdated(in present: RuledDirectory, showing emails: [String]) -> Bool {
        guard policy == present.policy, directory.now.systemDate == present.now.systemDate else {
            return true
        }
        // Times are in seconds: what was changed in the second of the reading may have been missed.
        let (read, now) = (directory.now.timestamp.secondsSince1970, present.now.timestamp.secondsSince1970)
        let isNewer: @Sendable (FileStatus?) -> Bool = { status in
            now > read && status.map { Int($0.changed) >= read } ?? false
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
        return (0..<count).first { summaries.isEmail(email, at: $0) }
    }

    /// The indices of all accounts in the order of a field; those without a value come last.
    package func sorted(by field: Field) -> [Int32] {
        let indices = (0..<count).map { Int32($0) }
        guard field != .email else { return indices }
        let keys = (0..<count).map { AccountOrder.key(of: self[$0][field]) }
        return indices.sorted { (keys[Int($0)], $0) < (keys[Int($1)], $1) }
    }

    /// The indices of the accounts that have the status and hold every word, as `list TEXT` finds them.
    package func filter(_ indices: [Int32], text: String, status: AccountStatus?) -> [Int32] {
        let words = SearchWord.words(of: text)
        return indices.filter { index in
            status.map { summaries.has($0, at: Int(index)) } ?? true
                && words.allSatisfy { summaries.holds($0, at: Int(index)) }
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
