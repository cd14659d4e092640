internal import RegappValues

/// Lines of texts in aligned columns, without trailing spaces.
package struct TextTable {
    package struct Column {
        let width: Int
        let isRightAligned: Bool

        /// - Parameter width: in columns of the terminal; wider texts are cut, except for those aligned at the right.
        package init(_ width: Int, isRightAligned: Bool = false) {
            self.width = width
            self.isRightAligned = isRightAligned
        }
    }

    private let columns: [Column]
    private let gap: String

    package init(_ columns: [Column], gap: Int = 2) {
        self.columns = columns
        self.gap = String(repeating: " ", count: gap)
    }

    package static func lines(_ rows: [[String]], gap: Int = 2) -> [String] {
        let count = rows.map(\.count).max() ?? 0
        let columns = (0..<count).map { index in
            Column(rows.map { $0.indices.contains(index) ? $0[index].displayWidth : 0 }.max() ?? 0)
        }
        let table = TextTable(columns, gap: gap)
        return rows.map(table.line)
    }

    /// The line of a label and a value of any width: a row of two columns, neither of which is cut.
    package static func line(_ label: String, _ value: String, labelWidth: Int) -> String {
        guard !value.isEmpty else { return label }
        return label + String(repeating: " ", count: max(1, labelWidth + 1 - label.displayWidth)) + value
    }

    /// The line of a row, which has a text for each column or for the first ones.
    package func line(_ texts: [String]) -> String {
        guard let last = texts.lastIndex(where: { !$0.isEmpty }) else { return "" }
        let cells = zip(texts, columns).enumerated().prefix(last + 1).map { index, cell in
            let (text, column) = cell
            if column.isRightAligned { return text.rightAligned(to: column.width) }
            return index < last ? text.padded(to: column.width) : text.truncated(to: column.width)
        }
        return cells.joined(separator: gap)
    }
}

extension String {
    package func rightAligned(to columns: Int) -> String {
        String(repeating: " ", count: max(0, columns - displayWidth)) + self
    }

    /// The text as a sentence of a screen: with a capital, unless it begins with a name, as of a file or account.
    package var sentenceCased: String {
        if isPrintableASCII { return asciiSentenceCased }
        guard let first, first.isLowercase else { return self }
        let word = prefix { !$0.isWhitespace && !",;".contains($0) }
        let isWord = word.allSatisfy { $0.isLowercase || $0 == "-" || $0 == ":" && $0 == word.last }
        return isWord ? first.uppercased() + String(dropFirst()) : self
    }

    /// The same for ASCII, but faster: a form makes sentences of its rules in every frame.
    private var asciiSentenceCased: String {
        guard let first = utf8.first, first &- 0x61 < 26 else { return self }
        let word = utf8.prefix { !Self.endsOfWords.contains($0) }
        var bytes = Array(utf8)
        let isWord = word.enumerated().allSatisfy { index, byte in
            byte &- 0x61 < 26 || byte == UInt8(ascii: "-")
                || byte == UInt8(ascii: ":") && index == word.count - 1
        }
        guard isWord else { return self }
        bytes[0] &-= 0x20
        return String(decoding: bytes, as: UTF8.self)
    }

    private static let endsOfWords = ASCIISet(" ,;")
}
