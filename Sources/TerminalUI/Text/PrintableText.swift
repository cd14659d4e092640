internal import PlainValues

/// The most scalars of one character that are shown as they are: a base and 31 more. The Stream-Safe Text Format (UAX
/// #15, section 13) allows 30 marks in a row.
private let greatestScalars = 32

extension String {
    /// This text made safe to show: characters that could control a terminal or reorder a line appear as `\u{..}`.
    ///
    /// Every text from a file, an argument or the network passes through here before it reaches a terminal or a pipe
    /// that a person reads. Escaped are C0, DEL and C1 controls (newline and tab among them), the bidi controls and
    /// the two Unicode line separators; the hexadecimal digits are uppercase and unpadded, as in `\u{1B}`. If a
    /// character consists of more scalars than any language needs, those beyond 32 are escaped too: it would count as
    /// a column or two, however large it is. Everything else stays as it is.
    package var printable: String {
        if isOfSingleScalars { return self }
        let isSafe = !unicodeScalars.contains(where: \.isUnprintable)
        if isSafe, unicodeScalars.count <= greatestScalars || !contains(where: \.isPiledUp) { return self }
        // Bytes: a view of scalars takes quadratic time to grow.
        var escaped: [UInt8] = []
        for character in self {
            for (place, scalar) in character.unicodeScalars.enumerated() {
                if place >= greatestScalars || scalar.isUnprintable {
                    escaped += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}".utf8
                } else {
                    escaped += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
                }
            }
        }
        return String(decoding: escaped, as: UTF8.self)
    }
}

extension Character {
    fileprivate var isPiledUp: Bool { unicodeScalars.count > greatestScalars }
}
