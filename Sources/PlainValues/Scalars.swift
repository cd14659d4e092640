extension String {
    /// Whether both have the same Unicode scalars. `==` on strings treats composed and decomposed é as equal; as keys
    /// of a file, bytes of a name or passwords they differ.
    public func hasSameScalars(as other: String) -> Bool {
        // Counting costs nothing, and most keys that are compared differ in it.
        guard utf8.count == other.utf8.count else { return false }
        let (left, right) = (utf8.span, other.utf8.span)
        for index in left.indices where left[index] != right[index] { return false }
        return true
    }

    /// Whether the bytes stand before those of another string, which is the order of the names in a folder.
    public func bytesPrecede(_ other: String) -> Bool {
        let (left, right) = (utf8.span, other.utf8.span)
        for index in 0..<min(left.count, right.count) where left[index] != right[index] {
            return left[index] < right[index]
        }
        return left.count < right.count
    }

    /// Whether any byte of the UTF-8 is of some kind. Inlined, it is as fast as a loop over an array.
    @inlinable public func hasByte(where isMeant: (UInt8) -> Bool) -> Bool {
        let bytes = utf8.span
        for index in bytes.indices where isMeant(bytes[index]) { return true }
        return false
    }
}

extension Unicode.Scalar {
    /// Whether a terminal or an editor may treat this as something other than a character to show: C0, DEL, C1, the
    /// bidirectional controls and the line separators.
    public var isUnprintable: Bool {
        switch value {
        case 0x00...0x1F, 0x7F...0x9F: true
        case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
        case 0x2028, 0x2029: true
        default: false
        }
    }
}
