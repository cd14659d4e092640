package enum LDIFProblem: Equatable, Sendable {
    case missingColon
    /// What follows two colons is not base64.
    case base64
    /// The value is in another file, which is not opened.
    case address
    case noEntry
    case secondName
    case badName
    /// A folded line has nothing to continue.
    case continuesNothing
    case changeRecord
    case version
    /// The file ends inside a line.
    case cutShort
    /// The search did not find everything.
    case failedSearch(code: Int?)
    /// The same entry occurs earlier, in this line.
    case duplicate(line: Int)
    /// So many entries have no account that it may be the wrong registry or base.
    case tooManyDeletions
    /// An attribute that holds one field has a second value.
    case secondValue(attribute: String)
}
