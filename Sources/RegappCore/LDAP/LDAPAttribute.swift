struct LDAPAttribute: Sendable {
    /// Its syntax (RFC 4517).
    enum Syntax: Sendable {
        case directoryString
        /// ASCII.
        case ia5String
        /// Letters, digits and some punctuation.
        case printableString
    }

    /// The name that OpenLDAP prints.
    let name: String
    /// The key for an entry's values.
    let key: String
    /// Its other names, in lowercase.
    let otherNames: [String]
    let syntax: Syntax

    init(name: String, otherNames: [String] = [], syntax: Syntax) {
        (self.name, self.otherNames, self.syntax) = (name, otherNames, syntax)
        key = name.lowercased()
    }
}

extension LDAPAttribute {
    static let objectClass = "objectclass"
    /// The object class of an account's entry (RFC 2798), which has attributes for names and an email.
    static let person = "inetOrgPerson"
    /// The whole name, which a person's entry must have; it holds no field of its own.
    static let commonName = "cn"
    /// The attribute of the last name, which a person's entry must have too.
    static let surname = "sn"
    /// The attribute that names an account's entry.
    static let mail = "mail"
    static let passwordName = "userPassword"
    static let password = passwordName.lowercased()
    /// A password that cannot be matched, or the beginning of one.
    static let lock = StoredHash.crypt + StoredHash.lock

    static let fields = Field.allCases.compactMap { field in
        field.definition.attribute.map { (field: field, attribute: $0) }
    }

    /// The keys of attributes that hold a person's name.
    static let names = Set(fields.filter { $0.field.entryStyle == .name }.map(\.attribute.key) + [commonName])

    /// The key of each attribute that regapp reads, by all its names in lowercase.
    static let keys: [String: String] = {
        var keys = [objectClass: objectClass, commonName: commonName, "commonname": commonName]
        for (_, attribute) in fields {
            for name in [attribute.key] + attribute.otherNames { keys[name] = attribute.key }
        }
        return keys
    }()

    /// Those that an import reads, with the attributes that name, lock or limit an account in some directory.
    static let importedKeys = keys.merging(
        ["userid": userID].merging(
            ([userID, accountName, control, expiry, shadowExpiry]
                + (marks + locks + ends + [flags]).map { $0.lowercased() })
                .map { ($0, $0) }
        ) { key, _ in key }
    ) { key, _ in key }

    static let userID = "uid"
    /// Those of Active Directory: the user name, the flags and the end of an account.
    static let accountName = "samaccountname"
    static let control = "useraccountcontrol"
    static let expiry = "accountexpires"
    /// That of shadow(5), as passwd-files have it.
    static let shadowExpiry = "shadowexpire"
    /// Those that ask for a new password, with true or 0.
    static let marks = ["pwdReset", "pwdLastSet", "shadowLastChange"]
    /// Those that lock an account unless they are empty, false or active.
    static let locks = [
        "nsAccountLock", "loginDisabled", "ds-pwp-account-disabled", "pwdAccountLockedTime", "inetUserStatus",
    ]
    /// Those that end an account at a time (RFC 4517, 3.3.13): of eDirectory, OpenLDAP and Kerberos.
    static let ends = ["loginExpirationTime", "pwdEndTime", "krbPrincipalExpiration"]
    /// That of Samba, with a D for a lock.
    static let flags = "sambaAcctFlags"

    /// The keys, and the short names of other attributes in the names of entries (RFC 4519).
    static let shortNames = keys.merging([
        "domaincomponent": "dc", "organizationalunitname": "ou", "organizationname": "o", "userid": "uid",
        "countryname": "c", "localityname": "l", "stateorprovincename": "st",
    ]) { key, _ in key }
}

extension LDAPAttribute.Syntax {
    /// Whether such an attribute can hold a value; a server would refuse others.
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
