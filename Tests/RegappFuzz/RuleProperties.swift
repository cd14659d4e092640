internal import RegappCore
internal import RegappValues

/// Single values: a byte that chooses the rules, then a value.
struct RuleProperties {
    private let policy: Policy
    /// Whether hashes are computed too, which takes a thousand times as long as everything else.
    private let computesHashes: Bool
    private let bytes: [UInt8]
    static let today = CalendarDate(iso: "2026-03-01") ?? .newYearsDay(of: 2026)
    static let now: Moment = {
        guard let noon = Moment(year: 2026, month: 3, day: 1, secondsSince1970: 1_772_366_400)
        else { preconditionFailure("it is one") }
        return noon
    }()

    init(_ input: [UInt8]) {
        var rest = FuzzInput(input)
        let choice = rest.number()
        policy = .builtIn(Rules.PolicyName.allCases[choice % Rules.PolicyName.allCases.count])
        computesHashes = choice & 0x20 != 0
        bytes = rest.remainder()
    }

    func check() throws(BrokenProperty) {
        let value = String(decoding: bytes, as: UTF8.self)
        for field in Field.allCases { try Self.check(value, field, policy) }
        try checkEmail(value)
        try checkDate(value)
        try checkPhone(value)
        try checkHash(value)
        try checkStoredHash(value)
        for hash in Self.hashes { try checkHash(nearMiss(of: hash)) }
    }

    /// A value that passes is kept in a form that passes as well, and that is its own form.
    static func check(_ value: String, _ field: Field, _ policy: Policy) throws(BrokenProperty) {
        let broken = policy.violations(of: value, for: field, today: today)
        try require(Set(broken).count == broken.count, "a broken rule is named once")
        try require(
            broken.allSatisfy { $0.field == field && !$0.message.isEmpty }, "a violation is of its field")
        guard broken.isEmpty else { return }
        let kept = policy.normalized(value, for: field)
        try require(
            policy.violations(of: kept, for: field, today: today).isEmpty,
            "the form that is kept passes its rule")
        try require(
            policy.normalized(kept, for: field).hasSameScalars(as: kept),
            "the form that is kept is its own form")
        let shown = policy.normalized(policy.displayed(kept, for: field), for: field)
        try require(shown.hasSameScalars(as: kept), "the form that is shown is taken for what it shows")
        try require(!kept.unicodeScalars.contains { $0.isUnprintable }, "no value steers a terminal")
    }

    private func checkEmail(_ value: String) throws(BrokenProperty) {
        guard !value.isEmpty,
            Policy.builtIn(.albums).violations(of: value, for: .email, today: Self.today).isEmpty
        else { return }
        guard let name = EmailAddress.fileName(of: value) else {
            throw BrokenProperty(description: "an address has a file name")
        }
        try require(name.utf8.count <= EmailAddress.maximumFileNameBytes, "a file name is short enough")
        try require(
            name.utf8.allSatisfy { "abcdefghijklmnopqrstuvwxyzABCDEF0123456789._+@-%".utf8.contains($0) },
            "a file name has no other characters")
        try require(EmailAddress.fileName(of: value.uppercased()) == name, "case makes no other account")
        try require(EmailAddress.matches(value, value.uppercased()), "an address is itself in capitals")
    }

    private func checkDate(_ value: String) throws(BrokenProperty) {
        if let date = CalendarDate(iso: value) {
            try require(date.isoString == value, "a date prints as it was read")
            try require(CalendarDate(dayNumber: date.dayNumber) == date, "a day's number is that day's")
            try require(
                date.adding(days: 1).adding(days: -1) == date || date.year == 9999,
                "tomorrow's yesterday is today")
        }
        if let moment = Timestamp(rfc3339: value) {
            try require(moment.text == value, "a moment prints as it was read")
        }
        let seconds = bytes.prefix(6).reduce(0) { $0 << 8 | Int($1) } - (1 << 38)
        if let moment = Timestamp(secondsSince1970: seconds) {
            try require(
                Timestamp(rfc3339: moment.text)?.text == moment.text, "a computed moment reads as itself")
        }
    }

    /// The digits of a phone number after `+7`.
    private static let nationalDigits = 10

    private func checkPhone(_ value: String) throws(BrokenProperty) {
        if let phone = PhoneNumber(value) {
            try require(
                PhoneNumber(phone.stored) == phone && PhoneNumber(phone.masked) == phone,
                "a phone reads as itself, stored and masked")
            try require(phone.stored.utf8.count == 2 + Self.nationalDigits, "a phone has ten digits after +7")
            try require(
                PhoneNumber.Beginning(value).map { "+7" + $0.nationalDigits } == phone.stored,
                "the mask takes a whole phone for that phone")
        }
        guard let beginning = PhoneNumber.Beginning(value) else { return }
        try require(
            beginning.nationalDigits.utf8.allSatisfy { (0x30...0x39).contains($0) },
            "what is typed into the mask is digits")
    }

    // MARK: Hashes

    /// One hash of each scheme.
    private static let hashes = [
        "$6$rounds=1000$saltsalt$" + String(repeating: "a", count: 86),
        "$5$saltsalt$" + String(repeating: "a", count: 43),
        "$2b$04$" + String(repeating: "a", count: 53),
        "$y$j75$saltsalt$" + String(repeating: "a", count: 43),
    ]

    /// A hash with another byte somewhere: chance would take long to come so close.
    private func nearMiss(of hash: String) -> String {
        var rest = FuzzInput(bytes)
        var text = Array(hash.utf8)
        text[rest.number() % text.count] = UInt8(rest.number())
        return String(decoding: text, as: UTF8.self)
    }

    /// A hash behind the lock of its account, or without.
    private func checkStoredHash(_ value: String) throws(BrokenProperty) {
        for (text, isLocked) in [(value, value.hasPrefix("!")), ("!" + value, true)] {
            guard let stored = try? StoredHash(text) else { continue }
            try require(stored.text == text, "a stored hash prints as it was read")
            try require(stored.isLocked == isLocked, "a ! before a hash locks, and nothing else does")
            try require(stored.hash != nil || text == "!", "only a lone ! has no hash")
        }
        try require((try? StoredHash("!!" + value)) == nil, "nobody is locked twice")
    }

    private func checkHash(_ value: String) throws(BrokenProperty) {
        guard let hash = try? PasswordHash(value) else { return }
        try require(
            hash.text == value && value.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != 0x3A },
            "a hash fits into a line of a password file")
        guard computesHashes, Self.isCheap(hash) else { return }
        try require(
            (try? hash.matches("")) == false && (try? hash.matches("\0")) == false,
            "no hash is that of nothing")
        guard let method = HashMethod.allCases.first(where: { $0.form.scheme == hash.scheme }),
            method.form.costRange.contains(hash.cost)
        else { return }
        let password = String(value.unicodeScalars.suffix(9))
        guard let made = try? PasswordHash(hashing: password, method: method, cost: hash.cost) else { return }
        try require((try? PasswordHash(made.text)) == made, "a hash that is made reads as itself")
        let isFound = (try? made.matches(password)) == true && (try? made.matches(password + "x")) == false
        try require(isFound, "a hash is that of its password")
    }

    /// Whether a hash is computed in a millisecond or so.
    private static func isCheap(_ hash: PasswordHash) -> Bool {
        switch hash.scheme {
        case .sha, .ssha, .des, .md5Crypt, .apr1: true
        case .bsdi, .sha256Crypt, .sha512Crypt: hash.cost <= 1_000
        case .bcrypt: hash.cost <= 4
        case .yescrypt: hash.cost <= 1
        }
    }
}

extension Policy {
    /// The rules that a value breaks by itself, with nothing else known of the account.
    func violations(of value: String, for field: Field, today: CalendarDate) -> [Violation] {
        Draft(self, today: today, over: [field: value]).judgement.violations(about: [field])
    }
}
