package import RegappJSON

/// One account's values by field. An absent field is nil; not every format can tell that from an empty one.
package struct AccountRecord: Equatable, Sendable {
    /// In the order of an account's file: all fields but the plain password and the link for a new one.
    package static let exportedFields = Field.allCases.filter { ![.password, .passwordLink].contains($0) }

    /// One for each field, in the fields' order. Records without values share one array.
    private var texts = Self.noTexts
    private static let noTexts = [String?](repeating: nil, count: Field.allCases.count)
    /// Custom keys that an import sets.
    package internal(set) var own: [JSONText.Member] = []
    /// What is to become of the values under custom keys.
    package var ownChanges: [OwnValue]

    package init(ownChanges: [OwnValue] = []) { self.ownChanges = ownChanges }

    package subscript(field: Field) -> String? {
        get { texts[field.order] }
        // What is not there is not removed: that would copy the array.
        set { if newValue != nil || texts[field.order] != nil { texts[field.order] = newValue } }
    }

    /// The fields that have a value, in the order of an account's file.
    package var fields: [Field] { Field.allCases.filter { self[$0] != nil } }

    package func filter(_ isIncluded: (Field, String) -> Bool) -> AccountRecord {
        var some = self
        for field in fields where !isIncluded(field, self[field] ?? "") { some[field] = nil }
        return some
    }

    /// The fields in order as a JSON object; `json(withPassword: true).fileBytes` is a new account file, to the byte.
    ///
    /// - Parameter others: the members after the fields.
    package func json(withPassword: Bool, and others: [JSONText.Member] = []) -> JSONText {
        let members = fields.filter { withPassword || $0 != .password }
            .map { JSONText.Member($0.rawValue, $0.json(self[$0] ?? "")) }
        return .object(members + others)
    }

    /// Whether a plain password was written by hand: it overrides any hash beside it.
    package var hasPlainPassword: Bool { self[.password]?.isEmpty == false }

    package var mustChange: Bool { self[.mustChange]?.isEmpty == false }

    /// Whether a lock mark before the hash locks the account, until somebody unlocks it.
    package var isLocked: Bool { self[.passwordHash].map(StoredHash.isLocked) ?? false }

    /// Whether a lock mark or the day on which a lock ends locks the account on a day.
    ///
    /// - Parameter day: in the system's time zone.
    func isLocked(on day: CalendarDate) -> Bool {
        isLocked || self[.lockedUntil].flatMap(CalendarDate.init(iso:)).map { $0 > day } ?? false
    }

    /// Whether it was locked, even if the lock has ended since.
    var hasLock: Bool { isLocked || self[.lockedUntil]?.isEmpty == false }

    func isExpired(_ now: Moment) -> Bool { isOver(.expires, now) }

    func isOver(_ field: Field, _ now: Moment) -> Bool {
        self[field].flatMap(CalendarDate.init(iso:)).map { $0 < now.systemDate } ?? false
    }

    /// The record with a lock before its hash, if any.
    var locked: AccountRecord {
        var record = self
        if !isLocked { record[.passwordHash] = StoredHash.lock + (self[.passwordHash] ?? "") }
        return record
    }

    /// Compares by Unicode scalars, like account files.
    package static func == (left: Self, right: Self) -> Bool {
        left.own == right.own && left.ownChanges == right.ownChanges
            && Field.allCases.allSatisfy { field in
                guard let text = left[field], let other = right[field] else {
                    return left[field] == nil && right[field] == nil
                }
                return text.hasSameScalars(as: other)
            }
    }
}

extension AccountRecord: ExpressibleByDictionaryLiteral {
    /// If a field occurs twice, the last value wins.
    package init(dictionaryLiteral values: (Field, String)...) {
        self.init()
        for (field, value) in values { self[field] = value }
    }
}
