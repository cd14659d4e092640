/// The role of a cell, from which the palette derives colours and attributes.
public enum Style: Hashable, Sendable {
    /// Plain text in the terminal's own colours.
    case text
    /// The title of a screen: orange.
    case title
    /// The icon of a field: orange.
    case icon
    /// The header: a teal bar.
    case bar
    /// Labels, and words around values: grey.
    case label
    case labelFocused
    /// The text of a field.
    case field
    /// The placeholder of an empty field.
    case placeholder
    /// A button: teal.
    case button
    case buttonFocused
    /// A disabled button: teal at half strength.
    case buttonDisabled
    /// A disabled button that has the focus.
    case buttonDisabledFocused
    case problem
    /// Success, such as a rule that is met.
    case success
    /// Less important text, or what cannot be chosen.
    case faint
    /// The selected row or day.
    case selection
    /// The selected row or day if it cannot be chosen.
    case selectionFaint
    case border
    /// A key in the help line.
    case key
    /// Two pixels of a picture, one above the other.
    case pixels(upper: RGB, lower: RGB)
}

/// A colour of 8 bits a channel.
public struct RGB: Hashable, Sendable {
    public let red, green, blue: UInt8

    public init(_ red: UInt8, _ green: UInt8, _ blue: UInt8) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    /// Perceived brightness by ITU-R BT.601, 0 to 255.
    var luminance: Int { (Int(red) * 299 + Int(green) * 587 + Int(blue) * 114) / 1000 }
}
