internal import RegappStore
internal import RegappValues
package import RegappJSON

/// Values for the fields of one account, as they travel between files, forms and rules.
///
/// An absent field is nil; not every format can tell that from an empty one. With at most nine fields a linear search
/// costs a start less than a hash table.
package struct AccountRecord: Equatable, Sendable {
    private struct Entry {
        let field: Field
        var value: String
    }

    /// The exported fields in the order of an account's file: all but a plain password.
    package static let exportedFields = Field.allCases.filter { $0 != .password }

    /// In the order of the fields.
    private var entries: [Entry] = []
    /// The members that an import has for keys of the account's own.
    var own: [JSONText.Member] = []

    package init() {}

    package subscript(field: Field) -> String? {
        get { index(of: field).map { entries[$0].value } }
        set {
            switch (index(of: field), newValue) {
            case (let index?, let value?): entries[index].value = value
            case (let index?, nil): entries.remove(at: index)
            case (nil, let value?):
                if entries.isEmpty { entries.reserveCapacity(Field.allCases.count) }
                let entry = Entry(field: field, value: value)
                if let place = entries.firstIndex(where: { $0.field.order > field.order }) {
                    entries.insert(entry, at: place)
                } else {
                    entries.append(entry)
                }
            case (nil, nil): break
            }
        }
    }

    package var isEmpty: Bool { entries.isEmpty }

    /// How many fields have a value, empty ones included.
    package var count: Int { entries.count }

    /// The fields that the account has, in the order of its file.
    package var fields: [Field] { entries.map(\.field) }

    package func filter(_ isIncluded: (Field, String) -> Bool) -> AccountRecord {
        var some = AccountRecord()
        some.entries = entries.filter { isIncluded($0.field, $0.value) }
        some.own = own
        return some
    }

    package func mapValues(_ value: (Field, String) -> String) -> AccountRecord {
        var others = self
        for index in entries.indices {
            others.entries[index].value = value(entries[index].field, entries[index].value)
        }
        return others
    }

    private func index(of field: Field) -> Int? { entries.firstIndex { $0.field == field } }

    /// The account as a JSON object of its fields in order, with or without a plain password.
    ///
    /// `json(withPassword: true).fileBytes` is a new account file, to the byte.
    ///
    /// - Parameter others: the members after those of the fields.
    package func json(withPassword: Bool, and others: [JSONText.Member] = []) -> JSONText {
        var members: [JSONText.Member] = []
        members.reserveCapacity(entries.count)
        for entry in entries where withPassword || entry.field != .password {
            members.append(JSONText.Member(entry.field.rawValue, entry.field.json(entry.value)))
        }
        return .object(members + others)
    }

    /// Whether a plain password was written by hand: it then counts, and a hash beside it is an old one that must not
    /// be used.
    package var hasPlainPassword: Bool { self[.password]?.isEmpty == false }

    /// Whether the password must be changed at the next login.
    package var mustChange: Bool { self[.mustChange] == FlagRule.text }

    var isLocked: Bool { self[.passwordHash]?.hasPrefix(StoredHash.lock) == true }

    /// Whether its last day is over.
    func isExpired(_ now: Moment) -> Bool {
        self[.expires].flatMap(CalendarDate.init(iso:)).map { $0 < now.systemDate } ?? false
    }

    /// The same with a lock before any hash that it has.
    var locked: AccountRecord {
        var record = self
        if !isLocked { record[.passwordHash] = StoredHash.lock + (self[.passwordHash] ?? "") }
        return record
    }

    /// Compares by Unicode scalars, like account files.
    package static func == (left: Self, right: Self) -> Bool {
        left.entries.elementsEqual(right.entries) {
            $0.field == $1.field && $0.value.hasSameScalars(as: $1.value)
        } && left.own == right.own
    }
}

extension AccountRecord: ExpressibleByDictionaryLiteral {
    /// Values by their fields; if a field occurs twice, the last value wins.
    package init(dictionaryLiteral values: (Field, String)...) {
        for (field, value) in values { self[field] = value }
    }
}
