extension LDIFProblem {
    var message: String {
        switch self {
        case .missingColon: "there must be a colon between attribute and value"
        case .base64: "the value after '::' is not base64"
        case .address: "a value in another file ('attribute:< URL') is not read"
        case .noEntry: "an entry must start with 'dn:', after an empty line"
        case .secondName: "there must be an empty line between entries"
        case .badName: "not a distinguished name, such as mail=ann@x.example,ou=people,dc=example"
        case .continuesNothing: "a line that starts with a space must continue another one"
        case .changeRecord: "a change record; only entries as ldapsearch -LLL or slapcat print them are read"
        case .version: "the version must be 1"
        case .cutShort: "the file ends inside this line, so it seems to be cut short"
        case .failedSearch(let code):
            "the search ended with an error" + (code.map { " (result \($0))" } ?? "")
                + ", so entries may be missing"
        case .duplicate(let line): "the entry is already in line \(line)"
        case .tooManyDeletions:
            "more than \(LDAPChanges.maximumDeletions) entries have no account; that many are not deleted at once"
        case .secondValue(let attribute): "\(attribute) has a second value, and an account holds one"
        }
    }
}
