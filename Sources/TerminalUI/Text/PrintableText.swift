internal import PlainValues

/// Text that is safe to show: characters that could steer a terminal or reorder a line appear as `\u{..}`.
///
/// Every text from a file, an argument or the network passes through here before it reaches a terminal or a pipe that
/// a person reads. Escaped are C0, DEL and C1 controls (newline and tab among them), the bidi controls and the two
/// Unicode line separators; the hexadecimal digits are uppercase and unpadded, as in `\u{1B}`. If a character
/// consists of more scalars than any language needs, those beyond `greatestScalars` are escaped too: it would count
/// as a column or two, however large it is. Everything else stays as it is.
public struct PrintableText: Hashable, Sendable, CustomStringConvertible {
    /// The escaped text.
    public let description: String

    /// A base and 31 more: the Stream-Safe Text Format (UAX #15, section 13) allows 30 marks in a row.
    static let greatestScalars = 32

    /// Escapes `text`.
    public init(_ text: String) {
        let scalars = text.unicodeScalars
        let isSafe = !scalars.contains(where: \.isUnprintable)
        if isSafe, scalars.count <= Self.greatestScalars || !text.contains(where: Self.isPiledUp) {
            description = text
            return
        }
        // Bytes: a view of scalars takes quadratic time to grow.
        var escaped: [UInt8] = []
        for character in text {
            for (place, scalar) in character.unicodeScalars.enumerated() {
                if place >= Self.greatestScalars || scalar.isUnprintable {
                    escaped += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}".utf8
                } else {
                    escaped += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
                }
            }
        }
        description = String(decoding: escaped, as: UTF8.self)
    }

    private static func isPiledUp(_ character: Character) -> Bool {
        character.unicodeScalars.count > greatestScalars
    }
}

extension String {
    /// This text with controls, bidi controls and line separators shown as `\u{..}`.
    public var printable: String { PrintableText(self).description }
}
