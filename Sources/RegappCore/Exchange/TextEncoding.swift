/// An encoding of one byte per character, in which older programs write tables; the raw value is for `--encoding`.
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

    /// Nil if the byte stands for no character.
    func scalar(of byte: UInt8) -> Unicode.Scalar? {
        guard byte >= 0x80 else { return Unicode.Scalar(byte) }
        let scalar = Self.tables[self]?[Int(byte) - 0x80]
        return scalar == "\u{FFFD}" ? nil : scalar
    }

    /// Nil if a byte stands for no character.
    package func text(of bytes: some Sequence<UInt8>) -> String? {
        var text = String.UnicodeScalarView()
        for byte in bytes {
            guard let scalar = scalar(of: byte) else { return nil }
            text.append(scalar)
        }
        return String(text)
    }

    /// The bytes from 0x80 on, by the tables of the Unicode Consortium.
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

/// Finds files that mix UTF-8 and another encoding, as pasted tables may: no encoding reads them correctly.
struct MixedEncodings: Sendable {
    private static let longestWord = 256

    /// The named encoding; nil for UTF-8.
    private let encoding: TextEncoding?
    private var line = 1
    private var isAfterReturn = false
    /// The ASCII letters and other bytes of the current word.
    private var word: [UInt8] = []
    /// The first line with a word that is surely UTF-8, and the first with one that is not.
    private var utf8: Int?
    private var other: Int?
    private var hasUTF8 = false

    init(_ encoding: TextEncoding?) { self.encoding = encoding }

    var problem: ImportedAccount? {
        guard let utf8, let other else { return nil }
        return ImportedAccount(line: max(utf8, other), .format(.mixedEncodings(utf8: utf8, other: other)))
    }

    /// Whether there is text beyond ASCII so far, all of it UTF-8.
    var isUTF8: Bool { hasUTF8 && other == nil }

    mutating func read(_ piece: [UInt8]) {
        guard utf8 == nil || other == nil else { return }
        for byte in piece {
            if byte.isLetter || byte >= 0x80 {
                if word.count < Self.longestWord { word.append(byte) }
                continue
            }
            end()
            if byte == UInt8(ascii: "\n") ? !isAfterReturn : byte == UInt8(ascii: "\r") { line += 1 }
            isAfterReturn = byte == UInt8(ascii: "\r")
        }
    }

    mutating func end() {
        defer { word.removeAll(keepingCapacity: true) }
        guard word.contains(where: { $0 >= 0x80 }), word.count < Self.longestWord else { return }
        guard String(validating: word, as: UTF8.self) != nil else {
            other = other ?? line
            return
        }
        hasUTF8 = true
        if utf8 == nil, !(encoding.map { [$0] } ?? TextEncoding.allCases).contains(where: isWord) {
            utf8 = line
        }
    }

    /// Whether bytes that happen to be UTF-8 are a word in an encoding: `WORD`, `Word` or `word`, letters only.
    private func isWord(in encoding: TextEncoding) -> Bool {
        guard let text = encoding.text(of: word), text.allSatisfy(\.isLetter) else { return false }
        let rest = text.dropFirst()
        return rest.allSatisfy(\.isLowercase) || text.allSatisfy(\.isUppercase)
    }
}
