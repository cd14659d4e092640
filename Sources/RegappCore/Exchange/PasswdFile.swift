/// Writes Dovecot's passwd-file: `user:{SCHEME}hash::::::` per line, the user in lowercase (`auth_username_format`).
struct PasswdFileWriter: AccountWriter {
    func bytes(for record: ExportRecord) throws(ExportError) -> [UInt8] {
        let login = try record.credentials(for: .passwdFile)
        return Array("\(login.email):\(StoredHash.braced(login.hash))::::::\n".utf8)
    }
}

struct PasswdFileParser: LineParser {
    /// Whether to read names from the GECOS field.
    private let readsNames: Bool
    private var map: ColumnMap
    /// The names that `--map` may have meant: those of a line's fields, and the mapped extra fields that were found.
    private var names = ColumnMap.lineFields

    init(_ options: ReadingOptions = ReadingOptions()) {
        map = options.columns
        readsNames = options.columns.readsNamesFromGECOS
    }

    /// Nil for an empty line or a comment.
    mutating func record(
        of line: ArraySlice<UInt8>, number: Int, _ remarks: inout ReadingRemarks
    ) throws(ImportProblem.Reason) -> AccountRecord? {
        guard !Self.isOfNIS(line) else {
            remarks.note(.nis)
            return nil
        }
        guard let (email, rest) = try AccountRecord.parts(of: line, names: [0, Self.nameField + 1]) else {
            return nil
        }
        // User, group and home directory say nothing about an account.
        var fields = rest.split(separator: ":", omittingEmptySubsequences: false)
        var record = try Self.account(of: email, String(fields[0]))
        var values: [(name: String, value: String)] = []
        if !Self.isShadow(fields), !Self.isOfBSD(fields) {
            values = try extraValues(in: fields, &record, &remarks)
        }
        if !record.isLocked {
            values += Self.telling(in: fields).filter { map.watches($0.name, isFixed: true) }
        }
        var facts = try map.facts(values, line: number)
        if Self.isOfBSD(fields) {
            if let second = Int(fields[Self.secondField]), second > 0 || fields[Self.secondField] != "0" {
                record[.expires] = try Self.expiry("\((second - 1) / 86_400 + 1)", in: "the seventh field")
                facts.end(at: second)
                facts.settle(at: map.now)
            }
            noteChange(fields[Self.changeTimeField], in: &facts)
            let loginClass = String(fields[Self.classField])
            for target in map.targets[ColumnMap.loginClass] ?? [] where !loginClass.isEmpty {
                try record.set(loginClass, as: target, &remarks)
            }
            fields.removeSubrange(Self.nameField...Self.secondField)
        }
        try setMapped(email, fields, in: &record, &remarks)
        if Self.isShadow(fields) {
            record[.expires] = try Self.expiry(fields[Self.expiryField], in: "the eighth field")
            facts.age = PasswordAge(
                changed: Int(fields[Self.changeField]), maximum: Int(fields[Self.maximumField]),
                inactivity: Int(fields[Self.inactivityField]))
            facts.settle(at: map.now)
            return record.settled(facts, keepsEmpty: false, map, &remarks)
        }
        record = record.settled(facts, keepsEmpty: false, map, &remarks)
        guard fields.count > Self.nameField else { return record }
        let names = Self.names(in: fields[Self.nameField], of: email)
        if readsNames {
            (record[.firstName], record[.lastName]) = (names.first, names.last)
        } else if names.first != nil {
            remarks.unusedNames += 1
        }
        return record
    }

    mutating func finish(_ remarks: inout ReadingRemarks) -> [ImportProblem] {
        remarks.harmless = map.harmless
        return map.questions(.field)
            + (map.missingLocks + map.missing(from: names)).map {
                ImportProblem(
                    line: 1,
                    reason: .plain("nothing has the field \"\(FormatProblem.shortened($0))\""))
            }
    }

    /// Sets what `--map` takes of the fields that say nothing about an account by themselves.
    private func setMapped(
        _ user: String, _ fields: [Substring], in record: inout AccountRecord, _ remarks: inout ReadingRemarks
    ) throws(ImportProblem.Reason) {
        let targets = map.targets
        guard !targets.isEmpty else { return }
        for target in targets[ColumnMap.user] ?? [] { try record.set(user, as: target, &remarks) }
        // The fields of shadow(5) are days.
        guard !Self.isShadow(fields) else { return }
        for (index, name) in ColumnMap.passwdFields.enumerated() where index + 1 < fields.count {
            let text = String(fields[index + 1]).trimmed
            for target in targets[name] ?? [] where !text.isEmpty {
                if case .names = target { continue }
                try record.set(text, as: target, &remarks)
            }
        }
    }

    // MARK: Dovecot

    /// The extra fields of a line that may say who may log in; what is mapped of them is set.
    private mutating func extraValues(
        in fields: [Substring], _ record: inout AccountRecord, _ remarks: inout ReadingRemarks
    ) throws(ImportProblem.Reason) -> [(name: String, value: String)] {
        var values: [(name: String, value: String)] = []
        for word in fields.dropFirst(Self.extraField).flatMap({ $0.split(separator: " ") }) {
            let key = String(word.prefix { $0 != "=" })
            // A field without a value is on.
            let isOn = word.count == key.count || key == Self.nologin
            let value = isOn ? "yes" : String(word.dropFirst(key.count + 1))
            if let targets = map.mappedTargets(of: key) {
                if !names.contains(key) { names.append(key) }
                for target in targets { try record.set(value, as: target, &remarks) }
            }
            if Self.limits.contains(key), value == "none" {
                record = record.locked
                remarks.note(.locked)
            } else if Self.limits.contains(key) {
                remarks.note(.limits)
            } else if map.watches(key, isFixed: true) {
                values.append((key, value))
            }
        }
        return values
    }

    private static func account(
        of email: String, _ field: String
    ) throws(ImportProblem.Reason) -> AccountRecord {
        var record: AccountRecord = [.email: email]
        guard !field.isEmpty else { return record }
        let value = ForeignHash.braces(of: field)
        if StoredHash.plainSchemes.contains(value.braces.uppercased()) {
            record[.password] = String(value.rest)
        } else {
            // Without a scheme, Dovecot assumes CRYPT; `HashRule` reports other schemes.
            record[.passwordHash] = StoredHash.read(field)
        }
        return record.filter { $0 == .email || !$1.isEmpty }
    }

    /// Where Dovecot's extra fields are, after home and shell; indices start after the user's name, here and below.
    private static let extraField = 6

    /// Dovecot's extra fields that keep clients out; regapp has no counterpart.
    private static let limits = ["allow_nets", "allow_real_nets", "delay_until", "nopassword"]

    /// Its value is the reason, whatever it says.
    private static let nologin = "nologin"

    /// What the fields of passwd(5) may say about who may log in: the whole name, the home directory and the shell; in
    /// master.passwd(5) three fields precede them, of which the login class may say it too. Empty if nobody can log in
    /// with the line's password anyway; an `x` stands for one that another file has.
    private static func telling(in fields: [Substring]) -> [(name: String, value: String)] {
        guard !isShadow(fields), !fields[0].isEmpty else { return [] }
        let before = isOfBSD(fields) ? bsdFields : 0
        let values = ColumnMap.passwdFields.enumerated().dropFirst(nameField - 1).compactMap { index, name in
            let index = index + 1 + before
            return fields.indices.contains(index) ? (name, String(fields[index])) : nil
        }
        return before > 0 ? values + [(ColumnMap.loginClass, String(fields[classField]))] : values
    }

    // MARK: passwd(5) and shadow(5)

    /// Whether a line refers to NIS accounts: `+`, `+name`, `-name` or `+@group` (nsswitch.conf(5), compat). A
    /// group has no hash, unlike an account such as `-@host.example`.
    private static func isOfNIS(_ line: ArraySlice<UInt8>) -> Bool {
        let parts = line.split(separator: UInt8(ascii: ":"), maxSplits: 2, omittingEmptySubsequences: false)
        guard let name = parts.first, name.starts(with: "+".utf8) || name.starts(with: "-".utf8) else {
            return false
        }
        let sign = UInt8(ascii: "@")
        guard name.contains(sign) else { return true }
        let password = parts.dropFirst().first ?? []
        return name.dropFirst().first == sign && password.allSatisfy("*x".utf8.contains)
    }

    /// Class, change and expiry, which precede the name in master.passwd(5).
    private static let bsdFields = 3
    private static let classField = 3

    /// The second of expiry in the BSDs' master.passwd(5), which has class, change and expiry before the name.
    private static let secondField = 5
    /// The second from which the password must be changed; 0 for none.
    private static let changeTimeField = 4

    private func noteChange(_ field: Substring, in facts: inout LoginFacts) {
        guard let today = map.today, let second = Int(field), second > 0 else { return }
        if second / 86_400 <= today.dayNumber { facts.passwordAge = .mustChange }
    }

    private static func isOfBSD(_ fields: [Substring]) -> Bool {
        fields.count == 9
            && [1, 2, 4, secondField].allSatisfy { index in
                !fields[index].isEmpty && fields[index].utf8.allSatisfy(\.isDigit)
            }
    }

    /// The day of the last change, where 0 asks for another password, and the day of expiry (shadow(5)).
    private static let changeField = 1
    private static let maximumField = 3
    private static let inactivityField = 5
    private static let expiryField = 6

    /// shadow(5) has eight fields after the user's; days are numbers or missing.
    private static func isShadow(_ fields: [Substring]) -> Bool {
        func isDays(_ field: Substring) -> Bool { field.allSatisfy { $0.isNumber || $0 == "-" } }
        return fields.count == 8 && fields[1..<expiryField].allSatisfy(isDays)
            && !fields[expiryField].contains("=") && (!fields[1].isEmpty || !fields[expiryField].isEmpty)
    }

    /// The last valid day; shadow has the first invalid one, in days since 1970-01-01.
    ///
    /// - Parameter place: where the field is, for an error.
    static func expiry(_ field: Substring, in place: String) throws(ImportProblem.Reason) -> String? {
        if field.isEmpty || field == "-1" { return nil }
        guard field.utf8.allSatisfy(\.isDigit) else {
            throw .plain(
                "\(place), the day of expiry, must be a number of days since 1970-01-01", field: .expires)
        }
        guard let days = Int(field), let date = CalendarDate(dayNumber: days - 1) else {
            throw .plain(
                "\(place), the day of expiry, is after \(CalendarDate.latest.isoString): empty means never",
                field: .expires)
        }
        return date.isoString
    }

    /// The GECOS field of passwd(5).
    private static let nameField = 3

    /// Splits the whole name, up to the first comma, after its first word; `&` stands for the user's name.
    private static func names(in field: Substring, of email: String) -> (first: String?, last: String?) {
        let user = email.prefix { $0 != "@" }
        let whole = String(field.prefix { $0 != "," }).replacingEach(
            "&", with: user.prefix(1).uppercased() + user.dropFirst())
        let words = whole.split(maxSplits: 1, whereSeparator: \.isWhitespace).map(\.trimmed)
        return (words.first, words.count > 1 && !words[1].isEmpty ? words[1] : nil)
    }
}
