/// Writes the password file of Apache and nginx: `email:hash` a line.
struct HtpasswdWriter: AccountWriter {
    func bytes(for record: ExportRecord) throws(ExportError) -> [UInt8] {
        let (email, hash) = try record.credentials(for: .htpasswd)
        // Its readers know no lock: to some a hash that they cannot compute is a wrong password, to others an error.
        if record.isLocked { throw .locked }
        let written = (try? StoredHash(hash))?.inCapitals ?? hash
        return Array("\(email):\(written)\n".utf8)
    }

    /// Nil for an empty line or a comment.
    @Sendable static func record(
        of line: ArraySlice<UInt8>, _ remarks: inout ReadingRemarks
    ) throws(ImportProblem.Reason) -> AccountRecord? {
        guard let (email, hash) = try AccountRecord.parts(of: line) else { return nil }
        return hash.isEmpty ? [.email: email] : [.email: email, .passwordHash: hash]
    }
}
