internal import RegappStore
internal import RegappValues

/// What an administrator looks for in a list of accounts.
package enum AccountState: UInt8, CaseIterable, Hashable, Sendable {
    case locked = 1
    case expired = 2
    case noPassword = 4
    case incomplete = 8
    /// Its file cannot be accepted, or has another account's name.
    case broken = 16
}

/// What a list shows of an account and a search looks into, in one piece of memory.
package struct AccountSummary: Sendable {
    package static let fields: [Field] = [.email, .firstName, .lastName, .phone, .expires, .registered]
    private static let separator: UInt8 = 0x1F

    /// The fields; then the texts that a search looks into, folded; then the digits of the phone.
    private let bytes: [UInt8]
    private let searched: Int32
    private let digits: Int32
    private let stateBits: UInt8

    private init(_ cells: [String], searched texts: [String], phone: String, _ states: [AccountState]) {
        var bytes = Array(cells.joined(separator: "\u{1F}").utf8)
        searched = Int32(bytes.count)
        bytes += texts.map { SearchText.folded($0) }.joined(separator: "\n").utf8
        digits = Int32(bytes.count)
        bytes += phone.digits.utf8
        self.bytes = bytes
        stateBits = states.reduce(0) { $0 | $1.rawValue }
    }

    fileprivate init(_ entry: RegistryEntry) {
        switch entry {
        case .account(let account, _): self.init(account)
        case .notAnAccount(_, let email): self.init([email], searched: [email], phone: "", [.broken])
        case .invalid(let error):
            let name = error.path.map(FileAccess.name(of:)) ?? ""
            let email = EmailAddress.ofFile(name) ?? name
            self.init([email], searched: [email], phone: "", [.broken])
        }
    }

    private init(_ account: AccountFile) {
        let cells = Self.fields.map { field in
            let value = account.value(field) ?? ""
            return field == .registered ? String(value.prefix { $0 != "T" }) : value
        }
        let states: [(AccountState, Bool)] = [
            (.locked, account.isLocked), (.expired, account.isExpired),
            (.noPassword, !account.isPasswordSet), (.incomplete, !account.missing.isEmpty),
        ]
        self.init(
            cells, searched: account.searchedTexts, phone: account.value(.phone) ?? "",
            states.filter(\.1).map(\.0))
    }

    /// Empty if the account has no value, or its file cannot be accepted.
    package subscript(field: Field) -> String {
        guard let place = Self.fields.firstIndex(of: field) else { return "" }
        let cells = bytes[..<Int(searched)].split(
            separator: Self.separator, maxSplits: place + 1, omittingEmptySubsequences: false)
        return cells.indices.contains(place) ? String(decoding: cells[place], as: UTF8.self) : ""
    }

    package var states: [AccountState] { AccountState.allCases.filter(has) }

    package func has(_ state: AccountState) -> Bool { stateBits & state.rawValue != 0 }

    fileprivate func holds(_ word: SearchBytes) -> Bool {
        bytes[Int(searched)..<Int(digits)].holds(word.text)
            || word.digits.map { bytes[Int(digits)...].holds($0) } ?? false
    }
}

private struct SearchBytes {
    let text: [UInt8]
    let digits: [UInt8]?

    init(_ word: SearchWord) {
        text = Array(word.folded.utf8)
        digits = word.digits.map { Array($0.utf8) }
    }
}

/// All accounts of a registry as they were read, for a list that is searched and sorted in memory.
package struct AccountRoster: Sendable {
    /// With the rules and the day under which the accounts were read.
    package let directory: AccountsDirectory
    /// In the order of the files; files with other names come last.
    package private(set) var accounts: [AccountSummary] = []
    private let folder: FileStatus?

    /// - Parameter progress: called now and then with how many have been read.
    package init(
        _ directory: AccountsDirectory, progress: (Int) -> Void = { _ in }
    ) throws(AccountsError) {
        self.directory = directory
        // Before the files are read: a change meanwhile makes it outdated.
        folder = try directory.reading { try $0.status(of: StoreLayout.accounts) }
        let walk = try RegistryWalk(directory.registry())
        for part in walk.parts({ $0.map { AccountSummary($0) } }) {
            accounts += part
            progress(accounts.count)
        }
    }

    package var policy: Policy { directory.policy }

    /// Whether the folder was changed since, or the rules or the day are others. A file that was written in place does
    /// not change the folder.
    package func isOutdated(in present: AccountsDirectory) -> Bool {
        guard policy == present.policy, directory.now.systemDate == present.now.systemDate else {
            return true
        }
        // Its time is in seconds: what was changed in the second of the reading may have been missed.
        let (read, now) = (directory.now.timestamp.secondsSince1970, present.now.timestamp.secondsSince1970)
        if let folder, Int(folder.changed) >= read, now > read { return true }
        let status = try? present.reading { try $0.status(of: StoreLayout.accounts) }
        return status != folder
    }

    /// The index of the account of an email; nil if there is none.
    package func index(of email: String) -> Int? {
        accounts.firstIndex { EmailAddress.matches($0[.email], email) }
    }

    /// The places of all accounts in the order of a field; those without a value come last.
    package func sorted(by field: Field) -> [Int32] {
        let places = accounts.indices.map { Int32($0) }
        guard field != .email else { return places }
        let keys = accounts.map { AccountOrder.key(of: $0[field]) }
        return places.sorted { (keys[Int($0)], $0) < (keys[Int($1)], $1) }
    }

    /// Those of the places whose accounts hold every word, as `list TEXT` finds them, and are in the state.
    package func filter(_ places: [Int32], text: String, state: AccountState?) -> [Int32] {
        let words = SearchWord.words(of: text).map(SearchBytes.init)
        return places.filter { place in
            let account = accounts[Int(place)]
            return state.map(account.has) ?? true && words.allSatisfy(account.holds)
        }
    }
}

/// An account as an administrator sees it.
package enum AccountDetail: Sendable {
    /// - Parameter canLogIn: whether it can be logged in to, with its password or a first one.
    case account(AccountFile, canLogIn: Bool)
    /// Its file cannot be accepted or read.
    case invalid(AccountsError)

    package init(of email: String, in directory: AccountsDirectory) {
        do throws(AccountsError) {
            let registry = try directory.registry()
            guard let account = try registry.account(of: email) else { throw .noAccount(email) }
            self = .account(account, canLogIn: registry.canLogIn(account))
        } catch { self = .invalid(error) }
    }
}

extension AccountsError {
    /// The file that it is about, if there is one.
    package var path: String? {
        switch self {
        case .invalidFile(let problems): problems.first?.path
        case .store(.failed(_, let path, _)), .store(.refused(let path, _)): path
        default: nil
        }
    }
}
