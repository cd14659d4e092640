@testable import RegappJSON

/// One mistake at one place of a text: what the text is then, and what has to be reported where.
struct Mistake: CustomStringConvertible {
    /// What is done.
    let name: String
    /// The bytes of the right text that are replaced, and by what.
    let range: Range<Int>
    let text: String
    /// The place to correct, in bytes from the start of the wrong text.
    let offset: Int
    /// What is wrong there.
    let reason: JSONError.Reason

    var description: String { "\(name) at \(range.lowerBound)" }

    func applied(to bytes: [UInt8]) -> [UInt8] {
        Array(bytes[..<range.lowerBound]) + Array(text.utf8) + bytes[range.upperBound...]
    }

    /// How many bytes the wrong text is longer than the right one.
    var growth: Int { text.utf8.count - range.count }
}

/// A piece of a text: a string with its quotes, a word, a run of spaces or a sign.
private struct Piece {
    let text: String
    let range: Range<Int>

    var isSpace: Bool { text.allSatisfy(\.isWhitespace) }
    var isString: Bool { text.hasPrefix("\"") }
    var isOpening: Bool { text == "{" || text == "[" }
    var isClosing: Bool { text == "}" || text == "]" }
}

extension Mistake {
    /// Every mistake of the table at every place of a text where it can be made.
    static func all(in bytes: [UInt8]) -> [Mistake] {
        let pieces = Self.pieces(of: bytes)
        return pieces.indices.flatMap { index in
            let next = pieces[(index + 1)...].first { !$0.isSpace }
            let previous = pieces[..<index].last { !$0.isSpace }
            return signs(pieces[index], previous, next) + strings(pieces[index], next)
                + words(pieces[index], previous, next) + spaces(pieces[index], next)
        }
    }

    /// Cuts a text of ASCII without escapes into pieces.
    private static func pieces(of bytes: [UInt8]) -> [Piece] {
        var pieces: [Piece] = []
        var start = 0
        func isSpace(_ byte: UInt8) -> Bool { " \t\r\n".utf8.contains(byte) }
        while start < bytes.count {
            let rest = bytes[start...]
            let end: Int
            switch bytes[start] {
            case UInt8(ascii: "\""):
                end = (bytes[(start + 1)...].firstIndex(of: UInt8(ascii: "\"")) ?? bytes.count - 1) + 1
            case let byte where isSpace(byte): end = rest.firstIndex { !isSpace($0) } ?? bytes.count
            case let byte where "{}[],:".utf8.contains(byte): end = start + 1
            default: end = rest.firstIndex { isSpace($0) || ",}]".utf8.contains($0) } ?? bytes.count
            }
            pieces.append(
                Piece(text: String(decoding: bytes[start..<end], as: UTF8.self), range: start..<end))
            start = end
        }
        return pieces
    }

    // MARK: The table

    /// A piece becomes another text; the place is so many bytes into it.
    private init(_ name: String, _ piece: Piece, _ text: String, at shift: Int, _ reason: JSONError.Reason) {
        self.init(
            name: name, range: piece.range, text: text, offset: piece.range.lowerBound + shift, reason: reason
        )
    }

    /// A piece is removed; the place is the next one.
    private init?(_ name: String, without piece: Piece, _ next: Piece?, _ reason: JSONError.Reason) {
        guard let next else { return nil }
        self.init(
            name: name, range: piece.range, text: "", offset: next.range.lowerBound - piece.range.count,
            reason: reason)
    }

    private static func signs(_ piece: Piece, _ previous: Piece?, _ next: Piece?) -> [Mistake] {
        switch piece.text {
        case ",":
            return [
                Mistake("no comma", without: piece, next, .missingComma),
                Mistake("two commas", piece, ",,", at: 1, .doubledComma),
                Mistake("a semicolon", piece, ";", at: 0, .semicolon),
                Mistake("a full-width comma", piece, "，", at: 0, .fullWidth(ascii: ",")),
            ].compactMap { $0 }
        case ":":
            return [
                Mistake("no colon", without: piece, next, .missingColon),
                Mistake("two colons", piece, "::", at: 1, .extraColon),
                Mistake("an equals sign", piece, "=", at: 0, .equalsSign),
                Mistake("an arrow", piece, "=>", at: 0, .equalsSign),
                Mistake("a full-width colon", piece, "：", at: 0, .fullWidth(ascii: ":")),
            ].compactMap { $0 }
        case "{", "[":
            return [Mistake("a comma first", piece, piece.text + ",", at: 1, .leadingComma)]
        case "}", "]":
            var mistakes: [Mistake] = []
            if let previous, !previous.isOpening {
                let end = previous.range.upperBound
                mistakes.append(
                    Mistake(
                        name: "a comma last", range: end..<end, text: ",", offset: end,
                        reason: .trailingComma))
            }
            if next == nil {
                mistakes.append(
                    Mistake(
                        "two brackets", piece, piece.text + piece.text, at: 1,
                        .extraBracket(piece.text == "}" ? .brace : .square)))
                mistakes.append(Mistake("a second object", piece, piece.text + " {}", at: 2, .secondObject))
            }
            return mistakes
        default: return []
        }
    }

    private static func strings(_ piece: Piece, _ next: Piece?) -> [Mistake] {
        guard piece.isString, piece.text.utf8.count > 3 else { return [] }
        let isKey = next?.text == ":"
        let content = String(piece.text.dropFirst().dropLast())
        let head = "\"\(content.prefix(1))"
        let tail = "\(content.dropFirst())\""
        let length = content.utf8.count
        let withoutQuotes: JSONError.Reason = isKey ? .keyWithoutQuotes : .valueWithoutQuotes
        var mistakes = [
            Mistake("no last quote", piece, "\"\(content)", at: 0, .unclosedString),
            Mistake("no first quote", piece, "\(content)\"", at: 0, withoutQuotes),
            Mistake("no quotes", piece, content, at: 0, withoutQuotes),
            Mistake("last quote curly", piece, "\"\(content)”", at: 1 + length, .wrongQuote("a curly quote")),
            Mistake("first quote curly", piece, "“\(content)\"", at: 0, .wrongQuote("a curly quote")),
            Mistake("an apostrophe", piece, "'O'Neil \(content)'", at: 0, .wrongQuote("a single quote")),
            Mistake("a quote inside", piece, "\(head)\"\(tail)", at: 2, .quoteInString),
            Mistake("two quotes inside", piece, "\(head) \"x\" \(tail)", at: 3, .quoteInString),
            Mistake("two last quotes", piece, "\(piece.text)\"", at: 2 + length, .extraQuote),
            Mistake("three quotes", piece, "\"\"\(piece.text)\"\"", at: 0, .wrongQuote("three quotes")),
            Mistake("a tab", piece, "\(head)\t\(tail)", at: 2, .controlCharacter(9)),
            Mistake("a NUL", piece, "\(head)\u{0}\(tail)", at: 2, .controlCharacter(0)),
            Mistake("a path", piece, "\"C:\\docs\\\(content)\"", at: 3, .unknownEscape),
            Mistake("half an emoji", piece, "\(head)\\ud83d\(tail)", at: 2, .loneSurrogate),
            Mistake("few digits", piece, "\(head)\\u12 \(tail)", at: 2, .shortUnicodeEscape),
            Mistake("a line break", piece, "\(head)\n\(tail)", at: 0, .lineBreakInString),
            Mistake("a line break, CR LF", piece, "\(head)\r\n\(tail)", at: 0, .lineBreakInString),
        ]
        let quotes = [
            ("'", "'", "a single quote"), ("“", "”", "a curly quote"), ("„", "“", "a curly quote"),
            ("‘", "’", "a curly quote"), ("«", "»", "an angle quote"), ("`", "`", "a backtick"),
            ("´", "´", "an acute accent"), ("＂", "＂", "a full-width quote"),
        ]
        mistakes += quotes.map { Mistake($0 + $1, piece, $0 + content + $1, at: 0, .wrongQuote($2)) }
        return mistakes
    }

    private static func words(_ piece: Piece, _ previous: Piece?, _ next: Piece?) -> [Mistake] {
        let isValue = !piece.isOpening && !piece.isClosing && !piece.isSpace && piece.text != ":"
        guard previous?.text == ":", isValue else { return [] }
        let others: [(String, JSONError.Reason)] = [
            ("True", .wordInCapitals), ("NULL", .wordInCapitals), ("None", .foreignNull),
            ("undefined", .foreignNull), ("NaN", .foreignNumber), ("-Infinity", .foreignNumber),
            ("+79161234567", .plusSign), ("007", .leadingZero),
            (".5", .decimalPoint),
            ("1.", .decimalPoint), ("0x1F", .notANumber), ("1_000", .notANumber),
            ("2026-11-20", .valueWithoutQuotes), ("+7 (916) 123-45-67", .valueWithoutQuotes),
            ("sam@post.example", .valueWithoutQuotes), ("https://post.example/", .valueWithoutQuotes),
        ]
        return others.map { Mistake($0, piece, $0, at: 0, $1) }
            + [Mistake("no value", without: piece, next, .missingValue)].compactMap { $0 }
    }

    private static func spaces(_ piece: Piece, _ next: Piece?) -> [Mistake] {
        guard piece.isSpace else {
            let before: [(String, JSONError.Reason)] = [
                ("\u{A0}", .strangeCharacter("\u{A0}")), ("\u{200B}", .strangeCharacter("\u{200B}")),
                ("\u{FEFF} ", piece.range.lowerBound == 0 ? .byteOrderMark : .strangeCharacter("\u{FEFF}")),
                ("\u{C}", .strangeCharacter("\u{C}")), ("/* x: { */", .comment),
            ]
            return before.map { Mistake($0.debugDescription, piece, $0 + piece.text, at: 0, $1) }
        }
        guard piece.text.contains(where: \.isNewline), next != nil else { return [] }
        return [" // x, \"y\"", " # x", " // { \"x\": 1 }"].map {
            Mistake($0, piece, $0 + piece.text, at: 1, .comment)
        }
    }
}
