/// A pattern in which the digits of a field stand while they are typed, such as `+7 (***) ***-**-**`.
///
/// `*` is a place for a digit; every other character appears by itself as soon as a digit follows it. The field keeps
/// what was typed, and the mask only shows it: the owner of the mask reads the digits out of a text. A text that it
/// refuses stands in the field as it was typed, so that nothing wrong is ever made to look right.
package struct InputMask: Sendable {
    private static let slot: Character = "*"

    /// The pattern as it was given.
    package let pattern: String
    private let cells: [Character]
    private let slots: [Int]
    /// The text before the first place, up to its last digit.
    private let lead: String
    private let read: @Sendable (_ text: String) -> (text: String, digits: String)?

    /// A mask.
    ///
    /// - Parameter read: the digits of a text that belong in the places, in order, and the text as the field is to
    ///   keep it, which may begin with the digits of the pattern; nil for a text that cannot become whole by what is
    ///   typed after it.
    package init(
        _ pattern: String, read: @escaping @Sendable (_ text: String) -> (text: String, digits: String)?
    ) {
        self.pattern = pattern
        self.read = read
        let cells = Array(pattern)
        self.cells = cells
        slots = cells.indices.filter { cells[$0] == Self.slot }
        let start = cells.prefix { $0 != Self.slot }
        lead = String(start[..<(start.lastIndex(where: Self.isDigit).map { $0 + 1 } ?? 0)])
    }

    /// A text as the field is to keep it.
    func kept(_ text: String) -> String { read(text)?.text ?? text }

    /// Whether a text alone fills the mask.
    func isFilled(by text: String) -> Bool { read(text)?.digits.count == slots.count }

    /// A text in the places of the pattern, with its cursor; nil for one that stands as it is.
    func shown(_ content: [Character], cursor: Int) -> (text: String, cursor: Int, rest: String)? {
        guard let digits = read(String(content))?.digits, digits.count <= slots.count else { return nil }
        guard !digits.isEmpty else {
            let isLead = pattern.hasPrefix(String(content))
            return isLead ? (String(content), cursor, String(cells.dropFirst(content.count))) : nil
        }
        var shown = cells
        for (slot, digit) in zip(slots, digits) { shown[slot] = digit }
        let end = digits.count < slots.count ? slots[digits.count - 1] + 1 : cells.count
        let places = self.places(content, count: digits.count)
        let before = places.count { $0 < cursor }
        return (String(shown.prefix(end)), before < digits.count ? slots[before] : end, String(cells[end...]))
    }

    /// The indices of the digits that stand in places; nil for a text that stands as it is.
    func places(_ content: [Character]) -> [Int]? {
        guard let digits = read(String(content))?.digits, !digits.isEmpty else { return nil }
        return places(content, count: digits.count)
    }

    private func places(_ content: [Character], count: Int) -> [Int] {
        Array(content.indices.filter { Self.isDigit(content[$0]) }.suffix(count))
    }

    /// What a text becomes when a range of it is deleted, and its cursor; nil for a text that stands as it is.
    ///
    /// Only digits in places are deleted, and with the last one the beginning of the pattern.
    func removing(_ range: Range<Int>, from content: [Character]) -> (content: [Character], cursor: Int)? {
        guard let places = places(content) else { return nil }
        let kept = places.filter { !range.contains($0) }
        guard !kept.isEmpty else { return ([], 0) }
        let start = content[..<places[0]].contains(where: Self.isDigit) ? Array(lead) : []
        return (start + kept.map { content[$0] }, start.count + places.count { $0 < range.lowerBound })
    }

    private static func isDigit(_ character: Character) -> Bool { ("0"..."9").contains(character) }
}
