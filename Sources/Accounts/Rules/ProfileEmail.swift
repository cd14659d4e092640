/// The shape of an e-mail in `profile`: three characters, `@`, a label of three, a dot, two more.
///
/// Exactly one `@`, no empty label, no White_Space; any other character may stand in it.
extension EmailAddress {
    static let profileLocalLength = 3
    static let profileHostLength = 3
    static let profileEndingLength = 2

    /// The rules that the address breaks, all of them that can be told; control characters are judged elsewhere.
    public static func profileFaults(of address: String) -> [Rule] {
        var faults: [Rule] = []
        if address.unicodeScalars.contains(where: { $0.isSpace }) { faults.append(.space) }
        let parts = address.split(separator: "@", omittingEmptySubsequences: false)
        // A second @ under a combining mark is another character to a person, but not to a mail server.
        guard parts.count == 2, address.unicodeScalars.count(where: { $0 == "@" }) == 1 else {
            return faults + [.atSign]
        }
        if parts[0].count < profileLocalLength { faults.append(.localLength(profileLocalLength)) }
        return faults + hostFaults(of: parts[1])
    }

    private static func hostFaults(of host: Substring) -> [Rule] {
        let labels = host.split(separator: ".", omittingEmptySubsequences: false)
        var faults: [Rule] = []
        if labels.contains("") { faults.append(.emptyLabel) }
        let first = labels.first?.count ?? 0
        if first > 0, first < profileHostLength { faults.append(.hostLength(profileHostLength)) }
        guard labels.count > 1 else { return faults + [.dot] }
        let ending = host.count - first - 1
        if ending > 0, ending < profileEndingLength { faults.append(.endingLength(profileEndingLength)) }
        return faults
    }
}
