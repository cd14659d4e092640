internal import DocumentStore
internal import PlainValues

extension Unicode.Scalar {
    /// Whether no field may hold this scalar: C0, DEL, C1, the bidi controls and the line separators, which are
    /// just the scalars that are never shown as they are.
    var isForbiddenControl: Bool { isUnprintable }

    /// Whether this is a space in the sense of every rule here: any White_Space character.
    var isSpace: Bool {
        // Most values are ASCII, where the tables of Unicode need not be asked.
        isASCII ? value == 0x20 || (0x09...0x0D).contains(value) : properties.isWhitespace
    }
}

extension String {
    /// Whether any scalar is one that no field may hold.
    var hasForbiddenControl: Bool {
        let isPrintableASCII = utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
        return !isPrintableASCII && unicodeScalars.contains { $0.isForbiddenControl }
    }

    /// The value as the other rules judge it, so that one control character is one violation.
    var withoutForbiddenControls: String {
        guard hasForbiddenControl else { return self }
        var scalars = UnicodeScalarView()
        scalars.append(contentsOf: unicodeScalars.lazy.filter { !$0.isForbiddenControl })
        return String(scalars)
    }
}
