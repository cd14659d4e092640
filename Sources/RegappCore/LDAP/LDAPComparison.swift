internal import RegappValues

/// What an account and its entry need: a pure function of its arguments.
struct LDAPComparison: Sendable {
    /// The change record; empty if nothing changes.
    private(set) var record: [UInt8] = []
    private(set) var findings: [LDAPChanges.Finding] = []
    private(set) var stale: [StaleAttribute] = []

    /// - Parameters:
    ///   - account: nil if its file has gone.
    ///   - entry: nil if there is none.
    ///   - blocked: the email of an account that cannot be accepted but is certainly locked or expired.
    ///   - parent: the name of the parent of the accounts' entries.
    init(_ account: RegistryEntry?, _ entry: LDIFEntry?, blocked: String?, below parent: String) {
        switch account {
        case nil: break
        case .account(let account):
            do throws(ExportError) { try compare(account, entry, below: parent) } catch {
                switch error {
                case .noHash, .otherHash:
                    findings.append(.withoutHash(error, email: account.email, isThere: false))
                case .locked, .noEmail, .notRepresentable:
                    findings.append(.unrepresentable(error, email: account.email))
                }
            }
        case .some(let other):
            findings = [.rejected(other)]
            guard let blocked, let entry, entry.isOfPerson, !entry.isLocked else { return }
            let lock = (LDAPAttribute.passwordName, LDAPAttribute.lock)
            record = Self.replacement(of: [lock], in: blocked, below: parent)
        }
    }

    private mutating func compare(
        _ account: AccountFile, _ entry: LDIFEntry?, below parent: String
    ) throws(ExportError) {
        let exported = account.exported(as: .ldif)
        guard let entry else {
            let name = LDIFWriter.name(of: exported.email, below: parent)
            record = LDIFText.record([name, ("changetype", "add")] + (try LDIFWriter.entry(exported)))
            return
        }
        guard entry.isOfPerson || !entry.showsClasses else {
            findings = [.ofAnotherClass(email: account.email)]
            return
        }
        if exported.hasPlainPassword {
            findings = [.plainPassword(email: account.email)]
        } else if exported.values[.passwordHash]?.isEmpty ?? true {
            let error = exported.unknownScheme.map(ExportError.otherHash) ?? .noHash
            findings = [.withoutHash(error, email: account.email, isThere: true)]
        }
        let attributes = try exported.inDirectory.attributes
        let differing = attributes.filter { !$0.isSubstitute && !entry.has($0) }
        record = Self.replacement(of: differing.map(\.line), in: exported.email, below: parent)
        stale = StaleAttribute.all(in: entry, of: exported.email, attributes)
    }

    /// Empty if no attribute is replaced.
    private static func replacement(
        of lines: [LDIFWriter.Line], in email: String, below parent: String
    ) -> [UInt8] {
        guard !lines.isEmpty else { return [] }
        var record = LDIFText.lines([
            LDIFWriter.name(of: email, below: parent), ("changetype", "modify"),
        ])
        for line in lines { record += LDIFText.lines([("replace", line.name), line]) + "-\n".utf8 }
        return record + "\n".utf8
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
