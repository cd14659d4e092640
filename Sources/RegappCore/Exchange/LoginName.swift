/// What a name of a column, a key or an attribute says about who may log in.
enum LoginSense: Hashable, Sendable {
    /// A value keeps the account out: `disabled_user`, `prohibit_login`, `deleted_at`.
    case closed
    /// A value lets the account in: `Allow Login`, `is_active`.
    case open
    /// A word says it: `Employee Status`.
    case state
    /// The last day: `Termination Date`, `end of contract`.
    case end
    /// The first day: `valid from`.
    case start
    /// The login itself, so that only a plain no keeps out: `Zugang`.
    case access
}

/// A name, judged by its words in any order, joined in any way.
struct LoginName: Sendable {
    /// Nil if the name says nothing about who may log in; its values still may.
    let sense: LoginSense?
    /// Whether all its words are known, so that nothing else can be meant.
    let isWhole: Bool

    init(_ name: String) {
        // A remark in brackets says what values are possible: `Block sign in (Yes/No)`.
        let bare = name.prefix { $0 != "[" && $0 != "(" }
        let words = LoginWords.words(of: bare.contains(where: \.isLetter) ? String(bare) : name)
        let roles = words.map { LoginWords.roles(of: $0) ?? [] }
        var all = LoginWords.Roles(roles)
        isWhole = !roles.contains { $0.isDisjoint(with: Self.known) }
        // `allow_comments` is about comments.
        if all.contains(.verb), !isWhole, !all.contains(.access) {
            all = LoginWords.Roles(roles.filter { !$0.contains(.verb) })
        }
        sense = all.contains(.topic) ? nil : Self.sense(all, roles, isWhole: isWhole)
    }

    private static let known: LoginWords.Roles = [
        .closed, .open, .access, .subject, .end, .until, .from, .start, .state, .negation, .last, .filler,
    ]

    private static func sense(
        _ all: LoginWords.Roles, _ roles: [LoginWords.Roles], isWhole: Bool
    ) -> LoginSense? {
        let isNegated = all.contains(.negation)
        let isVague = !roles.contains { $0.contains(.state) && !$0.contains(.vague) }
        // A state may be listed with its words: `Status (active/disabled)`, `active_or_suspended`.
        if all.contains(.closed), all.contains(.open), !all.contains(.verb), !isNegated { return .state }
        if all.contains(.closed) { return isNegated ? .open : .closed }
        if all.contains(.open) {
            if all.contains(.until), isWhole { return .end }
            if all.contains(.from), isWhole { return .start }
            // `last_active_at`
            if all.contains(.last) { return nil }
            return isNegated ? .closed : .open
        }
        if all.contains(.end), isWhole { return .end }
        if all.contains(.last), all.contains(.day), isWhole, !all.contains(.access) {
            return .end
        }
        if all.contains(.state), !isVague || all.contains(.subject) && isWhole { return .state }
        if all.contains(.access), all.contains(.until), isWhole { return .end }
        if all.contains(.start), isWhole { return .start }
        if all.contains(.access), isNegated { return .closed }
        if all.contains(.state) { return .state }
        return all.contains(.access) && isWhole && !all.contains(.last) ? .access : nil
    }
}

/// What one value says, given the sense of its name.
enum LoginVerdict: Hashable, Sendable {
    case mayLogIn, keptOut
    /// Nothing by itself; among other values it may.
    case unclear
}

extension LoginName {
    /// - Parameter today: for days that are still to come; nil if unknown.
    func verdict(on value: String, today: CalendarDate?) -> LoginVerdict {
        let isNone = NoValue.isMeant(by: value)
        guard let sense else { return !isNone && Self.isStrong(value) ? .keptOut : .mayLogIn }
        let truth = isNone ? nil : TruthWord.truth(of: value.trimmed)
        switch sense {
        case .closed:
            if isNone || truth == false { return .mayLogIn }
            if truth == true { return .keptOut }
            // `lock_version: 3`; times of databases have nine digits and more.
            if !isWhole, let number = Int(value.trimmed), number.magnitude < 100_000_000 { return .mayLogIn }
            return Self.word(value) == .mayLogIn ? .mayLogIn : .keptOut
        case .open:
            if truth == true { return .mayLogIn }
            if truth == false, !isNone { return .keptOut }
            // `approved_at`
            if Self.day(of: value) != nil { return .mayLogIn }
            return isNone ? .unclear : Self.word(value)
        case .state:
            if isNone || truth != nil { return isWhole ? .unclear : .mayLogIn }
            let word = Self.word(value)
            return word == .unclear && !isWhole ? .mayLogIn : word
        case .end:
            if isNone || truth == false { return .mayLogIn }
            if truth == true { return .keptOut }
            guard let day = Self.day(of: value) else { return Self.word(value) }
            // Programs write 9999-12-31 for an end that never comes.
            return day.year >= 9999 ? .mayLogIn : .keptOut
        case .start:
            guard !isNone, let day = Self.day(of: value), let today else { return .mayLogIn }
            return day > today ? .keptOut : .mayLogIn
        case .access:
            let isNo = truth == false && !isNone && Int(value.trimmed) == nil
            return isNo || Self.isStrong(value) ? .keptOut : .mayLogIn
        }
    }

    /// What the words of a status say.
    private static func word(_ value: String) -> LoginVerdict {
        let roles = LoginWords.words(of: value).map { LoginWords.roles(of: $0) ?? [] }
            .filter { !$0.contains(.modal) }
        let all = LoginWords.Roles(roles)
        let isNegated = all.contains(.negation)
        if !all.isDisjoint(with: [.closed, .closedValue]) {
            return isNegated && roles.count == 2 ? .mayLogIn : .keptOut
        }
        if !all.isDisjoint(with: [.open, .openValue]) { return isNegated ? .keptOut : .mayLogIn }
        return .unclear
    }

    /// Whether a value says by itself that an account is closed, whatever its column is called.
    private static func isStrong(_ value: String) -> Bool {
        guard value.utf8.count <= 40 else { return false }
        let roles = LoginWords.words(of: value).map { LoginWords.roles(of: $0) ?? [] }
        return roles.contains { $0.contains(.strong) } && !roles.contains { $0.contains(.negation) }
            && roles.allSatisfy { !$0.isDisjoint(with: [.strong, .subject, .access, .filler, .closed]) }
    }

    /// The day of a date or time in any form that is read; the number of seconds since 1970 too.
    static func day(of value: String, dayFirst: Bool? = nil) -> CalendarDate? {
        let text = value.trimmed
        if let seconds = Int(text), seconds.magnitude >= 100_000_000 {
            // Times in milliseconds have three digits more.
            return CalendarDate(
                dayNumber: seconds / (seconds.magnitude >= 100_000_000_000 ? 86_400_000 : 86_400))
        }
        if let digits = Optional(text.prefix(8)), digits.utf8.count == 8, digits.utf8.allSatisfy(\.isDigit),
            let date = CalendarDate(typed: String(digits))
        {
            return date
        }
        let date = text.prefix { $0 != "T" }
        let word = String(date.prefix { !$0.isWhitespace })
        switch TypedDate(String(date), dayFirst: dayFirst) ?? TypedDate(word, dayFirst: dayFirst) {
        case .day(let iso)?: return CalendarDate(iso: iso)
        // Judged as either; a value that is to be stored is refused.
        case .ambiguous(let one, _)?: return one
        case nil: return nil
        }
    }
}
