// What is wrong with LDIF, or with its entries.

extension FormatProblem {
    static let noAttribute = Self.plain("there must be a colon between attribute and value")
    static let badBase64 = Self.plain("the value after '::' is not base64")
    static let valueElsewhere = Self.plain("a value in another file ('attribute:< URL') is not read")
    static let noEntry = Self.plain("an entry must start with 'dn:', after an empty line")
    static let secondName = Self.plain("there must be an empty line between entries")
    static let badName = Self.plain(
        "not a distinguished name, such as mail=ann@x.example,ou=people,dc=example")
    static let continuesNothing = Self.plain("a line that starts with a space must continue another one")
    static let changeRecord = Self.plain(
        "a change record; only entries as ldapsearch -LLL or slapcat print them are read")
    static let secondHash = Self.plain("userPassword has two hashes that can be verified: remove one")
    static let badNumber = Self.plain(
        "the day of expiry must be a number of 100 ns since 1601", field: .expires)
    static let otherVersion = Self.plain("the version must be 1")
    static let cutShort = Self.plain("the file ends inside this line, so it seems to be cut short")

    static func failedSearch(code: Int?) -> Self {
        let result = code.map { " (result \($0))" } ?? ""
        return plain("the search ended with an error\(result), so entries may be missing")
    }

    static func duplicateEntry(line: Int) -> Self { plain("the entry is already in line \(line)") }

    static let tooManyDeletions = Self.plain(
        "more than \(LDAPChanges.maximumDeletions) entries have no account; that many are not deleted at once"
    )

    static func secondValue(attribute: String) -> Self {
        plain("\(attribute) has a second value, and an account holds one")
    }
}
