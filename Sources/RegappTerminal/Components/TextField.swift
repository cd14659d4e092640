internal import RegappValues

/// A line of text that is edited in place, character by character as a person sees them. Pasted text loses newlines,
/// controls and, unless it is secret, surrounding spaces. A secret field shows a bullet for each character and has no
/// word boundaries, which would reveal something about the text.
package struct TextField: Sendable {
    /// In characters: more than any rule takes, so that a pasted text is refused by its rule and not cut.
    package static let defaultLimit = 1 << 14

    /// Whether bullets hide the text unless ``isRevealed``.
    package let isSecret: Bool
    package var isRevealed = false
    /// Shown faintly while the field is empty.
    package var placeholder = ""
    /// Texts to choose from. While one goes on as the typed text does, its rest is shown faintly, and Right or End at the
    /// end of the text takes it.
    package var suggestions: [String] = []

    package let mask: InputMask?
    private var limit: Int
    var content: [Character] = [] { didSet { string = nil } }
    /// The content as a string, kept while it is known: making one at every key would take too long.
    private var string: String?
    /// The index in `content` of the character after the cursor.
    var cursor = 0
    /// Whether the whole text is selected, so that typing replaces it.
    package var isSelected = false

    package init(
        _ text: String = "", isSecret: Bool = false, mask: InputMask? = nil, limit: Int = defaultLimit
    ) {
        self.isSecret = isSecret
        self.mask = mask
        self.limit = limit
        self.text = text
    }

    /// The text as typed; a mask only displays it differently. Setting it moves the cursor to the end.
    package var text: String {
        get { string ?? String(content) }
        set {
            content = Array(newValue.prefix(limit))
            string = String(content)
            cursor = content.count
            isSelected = false
        }
    }

    /// The mask, while no further typing could make the text fit it.
    var brokenMask: InputMask? { mask.flatMap { $0.fits(text) ? nil : $0 } }

    /// Selects the whole text until the next key that the field handles.
    package mutating func selectAll() {
        cursor = content.count
        isSelected = !content.isEmpty
    }

    mutating func adopt(_ other: TextField) {
        isRevealed = other.isRevealed
        // A text that is over the limit already, such as one from a file, is not cut.
        if mask == nil, other.content.count > limit { limit = other.limit }
        text = other.text
        if content == other.content { cursor = other.cursor }
    }

    /// - Returns: whether the event meant something to the field.
    package mutating func update(_ event: Event) -> Bool {
        switch event {
        case .paste(let text):
            // The spaces around a password may be part of it.
            let text = isSecret ? text : text.trimmed
            removeSelected()
            // A complete number replaces the text: appending one to another makes no sense.
            if let mask, mask.isFilled(by: text) { self.text = text } else { insert(text) }
            return true
        case .key(let key): return press(key)
        default: return false
        }
    }

    private mutating func press(_ key: KeyPress) -> Bool {
        if case .character(let character) = key.code, key.modifiers.isSubset(of: .shift) {
            removeSelected()
            if mask != nil || !insertPlain(character) { insert(String(character)) }
            return true
        }
        guard let edit = Self.edit(of: key) else { return false }
        edit.perform(&self)
        isSelected = false
        return true
    }

    /// Moves the cursor before the character at a column of the whole text.
    package mutating func moveCursor(toColumn column: Int) {
        isSelected = false
        var end = 0
        let index = shownCharacters.firstIndex { character in
            end += character.displayWidth
            return end > column
        }
        cursor = index ?? content.count
    }

    /// The rest of the first suggestion that begins as the text does; nil for none, or if the cursor is not at the end.
    private var suggestedRest: String? {
        guard cursor == content.count, !content.isEmpty, !isSelected else { return nil }
        let suggestion = suggestions.first { $0.hasPrefix(text) && $0.count > content.count }
        return suggestion.map { String($0.dropFirst(content.count)) }
    }

    /// Moves the cursor to the end, and from there into the suggestion.
    fileprivate mutating func moveToEnd() {
        if let rest = suggestedRest { text += rest }
        cursor = content.count
    }

    private mutating func removeSelected() {
        if isSelected { text = "" }
    }

    /// The cursor's next position to the left; under a mask it goes from digit to digit.
    var previous: Int {
        guard let indices = mask?.digitIndices(content) else { return max(0, cursor - 1) }
        return indices.last { $0 < cursor } ?? cursor
    }

    var next: Int {
        guard let indices = mask?.digitIndices(content) else { return min(content.count, cursor + 1) }
        return indices.first { $0 >= cursor }.map { $0 + 1 } ?? cursor
    }

    /// Inserts a character that cannot merge with its neighbours, as most do not; false for any other.
    private mutating func insertPlain(_ character: Character) -> Bool {
        guard let code = character.asciiValue, (0x20..<0x7F).contains(code), content.count < limit,
            cursor == content.count || content[cursor].isASCII
        else { return false }
        var text = cursor == content.count ? string : nil
        content.insert(character, at: cursor)
        text?.append(character)
        string = text ?? String(content)
        cursor += 1
        return true
    }

    private mutating func insert(_ text: String) {
        let safe = String(String.UnicodeScalarView(text.unicodeScalars.filter { !$0.isUnprintable }))
        let fitting = String(safe.prefix(max(0, limit - content.count)))
        // The digits before the first `*` belong to the pattern: nothing is inserted before them.
        let index = max(cursor, mask?.digitIndices(content)?.first ?? 0)
        let end = String(content[index...])
        let start = String(content[..<index]) + fitting
        content = Array(start + end)
        cursor = Self.index(after: start, in: content)
        string = String(content)
    }

    mutating func remove(_ range: Range<Int>) {
        if isSelected {
            text = ""
        } else if let rest = mask?.removing(range, from: content) {
            (content, cursor) = rest
        } else {
            let start = String(content[..<range.lowerBound])
            content = Array(start + String(content[range.upperBound...]))
            cursor = Self.index(after: start, in: content)
        }
        string = String(content)
    }

    /// The first index with all of `text` before it: a typed combining mark merges with its base.
    private static func index(after text: String, in content: [Character]) -> Int {
        var missing = text.unicodeScalars.count
        var index = 0
        while missing > 0, index < content.count {
            missing -= content[index].unicodeScalars.count
            index += 1
        }
        return index
    }

    var hidesWords: Bool { isSecret && !isRevealed }

    func wordStart(_ isWord: (Character) -> Bool = Self.isWord) -> Int {
        guard !hidesWords else { return 0 }
        var index = cursor
        while index > 0, !isWord(content[index - 1]) { index -= 1 }
        while index > 0, isWord(content[index - 1]) { index -= 1 }
        return index
    }

    var wordEnd: Int {
        guard !hidesWords else { return content.count }
        var index = cursor
        while index < content.count, !Self.isWord(content[index]) { index += 1 }
        while index < content.count, Self.isWord(content[index]) { index += 1 }
        return index
    }

    private static func isWord(_ character: Character) -> Bool { character.isLetter || character.isNumber }

    /// The field in exactly `columns` columns, scrolled to show the cursor; `id` is for clicks into its text.
    package func line(columns: Int, isFocused: Bool, id: ControlID? = nil) -> StyledLine {
        let (shown, place, rest) = shownParts
        let cursorColumn = shown[..<min(place, shown.count)].reduce(0) { $0 + $1.displayWidth }
        let width = shown.reduce(0) { $0 + $1.displayWidth }
        let room = width > columns ? max(1, columns - 1) : columns
        let first = isFocused ? Self.firstColumn(for: cursorColumn, in: room) : 0
        let style: Style = isFocused && isSelected ? .selection : .field
        var visible = visiblePart(of: shown, from: first, columns: columns)
        if columns > 3 {
            if first > 0 {
                let rest = visible.dropFirst()
                visible = "‹" + (String(visible.prefix(1)).displayWidth > 1 ? " " : "") + rest
            }
            if width > first + columns {
                visible = visible.prefix(columns: columns - 1).padded(to: columns - 1)
                visible += isFocused ? "›" : "…"
            }
        }
        var line = StyledLine(visible, style)
        let faint = isFocused ? suggestedRest ?? rest : rest
        line.append(faint.truncated(to: max(0, columns - line.columns)), .placeholder)
        line.pad(to: columns, .field)
        if let id { line.add(.pointed(mask == nil ? .text(id, column: first) : .field(id))) }
        if isFocused, columns > 0 { line.cursor = min(cursorColumn - first, columns - 1) }
        return line
    }

    /// What is shown, the cursor in it, and what is shown faintly behind it.
    private var shownParts: (characters: [Character], cursor: Int, rest: String) {
        if !hidesWords, let masked = mask?.masked(content, cursor: cursor) {
            return (Array(masked.text), masked.cursor, masked.rest)
        }
        return (shownCharacters, cursor, content.isEmpty ? placeholder : "")
    }

    /// Bullets for a secret, a replacement for characters that could control a terminal or that are invisible.
    private var shownCharacters: [Character] {
        if hidesWords { return Array(repeating: "•", count: content.count) }
        if text.isPrintable { return content }
        // Each takes one cell, like the others, so that the cursor can be seen to pass it.
        return content.map {
            let character = String($0)
            return character.printable.hasSameScalars(as: character) ? $0 : "\u{FFFD}"
        }
    }

    /// Scrolls by half a field, so that the text around the cursor can be read.
    private static func firstColumn(for cursor: Int, in columns: Int) -> Int {
        guard cursor >= columns, columns > 1 else { return columns == 1 ? cursor : 0 }
        let step = max(1, columns / 2)
        return ((cursor - columns) / step + 1) * step
    }

    private func visiblePart(of shown: [Character], from first: Int, columns: Int) -> String {
        var visible = ""
        var column = 0
        for character in shown {
            let width = character.displayWidth
            defer { column += width }
            if column + width > first + columns { break }
            if column >= first {
                visible.append(character)
            } else if column + width > first {
                // The left half of a wide character is cut off.
                visible.append(" ")
            }
        }
        return visible
    }

}

extension TextField {
    /// What keys do in a text field, besides typing.
    struct Edit: Sendable {
        let binding: KeyBinding
        let perform: @Sendable (inout TextField) -> Void

        fileprivate init(
            _ keys: KeyPress..., meaning: String, perform: @escaping @Sendable (inout TextField) -> Void
        ) {
            binding = KeyBinding(keys, meaning)
            self.perform = perform
        }
    }

    static let edits = [
        Edit(.left, meaning: "a character to the left") { $0.cursor = $0.previous },
        Edit(.right, meaning: "a character to the right; at the end, what is suggested") { field in
            if field.cursor < field.content.count { field.cursor = field.next } else { field.moveToEnd() }
        },
        Edit(
            KeyPress(.left, .control), KeyPress(.left, .alt), .alt("b"), meaning: "a word to the left"
        ) { $0.cursor = $0.wordStart() },
        Edit(
            KeyPress(.right, .control), KeyPress(.right, .alt), .alt("f"), meaning: "a word to the right"
        ) { $0.cursor = $0.wordEnd },
        Edit(KeyPress(.home), .control("a"), meaning: "to the start") { $0.cursor = 0 },
        Edit(KeyPress(.end), .control("e"), meaning: "to the end") { $0.moveToEnd() },
        Edit(KeyPress(.backspace), meaning: "delete to the left") { $0.remove($0.previous..<$0.cursor) },
        Edit(KeyPress(.delete), meaning: "delete to the right") { $0.remove($0.cursor..<$0.next) },
        Edit(
            KeyPress(.backspace, .alt), KeyPress(.backspace, .control),
            meaning: "delete the word to the left"
        ) { $0.remove($0.wordStart()..<$0.cursor) },
        Edit(
            .alt("d"), KeyPress(.delete, .control), KeyPress(.delete, .alt),
            meaning: "delete the word to the right"
        ) { $0.remove($0.cursor..<$0.wordEnd) },
        // As in shells.
        Edit(.control("w"), meaning: "delete back to a space") { field in
            field.remove(field.wordStart { !$0.isWhitespace }..<field.cursor)
        },
        Edit(.control("u"), meaning: "delete all to the left") { $0.remove(0..<$0.cursor) },
        Edit(.control("k"), meaning: "delete all to the right") { $0.remove($0.cursor..<$0.content.count) },
    ]

    static func edit(of key: KeyPress) -> Edit? {
        // Some terminals send Shift-Backspace for Backspace.
        edits.first { $0.binding.keys.contains(key) }
            ?? (key.code == .backspace ? edit(of: KeyPress(.backspace)) : nil)
    }
}
