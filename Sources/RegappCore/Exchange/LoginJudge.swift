/// Judges who may log in by what the columns, keys or attributes of one file say, whatever its format.
///
/// Readers give it each value under a name that may decide something. It tells who is kept out only once the whole file
/// was read: a column in which every account has the same harmless value needs no question, and a proposed condition must
/// fit all lines.
struct LoginJudge: Sendable {
    fileprivate struct Seen: Sendable {
        let verdict: LoginVerdict
        let line: Int
        var count = 0
    }

    fileprivate struct Column: Sendable {
        let name: String
        let login: LoginName
        /// Whether these are only those whom no condition locks: what certainly keeps them out is asked about.
        let isRest: Bool
        /// By the value in small letters; empty for no value.
        var values: [String: Seen] = [:]
        /// How many accounts have a value that is not in `values`, which holds only so many.
        var others: [LoginVerdict: Seen] = [:]
        /// How many accounts have a value, and which was the last; one may have several in a list.
        var count = 0
        var last = 0
    }

    private static let mostValues = 100

    private let now: Moment?
    private var columns: [String: Column] = [:]
    private var order: [String] = []

    /// - Parameter now: for days and times that are still to come; nil if unknown.
    init(at now: Moment?) { self.now = now }

    /// - Parameters:
    ///   - account: its number in the file, from 1 on.
    ///   - isRest: whether accounts are locked by conditions on this name, of which this is none.
    mutating func note(
        _ name: String, _ login: LoginName, _ value: String, line: Int, account: Int, isRest: Bool
    ) {
        let key = ColumnMap.folded(name)
        if columns[key] == nil {
            columns[key] = Column(name: name, login: login, isRest: isRest)
            order.append(key)
        }
        columns[key]?.note(value, line: line, account: account, now, mostValues: Self.mostValues)
    }

    /// What has to be asked before the file can be imported.
    ///
    /// - Parameter accounts: how many accounts the file has; one that lacks a column has no value in it.
    func questions(_ named: FormatProblem.Named, accounts: Int) -> [ImportProblem] {
        order.compactMap { key in
            guard let column = columns[key]?.completed(accounts), let line = column.decisiveLine else {
                return nil
            }
            let question = column.question(accounts, now?.systemDate)
            return ImportProblem(line: line, reason: .format(.lock(named, column.name, question)))
        }
    }

    /// The names that seem to say who may log in, but keep nobody out.
    func harmless(accounts: Int) -> [String] {
        order.compactMap { key in
            guard let column = columns[key]?.completed(accounts), let sense = column.login.sense,
                sense != .access, column.login.isWhole, !column.isRest, column.decisiveLine == nil
            else { return nil }
            // Every Unix user has a shell; one that lets nobody log in is worth a line.
            if sense == .shell, !column.values.values.contains(where: { $0.verdict == .unclear }) {
                return nil
            }
            return column.name
        }
    }
}

extension LoginJudge.Column {
    fileprivate mutating func note(
        _ value: String, line: Int, account: Int, _ now: Moment?, mostValues: Int
    ) {
        if account != last { count += 1 }
        last = account
        let text = NoValue.isMeant(by: value) ? "" : value.trimmed.lowercased()
        if values[text] != nil {
            values[text]?.count += 1
            return
        }
        let seen = LoginJudge.Seen(verdict: login.verdict(on: value, at: now), line: line, count: 1)
        if values.count < mostValues {
            values[text] = seen
        } else {
            others[seen.verdict, default: LoginJudge.Seen(verdict: seen.verdict, line: line)].count += 1
        }
    }

    /// With those accounts that have no value.
    fileprivate func completed(_ accounts: Int) -> Self {
        var column = self
        guard !isRest else { return column }
        if count < accounts, values[""] == nil {
            column.values[""] = LoginJudge.Seen(verdict: login.verdict(on: "", at: nil), line: 1, count: 0)
        }
        column.values[""]?.count += accounts - count
        return column
    }

    /// The first line that decides something; nil if the column keeps nobody out.
    fileprivate var decisiveLine: Int? { closed.seen.map(\.line).min() }

    /// The values that keep out.
    private struct Closed {
        /// In small letters.
        let values: [String: LoginJudge.Seen]
        let others: [LoginVerdict: LoginJudge.Seen]

        var seen: [LoginJudge.Seen] { Array(values.values) + others.values }
        /// How many accounts have one of them.
        var count: Int { seen.map(\.count).reduce(0, +) }

        /// Those that say so themselves.
        var certain: Closed {
            Closed(
                values: values.filter { $0.value.verdict == .keptOut },
                others: others.filter { $0.key == .keptOut })
        }
    }

    private var closed: Closed {
        let certain = values.filter { $0.value.verdict == .keptOut }
        if isRest { return Closed(values: certain, others: others.filter { $0.key == .keptOut }) }
        // Drupal's `access` is the time of the last one.
        let areTimes =
            login.sense == .access && values.keys.contains { Int($0).map { $0 > 100_000_000 } ?? false }
        if areTimes, values.keys.allSatisfy({ Int($0) != nil || $0.isEmpty }) {
            return Closed(values: [:], others: [:])
        }
        let areDays =
            ["access", "attributes.access"].contains(name)
            && values.allSatisfy { value, seen in
                value.isEmpty || seen.verdict != .keptOut && LoginName.isDate(value)
            }
        // `Available: weekends`
        let areTimesOfWeek =
            login.isAvailability
            && values.contains { value, seen in
                seen.verdict != .keptOut && !value.isEmpty && TruthWord.truth(of: value) == nil
            }
        if areDays || areTimesOfWeek, others.isEmpty {
            return Closed(values: [:], others: [:])
        }
        if others.isEmpty, LoginName.arePresences(values.keys) { return Closed(values: [:], others: [:]) }
        let verdicts = Set(values.values.map(\.verdict) + others.keys)
        let isDecided = login.isDecided(
            verdicts, values: Array(values.keys), count: values.count + others.count)
        // One that is a word for an open account, so that the others may be words for closed ones.
        let hasOpen = others.isEmpty && values.keys.contains(where: login.isPlainlyOpen)
        let hasYes =
            hasOpen || others.isEmpty && values.keys.contains { TruthWord.truth(of: $0) == true }
        let isCertain = verdicts.contains(.keptOut)
        func isClosed(_ verdict: LoginVerdict) -> Bool {
            verdict == .keptOut || verdict == .unclear && isDecided && !isCertain
        }
        let hasActive = login.sense == .state && values["active"] != nil
        let closed = values.filter { value, seen in
            // Beside `active` they are not active yet.
            if hasActive, ["registered", "register"].contains(value) { return true }
            // Beside 1, the -1 of some programs is no yes.
            if login.sense == .open, value == "-1", values["1"] != nil { return true }
            // `Availability: No` beside `Yes` and `Disabled`
            if login.isAvailability || login.sense == .state, isCertain, hasYes, !value.isEmpty,
                TruthWord.truth(of: value) == false
            {
                return true
            }
            // A 0 for a ban that does not end, beside those who have none.
            if login.isUntil, value == "0", values[""] != nil { return true }
            // `approved: yes` tells that the days in the other cells are not when others were approved.
            if login.sense == .open, hasYes, LoginName.isDate(value) { return true }
            // `active: 2`
            if login.sense == .open, seen.verdict == .unclear, Int(value) != nil { return true }
            // `Access: wiki` lets in, but not beside `active`.
            let isOpen = seen.verdict == .letIn && login.sense != .access
            // Beside `locked`, no code and no empty cell says it too, but `on ice` may.
            let isUnclear = seen.verdict == .unclear && isDecided && value.utf8.count > 2
            let mayBeClosed = hasOpen && (login.mayListStates && !isOpen || isUnclear)
            let isKind = login.isOfKinds && LoginName.endsWithPerson(value)
            return isClosed(seen.verdict) || mayBeClosed && LoginName.mayBeState(value) && !isKind
        }
        return Closed(values: closed, others: others.filter { isClosed($0.key) })
    }

    /// Whose values these days are: the last ones of accounts, or the ends of locks; nil if they are neither.
    private func field(of days: some Sequence<String>, ofAll: Bool, _ today: CalendarDate?) -> Field? {
        if login.areLastDays(days, ofAll: ofAll, today: today) { return .expires }
        // A 0 is no day, and may be a lock without an end.
        return login.areEndsOfLocks(days) && values["0"] == nil ? .lockedUntil : nil
    }

    fileprivate func question(_ accounts: Int, _ today: CalendarDate?) -> LoginQuestion {
        let closed = closed
        let field = field(of: closed.values.keys, ofAll: closed.count >= accounts, today)
        func question(of closed: Closed, _ conditions: [LockCondition], codes: [LockCondition] = [])
            -> LoginQuestion
        {
            LoginQuestion(
                conditions: conditions, codes: codes, field: field,
                isSingle: values.count == 1 && others.isEmpty && !isRest,
                count: min(closed.count, accounts),
                accounts: accounts)
        }
        if field != nil { return question(of: closed, []) }
        // `Zugang Keller`: an unknown word beside it may turn it around.
        if login.sense == .access, !login.isWhole { return question(of: closed, []) }
        // 0 may be the number of any kind.
        if login.isOfKinds, login.sense != .closed, closed.values.keys.allSatisfy({ Int($0) != nil }) {
            return question(of: closed, [], codes: codes)
        }
        // If no condition tells all of them from the others, one that tells those who are certainly kept out.
        for told in [closed, closed.certain] {
            let conditions = conditions(for: told, accounts)
            if !conditions.isEmpty { return question(of: told, conditions) }
        }
        return question(of: closed, [], codes: codes)
    }

    /// What locks those accounts and no others; empty if no condition can tell.
    private func conditions(for closed: Closed, _ accounts: Int) -> [LockCondition] {
        let count = closed.count
        // A condition that is true of every line tells nobody apart.
        guard count > 0, count < accounts || accounts == 1, closed.others.count == others.count else {
            return []
        }
        let mayQuote = login.sense == nil || closed.seen.contains { $0.verdict == .keptOut }
        let open = values.keys.filter { closed.values[$0] == nil }.sorted()
        let shut = closed.values.keys.sorted()
        return candidates(shut, open, mayQuote: mayQuote).first { fits($0, shut, open) } ?? []
    }

    /// The values of a status that are only codes, such as `A` and `R`: who asks may name them all.
    private var codes: [LockCondition] {
        let codes = values.keys.filter { !$0.isEmpty }.sorted()
        let areShort = codes.allSatisfy { code in
            code.utf8.count <= LoginQuestion.longestCode
                && code.utf8.allSatisfy { $0.isLetterOrDigit || "+-".utf8.contains($0) }
        }
        let mayHaveCodes = login.isOfKinds || [.state, .open, .closed].contains(login.sense)
        guard codes.count > 1, mayHaveCodes, others.isEmpty, areShort,
            codes.count <= LoginQuestion.mostCodes
        else {
            return []
        }
        return codes.map { LockCondition(name, $0) }
    }

    /// Sets of conditions, the plainest first, that may tell the closed accounts from the others.
    ///
    /// - Parameter mayQuote: whether the closed values certainly say so, so that each may be named.
    private func candidates(_ closed: [String], _ open: [String], mayQuote: Bool) -> [[LockCondition]] {
        let isTrue = LockCondition(name, "true")
        let isNotTrue = LockCondition(name, isNegated: true, "true")
        let hasValue = LockCondition(name, isNegated: true, "")
        let quotable = closed.map { value in
            // Of a list or a sentence, what keeps out.
            ([value] + LoginName.closedParts(of: value)
                + LoginRemark.closingRemarks(in: value) + LoginRemark.closingWords(in: value))
                .first(where: isQuotable)
        }
        let words = zip(quotable, closed).map { $0 ?? (isWordOfState($1) ? $1 : nil) }
        let general: [[LockCondition]]
        switch login.sense {
        case .closed, .end, .start: general = [[isTrue], [hasValue]]
        case .open, .access: general = [[isNotTrue], [LockCondition(name, "")]]
        case .shell: general = [closed.map { LockCondition(name, $0) }]
        case .state, nil: general = []
        }
        let notOpen = open.filter { !$0.isEmpty && isQuotable($0) }.map {
            [LockCondition(name, isNegated: true, $0)]
        }
        func listed(_ values: [String?], exactly: Bool = false) -> [[LockCondition]] {
            let each = values.compactMap(\.self).withoutDuplicates.map {
                LockCondition(name, (exactly ? "=" : "") + $0)
            }
            return mayQuote && !each.isEmpty && each.count <= 8 ? [each] : []
        }
        // Those of whom nothing is said are none of them: `active: no` beside empty cells.
        return general + listed(quotable) + notOpen + listed(words) + listed(quotable, exactly: true)
    }

    private func fits(_ conditions: [LockCondition], _ closed: [String], _ open: [String]) -> Bool {
        func holds(_ value: String) -> Bool? {
            var isHeld = false
            for condition in conditions {
                do { isHeld = try condition.holds(for: value) || isHeld } catch { return nil }
            }
            return isHeld
        }
        return closed.allSatisfy { holds($0) == true } && open.allSatisfy { holds($0) == false }
    }

    /// Whether a value beside words for open and closed accounts, as `provisioned`, is a word for a state, too.
    private func isWordOfState(_ value: String) -> Bool {
        let isOfStates =
            login.sense == .state && login.isWhole || values.keys.contains(where: login.isPlainlyOpen)
            || values[value]?.verdict == .keptOut
        return isOfStates && value.utf8.count <= 24 && value.contains(where: \.isLetter)
            && value.allSatisfy { $0.isLetter || " -_".contains($0) }
    }

    /// Whether a hint may quote a value: only known words, numbers and dates, never what may be a secret.
    private func isQuotable(_ value: String) -> Bool {
        value.utf8.count <= 40
            && (TruthWord.truth(of: value) != nil || LoginName.light(value) != nil
                || LoginName.day(of: value) != nil
                || LoginWords.words(of: value).allSatisfy { LoginWords.roles(of: $0) != nil })
    }
}

/// What an administrator has to decide about a column, a key or an attribute.
package struct LoginQuestion: Equatable, Sendable {
    /// What would lock those accounts, for `--locked-if`; empty if no condition can tell.
    package let conditions: [LockCondition]
    /// If none can tell, conditions for each code of a status, one or more of which may lock.
    package let codes: [LockCondition]
    /// Whose values its days are: the last ones of accounts, or the ends of locks; nil if they are neither.
    package let field: Field?
    /// Whether all accounts have the same value.
    package let isSingle: Bool
    /// How many accounts seem to be kept out, of how many.
    package let count: Int
    package let accounts: Int

    /// In bytes; longer ones are no codes.
    static let longestCode = 3
    fileprivate static let mostCodes = 5
}
