/// How a character is shown: the SGR attributes that apply to it.
package struct CellStyle: Hashable, Sendable {
    /// A colour as SGR names it.
    package enum Colour: Hashable, Sendable {
        /// One of the 16 or the 256.
        case indexed(Int)
        /// Red, green and blue, 0 to 255 each.
        case rgb(Int, Int, Int)
    }

    package var isBold = false
    /// SGR 2, half intensity.
    package var isFaint = false
    package var isItalic = false
    package var isUnderlined = false
    package var isReversed = false
    package var isHidden = false
    package var isStruck = false
    /// The text's colour; the terminal's own where nil.
    package var foreground: Colour?
    /// The colour behind it; the terminal's own where nil.
    package var background: Colour?

    package init() {}

    /// Applies the numbers of one SGR sequence.
    mutating func apply(_ numbers: [Int]) {
        var rest = numbers.isEmpty ? [0] : numbers[...]
        while let number = rest.popFirst() {
            switch number {
            case 0: self = CellStyle()
            case 1: isBold = true
            case 2: isFaint = true
            case 3: isItalic = true
            case 4: isUnderlined = true
            case 7: isReversed = true
            case 8: isHidden = true
            case 9: isStruck = true
            case 22: (isBold, isFaint) = (false, false)
            case 23: isItalic = false
            case 24: isUnderlined = false
            case 27: isReversed = false
            case 28: isHidden = false
            case 29: isStruck = false
            case 30...37: foreground = .indexed(number - 30)
            case 38: foreground = Self.colour(&rest) ?? foreground
            case 39: foreground = nil
            case 40...47: background = .indexed(number - 40)
            case 48: background = Self.colour(&rest) ?? background
            case 49: background = nil
            case 90...97: foreground = .indexed(number - 82)
            case 100...107: background = .indexed(number - 92)
            default: break
            }
        }
    }

    private static func colour(_ rest: inout ArraySlice<Int>) -> Colour? {
        switch rest.popFirst() {
        case 5: return rest.popFirst().map(Colour.indexed)
        case 2:
            guard let red = rest.popFirst(), let green = rest.popFirst(), let blue = rest.popFirst() else {
                return nil
            }
            return .rgb(red, green, blue)
        default: return nil
        }
    }
}

package struct ScreenCell: Hashable, Sendable {
    /// The character with everything that joined it; empty in the second column of a wide one.
    package var text: String
    package var style: CellStyle

    static let blank = ScreenCell(text: " ", style: CellStyle())

    static func blank(_ style: CellStyle) -> ScreenCell {
        var shown = CellStyle()
        // Erased places take the background only, as in xterm.
        shown.background = style.background
        return ScreenCell(text: " ", style: shown)
    }
}
