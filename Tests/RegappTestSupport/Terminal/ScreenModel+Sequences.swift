/// The control sequences (`CSI … final`) without a private marker.
extension ScreenModel {
    mutating func sequence(_ final: UInt8, _ numbers: [Int]) {
        /// A number's default is 1 in every sequence but erasing and SGR; 0 means the default.
        func number(_ index: Int = 0) -> Int {
            index < numbers.count ? max(1, numbers[index]) : 1
        }
        let kind = max(0, numbers.first ?? 0)
        switch final {
        case UInt8(ascii: "A"): row = max(0, row - number())
        case UInt8(ascii: "B"), UInt8(ascii: "e"): row = min(rows - 1, row + number())
        case UInt8(ascii: "C"), UInt8(ascii: "a"): column = min(columns - 1, column + number())
        case UInt8(ascii: "D"): column = max(0, min(column, columns - 1) - number())
        case UInt8(ascii: "E"): (column, row) = (0, min(rows - 1, row + number()))
        case UInt8(ascii: "F"): (column, row) = (0, max(0, row - number()))
        case UInt8(ascii: "G"), UInt8(ascii: "`"): column = min(columns, number()) - 1
        case UInt8(ascii: "H"), UInt8(ascii: "f"):
            (row, column) = (min(rows, number()) - 1, min(columns, number(1)) - 1)
        case UInt8(ascii: "d"): row = min(rows, number()) - 1
        case UInt8(ascii: "J"): eraseScreen(kind)
        case UInt8(ascii: "K"): eraseLine(kind)
        case UInt8(ascii: "L"): scroll(from: row, by: -number())
        case UInt8(ascii: "M"): scroll(from: row, by: number())
        case UInt8(ascii: "S"): scroll(from: scrollTop, by: number())
        case UInt8(ascii: "T"): scroll(from: scrollTop, by: -number())
        case UInt8(ascii: "@"): shiftLine(by: number())
        case UInt8(ascii: "P"): shiftLine(by: -number())
        case UInt8(ascii: "X"): erase(row, column..<min(columns, column + number()))
        case UInt8(ascii: "m"): style.apply(numbers.map { max(0, $0) })
        case UInt8(ascii: "r"): setRegion(number(), numbers.count > 1 ? number(1) : rows)
        case UInt8(ascii: "s"): saved = SavedCursor(column: column, row: row, style: style)
        case UInt8(ascii: "u"): restore(saved)
        default: break
        }
    }

    private mutating func setRegion(_ top: Int, _ bottom: Int) {
        guard top < bottom, bottom <= rows else { return }
        (scrollTop, scrollBottom) = (top - 1, bottom - 1)
        (column, row) = (0, 0)
    }

    private mutating func eraseScreen(_ kind: Int) {
        switch kind {
        case 0:
            eraseLine(0)
            for line in (row + 1)..<max(row + 1, rows) { erase(line, 0..<columns) }
        case 1:
            eraseLine(1)
            for line in 0..<row { erase(line, 0..<columns) }
        case 2: for line in 0..<rows { erase(line, 0..<columns) }
        default: break
        }
    }

    private mutating func eraseLine(_ kind: Int) {
        let column = min(column, columns - 1)
        switch kind {
        case 0: erase(row, column..<columns)
        case 1: erase(row, 0..<(column + 1))
        case 2: erase(row, 0..<columns)
        default: break
        }
    }

    private mutating func erase(_ row: Int, _ range: Range<Int>) {
        for column in range { cells[row][column] = .blank(style) }
    }

    /// Makes room at the cursor, or removes places for a negative count.
    private mutating func shiftLine(by count: Int) {
        let column = min(column, columns - 1)
        let rest = cells[row][column...]
        let blanks = [ScreenCell](repeating: .blank(style), count: min(abs(count), rest.count))
        let shifted = count > 0 ? (blanks + rest).prefix(rest.count) : rest.dropFirst(-count) + blanks
        cells[row].replaceSubrange(column..., with: shifted)
    }
}
