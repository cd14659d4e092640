/// An attribute whose name and meaning some server fixes: what it says about logins is read, in every format.
struct LoginAttribute: Sendable {
    enum Meaning: Hashable, Sendable {
        /// Locks unless empty or false.
        case lock
        /// A word; locks unless it says that the account is open.
        case status
        /// Locks unless true.
        case enabled
        /// A number that locks if it has one of these bits.
        case bits(Int)
        /// A DN; locks if it names a role whose members are disabled.
        case role
        /// Letters of Samba; D is a lock, and L one after wrong passwords.
        case flags
        /// The state of a resource (SUPANN): `{COMPTE}S` or `{COMPTE}I:SupannFerme` locks, `{COMPTE}A` does not.
        case resource
        /// The account ends at a time (RFC 4517, 3.3.13), such as `20241231235959Z`.
        case end
        /// The account ends at a number of seconds since 1970.
        case endInSeconds
        /// The account ends with the day before this one, counted from 1970-01-01 (shadow(5)).
        case endInDays
        /// The account ends at a number of 100 ns since 1601.
        case endInTicks
        /// The account begins at a time.
        case start
        /// The account is locked until a time, or for good: 1970, or a number below 0.
        case lockEnd
        /// The hours of the week in which logins are allowed, a bit each; locks if there is none.
        case hours
        /// The password ends at a time; grace logins may remain.
        case passwordEnd
        case graceLogins
        /// A new password is required if true or 0.
        case mark
        /// The days of shadow(5) from which the age of a password is known.
        case changed, maximumAge, inactivity
    }

    let name: String
    let meaning: Meaning
    /// Whether a column or key with this name can mean nothing else.
    let isDistinctive: Bool

    private init(_ name: String, _ meaning: Meaning, isDistinctive: Bool = true) {
        self.name = name
        self.meaning = meaning
        self.isDistinctive = isDistinctive
    }

    static let all: [LoginAttribute] = [
        LoginAttribute("nologin", .lock, isDistinctive: false),
        // Dovecot: the lookup fails, whatever the password.
        LoginAttribute("fail", .lock, isDistinctive: false),
        // OpenVPN Access Server.
        LoginAttribute("prop_deny", .lock),
        LoginAttribute("nsAccountLock", .lock),
        LoginAttribute("loginDisabled", .lock, isDistinctive: false),
        LoginAttribute("ds-pwp-account-disabled", .lock),
        LoginAttribute("pwdAccountLockedTime", .lock),
        LoginAttribute("inetUserStatus", .status),
        LoginAttribute("mailUserStatus", .status),
        LoginAttribute("mailDeliveryStatus", .status),
        LoginAttribute("accountStatus", .status, isDistinctive: false),
        LoginAttribute("zimbraAccountStatus", .status),
        LoginAttribute("msDS-UserAccountDisabled", .lock),
        LoginAttribute("ads-pwdAccountLocked", .lock),
        LoginAttribute("ibm-pwdAccountLocked", .lock),
        LoginAttribute("orclIsEnabled", .enabled),
        // Blackboard, Lemmy, Kopano.
        LoginAttribute("available_ind", .enabled),
        LoginAttribute("account_available", .enabled),
        LoginAttribute("application_accepted", .enabled),
        LoginAttribute("availability.available", .enabled),
        LoginAttribute("accepted_application", .enabled),
        LoginAttribute("kopanoAccount", .enabled),
        LoginAttribute("zarafaAccount", .enabled),
        LoginAttribute("isDeleted", .lock, isDistinctive: false),
        LoginAttribute("isRecycled", .lock),
        LoginAttribute("lockedByIntruder", .lock),
        // IBM Security Identity Manager: 1 is inactive.
        LoginAttribute("erAccountStatus", .lock),
        LoginAttribute("schacUserStatus", .status),
        LoginAttribute("supannRessourceEtat", .resource),
        LoginAttribute("supannRessourceEtatDate", .resource),
        // Active Directory: 2 is a lock, 16 one after wrong passwords, and with 2 ** 18 only a smartcard lets in.
        LoginAttribute("userAccountControl", .bits(1 << 18 | 0b1_0010)),
        LoginAttribute("msDS-User-Account-Control-Computed", .bits(1 << 18 | 0b1_0010)),
        LoginAttribute("msExchUserAccountControl", .bits(0b10)),
        // Domino: 2 locks, 1 only compares passwords.
        LoginAttribute("CheckPassword", .bits(0b10), isDistinctive: false),
        // MIT Kerberos: DISALLOW_ALL_TIX.
        LoginAttribute("krbTicketFlags", .bits(0b100_0000)),
        // Heimdal: invalid, and locked out.
        LoginAttribute("krb5KDCFlags", .bits(1 << 17 | 0b1000_0000)),
        LoginAttribute("nsRole", .role),
        LoginAttribute("nsRoleDN", .role),
        LoginAttribute("sambaAcctFlags", .flags),
        LoginAttribute("acctFlags", .flags),
        LoginAttribute("logonHours", .hours),
        LoginAttribute("sambaLogonHours", .hours),
        LoginAttribute("loginAllowedTimeMap", .hours),
        // 389 Directory Server, MODX, Invision.
        LoginAttribute("accountUnlockTime", .lockEnd),
        LoginAttribute("blockedUntil", .lockEnd),
        LoginAttribute("temp_ban", .lockEnd),
        LoginAttribute("blockedAfter", .endInSeconds),
        LoginAttribute("loginExpirationTime", .end),
        LoginAttribute("krb5ValidEnd", .end),
        LoginAttribute("pwdEndTime", .end),
        LoginAttribute("krbPrincipalExpiration", .end),
        LoginAttribute("ds-pwp-account-expiration-time", .end),
        LoginAttribute("sambaKickoffTime", .endInSeconds),
        LoginAttribute("shadowExpire", .endInDays),
        LoginAttribute("accountExpires", .endInTicks, isDistinctive: false),
        LoginAttribute("orclActiveEndDate", .end),
        LoginAttribute("iplanet-am-user-account-life", .end),
        LoginAttribute("orclActiveStartDate", .start),
        LoginAttribute("pwdStartTime", .start),
        LoginAttribute("krb5ValidStart", .start),
        LoginAttribute("accountActivationDate", .start),
        LoginAttribute("activation_date", .start),
        LoginAttribute("activationTime", .start, isDistinctive: false),
        LoginAttribute("loginActivationTime", .start),
        LoginAttribute("ds-pwp-account-activation-time", .start),
        LoginAttribute("passwordExpirationTime", .passwordEnd),
        LoginAttribute("ds-pwp-password-expiration-time", .passwordEnd),
        LoginAttribute("krbPasswordExpiration", .passwordEnd),
        LoginAttribute("krb5PasswordEnd", .passwordEnd),
        LoginAttribute("loginGraceLimit", .graceLogins),
        LoginAttribute("loginGraceRemaining", .graceLogins),
        LoginAttribute("pwdReset", .mark),
        LoginAttribute("pwdLastSet", .mark),
        LoginAttribute("shadowLastChange", .changed),
        LoginAttribute("shadowMax", .maximumAge),
        LoginAttribute("shadowInactive", .inactivity),
    ]

    /// Whether it says, as MIT Kerberos does by second 0, that there is no end.
    fileprivate func isEndless(_ time: String) -> Bool {
        name.hasPrefix("krbP") && time == Self.secondZero
    }

    fileprivate static let secondZero = "19700101000000z"

    private static let byName = Dictionary(uniqueKeysWithValues: all.map { (folded($0.name), $0) })

    /// - Parameter name: compared without case and signs, as in `user_account_control`; it may have options, as in
    ///   `nsAccountLock;lang-en`, and stand inside objects, as in `attributes.userAccountControl`.
    static func named(_ name: String) -> LoginAttribute? {
        let bare = name.prefix { $0 != ";" }
        if let known = self.name(ofNumber: bare) { return byName[folded(known)] }
        return byName[folded(bare)]
            ?? byName[folded(bare[(bare.lastIndex(of: ".").map(bare.index(after:)) ?? bare.startIndex)...])]
    }

    /// Attributes by their object identifiers (RFC 4512, 1.4), which some servers write for those of another schema.
    private static let numbers = [
        "2.16.840.1.113730.3.1.610": "nsAccountLock", "1.2.840.113556.1.4.8": "userAccountControl",
        "1.2.840.113556.1.4.159": "accountExpires", "1.2.840.113556.1.4.96": "pwdLastSet",
        "1.2.840.113556.1.4.64": "logonHours", "1.3.6.1.4.1.42.2.27.8.1.17": "pwdAccountLockedTime",
        "1.3.6.1.4.1.42.2.27.8.1.22": "pwdReset", "1.3.6.1.1.1.1.5": "shadowLastChange",
        "1.3.6.1.1.1.1.7": "shadowMax", "1.3.6.1.1.1.1.9": "shadowInactive",
        "1.3.6.1.1.1.1.10": "shadowExpire", "1.3.6.1.1.1.1.4": "loginShell",
        "1.2.840.113556.1.4.662": "lockoutTime", "1.2.840.113556.1.2.48": "isDeleted",
        "1.2.840.113556.1.4.2058": "isRecycled", "1.2.840.113556.1.4.1853": "msDS-UserAccountDisabled",
        "1.2.840.113556.1.4.1460": "msDS-User-Account-Control-Computed",
        "2.16.840.1.113730.3.1.575": "nsRoleDN", "2.16.840.1.113719.1.301.4.14.1": "krbPrincipalExpiration",
        "2.16.840.1.113719.1.301.4.8.1": "krbTicketFlags",
    ]

    static func name(ofNumber name: some StringProtocol) -> String? {
        name.utf8.first?.isDigit ?? false ? numbers[String(name)] : nil
    }

    /// The attribute that a column or key certainly is. Inside an object, as in `attributes.accountExpires`, the end of an
    /// account can be nothing else; a column of that name is the field.
    static func certain(_ name: String) -> LoginAttribute? {
        named(name).flatMap { attribute in
            attribute.isDistinctive || attribute.meaning == .endInTicks && name.contains(".")
                ? attribute : nil
        }
    }

    private static func folded(_ name: some StringProtocol) -> String {
        String(decoding: name.utf8.filter { $0.isLetterOrDigit || $0 >= 0x80 }, as: UTF8.self).lowercased()
    }

    /// The attributes that lock an account by their values alone.
    static var locks: [LoginAttribute] {
        all.filter { attribute in
            switch attribute.meaning {
            case .lock, .status, .enabled, .bits, .flags, .role, .resource, .hours, .lockEnd: true
            default: false
            }
        }
    }

    /// The attributes that say when an account begins.
    static var starts: [LoginAttribute] { all.filter { $0.meaning == .start } }

    /// The attributes that say when an account ends.
    static var ends: [LoginAttribute] {
        all.filter { [.end, .endInSeconds, .endInDays, .endInTicks].contains($0.meaning) }
    }
}

extension [LoginAttribute] {
    var names: String { map(\.name).joined(separator: ", ") }
}

/// What an account's values say for certain about its logins.
struct LoginFacts: Sendable {
    var isLocked = false
    /// Whether a list that regapp printed says so; it says it of a lock that ends by itself, too.
    var isListedAsLocked = false
    /// It locks, unless the row says when the lock ends.
    var hasLockReason = false
    /// Whether a column of the ends of locks says that one does not end.
    private(set) var isLockedForGood = false
    private(set) var mustChange = false
    /// The earliest of the last days.
    private(set) var lastDay: CalendarDate?
    /// The first day, if the account has one.
    private(set) var firstDay: CalendarDate?
    /// The day on which a lock ends, if that is still to come.
    private(set) var lockEnd: CalendarDate?
    private var passwordEnd: CalendarDate?
    /// Where the file tells the second: when the account, its password or its lock ends, and when the account begins, in
    /// seconds since 1970. They decide within a day.
    private var endSecond, passwordEndSecond, lockEndSecond, startSecond: Int?
    private var graceLogins: Int?
    var age = PasswordAge()
    var passwordAge = PasswordAge.State.good

    mutating func end(on day: CalendarDate) { lastDay = min(lastDay ?? day, day) }

    /// - Parameter second: since 1970.
    mutating func end(at second: Int) { endSecond = min(endSecond ?? second, second) }

    /// - Throws: `plain` for a day that cannot be read, `violation` for one that can be read in two ways.
    mutating func noteEnd(
        _ value: String, in name: String, dayFirst: Bool?
    ) throws(ImportProblem.Reason) {
        guard !NoValue.isMeant(by: value), !LoginName.isEndless(value) else { return }
        end(on: try Self.day(value, in: name, dayFirst, .expires))
    }

    /// - Throws: as ``noteEnd(_:in:dayFirst:)``.
    mutating func noteLockEnd(
        _ value: String, in name: String, dayFirst: Bool?
    ) throws(ImportProblem.Reason) {
        guard !NoValue.isMeant(by: value) else { return }
        if LoginName.isEndless(value) {
            isLockedForGood = true
            isLocked = true
        } else {
            let day = try Self.day(value, in: name, dayFirst, .lockedUntil)
            lockEnd = max(lockEnd ?? day, day)
        }
    }

    private static func day(
        _ value: String, in name: String, _ dayFirst: Bool?, _ field: Field
    ) throws(ImportProblem.Reason) -> CalendarDate {
        if dayFirst == nil, let rule = DateRule.ambiguous(CalendarDate.partOfDate(in: value.trimmed)) {
            throw .violation(Violation(field: field, rule: .date(rule)))
        }
        guard let day = CalendarDate.readings(of: value, dayFirst: dayFirst).first else {
            throw .plain("\(FormatProblem.shortened(name)) must be a date", field: field)
        }
        return day
    }

    /// - Throws: `plain` for a day that cannot be read, since the account might end.
    mutating func note(_ attribute: LoginAttribute, _ value: String) throws(ImportProblem.Reason) {
        let text = value.trimmed.lowercased()
        guard !NoValue.isMeant(by: text) else { return }
        switch attribute.meaning {
        // A malformed flag counts as a lock.
        case .lock: if !["false", "no", "0"].contains(text) { isLocked = true }
        // `urn:schac:userStatus:example.org:active`
        case .status:
            if !LoginName.isOpen(String(text.split(separator: ":").last ?? "")) { isLocked = true }
        case .enabled:
            if !["true", "t", "yes", "y", "1", "enabled", "active"].contains(text) { isLocked = true }
        case .hours: if Self.isZero(text) { isLocked = true }
        case .lockEnd: try noteLock(until: text, attribute)
        case .bits(let bits):
            if Self.areBitsSet(bits, in: text) { isLocked = true }
        case .role: if text.contains("disabledrole") { isLocked = true }
        case .resource:
            let states = text.split { ";|, ".contains($0) }
            for state in states where state.hasPrefix("{compte}") {
                if !state.hasPrefix("{compte}a") { isLocked = true }
                noteDays(ofResource: state)
            }
        case .flags: if text.contains("d") || text.contains("l") { isLocked = true }
        case .end where attribute.isEndless(text), .passwordEnd where attribute.isEndless(text): break
        case .end:
            end(on: try Self.lastDay(before: text, attribute))
            if let second = Timestamp.imported(text)?.secondsSince1970 { end(at: second) }
        case .endInSeconds: try noteEnd(inSeconds: text, attribute)
        case .endInDays:
            if let last = try PasswdFileParser.expiry(text[...], in: attribute.name),
                let day = CalendarDate(iso: last)
            {
                end(on: day)
            }
        case .endInTicks: try noteEnd(inTicks: value.trimmed, attribute)
        case .start: try noteStart(text, attribute)
        // What 389 Directory Server writes after an administrator has set the password.
        case .passwordEnd where text == LoginAttribute.secondZero: mustChange = true
        case .passwordEnd:
            passwordEnd = try Self.lastDay(before: text, attribute)
            passwordEndSecond = Timestamp.imported(text)?.secondsSince1970
        case .graceLogins:
            if let count = Int(text), text.utf8.count < 8 {
                graceLogins = min(graceLogins ?? count, count)
            } else {
                end(on: try Self.lastDay(before: text, attribute))
            }
        case .mark: if ["true", "0"].contains(text) { mustChange = true }
        case .changed: age.changed = Int(text)
        case .maximumAge: age.maximum = Int(text)
        case .inactivity: age.inactivity = Int(text)
        }
    }

    /// The first and the last day of `{COMPTE}A::20200101:20251231`.
    private mutating func noteDays(ofResource state: Substring) {
        let parts = state.split(separator: ":", omittingEmptySubsequences: false).dropFirst(2)
        let days = parts.map { LoginName.day(of: String($0)) }
        if days.count > 0, let first = days[0] { firstDay = max(firstDay ?? first, first) }
        if days.count > 1, let last = days[1] { end(on: last) }
    }

    /// The bits as a number, in any text, or as words: `512 = ( NORMAL_ACCOUNT )`, `NORMAL_ACCOUNT, ACCOUNTDISABLE`. What
    /// certainly lets nobody in is malformed, and counts as a lock.
    private static func areBitsSet(_ bits: Int, in text: String) -> Bool {
        if let number = number(text) { return number & bits != 0 }
        let words = text.split { !$0.isLetter && !$0.isNumber }.map(String.init)
        let areSet = words.contains { word in number(word).map { $0 & bits != 0 } ?? false }
        let letters = text.filter(\.isLetter)
        let isKnown = ["normalaccount", "normaluser"].contains { letters.holds($0) } || letters == "enabled"
        return areSet || !isKnown || ["disable", "lock", "smartcard"].contains { letters.holds($0) }
    }

    /// Bits in hexadecimal or base64, or as they are.
    private static func isZero(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { "0a=\0".unicodeScalars.contains($0) }
    }

    private mutating func noteStart(
        _ text: String, _ attribute: LoginAttribute
    ) throws(ImportProblem.Reason) {
        // `activation_date: never`
        guard TruthWord.truth(of: text) == nil else { return }
        if let second = Timestamp.imported(text)?.secondsSince1970 {
            startSecond = max(startSecond ?? second, second)
        } else {
            let day = try Self.firstDay(from: text, attribute)
            firstDay = max(firstDay ?? day, day)
        }
    }

    private mutating func noteLock(
        until text: String, _ attribute: LoginAttribute
    ) throws(ImportProblem.Reason) {
        let number = Self.number(text)
        // `temp_ban: 1`
        if LoginName.isEndless(text) || number == 1 {
            isLocked = true
            return
        }
        if number == 0 { return }
        if number.map({ $0 < 0 }) ?? text.hasPrefix("1970") {
            isLocked = true
        } else {
            let day = try Self.firstDay(from: text, attribute)
            // A day alone may end in any zone.
            let second = Timestamp.imported(text)?.secondsSince1970 ?? day.adding(days: 1).dayNumber * 86_400
            lockEnd = max(lockEnd ?? day, day)
            lockEndSecond = max(lockEndSecond ?? second, second)
        }
    }

    /// The first whole day from a moment on: of a number, or of a time such as `20241231235959Z`.
    private static func firstDay(
        from text: String, _ attribute: LoginAttribute
    ) throws(ImportProblem.Reason) -> CalendarDate {
        guard text.utf8.count < 14, let number = number(text),
            let last = CalendarDate(dayNumber: (seconds(number) - 1) / 86_400)
        else { return try lastDay(before: text, attribute).adding(days: 1) }
        return last.adding(days: 1)
    }

    /// Of a number that may be one of milliseconds.
    private static func seconds(_ number: Int) -> Int {
        number.magnitude >= 100_000_000_000 ? number / 1_000 : number
    }

    /// As tables write a number of bits, too: `512.0` and `0x200`.
    private static func number(_ text: String) -> Int? {
        if text.hasPrefix("0x") { return Int(text.dropFirst(2), radix: 16) }
        return Int(text.hasSuffix(".0") ? text.dropLast(2) : text[...])
    }

    /// Decides, once all values are known, what depends on several of them and on the time.
    mutating func settle(at now: Moment?) {
        if age.changed == 0 { mustChange = true }
        passwordAge = age.state(on: now?.systemDate)
        guard let now else {
            isLocked = isLocked || lockEnd != nil
            return
        }
        let today = now.systemDate
        let second = now.timestamp.secondsSince1970
        if let end = lockEnd, end <= today || lockEndSecond.map({ $0 <= second }) ?? false { lockEnd = nil }
        if let endSecond, endSecond <= second { end(on: today.adding(days: -1)) }
        if firstDay.map({ $0 > today }) ?? false || startSecond.map({ $0 > second }) ?? false {
            isLocked = true
        }
        if passwordEnd.map({ $0 < today }) ?? false || passwordEndSecond.map({ $0 <= second }) ?? false {
            if graceLogins ?? 0 > 0 { mustChange = true } else { isLocked = true }
        }
    }

    private mutating func noteEnd(
        inSeconds text: String, _ attribute: LoginAttribute
    ) throws(ImportProblem.Reason) {
        guard let seconds = Int(text) else {
            // As a table writes it.
            if let day = LoginName.day(of: text) {
                if let second = Timestamp.imported(text)?.secondsSince1970 { end(at: second) }
                return end(on: day)
            }
            throw .plain("\(attribute.name) must be a number of seconds since 1970", field: .expires)
        }
        // Samba writes 0 or the latest time that it knows for an account without an end.
        guard seconds > 0, seconds < Int(Int32.max) else { return }
        if let day = CalendarDate(dayNumber: (seconds - 1) / 86_400) { end(on: day) }
        end(at: seconds)
    }

    private mutating func noteEnd(
        inTicks text: String, _ attribute: LoginAttribute
    ) throws(ImportProblem.Reason) {
        if let last = Self.day(inTicks: text) {
            guard let day = CalendarDate(iso: last), let ticks = Int(text) else { return }
            end(on: day)
            end(at: Self.second(inTicks: ticks))
            return
        }
        // As other programs call the day that they know.
        if DateRule.ambiguous(CalendarDate.partOfDate(in: text)) == nil, let day = LoginName.day(of: text) {
            return end(on: day)
        }
        throw .plain("the day of expiry must be a number of 100 ns since 1601", field: .expires)
    }

    /// The last day that begins before a time such as `20241231235959Z`.
    private static func lastDay(
        before time: String, _ attribute: LoginAttribute
    ) throws(ImportProblem.Reason) -> CalendarDate {
        guard let day = CalendarDate(iso: time.prefix(8).asISODay) else {
            // As a table writes it.
            if let day = LoginName.day(of: time), !time.allSatisfy(\.isNumber) { return day }
            throw .plain("\(attribute.name) must be a time such as 20241231235959Z", field: .expires)
        }
        let clock = time.prefix(14).dropFirst(8).prefix { $0.isASCII && $0.isNumber }
        let isMidnight = clock.allSatisfy { $0 == "0" }
        return isMidnight ? day.adding(days: -1) : day
    }
}

extension LoginFacts {
    /// What one attribute says; nil if its value cannot be read.
    init?(_ attribute: LoginAttribute, _ value: String) {
        do throws(ImportProblem.Reason) { try note(attribute, value) } catch { return nil }
    }
}

/// How old a password may be (shadow(5)), in days; nil if nothing is said.
struct PasswordAge: Sendable {
    /// The day of the last change since 1970-01-01; 0 asks for another password.
    var changed: Int?
    var maximum: Int?
    /// How long after the maximum age the password may still be changed.
    var inactivity: Int?

    enum State { case good, mustChange, closed }

    func state(on today: CalendarDate?) -> State {
        guard let today, let changed, changed > 0, let maximum, maximum >= 0 else { return .good }
        let age = today.dayNumber - changed
        guard age > maximum else { return .good }
        guard let inactivity, inactivity >= 0 else { return .mustChange }
        // Both numbers come from a file, and their sum may be too large.
        return age - maximum > inactivity ? .closed : .mustChange
    }
}
