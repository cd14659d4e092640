/// What a cell is for; the palette derives colours and attributes from it.
package enum Style: Hashable, Sendable {
    case text
    case title
    case icon
    /// The header: a teal bar, or bold over a rule.
    case bar
    /// Labels, and words beside values: grey.
    case label
    case labelFocused
    case field
    case placeholder
    case button
    /// The button that Enter presses from a field.
    case buttonDefault
    case buttonFocused
    /// A button that cannot be pressed: half as strong as text.
    case buttonDisabled
    case buttonDisabledFocused
    case problem
    /// Success, such as a rule that is kept.
    case success
    /// Something that waits or may be lost: amber.
    case attention
    /// What to do next: teal.
    case hint
    /// Less important text, or something that cannot be chosen.
    case faint
    case selection
    /// The selected row or day, if it cannot be chosen.
    case selectionFaint
    case border
    case key
    /// Two colours of a picture: that of the block drawn in the cell, and that behind it; nil is the terminal's
    /// background.
    case pixels(upper: RGB, lower: RGB?)
}
