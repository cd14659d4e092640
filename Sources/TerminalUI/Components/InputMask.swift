/// A pattern that digits fill while they are typed, such as `+7 (***) ***-**-**`.
///
/// `*` is a place for a digit, everything else shows by itself as soon as a digit follows it. A
/// field with a mask edits only the digits; the cursor moves from digit to digit. A number typed or
/// pasted whole loses what the pattern already has: the leading `+7` of `+7 916 123-45-67`, and the `8`
/// or `7` of an eleven-digit `89161234567`.
public struct InputMask: Hashable, Sendable {
    private static let slot: Character = "*"

    /// The pattern as it was given.
    public let pattern: String
    private let cells: [Character]
    private let slots: [Int]
    /// The digits that the pattern itself shows before the first place.
    private let prefix: String
    private let trunkPrefixes: [String]

    /// A mask.
    ///
    /// - Parameter trunkPrefixes: digits that may stand before a whole number and are dropped, besides
    ///   those of the pattern; Russian numbers are dialled with an 8.
    public init(_ pattern: String, trunkPrefixes: [String] = ["8"]) {
        self.pattern = pattern
        let cells = Array(pattern)
        self.cells = cells
        slots = cells.indices.filter { cells[$0] == Self.slot }
        prefix = pattern.prefix { $0 != Self.slot }.filter(Self.isDigit)
        self.trunkPrefixes = trunkPrefixes + [prefix].filter { !$0.isEmpty }
    }

    /// How many digits fill the mask.
    public var capacity: Int { slots.count }

    /// What text leaves in the mask: at most ``capacity`` digits, or a `+` that was only just typed.
    func content(of text: String) -> String {
        let digits = text.filter(Self.isDigit)
        if text.hasPrefix("+"), prefix.hasPrefix(digits), digits.count < prefix.count {
            return "+" + digits
        }
        return String(significant(text, digits).prefix(capacity))
    }

    /// What content leaves room for when `text` is typed in its middle: nothing right of it is pushed out.
    func content(start: String, inserting text: String, end: String) -> String {
        let joined = start + text + end
        guard significant(joined, joined.filter(Self.isDigit)).count > capacity else {
            return content(of: joined)
        }
        let room = max(0, capacity - start.count - end.count)
        return content(of: start + String(text.filter(Self.isDigit).prefix(room)) + end)
    }

    /// Whether text alone fills the mask.
    func isFilled(by text: String) -> Bool { content(of: text).count == capacity }

    /// The digits without those that the pattern shows or that only dialling needs.
    private func significant(_ text: String, _ digits: String) -> Substring {
        if text.hasPrefix("+"), !prefix.isEmpty, digits.hasPrefix(prefix) {
            return digits.dropFirst(prefix.count)
        }
        let trunk = trunkPrefixes.first { digits.hasPrefix($0) && digits.count == capacity + $0.count }
        return digits.dropFirst(trunk?.count ?? 0)
    }

    /// The digits in their places, up to the last one.
    func display(_ content: String) -> String {
        guard !content.isEmpty, !content.hasPrefix("+") else { return content }
        var shown = cells
        for (slot, digit) in zip(slots, content) { shown[slot] = digit }
        let end = content.count < slots.count ? slots[content.count - 1] + 1 : cells.count
        return String(shown.prefix(end))
    }

    /// The part of the pattern that nothing was typed for.
    func rest(after content: String) -> String {
        if content.hasPrefix("+") { return String(cells.dropFirst(content.count)) }
        return String(cells.dropFirst(display(content).count))
    }

    /// Where in the display the cursor stands before the digit of this index.
    func displayIndex(of index: Int, in content: String) -> Int {
        if content.hasPrefix("+") { return index }
        if index >= content.count { return display(content).count }
        return slots[index]
    }

    /// Whether a character can stand in the mask.
    static func isDigit(_ character: Character) -> Bool { ("0"..."9").contains(character) }
}
