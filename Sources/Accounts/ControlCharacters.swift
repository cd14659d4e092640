extension Unicode.Scalar {
    /// Whether no field may hold this scalar: C0, DEL, C1, the bidi controls (the Unicode property
    /// Bidi_Control) and the line and paragraph separators.
    var isForbiddenControl: Bool {
        switch value {
        case 0x00...0x1F, 0x7F...0x9F: true
        case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
        case 0x2028, 0x2029: true
        default: false
        }
    }

    /// Whether this is a space in the sense of every rule here: any White_Space character.
    var isSpace: Bool { properties.isWhitespace }
}

extension String {
    /// Whether any scalar is one that no field may hold.
    var hasForbiddenControl: Bool { unicodeScalars.contains { $0.isForbiddenControl } }

    /// The value as the other rules judge it, so that one control character is one violation.
    var withoutForbiddenControls: String {
        guard hasForbiddenControl else { return self }
        var scalars = UnicodeScalarView()
        scalars.append(contentsOf: unicodeScalars.lazy.filter { !$0.isForbiddenControl })
        return String(scalars)
    }
}
