// The buttons, and below them those that only keys press.
extension Form {
    func buttonRows(columns: Int, hasFocus: Bool) -> [StyledLine] {
        guard !ownButtons.isEmpty else { return [] }
        let drawn = ownButtons.map { button in
            var line = StyledLine(
                button: button.title, isFocused: button == focusedButton && hasFocus,
                isEnabled: canPress(button), isDefault: isTyping && button == enterPresses)
            line.add(.chosen(button.id))
            return line
        }
        let gap = StyledLine("  ")
        var rows = [StyledLine].flowing(drawn, after: gap, separator: gap, columns: columns)
        let room = columns - 3 - rows[rows.count - 1].columns
        if let missing = missing(columns: room) { rows[rows.count - 1].append("  " + missing, .faint) }
        return rows
    }

    func offerLines(columns: Int) -> [StyledLine] {
        guard !offers.isEmpty else { return [] }
        let drawn = offers.map { button in
            var line = StyledLine(button.key.name, .key)
            line.append(" " + button.title, .faint)
            line.add(.chosen(button.id))
            return line
        }
        // As elsewhere, nothing touches the frame.
        return .flowing(
            drawn, after: Self.startOfOffers, separator: StyledLine(" · ", .faint), columns: columns - 1)
    }

    private static var startOfOffers: StyledLine { StyledLine("  or: ", .faint) }

    private var offers: ArraySlice<Button> { buttons.dropFirst(ownButtons.count) }

    /// Their keys alone, and the one that shows what they do.
    var shortOfferLines: [StyledLine] {
        guard !offers.isEmpty else { return [] }
        var line = Self.startOfOffers
        for button in offers {
            var key = StyledLine(button.key.name, .key)
            key.add(.chosen(button.id))
            line.append(key)
            line.append(" ")
        }
        line.append("(\(KeyHelp.binding(isTyping: true).name) says more)", .faint)
        return [line]
    }

    private func missing(columns: Int) -> String? {
        guard submitButton != nil, !isValid else { return nil }
        return Self.fillIn(fields.filter { !$0.problems.isEmpty }.map(\.name), columns: columns)
    }
}
