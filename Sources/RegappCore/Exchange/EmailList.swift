/// A list of emails, one a line; `Name <EMAIL>` and comments are allowed. What is neither an email nor a comment is a
/// problem: a line that is passed over would be an account that is forgotten.
package enum EmailList {
    /// A reader at the start of a list in UTF-8, or UTF-16 with a byte order mark.
    package static func reader() -> any AccountReader {
        UTF8AccountReader(LineAccountReader(record), encoding: nil)
    }

    /// The email of a line up to a tab, after which generated passwords are printed; nil for an empty line or a comment.
    ///
    /// An email may begin with `#`, so a `#` begins a comment only if no `@` follows or a space does.
    @Sendable private static func record(
        of line: ArraySlice<UInt8>, _ remarks: inout ReadingRemarks
    ) throws(ImportProblem.Reason) -> AccountRecord? {
        guard !isComment(line), line.contains(where: { !$0.isBlank }) else { return nil }
        let bytes = line.prefix { $0 != UInt8(ascii: "\t") }
        // Only the name before `<EMAIL>` is quoted in errors: other texts may be passwords.
        if let end = bytes.lastIndex(of: UInt8(ascii: "<")), bytes[end...].contains(UInt8(ascii: "@")),
            bytes[end...].contains(UInt8(ascii: ">"))
        {
            _ = try FormatProblem.text(of: bytes[..<end], isName: true)
        }
        let email = try address(in: FormatProblem.text(of: bytes, isName: false).trimmed)
        guard email.contains("@"), !email.contains(where: \.isWhitespace) else { throw .format(.noEmail) }
        return [.email: email]
    }

    private static func isComment(_ text: some Sequence<UInt8>) -> Bool {
        let text = text.drop(while: \.isBlank)
        var bytes = text.makeIterator()
        guard bytes.next() == UInt8(ascii: "#") else { return false }
        return bytes.next()?.isBlank ?? true || !text.contains(UInt8(ascii: "@"))
    }

    /// The email of `Name <EMAIL>`; any other text as it is. A comment may follow.
    private static func address(in entry: String) -> String {
        if !entry.hasPrefix("#"), let start = entry.firstIndex(of: "<"),
            let end = entry[start...].firstIndex(of: ">")
        {
            let email = String(entry[start..<end].dropFirst()).trimmed
            let name = entry[..<start].filter { $0 != "\"" }
            let rest = entry[entry.index(after: end)...].utf8
            if rest.isEmpty || isComment(rest), !name.contains("@") || String(name).trimmed == email {
                return email
            }
        }
        guard let comment = entry.firstPlace(of: " #"), isComment(entry[comment.lowerBound...].utf8) else {
            return entry
        }
        return String(entry[..<comment.lowerBound]).trimmed
    }
}
