/// What each character and sequence does to the screen.
extension ScreenModel {
    mutating func perform(_ action: SequenceParser.Action) {
        switch action {
        case .print(let scalar): show(scalar)
        case .control(let byte): control(byte)
        case .escape(let final, let intermediates):
            if intermediates.isEmpty { escape(final) }
        case .sequence(let marker, let numbers, let intermediates, let final):
            guard intermediates.isEmpty else { return }
            if marker == UInt8(ascii: "?") {
                setModes(numbers, final)
            } else if marker == nil {
                sequence(final, numbers)
            }
        }
    }

    private mutating func show(_ scalar: Unicode.Scalar) {
        let width = CellWidth.of(scalar)
        if width == 0 || joins(scalar) { return join(scalar) }
        if column + width > columns {
            column = 0
            lineFeed()
        }
        put(ScreenCell(text: String(scalar), style: style), at: column)
        if width == 2 { put(ScreenCell(text: "", style: style), at: column + 1) }
        // On a terminal of one column a wide character has no room.
        column = min(column + width, columns)
    }

    /// Writes a cell; the other half of a wide character that it cuts becomes a space.
    private mutating func put(_ cell: ScreenCell, at column: Int) {
        guard column < columns else { return }
        if cells[row][column].text.isEmpty && column > 0 && !cell.text.isEmpty {
            cells[row][column - 1].text = " "
        }
        if column + 1 < columns && cells[row][column + 1].text.isEmpty && !cells[row][column].text.isEmpty {
            cells[row][column + 1].text = " "
        }
        cells[row][column] = cell
    }

    private var lastCell: Int? {
        guard column > 0 else { return nil }
        return cells[row][column - 1].text.isEmpty && column > 1 ? column - 2 : column - 1
    }

    /// Whether a scalar with a width of its own belongs to the character before it: the second half of a flag,
    /// a skin tone, or what follows a zero-width joiner.
    private func joins(_ scalar: Unicode.Scalar) -> Bool {
        guard let last = lastCell, let previous = cells[row][last].text.unicodeScalars.last else {
            return false
        }
        if previous.value == 0x200D { return true }
        if (0x1F3FB...0x1F3FF).contains(scalar.value) { return previous.properties.isEmojiModifierBase }
        let flags: ClosedRange<UInt32> = 0x1F1E6...0x1F1FF
        let isPair = flags.contains(scalar.value) && flags.contains(previous.value)
        return isPair && cells[row][last].text.unicodeScalars.count == 1
    }

    private mutating func join(_ scalar: Unicode.Scalar) {
        guard let last = lastCell else { return }
        cells[row][last].text.unicodeScalars.append(scalar)
        // A flag's second half and the emoji variation selector widen what was one column.
        let widens = scalar.value == 0xFE0F || (0x1F1E6...0x1F1FF).contains(scalar.value)
        guard widens, last == column - 1, column < columns else { return }
        put(ScreenCell(text: "", style: style), at: column)
        column += 1
    }

    private mutating func control(_ byte: UInt8) {
        switch byte {
        case 0x08: column = max(0, min(column, columns - 1) - 1)
        case 0x09: column = min(columns - 1, (column / 8 + 1) * 8)
        case 0x0A, 0x0B, 0x0C: lineFeed()
        case 0x0D: column = 0
        default: break
        }
    }

    private mutating func escape(_ final: UInt8) {
        switch final {
        case UInt8(ascii: "7"): saved = SavedCursor(column: column, row: row, style: style)
        case UInt8(ascii: "8"): restore(saved)
        case UInt8(ascii: "D"): lineFeed()
        case UInt8(ascii: "E"):
            column = 0
            lineFeed()
        case UInt8(ascii: "M"):
            if row == scrollTop { scroll(from: scrollTop, by: -1) } else { row = max(0, row - 1) }
        case UInt8(ascii: "c"): self = ScreenModel(columns: columns, rows: rows)
        default: break
        }
    }

    mutating func restore(_ cursor: SavedCursor) {
        column = min(cursor.column, columns - 1)
        row = min(cursor.row, rows - 1)
        style = cursor.style
    }

    mutating func lineFeed() {
        if row == scrollBottom { scroll(from: scrollTop, by: 1) } else { row = min(rows - 1, row + 1) }
    }

    /// Moves the lines from one down to the region's end up, or down for a negative count.
    mutating func scroll(from top: Int, by count: Int) {
        guard top <= scrollBottom else { return }
        let height = scrollBottom - top + 1
        let blank = [[ScreenCell]](
            repeating: [ScreenCell](repeating: .blank(style), count: columns), count: min(abs(count), height))
        let region = cells[top...scrollBottom]
        let moved = count > 0 ? region.dropFirst(count) + blank : blank + region.dropLast(-count)
        cells.replaceSubrange(top...scrollBottom, with: moved)
    }

    private mutating func setModes(_ numbers: [Int], _ final: UInt8) {
        guard final == UInt8(ascii: "h") || final == UInt8(ascii: "l") else { return }
        let isSet = final == UInt8(ascii: "h")
        for number in numbers {
            let was = modes.contains(number)
            if isSet { modes.insert(number) } else { modes.remove(number) }
            switch number {
            case 25: isCursorVisible = isSet
            case 47, 1047, 1049: showAlternate(isSet, clearing: number != 47, moving: number == 1049)
            case 2026: if was && !isSet { synchronizedUpdates += 1 }
            default: break
            }
        }
    }

    private mutating func showAlternate(_ isShown: Bool, clearing: Bool, moving: Bool) {
        guard isShown != isAlternate else { return }
        isAlternate = isShown
        if isShown {
            main = cells
            mainCursor = SavedCursor(column: column, row: row, style: style)
            if clearing { cells = Self.blank(columns, rows) }
        } else {
            if main.count == rows { cells = main }
            main = []
            if moving { restore(mainCursor) }
        }
    }
}
