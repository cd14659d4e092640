/// Reads accounts from LDIF: the persons among the entries.
struct LDIFAccountReader: AccountReader {
    /// The object classes of persons, in lowercase (RFC 4519, RFC 2798).
    private static let personClasses = ["person", "organizationalperson", "inetorgperson"]

    var hasStopped: Bool { entries.hasStopped }
    private(set) var remarks = ReadingRemarks()
    private var entries: LDIFReader

    init(encoding: TextEncoding? = nil) { entries = LDIFReader(encoding: encoding) }

    mutating func read(_ piece: [UInt8]) -> [ImportedAccount] { accounts(in: entries.read(piece)) }

    mutating func finish() -> [ImportedAccount] { accounts(in: entries.finish()) }

    private mutating func accounts(in readings: [LDIFReader.Reading]) -> [ImportedAccount] {
        var accounts: [ImportedAccount] = []
        for reading in readings {
            do throws(ImportProblem) {
                let entry = try reading.get()
                guard Self.isPerson(entry) else {
                    remarks.passedOver += 1
                    continue
                }
                accounts.append(ImportedAccount(line: entry.line, try record(of: entry)))
            } catch { accounts.append(ImportedAccount(error)) }
        }
        return accounts
    }

    /// If a search did not ask for classes, an entry with an email is taken for a person.
    private static func isPerson(_ entry: LDIFEntry) -> Bool {
        entry.texts(LDAPAttribute.objectClass).isEmpty
            ? !entry.texts(LDAPAttribute.mail).isEmpty : entry.isOf(personClasses)
    }

    private mutating func record(of entry: LDIFEntry) throws(ImportProblem) -> AccountRecord {
        var record = AccountRecord()
        for (field, attribute) in LDAPAttribute.fields {
            let values = entry.values.filter { $0.key == attribute.key }
            guard let first = values.first else { continue }
            if values.count > 1 {
                guard field == .email else {
                    throw ImportProblem(
                        line: values[1].line, reason: .format(.secondValue(attribute: attribute.name)))
                }
                // The one that names the entry, or else the first.
                let email = entry.name.email() ?? first.text
                record[field] = email
                remarks.noteSecondEmail(in: values[1].line, taking: email)
                continue
            }
            record[field] = field == .passwordHash ? LDAPAttribute.hash(of: first.text) : first.text
        }
        return record.withoutSubstitutes(commonName: entry.texts(LDAPAttribute.commonName).first)
    }
}

extension LDAPAttribute {
    /// The hash in a value of `userPassword`, or the lock; what has no braces is a plain password (RFC 4519).
    fileprivate static func hash(of value: String) -> String {
        let read = StoredHash.read(value)
        return value.contains("{") || read.isEmpty || read == StoredHash.lock ? read : "{CLEARTEXT}"
    }
}

extension AccountRecord {
    /// Removes a last name that only fills the mandatory attribute, and takes the first name from the whole name if
    /// only that has it.
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
