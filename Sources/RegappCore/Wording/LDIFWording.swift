// What is wrong with LDIF, or with its entries.

extension FormatProblem {
    static let noEntry = Self.plain("an entry must start with 'dn:', after an empty line")
    static let secondName = Self.plain("there must be an empty line between entries")
    static func failedSearch(code: Int?) -> Self {
        let result = code.map { " (result \($0))" } ?? ""
        return plain("the search ended with an error\(result), so entries may be missing")
    }

}
