/// A list of emails, one a line; `Name <EMAIL>` and comments are allowed.
package enum EmailList {
    /// A reader at the start of a list in UTF-8, or UTF-16 with a byte order mark.
    package static func reader() -> any AccountReader {
        UTF8AccountReader(LineAccountReader(record), encoding: nil)
    }

    /// The email of a line up to a tab, after which generated passwords are printed; nil for an empty line or a comment.
    @Sendable private static func record(
        of line: ArraySlice<UInt8>, _ remarks: inout ReadingRemarks
    ) throws(ImportProblem.Reason) -> AccountRecord? {
        guard line.first != UInt8(ascii: "#") else { return nil }
        let bytes = line.prefix { $0 != UInt8(ascii: "\t") }
        // Only the name before `<EMAIL>` is quoted in errors: other texts may be passwords.
        if let end = bytes.lastIndex(of: UInt8(ascii: "<")), bytes[end...].contains(UInt8(ascii: "@")),
            bytes[end...].contains(UInt8(ascii: ">"))
        {
            _ = try FormatProblem.text(of: bytes[..<end], isName: true)
        }
        let entry = try FormatProblem.text(of: bytes, isName: false).trimmed
        if entry.isEmpty || entry.hasPrefix("#") { return nil }
        let email = address(in: entry)
        guard email.contains("@"), !email.contains(where: \.isWhitespace) else { throw .format(.noEmail) }
        return [.email: email]
    }

    /// The email of `Name <EMAIL>`; any other text as it is. A comment may follow.
    private static func address(in entry: String) -> String {
        if let start = entry.lastIndex(of: "<"), let end = entry[start...].firstIndex(of: ">") {
            let rest = entry[entry.index(after: end)...].drop(while: \.isWhitespace)
            if rest.isEmpty || rest.hasPrefix("#") {
                return String(entry[start..<end].dropFirst()).trimmed
            }
        }
        let comment = entry.firstPlace(of: " #")
        return comment.map { String(entry[..<$0.lowerBound]).trimmed } ?? entry
    }
}
