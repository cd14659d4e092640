internal import RegappJSON

/// A list of emails or login names, one per line; `Name <EMAIL>` and comments are allowed. Any other line is a problem.
package enum EmailList {
    /// Reads UTF-8, or UTF-16 with a byte order mark.
    ///
    /// - Parameter allowsLoginNames: whether a single word without an `@` may stand for an email.
    package static func reader(allowsLoginNames: Bool) -> any AccountReader {
        UTF8AccountReader(
            LineAccountReader(
                EachLine { line, remarks throws(ImportProblem.Reason) in
                    try record(of: line, allowsLoginNames, &remarks)
                }), encoding: nil)
    }

    /// The email or login name up to a tab, which precedes a generated password; nil for an empty line or a comment. An
    /// email may begin with `#`, so `#` begins a comment only before a space or without a following `@`.
    private static func record(
        of line: ArraySlice<UInt8>, _ allowsLoginNames: Bool, _ remarks: inout ReadingRemarks
    ) throws(ImportProblem.Reason) -> AccountRecord? {
        guard !isComment(line, allowsLoginNames), line.contains(where: { !$0.isBlank }) else { return nil }
        let bytes = line.prefix { $0 != UInt8(ascii: "\t") }
        // Errors quote only the name before `<EMAIL>`: other texts may be passwords.
        if let end = bytes.lastIndex(of: UInt8(ascii: "<")), bytes[end...].contains(UInt8(ascii: "@")),
            bytes[end...].contains(UInt8(ascii: ">"))
        {
            _ = try FormatProblem.text(of: bytes[..<end], isName: true)
        }
        let text = try FormatProblem.text(of: bytes, isName: false).trimmed
        let email = address(in: text)
        if email.utf8.contains(UInt8(ascii: "@")), !email.unicodeScalars.contains(where: \.isSpace) {
            return [.email: email]
        }
        // `a<b>` may be a login name.
        let name = withoutComment(text)
        guard allowsLoginNames, !name.isEmpty, LoginNames.mistake(in: .string(name)) == nil else {
            throw .format(.noEmail)
        }
        return [.email: name]
    }

    private static func isComment(_ text: some Sequence<UInt8>, _ allowsLoginNames: Bool = false) -> Bool {
        let text = text.drop(while: \.isBlank)
        var bytes = text.makeIterator()
        guard bytes.next() == UInt8(ascii: "#") else { return false }
        // Somebody may be called `#ann`.
        return bytes.next()?.isBlank ?? true || !allowsLoginNames && !text.contains(UInt8(ascii: "@"))
    }

    /// Extracts the email of `Name <EMAIL>`, before any comment; any other text stays as it is.
    private static func address(in entry: String) -> String {
        // Most lines are nothing but an email, and there may be 100,000 of them.
        if !entry.hasByte(where: { " <#".utf8.contains($0) }) { return entry }
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
        return withoutComment(entry)
    }

    private static func withoutComment(_ entry: String) -> String {
        guard let comment = entry.firstPlace(of: " #"), isComment(entry[comment.lowerBound...].utf8) else {
            return entry
        }
        return String(entry[..<comment.lowerBound]).trimmed
    }
}

extension ImportProblem {
    /// A line of a list that is nobody's email or login name.
    package static func noEmail(line: Int) -> Self { ImportProblem(line: line, reason: .format(.noEmail)) }
}
