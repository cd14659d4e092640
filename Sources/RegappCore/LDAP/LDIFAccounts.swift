internal import RegappJSON

/// Reads accounts from LDIF: the entries of persons.
struct LDIFAccountReader: AccountReader {
    /// In lowercase (RFC 4519, RFC 2798).
    private static let personClasses = ["person", "organizationalperson", "inetorgperson", "user"]

    private static let name = "dn"
    /// Stands for what the place of an entry says for certain.
    private static let closed = "isDeleted"

    var hasStopped: Bool { entries.hasStopped }
    private(set) var remarks = ReadingRemarks()
    private var entries: LDIFReader

    private let hasDomain: Bool
    private let keepsEmpty: Bool
    private var map: ColumnMap
    /// Further attributes to read, by key.
    private let mapped: [(key: String, targets: [ColumnMap.Target])]

    init(_ options: ReadingOptions = ReadingOptions()) {
        hasDomain = options.hasDomain
        keepsEmpty = options.keepsEmpty
        map = options.columns
        let targets = options.columns.targets
        let keys = LDAPAttribute.importedKeys.merging(targets.map { ($0.key, $0.key) }) { key, _ in key }
        mapped = targets.sorted { $0.key < $1.key }.map { (keys[$0.key] ?? $0.key, $0.value) }
        entries = LDIFReader(encoding: options.encoding, keys: keys, watching: options.columns)
    }

    mutating func read(_ piece: [UInt8]) -> [ImportedAccount] { accounts(in: entries.read(piece)) }

    mutating func finish() -> [ImportedAccount] {
        let last = accounts(in: entries.finish())
        guard !hasStopped else { return last }
        remarks.harmless = map.harmless
        let missing = map.missingLocks.map {
            ImportedAccount(line: 1, .plain("nothing has the attribute \"\(FormatProblem.shortened($0))\""))
        }
        return last + missing + map.questions(.attribute).map { ImportedAccount($0) }
    }

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
                if !mapped.contains(where: { $0.key == LDAPAttribute.mail }) {
                    remarks.noteSecondEmail(in: values[1].line, taking: email)
                }
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
            for (key, targets) in mapped {
                // The mail that is taken is not kept once more.
                let texts = entry.texts(key).filter { key != LDAPAttribute.mail || $0 != record[.email] }
                for target in targets { try record.set(texts, as: target, &remarks) }
            }
            var values: [(name: String, value: String)] = []
            for value in entry.values
            where LDAPAttribute.importedKeys[value.key] == nil || LDAPAttribute.names.contains(value.key) {
                guard map.watches(value.key, isFixed: true) else { continue }
                values.append((value.key, value.text))
            }
            // `objectClass: disabledAccount`
            for text in entry.texts(LDAPAttribute.objectClass)
            where map.watches(LDAPAttribute.objectClass, isFixed: true)
                && map.matters(text, under: LDAPAttribute.objectClass)
            {
                values.append((LDAPAttribute.objectClass, text))
            }
            // Its name says where the entry stands, as in `ou=Disabled Users`.
            if entry.isStaged || entry.isDeleted, map.watches(Self.closed, isFixed: true) {
                values.append((Self.closed, "TRUE"))
            } else if map.watches(Self.name, isFixed: true), map.matters(entry.place, under: Self.name) {
                values.append((Self.name, entry.place))
            }
            return record.settled(
                try map.facts(values, line: entry.line), keepsEmpty: keepsEmpty, map, &remarks)
        } catch {
            throw ImportProblem(line: entry.line, reason: error)
        }
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
        case .changed(let column, let action): ownChanges += texts.map { OwnValue(column.key, $0, action) }
        default: if let text = texts.first { try set(text, as: target, &remarks) }
        }
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
