/// Writes the password file of Apache and nginx: `email:hash` a line.
struct HtpasswdWriter: AccountWriter {
    func bytes(for record: ExportRecord) throws(ExportError) -> [UInt8] {
        let (email, hash) = try record.credentials(for: .htpasswd)
        // Its readers know no lock: to some a hash that they cannot compute is a wrong password, to others an error.
        if record.isLocked { throw .locked }
        let written = (try? StoredHash(hash))?.inCapitals ?? hash
        return Array("\(email):\(written)\n".utf8)
    }

    /// Nil for an empty line or a comment. What follows a second colon is a comment too, as nginx documents.
    @Sendable static func record(
        of line: ArraySlice<UInt8>, _ remarks: inout ReadingRemarks
    ) throws(ImportProblem.Reason) -> AccountRecord? {
        guard let (email, rest) = try AccountRecord.parts(of: line) else { return nil }
        let fields = rest.split(separator: ":", omittingEmptySubsequences: false)
        if fields.count == 2, fields[1].utf8.count == 32, HashLikeness.isHexadecimal(fields[1]) {
            throw .format(.htdigest)
        }
        if fields.count > 1 { remarks.note(.furtherFields) }
        let hash = String(fields[0]).trimmed
        return hash.isEmpty ? [.email: email] : [.email: email, .passwordHash: hash]
    }
}
