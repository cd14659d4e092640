@_spi(_Unicode) private import Swift

extension String {
    /// Whether both have the same Unicode scalars. `==` on strings treats composed and decomposed é as equal, but JSON
    /// keys and file names tell them apart.
    @inlinable package func hasSameScalars(as other: String) -> Bool {
        // Comparing the lengths is cheap and tells most keys apart.
        guard utf8.count == other.utf8.count else { return false }
        let (left, right) = (utf8.span, other.utf8.span)
        for index in left.indices where left[index] != right[index] { return false }
        return true
    }

    /// Whether its UTF-8 is these bytes.
    @inlinable package func hasBytes(_ bytes: Span<UInt8>) -> Bool {
        guard utf8.count == bytes.count else { return false }
        let own = utf8.span
        for index in own.indices where own[index] != bytes[index] { return false }
        return true
    }

    /// The same text in Unicode's normalization form C, in which an é is one scalar however it was typed. `_nfc` is the
    /// standard library's own; it has no public equivalent.
    package var composed: String {
        guard hasByte(where: { $0 >= 0x80 }) else { return self }
        var scalars = UnicodeScalarView()
        for scalar in _nfc { scalars.append(scalar) }
        return String(scalars)
    }

    /// Whether every byte is printable ASCII, so that each takes one column of a terminal.
    @inlinable package var isPrintableASCII: Bool { !hasByte { $0 &- 0x20 > 0x5E } }

    /// Inlined, so that it is as fast as a loop over an array.
    @inlinable package func hasByte(where isMeant: (UInt8) -> Bool) -> Bool {
        let bytes = utf8.span
        for index in bytes.indices where isMeant(bytes[index]) { return true }
        return false
    }
}

extension Unicode.Scalar {
    /// Whether a terminal or an editor may treat this as something other than a visible character: C0, DEL, C1, the
    /// bidirectional controls and the line separators.
    package var isUnprintable: Bool {
        switch value {
        case 0x00...0x1F, 0x7F...0x9F: true
        case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
        case 0x2028, 0x2029: true
        default: false
        }
    }

    /// Default_Ignorable_Code_Point (UAX #44): invisible by itself, including unassigned scalars that will be.
    package var isInvisible: Bool { !isASCII && properties.isDefaultIgnorableCodePoint }

    /// Only affects its neighbours: ZWNJ, ZWJ and variation selectors, as emoji, Persian and Mongolian need them.
    package var isJoinerOrSelector: Bool {
        !isASCII && (value == 0x200C || value == 0x200D || properties.isVariationSelector)
    }

    /// The flag that tags turn into that of a region such as Scotland (UTS #51).
    package static let tagBase: Unicode.Scalar = "\u{1F3F4}"
    package static let endOfTags: Unicode.Scalar = "\u{E007F}"

    /// Whether this is the tag of a lowercase letter or a digit; region names consist of them.
    package var isRegionTag: Bool {
        (0xE0030...0xE0039).contains(value) || (0xE0061...0xE007A).contains(value)
    }

    /// The name of an invisible character, such as `zero-width space`; nil if it is visible or has no name of its own.
    package var invisibleName: String? {
        switch value {
        case 0x00: "NUL"
        case 0x09: "tab"
        case 0x0B: "vertical tab"
        case 0x0C: "form feed"
        case 0x1B: "escape character"
        case 0x85: "next line"
        case 0xA0: "no-break space"
        case 0xAD: "soft hyphen"
        case 0x180E: "Mongolian vowel separator"
        case 0x2002: "en space"
        case 0x2003: "em space"
        case 0x2007: "figure space"
        case 0x2009: "thin space"
        case 0x200A: "hair space"
        case 0x200B: "zero-width space"
        case 0x200C: "zero-width non-joiner"
        case 0x200D: "zero-width joiner"
        case 0x200E: "left-to-right mark"
        case 0x200F: "right-to-left mark"
        case 0x2028: "line separator"
        case 0x2029: "paragraph separator"
        case 0x202A...0x202E, 0x2066...0x2069: "text direction character"
        case 0x202F: "narrow no-break space"
        case 0x2060: "word joiner"
        case 0x3000: "ideographic space"
        case 0xFEFF: "byte order mark"
        case _ where properties.isVariationSelector: "variation selector"
        default: nil
        }
    }

    package var codePoint: String { "U+" + hexadecimalDigits }

    /// At least four digits.
    package var hexadecimalDigits: String { value.zeroPadded(to: 4, radix: 16).uppercased() }
}
