/// A name of fields, or of buttons, that the owner of a form gives them: usually an enum of its own.
package protocol FormID: Hashable, Sendable {}

/// The number of a row.
extension Int: FormID {}

/// The name of a field or a button, of any type.
package struct ControlID: Hashable, Sendable {
    package let name: any FormID

    package static func == (one: ControlID, other: ControlID) -> Bool {
        AnyHashable(one.name) == AnyHashable(other.name)
    }

    package func hash(into hasher: inout Hasher) { name.hash(into: &hasher) }
}

extension FormID {
    package var id: ControlID { ControlID(name: self) }
}

package struct FormButton<ID: Hashable & Sendable>: Hashable, Sendable {
    package let id: ID
    package let title: String
    package let menuTitle: String
    package let needsValidFields: Bool
    package let key: KeyBinding
    let isOffer: Bool
    /// The columns that its title takes at least, such as those of the longer of two titles.
    let room: Int
    /// The fields that a conversation asks for before it is pressed, if not all are.
    let asked: [ControlID]

    /// `menuTitle` is the title in a menu, which has more room. `key` has the keys that press it wherever the focus
    /// is, and their meaning for tables of keys; those that type text do so only while no field has the focus.
    /// `isOffer`: it is in the faint line below the others, where only its keys press it. Such buttons come last.
    /// `asked` are the fields that it is about, if others are about other fields.
    package init(
        _ id: ID, title: String, menuTitle: String? = nil, needsValidFields: Bool = false,
        key: KeyBinding? = nil, isOffer: Bool = false, room: Int = 0, asked: [ControlID] = []
    ) {
        self.id = id
        self.title = title
        self.menuTitle = menuTitle ?? title
        self.needsValidFields = needsValidFields
        self.key = key ?? KeyBinding([], title.lowercased(), meaning: title)
        self.isOffer = isOffer
        self.room = room
        self.asked = asked
    }
}

extension FormButton where ID: FormID {
    package var button: Form.Button {
        Form.Button(
            id.id, title: title, menuTitle: menuTitle, needsValidFields: needsValidFields, key: key,
            isOffer: isOffer, room: room, asked: asked)
    }
}

extension Form {
    package typealias Button = FormButton<ControlID>

    /// The buttons; after the last, if there is room, the fields that are still missing or wrong. `saying` is the
    /// column before which these words end.
    func buttonRows(columns: Int, saying end: Int, hasFocus: Bool) -> [StyledLine] {
        guard !ownButtons.isEmpty else { return [] }
        let focused = hasFocus ? focusedButton?.id : nil
        let isDefault = isTyping ? enterPresses?.id : nil
        let drawn = ownButtons.map { button in
            var line = StyledLine(
                button: button.title, isFocused: button.id == focused,
                isEnabled: canPress(button), isDefault: button.id == isDefault)
            line.add(.chosen(button.id))
            line.pad(to: button.room + 4)
            return line
        }
        let gap = StyledLine("  ")
        var rows = [StyledLine].flowing(drawn, after: gap, separator: gap, columns: columns)
        let room = min(columns, end) - 3 - rows[rows.count - 1].columns
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
        // Leaves a column free before the frame, as elsewhere.
        return .flowing(
            drawn, after: Self.startOfOffers, separator: StyledLine(" · ", .faint), columns: columns - 1)
    }

    private static let startOfOffers = StyledLine("  or: ", .faint)

    private var offers: ArraySlice<Button> { buttons.dropFirst(ownButtons.count) }

    /// The keys of the offers alone, and the key that shows what they do.
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

    /// Which fields keep the button from being pressed, the wrong ones before the empty ones, in the longest wording that
    /// fits; for a single wrong one, why. A text that is being typed is no mistake yet while others are empty.
    private func missing(columns: Int) -> String? {
        let all = fields.filter { !$0.problems.isEmpty }
        let empty = all.filter(\.input.text.isEmpty)
        let wrong = all.filter { field in
            !field.input.text.isEmpty
                && (empty.isEmpty || field.showsProblems || field.id != focusedField?.id)
        }
        guard submitButton != nil, !all.isEmpty else { return nil }
        var ways: [String] = []
        if empty.isEmpty, wrong.count == 1, let reason = wrong[0].problems.first {
            ways.append("\(wrong[0].name): \(reason)")
        }
        let corrections = Self.naming(wrong)
        let additions = Self.naming(empty)
        if corrections.isEmpty {
            ways += additions.map { "Fill in \($0)" }
        } else {
            let count = wrong.count > 1 ? ["\(wrong.count)"] : []
            for correction in corrections + count {
                ways += additions.map { "Correct \(correction); fill in \($0)" }
            }
            ways += corrections.map { "Correct \($0)" }
        }
        return ways.first { $0.displayWidth <= columns }
    }

    /// Ways to name fields, the longest first; none for no field.
    private static func naming(_ fields: [FormField]) -> [String] {
        let names = fields.map(\.name)
        guard let first = names.first, let last = names.last else { return [] }
        if names.count == 1 { return [first] }
        let start = names.dropLast().joined(separator: ", ")
        return ["\(start) and \(last)", "\(first) and \(names.count - 1) more", "\(names.count) fields"]
    }
}
