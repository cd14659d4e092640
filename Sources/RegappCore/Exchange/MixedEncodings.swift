/// Finds files whose texts are partly UTF-8 and partly in another encoding, as if two tables had been pasted together:
/// no encoding reads them right.
struct MixedEncodings: Sendable {
    /// The most bytes of a word that are kept.
    private static let longestWord = 256

    /// The encoding that was named; nil for UTF-8.
    private let encoding: TextEncoding?
    private var line = 1
    private var isAfterReturn = false
    /// The ASCII letters and other bytes of the present word.
    private var word: [UInt8] = []
    /// The first line with a word in UTF-8, and the first with one that is not.
    private var utf8: Int?
    private var other: Int?

    init(_ encoding: TextEncoding?) { self.encoding = encoding }

    /// What is wrong with the file so far.
    var problem: ImportedAccount? {
        guard let utf8, let other else { return nil }
        return ImportedAccount(line: max(utf8, other), .format(.mixedEncodings(utf8: utf8, other: other)))
    }

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
        if String(validating: word, as: UTF8.self) == nil {
            other = other ?? line
        } else if utf8 == nil, !(encoding.map { [$0] } ?? TextEncoding.allCases).contains(where: isWord) {
            utf8 = line
        }
    }

    /// Whether bytes that happen to be UTF-8 are a word in an encoding: letters, without capitals among small ones.
    private func isWord(in encoding: TextEncoding) -> Bool {
        guard let text = encoding.text(of: word), text.allSatisfy(\.isLetter) else { return false }
        let rest = text.dropFirst()
        return rest.allSatisfy(\.isLowercase) || text.allSatisfy(\.isUppercase)
    }
}
