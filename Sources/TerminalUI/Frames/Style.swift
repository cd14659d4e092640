/// What a cell is, from which the palette makes its colours and attributes.
public enum Style: Hashable, Sendable {
    /// Plain text in the terminal's own colours.
    case text
    /// The title of a screen: orange.
    case title
    /// The icon of a field: orange.
    case icon
    /// The header: a teal bar.
    case bar
    /// The name of a field, and words around values: grey.
    case label
    /// The name of the field that has the focus.
    case labelFocused
    /// What is typed in a field.
    case field
    /// What a field shows where nothing is typed yet.
    case placeholder
    /// A button: teal.
    case button
    /// The button that has the focus.
    case buttonFocused
    /// A button that cannot be pressed now: teal at half strength.
    case buttonDisabled
    /// A button that has the focus and cannot be pressed now.
    case buttonDisabledFocused
    /// What is wrong.
    case problem
    /// What is right, such as a ticked rule.
    case success
    /// What matters less or cannot be chosen.
    case faint
    /// The row or day that is selected.
    case selection
    /// The same, where it cannot be chosen.
    case selectionFaint
    /// Lines around things.
    case border
    /// A key in the help line.
    case key
    /// Two pixels of a picture, one above the other.
    case pixels(upper: RGB, lower: RGB)
}

/// A colour of 8 bits a channel.
public struct RGB: Hashable, Sendable {
    /// 0 to 255.
    public let red, green, blue: UInt8

    /// A colour from its channels.
    public init(_ red: UInt8, _ green: UInt8, _ blue: UInt8) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    /// Perceived brightness by ITU-R BT.601, 0 to 255.
    var luminance: Int { (Int(red) * 299 + Int(green) * 587 + Int(blue) * 114) / 1000 }
}
