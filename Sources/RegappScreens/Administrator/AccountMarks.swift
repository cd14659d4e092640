package import RegappCore

/// Which accounts of a roster are marked, by their indices.
package struct AccountMarks: Sendable {
    private var flags: [Bool]
    private(set) var count = 0

    init(_ size: Int = 0) { flags = Array(repeating: false, count: size) }

    subscript(index: Int) -> Bool {
        get { flags[index] }
        set {
            guard flags[index] != newValue else { return }
            flags[index] = newValue
            count += newValue ? 1 : -1
        }
    }

    /// Marks all of these, or unmarks them if all are marked.
    mutating func toggle(_ indices: [Int32]) {
        let areAll = count >= indices.count && indices.allSatisfy { flags[Int($0)] }
        for index in indices { self[Int(index)] = !areAll }
    }

    var indices: [Int] { count == 0 ? [] : flags.indices.filter { flags[$0] } }

    /// The same accounts of a roster that was read since; one that is gone is not marked any more.
    func moved(from old: AccountRoster, to new: AccountRoster) -> AccountMarks {
        var marks = AccountMarks(new.count)
        let emails = Set(indices.map { old[$0][.email] })
        guard !emails.isEmpty else { return marks }
        for index in 0..<new.count where emails.contains(new[index][.email]) { marks[index] = true }
        return marks
    }
}

/// The accounts that an action is for. There may be very many, so only background work lists them.
package enum AccountTargets: Sendable {
    case one(AccountSummary)
    /// Those that are marked.
    case several(AccountRoster, AccountMarks)

    /// - Returns: nil for none.
    init?(_ roster: AccountRoster?, _ marks: AccountMarks, or selected: AccountSummary?) {
        guard let roster, let selected else { return nil }
        switch marks.count {
        case 0: self = .one(selected)
        case 1: self = .one(marks.indices.first.map { roster[$0] } ?? selected)
        default: self = .several(roster, marks)
        }
    }

    var one: AccountSummary? { if case .one(let account) = self { account } else { nil } }
    var count: Int { if case .several(_, let marks) = self { marks.count } else { 1 } }

    var accounts: [AccountSummary] {
        switch self {
        case .one(let account): [account]
        case .several(let roster, let marks): marks.indices.map { roster[$0] }
        }
    }

    var emails: [String] { accounts.map { $0[.email] } }
}
