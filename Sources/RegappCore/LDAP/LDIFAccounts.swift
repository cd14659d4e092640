internal import RegappJSON

/// Reads accounts from LDIF: the entries of persons.
struct LDIFAccountReader: AccountReader {
    /// In lowercase (RFC 4519, RFC 2798).
    private static let personClasses = ["person", "organizationalperson", "inetorgperson"]

    var hasStopped: Bool { entries.hasStopped }
    private(set) var remarks = ReadingRemarks()
    private var entries: LDIFReader

    private let hasDomain: Bool
    /// Further attributes to read, by key.
    private let mapped: [(key: String, targets: [ColumnMap.Target])]

    /// - Parameter mapped: targets by attribute name in lowercase.
    init(encoding: TextEncoding? = nil, hasDomain: Bool = false, mapped: [String: [ColumnMap.Target]] = [:]) {
        self.hasDomain = hasDomain
        let keys = LDAPAttribute.importedKeys.merging(mapped.map { ($0.key, $0.key) }) { key, _ in key }
        self.mapped = mapped.sorted { $0.key < $1.key }.map { (keys[$0.key] ?? $0.key, $0.value) }
        entries = LDIFReader(encoding: encoding, keys: keys)
    }

    mutating func read(_ piece: [UInt8]) -> [ImportedAccount] { accounts(in: entries.read(piece)) }

    mutating func finish() -> [ImportedAccount] { accounts(in: entries.finish()) }

    private mutating func accounts(in readings: [LDIFReader.Reading]) -> [ImportedAccount] {
        var accounts: [ImportedAccount] = []
        for reading in readings {
            do throws(ImportProblem) {
                let entry = try reading.get()
                guard isPerson(entry) else {
                    remarks.passedOver += 1
                    continue
                }
                accounts.append(ImportedAccount(line: entry.line, try record(of: entry)))
            } catch { accounts.append(ImportedAccount(error)) }
        }
        return accounts
    }

    /// If a search did not ask for classes, an entry with an email counts as a person. A domain's computers are
    /// persons, too, but have the class `computer` or a name that ends in `$`.
    private func isPerson(_ entry: LDIFEntry) -> Bool {
        let isComputer = entry.isOf(["computer"]) || Self.userNames(in: entry).contains { $0.hasSuffix("$") }
        guard !isComputer else { return false }
        return entry.texts(LDAPAttribute.objectClass).isEmpty
            ? !entry.texts(LDAPAttribute.mail).isEmpty
            : entry.isOf(Self.personClasses + (hasDomain ? ["posixaccount"] : []))
    }

    /// If an entry has an email, its common name is a person's whole name, in which a `$` at the end means nothing.
    private static func userNames(in entry: LDIFEntry) -> [String] {
        let hasMail = !entry.texts(LDAPAttribute.mail).allSatisfy(\.isEmpty)
        let names = [LDAPAttribute.userID, LDAPAttribute.accountName]
        return (names + (hasMail ? [] : [LDAPAttribute.commonName])).flatMap(entry.texts)
    }

    private mutating func record(of entry: LDIFEntry) throws(ImportProblem) -> AccountRecord {
        var record = AccountRecord()
        for (field, attribute) in LDAPAttribute.fields {
            let values = entry.values.filter { $0.key == attribute.key }
            guard let first = values.first else { continue }
            switch field {
            case .passwordHash: record[field] = try hash(of: values)
            case .email where values.count > 1:
                // The one that names the entry, or else the first.
                let email = entry.name.email() ?? first.text
                record[field] = email
                remarks.noteSecondEmail(in: values[1].line, taking: email)
            case _ where values.count > 1:
                throw ImportProblem(
                    line: values[1].line,
                    reason: .plain("\(attribute.name) has a second value, and an account holds one"))
            default: record[field] = first.text
            }
        }
        record = record.withoutSubstitutes(commonName: entry.texts(LDAPAttribute.commonName).first)
        if record[.email]?.isEmpty ?? true {
            record[.email] = hasDomain ? Self.userNames(in: entry).first : nil
            guard record[.email] != nil else {
                throw ImportProblem(line: entry.line, reason: .format(.noMail))
            }
        }
        do throws(ImportProblem.Reason) {
            record[.expires] = try entry.expiry
            for (key, targets) in mapped {
                for target in targets { try record.set(entry.texts(key), as: target, &remarks) }
            }
        } catch {
            throw ImportProblem(line: entry.line, reason: error)
        }
        if LDAPAttribute.marks.contains(where: { ["true", "0"].contains(entry.first($0)) }) {
            record[.mustChange] = Field.setFlag
        }
        guard entry.isLocked else { return record }
        remarks.note(.locked)
        return record.locked
    }

    /// If there are several values, the one that regapp can verify counts; a lock on any of them counts too.
    private mutating func hash(of values: [LDIFEntry.Value]) throws(ImportProblem) -> String {
        let hashes = values.map { LDAPAttribute.hash(of: $0.text) }
        let verified = hashes.indices.filter { (try? StoredHash(hashes[$0]))?.hash != nil }
        guard verified.count < 2 else {
            throw ImportProblem(
                line: values[verified[1]].line, reason: .format(.twoHashes))
        }
        let others = hashes.filter { !$0.isEmpty && $0 != StoredHash.lock }
        let hash = verified.first.map { hashes[$0] } ?? others.first ?? hashes[0]
        if others.count > 1 { remarks.noteOtherPasswords(others.filter { $0 != hash }) }
        let isLocked = hashes.contains(where: StoredHash.isLocked) && !StoredHash.isLocked(hash)
        return (isLocked ? StoredHash.lock : "") + hash
    }
}

extension AccountRecord {
    /// Several values make a list.
    fileprivate mutating func set(
        _ texts: [String], as target: ColumnMap.Target, _ remarks: inout ReadingRemarks
    ) throws(ImportProblem.Reason) {
        switch target {
        case .own(let column) where texts.count > 1 || column.form == .list && !texts.isEmpty:
            try set(.array(texts.map(JSONText.string)), under: column.key)
        case .changed(let key, let action): ownChanges += texts.map { OwnValue(key, $0, action) }
        default: if let text = texts.first { try set(text, as: target, &remarks) }
        }
    }
}

extension LDIFEntry {
    fileprivate func first(_ name: String) -> String {
        texts(name.lowercased()).first?.trimmed.lowercased() ?? ""
    }

    /// Whether some server refuses its binds. A malformed flag counts as a lock.
    fileprivate var isLocked: Bool {
        let control = first(LDAPAttribute.control)
        return LDAPAttribute.locks.contains { !["", "false", "active"].contains(first($0)) }
            || first(LDAPAttribute.flags).contains("d")
            || !control.isEmpty && Int(control).map { $0 & 2 != 0 } ?? true
    }

    /// The last valid day; the earliest one if there are several.
    fileprivate var expiry: String? {
        get throws(ImportProblem.Reason) {
            var days = [
                try PasswdFileParser.expiry(first(LDAPAttribute.shadowExpiry)[...], in: "shadowExpire")
            ]
            for name in LDAPAttribute.ends where !first(name).isEmpty {
                guard let day = Self.lastDay(before: first(name)) else {
                    throw .plain("\(name) must be a time such as 20241231235959Z", field: .expires)
                }
                days.append(day.isoString)
            }
            let ticks = first(LDAPAttribute.expiry)
            if !["", "0", String(Int.max)].contains(ticks) {
                // A day has 864,000,000,000 ticks, and 1970-01-01 is 134,774 days after 1601-01-01.
                guard let ticks = Int(ticks), ticks > 0,
                    let day = CalendarDate(dayNumber: (ticks - 1) / 864_000_000_000 - 134_774)
                else {
                    throw .plain("the day of expiry must be a number of 100 ns since 1601", field: .expires)
                }
                days.append(day.isoString)
            }
            return days.compactMap(\.self).min()
        }
    }

    /// The last day that begins before a time such as `20241231235959Z`.
    private static func lastDay(before time: String) -> CalendarDate? {
        let digits = Array(time.utf8.prefix(14))
        guard digits.count >= 8 else { return nil }
        let parts = [digits[..<4], digits[4..<6], digits[6..<8]].map { String(decoding: $0, as: UTF8.self) }
        guard let day = CalendarDate(iso: parts.joined(separator: "-")) else { return nil }
        let isMidnight = digits[8...].prefix { $0.isDigit }.allSatisfy { $0 == UInt8(ascii: "0") }
        return isMidnight ? CalendarDate(dayNumber: day.dayNumber - 1) : day
    }
}

extension LDAPAttribute {
    /// The hash or lock in `userPassword`; a value without braces is a plain password (RFC 4519).
    fileprivate static func hash(of value: String) -> String {
        let read = StoredHash.read(value)
        if value.contains("{") || read.isEmpty || read == StoredHash.lock { return read }
        return (StoredHash.isLocked(read) && StoredHash.isHash(read) ? StoredHash.lock : "") + "{CLEARTEXT}"
    }
}

extension AccountRecord {
    /// Removes a last name that only fills the mandatory attribute, and reads a first name that only `cn` has.
    fileprivate func withoutSubstitutes(commonName: String?) -> AccountRecord {
        var record = self
        guard let commonName, let last = self[.lastName] else { return record }
        if last == commonName {
            if last == self[.firstName] || last == self[.email] { record[.lastName] = nil }
        } else if self[.firstName] == nil, commonName.hasSuffix(" " + last) {
            record[.firstName] = String(commonName.dropLast(last.count + 1))
        }
        return record
    }
}
