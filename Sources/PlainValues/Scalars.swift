extension String {
    /// Whether both have the same Unicode scalars. `==` on strings treats composed and decomposed é as equal; as keys
    /// of a file, bytes of a name or passwords they differ.
    public func hasSameScalars(as other: String) -> Bool {
        // Counting costs nothing, and most keys that are compared differ in it.
        utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8)
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
