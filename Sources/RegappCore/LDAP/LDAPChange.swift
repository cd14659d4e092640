internal import RegappValues

/// What makes the entry of an account in an LDAP directory match the account.
enum LDAPChange: Hashable, Sendable {
    /// The account has no entry.
    case add
    /// These attributes, by their keys, get the account's values.
    case replace(Set<String>)
    /// The account's file cannot be accepted, but says that the account is locked or has expired: the entry gets a
    /// password that cannot be matched.
    case lock
}

/// What an account and its entry need: a pure function of its arguments.
struct LDAPComparison: Sendable {
    /// Nil if nothing changes.
    private(set) var change: LDAPChange?
    private(set) var findings: [LDAPChanges.Finding] = []
    private(set) var stale: [StaleAttribute] = []

    /// - Parameters:
    ///   - account: nil if its file has gone.
    ///   - entry: nil if there is none.
    ///   - isBlocked: whether an account that cannot be accepted is certainly locked or expired.
    init(_ account: RegistryEntry?, _ entry: LDIFEntry?, isBlocked: Bool) {
        switch account {
        case nil: break
        case .account(let account):
            do throws(ExportError) { try compare(account, entry) } catch {
                switch error {
                case .noHash, .otherHash:
                    findings.append(.withoutHash(error, email: account.email, isThere: false))
                case .locked, .noEmail, .notRepresentable:
                    findings.append(.unrepresentable(error, email: account.email))
                }
            }
        case .some(let other):
            findings = [.rejected(other)]
            if isBlocked, let entry, entry.isOfPerson, !entry.isLocked { change = .lock }
        }
    }

    private mutating func compare(_ account: AccountFile, _ entry: LDIFEntry?) throws(ExportError) {
        let record = account.exported(as: .ldif)
        guard let entry else {
            _ = try LDIFWriter.entry(record)
            change = .add
            return
        }
        guard entry.isOfPerson || !entry.showsClasses else {
            findings = [.ofAnotherClass(email: account.email)]
            return
        }
        if record.hasPlainPassword {
            findings = [.plainPassword(email: account.email)]
        } else if record.values[.passwordHash]?.isEmpty ?? true {
            let error = record.unknownScheme.map(ExportError.otherHash) ?? .noHash
            findings = [.withoutHash(error, email: account.email, isThere: true)]
        }
        let attributes = try record.inDirectory.attributes
        let differing = attributes.filter { !$0.isSubstitute && !entry.has($0) }.map(\.key)
        if !differing.isEmpty { change = .replace(Set(differing)) }
        stale = StaleAttribute.all(in: entry, of: record.email, attributes)
    }
}

extension LDAPChange {
    /// The change record for an account as it is now, which may need none any more.
    ///
    /// - Parameters:
    ///   - blocked: the email of an account that cannot be accepted but is certainly locked or expired.
    ///   - parent: the name of the parent of the accounts' entries.
    func record(
        for account: RegistryEntry?, blocked: String?, below parent: String
    ) -> LDAPChanges.Records {
        switch account {
        case nil: return ([], [])
        case .account(let account):
            do throws(ExportError) {
                return (try record(for: account.exported(as: .ldif), below: parent), [])
            } catch {
                return ([], [.unrepresentable(error, email: account.email)])
            }
        case .some(let other):
            guard self == .lock else { return ([], [.rejected(other)]) }
            // The comparison reported the file. The entry gets a lock without a hash.
            return (blocked.map { Self.lock($0, below: parent) } ?? [], [])
        }
    }

    private func record(for account: ExportRecord, below parent: String) throws(ExportError)
        -> [UInt8]
    {
        let keys: Set<String>
        switch self {
        case .add:
            let name = LDIFWriter.name(of: account.email, below: parent)
            return LDIFText.record([name, ("changetype", "add")] + (try LDIFWriter.entry(account)))
        case .replace(let differing): keys = differing
        // The file was corrected after the comparison.
        case .lock: keys = [LDAPAttribute.password]
        }
        let lines = try account.inDirectory.attributes.filter { !$0.isSubstitute && keys.contains($0.key) }
        return Self.replacement(of: lines.map(\.line), in: account.email, below: parent)
    }

    private static func lock(_ email: String, below parent: String) -> [UInt8] {
        replacement(of: [(LDAPAttribute.passwordName, LDAPAttribute.lock)], in: email, below: parent)
    }

    private static func replacement(
        of lines: [LDIFWriter.Line], in email: String, below parent: String
    ) -> [UInt8] {
        guard !lines.isEmpty else { return [] }
        var record = LDIFText.lines([LDIFWriter.name(of: email, below: parent)])
        record += "changetype: modify\n".utf8
        for line in lines {
            record += "replace: ".utf8
            record += line.name.utf8
            record += "\n".utf8
            record += LDIFText.lines([line])
            record += "-\n".utf8
        }
        record += "\n".utf8
        return record
    }
}

/// An attribute of an entry for which its account has no value.
struct StaleAttribute: Sendable {
    private let email: String
    private let name: String
    /// What fills a mandatory attribute.
    private let substitute: String?

    /// Without the email, which an entry always has, and the password, which it keeps while its account has no hash.
    private static let names =
        [LDAPAttribute.commonName]
        + LDAPAttribute.fields.filter { ![.email, .passwordHash].contains($0.field) }.map(\.attribute.name)

    fileprivate static func all(
        in entry: LDIFEntry, of email: String, _ attributes: [LDAPValue]
    ) -> [StaleAttribute] {
        // Nearly every entry has just the attributes of its account.
        let isOwn = { key in attributes.contains { !$0.isSubstitute && $0.key == key } }
        guard
            entry.values.contains(where: {
                !isOwn($0.key) && $0.key != LDAPAttribute.objectClass && $0.key != LDAPAttribute.mail
            })
        else { return [] }
        return names.filter { !isOwn($0.lowercased()) }.compactMap { name in
            let texts = entry.texts(name.lowercased())
            let substitute = attributes.first { $0.name == name }?.value
            if texts.isEmpty || texts.map({ $0.lowercased() }) == [substitute?.lowercased()] { return nil }
            return StaleAttribute(email: email, name: name, substitute: substitute)
        }
    }

    /// The lines of a change record that removes it.
    func removal(below parent: String) -> [String] {
        let lines: [LDIFWriter.Line] =
            substitute.map { [("replace", name), (name, $0)] } ?? [("delete", name)]
        return ([LDIFWriter.name(of: email, below: parent), ("changetype", "modify")] + lines)
            .map { LDIFText.line($0.name, $0.value) }
    }
}

extension LDIFEntry {
    fileprivate var showsClasses: Bool { !texts(LDAPAttribute.objectClass).isEmpty }

    fileprivate func has(_ attribute: LDAPValue) -> Bool {
        var count = 0
        for value in values where value.key == attribute.key {
            guard count == 0, value.text.hasSameScalars(as: attribute.value) else { return false }
            count += 1
        }
        return count == 1
    }

    /// Whether its password cannot be matched, because of a lock before the hash.
    fileprivate var isLocked: Bool {
        let passwords = texts(LDAPAttribute.password)
        return !passwords.isEmpty && passwords.allSatisfy { $0.hasPrefix(LDAPAttribute.lock) }
    }
}
