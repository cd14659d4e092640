// The buttons, and below them those that only keys press.
extension Form {
    /// The buttons side by side, in as many rows as they need.
    func buttonRows(columns: Int, hasFocus: Bool) -> [StyledLine] {
        guard !ownButtons.isEmpty else { return [] }
        var rows = [StyledLine("  ")]
        for button in ownButtons {
            var drawn = StyledLine(
                button: button.title, isFocused: button == focusedButton && hasFocus,
                isEnabled: canPress(button), isDefault: isTyping && button == enterPresses)
            drawn.add(.chosen(button.id))
            let used = rows[rows.count - 1].columns
            if used > 2, used + drawn.columns > columns { rows.append(StyledLine("  ")) }
            rows[rows.count - 1].append(drawn)
            rows[rows.count - 1].append("  ")
        }
        let room = columns - 1 - rows[rows.count - 1].columns
        if let missing = missing(columns: room) { rows[rows.count - 1].append(missing, .faint) }
        return rows
    }

    /// The buttons that only keys press, in one faint line or in a line each.
    func offerLines(columns: Int) -> [StyledLine] {
        let offers = buttons.dropFirst(ownButtons.count).map { button in
            var line = StyledLine(KeyBinding(button.keys, "").name, .key)
            line.append(" " + button.title, .faint)
            line.add(.chosen(button.id))
            return line
        }
        guard let first = offers.first else { return [] }
        var line = StyledLine("  or: ", .faint)
        line.append(first)
        var lines = [line]
        for offer in offers.dropFirst() {
            let last = lines.count - 1
            // As elsewhere, nothing touches the frame.
            if lines[last].columns + 3 + offer.columns < columns {
                lines[last].append(" · ", .faint)
                lines[last].append(offer)
            } else {
                var next = StyledLine(String(repeating: " ", count: 6))
                next.append(offer)
                lines.append(next)
            }
        }
        return lines
    }

    /// Their keys alone, and the one that shows what they do.
    var shortOfferLines: [StyledLine] {
        guard buttons.count > ownButtons.count else { return [] }
        var line = StyledLine("  or: ", .faint)
        for button in buttons.dropFirst(ownButtons.count) {
            var key = StyledLine(KeyBinding(button.keys, "").name, .key)
            key.add(.chosen(button.id))
            line.append(key)
            line.append(" ")
        }
        line.append(Self.moreAt(KeyHelp.binding(isTyping: true).name), .faint)
        return [line]
    }

    /// Why the button cannot be pressed, in at most this many columns.
    private func missing(columns: Int) -> String? {
        guard submitButton != nil, !isValid else { return nil }
        return Self.fillIn(fields.filter { !$0.problems.isEmpty }.map(\.name), columns: columns)
    }
}
