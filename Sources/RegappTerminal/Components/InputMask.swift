/// A pattern that digits fill while they are typed, such as `+7 (***) ***-**-**`.
///
/// Each `*` takes a digit; every other character appears once a digit follows it. The field keeps exactly what was
/// typed, and the mask only displays it. A text that cannot be read as digits for the mask is displayed as typed, so
/// that nothing wrong is made to look right.
package struct InputMask: Sendable {
    private static let slot: Character = "*"

    package let pattern: String
    private let cells: [Character]
    private let slots: [Int]
    /// The pattern up to the last digit before the first `*`.
    private let lead: String
    private let read: @Sendable (_ text: String) -> String?

    /// - Parameter read: the digits of a text that fill the pattern; nil if no further typing could complete it.
    package init(_ pattern: String, read: @escaping @Sendable (_ text: String) -> String?) {
        self.pattern = pattern
        self.read = read
        let cells = Array(pattern)
        self.cells = cells
        slots = cells.indices.filter { cells[$0] == Self.slot }
        let beginning = cells.prefix { $0 != Self.slot }
        lead = String(beginning[..<(beginning.lastIndex(where: Self.isDigit).map { $0 + 1 } ?? 0)])
    }

    /// Whether further typing can complete a text.
    func fits(_ text: String) -> Bool { read(text) != nil }

    func isFilled(by text: String) -> Bool { read(text)?.count == slots.count }

    /// A text in the pattern, its cursor, and the rest of the pattern; nil if the text is displayed as typed.
    func masked(_ content: [Character], cursor: Int) -> (text: String, cursor: Int, rest: String)? {
        guard let digits = read(String(content)), digits.count <= slots.count else { return nil }
        guard !digits.isEmpty else {
            // Digits alone stand for the beginning of the pattern.
            let shown = !content.isEmpty && content.allSatisfy(Self.isDigit) ? lead : String(content)
            guard pattern.hasPrefix(shown) else { return nil }
            let stays = shown.count == content.count || cursor == 0
            return (shown, stays ? cursor : shown.count, String(cells.dropFirst(shown.count)))
        }
        var shown = cells
        for (slot, digit) in zip(slots, digits) { shown[slot] = digit }
        let end = digits.count < slots.count ? slots[digits.count - 1] + 1 : cells.count
        let digitIndices = self.digitIndices(content, count: digits.count)
        let before = digitIndices.count { $0 < cursor }
        return (String(shown.prefix(end)), before < digits.count ? slots[before] : end, String(cells[end...]))
    }

    /// The indices of the digits that fill the pattern; nil if the text is displayed as typed.
    func digitIndices(_ content: [Character]) -> [Int]? {
        guard let digits = read(String(content)), !digits.isEmpty else { return nil }
        return digitIndices(content, count: digits.count)
    }

    private func digitIndices(_ content: [Character], count: Int) -> [Int] {
        Array(content.indices.filter { Self.isDigit(content[$0]) }.suffix(count))
    }

    /// A text after a range of it is deleted, and its cursor; nil if the text is displayed as typed. Only digits that
    /// fill the pattern are deleted; with the last of them goes the beginning of the pattern.
    func removing(_ range: Range<Int>, from content: [Character]) -> (content: [Character], cursor: Int)? {
        guard let digitIndices = digitIndices(content) else { return nil }
        let kept = digitIndices.filter { !range.contains($0) }
        guard !kept.isEmpty else { return ([], 0) }
        // Without the beginning, fewer digits could be read differently.
        let hasLead =
            digitIndices.count == slots.count || content[..<digitIndices[0]].contains(where: Self.isDigit)
        let start = hasLead ? Array(lead) : []
        return (start + kept.map { content[$0] }, start.count + digitIndices.count { $0 < range.lowerBound })
    }

    private static func isDigit(_ character: Character) -> Bool { ("0"..."9").contains(character) }
}
