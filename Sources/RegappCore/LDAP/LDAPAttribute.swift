struct LDAPAttribute: Sendable {
    /// RFC 4517.
    enum Syntax: Sendable {
        case directoryString
        /// ASCII.
        case ia5String
        /// Letters, digits and some punctuation.
        case printableString
    }

    /// The name that OpenLDAP prints.
    let name: String
    /// The key of its values in an `LDIFEntry`.
    let key: String
    /// In lowercase.
    let otherNames: [String]
    let syntax: Syntax

    init(name: String, otherNames: [String] = [], syntax: Syntax) {
        self.name = name
        self.otherNames = otherNames
        self.syntax = syntax
        key = name.lowercased()
    }

    static let objectClass = "objectclass"
    /// The object class of an account's entry (RFC 2798).
    static let person = "inetOrgPerson"
    /// The whole name, mandatory for a person; no field corresponds to it.
    static let commonName = "cn"
    /// The last name, mandatory for a person.
    static let surname = "sn"
    static let mail = "mail"
    static let passwordName = "userPassword"
    static let password = passwordName.lowercased()
    /// A password that never matches, or the prefix that makes one so.
    static let lock = StoredHash.crypt + StoredHash.lock

    static let fields = Field.allCases.compactMap { field in
        field.definition.attribute.map { (field: field, attribute: $0) }
    }

    static let names = Set(fields.filter { $0.field.entryStyle == .name }.map(\.attribute.key) + [commonName])

    /// Keys of the attributes that regapp reads, by all their names in lowercase.
    static let keys: [String: String] = {
        var keys = [objectClass: objectClass, commonName: commonName, "commonname": commonName]
        for (_, attribute) in fields {
            for name in [attribute.key] + attribute.otherNames { keys[name] = attribute.key }
        }
        return keys
    }()

    /// The attributes that an import reads besides those that say who may log in.
    static let importedKeys = keys.merging([userID: userID, "userid": userID, accountName: accountName]) {
        key, _ in
        key
    }

    static let userID = "uid"
    /// The user name in Active Directory.
    static let accountName = "samaccountname"

    /// ``keys``, and the short names that other attributes have in entries' names (RFC 4519).
    static let shortNames = keys.merging([
        "domaincomponent": "dc", "organizationalunitname": "ou", "organizationname": "o", "userid": "uid",
        "countryname": "c", "localityname": "l", "stateorprovincename": "st",
    ]) { key, _ in key }
}

extension LDAPAttribute.Syntax {
    /// Whether a server would accept the value.
    func permits(_ value: String) -> Bool {
        switch self {
        case .directoryString: true
        case .ia5String: value.utf8.allSatisfy { $0 < 0x80 }
        case .printableString: !value.hasByte { !Self.printable.contains($0) }
        }
    }

    /// RFC 4517, 3.2.
    private static let printable = ASCIISet(ASCIISet.lettersAndDigits + "'()+,-./:? =")
}
