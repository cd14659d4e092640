/// An encoding of one byte a character, in which older programs write tables; the raw value is what `--encoding` takes.
public enum TextEncoding: String, CaseIterable, Hashable, Sendable {
    /// Central and Eastern Europe.
    case windows1250 = "windows-1250"
    /// Cyrillic.
    case windows1251 = "windows-1251"
    /// Western Europe.
    case windows1252 = "windows-1252"
    /// Russian (RFC 1489).
    case koi8R = "koi8-r"

    package static let mostUsedFirst = [windows1252] + allCases.filter { $0 != .windows1252 }

    /// A byte as a character; nil if it stands for none.
    func scalar(of byte: UInt8) -> Unicode.Scalar? {
        guard byte >= 0x80 else { return Unicode.Scalar(byte) }
        let scalar = Self.tables[self]?[Int(byte) - 0x80]
        return scalar == "\u{FFFD}" ? nil : scalar
    }

    /// A text; nil if a byte stands for no character.
    package func text(of bytes: some Sequence<UInt8>) -> String? {
        var text = String.UnicodeScalarView()
        for byte in bytes {
            guard let scalar = scalar(of: byte) else { return nil }
            text.append(scalar)
        }
        return String(text)
    }

    /// The characters of the bytes from 0x80 on, by the tables of the Unicode Consortium.
    private static let tables: [TextEncoding: [Unicode.Scalar]] = [
        .windows1250: Array(
            ("€\u{FFFD}‚\u{FFFD}„…†‡\u{FFFD}‰Š‹ŚŤŽŹ\u{FFFD}‘’“”•–—\u{FFFD}™š›śťžź"
                + "\u{A0}ˇ˘Ł¤Ą¦§¨©Ş«¬\u{AD}®Ż°±˛ł´µ¶·¸ąş»Ľ˝ľż"
                + "ŔÁÂĂÄĹĆÇČÉĘËĚÍÎĎĐŃŇÓÔŐÖ×ŘŮÚŰÜÝŢß"
                + "ŕáâăäĺćçčéęëěíîďđńňóôőö÷řůúűüýţ˙").unicodeScalars),
        .windows1251: Array(
            ("ЂЃ‚ѓ„…†‡€‰Љ‹ЊЌЋЏђ‘’“”•–—\u{FFFD}™љ›њќћџ"
                + "\u{A0}ЎўЈ¤Ґ¦§Ё©Є«¬\u{AD}®Ї°±Ііґµ¶·ё№є»јЅѕї"
                + "АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ"
                + "абвгдежзийклмнопрстуфхцчшщъыьэюя").unicodeScalars),
        .windows1252: Array(
            ("€\u{FFFD}‚ƒ„…†‡ˆ‰Š‹Œ\u{FFFD}Ž\u{FFFD}\u{FFFD}‘’“”•–—˜™š›œ\u{FFFD}žŸ"
                + "\u{A0}¡¢£¤¥¦§¨©ª«¬\u{AD}®¯°±²³´µ¶·¸¹º»¼½¾¿"
                + "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞß"
                + "àáâãäåæçèéêëìíîïðñòóôõö÷øùúûüýþÿ").unicodeScalars),
        .koi8R: Array(
            ("─│┌┐└┘├┤┬┴┼▀▄█▌▐░▒▓⌠■∙√≈≤≥\u{A0}⌡°²·÷"
                + "═║╒ё╓╔╕╖╗╘╙╚╛╜╝╞╟╠╡Ё╢╣╤╥╦╧╨╩╪╫╬©"
                + "юабцдефгхийклмнопярстужвьызшэщчъ"
                + "ЮАБЦДЕФГХИЙКЛМНОПЯРСТУЖВЬЫЗШЭЩЧЪ").unicodeScalars),
    ]
}
