/// A pattern that digits fill while they are typed, such as `+7 (***) ***-**-**`.
///
/// `*` is a place for a digit; every other character appears by itself as soon as a digit follows it. In a field with
/// a mask only the digits are edited, and the cursor moves from digit to digit. The owner of the mask decides which
/// digits of a typed or pasted text belong in the places.
public struct InputMask: Sendable {
    private static let slot: Character = "*"

    /// The pattern as it was given.
    public let pattern: String
    private let cells: [Character]
    private let slots: [Int]
    /// The text before the first place, up to its last digit. It is shown as typed until it is complete.
    private let lead: String
    private let digits: @Sendable (_ text: String) -> String

    /// A mask.
    ///
    /// - Parameter digits: the digits of a text that belong in the places, in order, even if they are too many. The
    ///   text may repeat the beginning of the pattern.
    public init(_ pattern: String, digits: @escaping @Sendable (_ text: String) -> String) {
        self.pattern = pattern
        self.digits = digits
        let cells = Array(pattern)
        self.cells = cells
        slots = cells.indices.filter { cells[$0] == Self.slot }
        let start = cells.prefix { $0 != Self.slot }
        lead = String(start[..<(start.lastIndex(where: Self.isDigit).map { $0 + 1 } ?? 0)])
    }

    /// The number of digits that fill the mask.
    private var capacity: Int { slots.count }

    /// The content for a text: at most as many digits as there are places, or the beginning of the lead.
    func content(of text: String) -> String {
        let start = text.filter { Self.isDigit($0) || lead.contains($0) }
        if isLead(start), lead.hasPrefix(start), start != lead { return start }
        return String(digits(text).prefix(capacity))
    }

    /// The content after `text` is typed in the middle: nothing right of the cursor is pushed out.
    func content(start: String, inserting text: String, end: String) -> String {
        let joined = start + text + end
        guard digits(joined).count > capacity else { return content(of: joined) }
        let room = max(0, capacity - start.count - end.count)
        return content(of: start + String(text.filter(Self.isDigit).prefix(room)) + end)
    }

    /// Whether text alone fills the mask.
    func isFilled(by text: String) -> Bool { content(of: text).count == capacity }

    /// The digits in their places, up to the last one.
    func display(_ content: String) -> String {
        guard !content.isEmpty, !isLead(content) else { return content }
        var shown = cells
        for (slot, digit) in zip(slots, content) { shown[slot] = digit }
        let end = content.count < slots.count ? slots[content.count - 1] + 1 : cells.count
        return String(shown.prefix(end))
    }

    /// The part of the pattern for which nothing is typed yet.
    func rest(after content: String) -> String { String(cells.dropFirst(display(content).count)) }

    /// The index in the display of the digit at `index`, where the cursor is shown.
    func displayIndex(of index: Int, in content: String) -> Int {
        if isLead(content) { return index }
        return index >= content.count ? display(content).count : slots[index]
    }

    /// Whether content is a beginning of the lead rather than digits.
    private func isLead(_ content: String) -> Bool { content.first.map { !Self.isDigit($0) } ?? false }

    private static func isDigit(_ character: Character) -> Bool { ("0"..."9").contains(character) }
}
