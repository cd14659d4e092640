/// What a cell is for; the palette derives colours and attributes from it.
package enum Style: Hashable, Sendable {
    case text
    case title
    case icon
    /// The header.
    case bar
    /// Labels, and words beside values.
    case label
    case labelFocused
    case field
    case placeholder
    case button
    /// The button that Enter presses from a field.
    case buttonDefault
    case buttonFocused
    /// The focused button of a question that removes or discards something.
    case buttonDestructive
    case buttonDisabled
    case buttonDisabledFocused
    case problem
    case success
    /// Something that waits or may be lost.
    case attention
    /// What to do next.
    case hint
    /// Less important text, which can be read on every background.
    case faint
    /// What cannot be chosen now: a day out of range, the page behind a question.
    case dimmed
    /// The label of a value that a command prints.
    case printedLabel
    case selection
    /// In the selected row, what was searched for.
    case selectionFound
    /// The selected row or day, if it cannot be chosen.
    case selectionFaint
    case border
    case key
    /// Two colours of a picture: of the block drawn in the cell, and behind it; nil is the terminal's background.
    case pixels(upper: RGB, lower: RGB?)
}

package struct StyledLine: Hashable, Sendable {
    struct Target: Hashable, Sendable {
        let columns: Range<Int>
        let event: Event
    }

    package struct Span: Hashable, Sendable {
        package let text: String
        package let style: Style
    }

    package private(set) var spans: [Span] = []
    package private(set) var columns = 0
    /// The column of the terminal's cursor, if it is in this line.
    package var cursor: Int?

    private(set) var targets: [Target] = []

    package init(_ text: String = "", _ style: Style = .text) { append(text, style) }

    package static func wrapped(_ text: String, _ style: Style, to columns: Int) -> [StyledLine] {
        text.printable.wrapped(to: columns).map { StyledLine($0, style) }
    }

    /// A text after a head; its further lines are indented to where it begins.
    package static func wrapped(
        _ text: String, _ style: Style, after head: StyledLine, to columns: Int
    ) -> [StyledLine] {
        wrapped(text, style, to: max(1, columns - head.columns)).enumerated().map { row, part in
            var line = row == 0 ? head : StyledLine("".padded(to: head.columns))
            line.append(part)
            return line
        }
    }

    package mutating func append(_ text: String, _ style: Style = .text) {
        guard !text.isEmpty else { return }
        let safe = text.printable
        spans.append(Span(text: safe, style: style))
        columns += safe.displayWidth
    }

    /// Makes a click on what the line has so far mean an event.
    package mutating func add(_ event: Event) { targets.append(Target(columns: 0..<columns, event: event)) }

    package mutating func append(_ line: StyledLine) {
        if let cursor = line.cursor { self.cursor = columns + cursor }
        for target in line.targets {
            let range = target.columns.lowerBound + columns..<target.columns.upperBound + columns
            targets.append(Target(columns: range, event: target.event))
        }
        spans += line.spans
        columns += line.columns
    }

    /// Appends spaces up to a column, unless the line is already that long.
    package mutating func pad(to column: Int, _ style: Style = .text) {
        append(String(repeating: " ", count: max(0, column - columns)), style)
    }
}

extension [StyledLine] {
    /// The first rows; the last of them says by `…` that there is more.
    package func cut(to rows: Int) -> [StyledLine] {
        guard count > rows, rows > 0 else { return Array(prefix(Swift.max(0, rows))) }
        var shown = Array(prefix(rows))
        shown[rows - 1].append(" …", shown[rows - 1].spans.last?.style ?? .text)
        return shown
    }

    /// Puts pieces side by side, in as many lines as they need; further lines are indented as far as `start` reaches.
    static func flowing(
        _ pieces: [StyledLine], after start: StyledLine = StyledLine(), separator: StyledLine, columns: Int
    ) -> [StyledLine] {
        var lines = [start]
        for (index, piece) in pieces.enumerated() {
            if index > 0, lines[lines.count - 1].columns + separator.columns + piece.columns <= columns {
                lines[lines.count - 1].append(separator)
            } else if index > 0 {
                lines.append(StyledLine())
                lines[lines.count - 1].pad(to: start.columns)
            }
            lines[lines.count - 1].append(piece)
        }
        return lines
    }
}

struct Look {
    /// SGR attributes; the raw value is their parameters.
    enum Attributes: String {
        case none = ""
        case bold = "1"
        case faint = "2"
        case underlined = "4"
        case reversed = "7"
        case boldUnderlined = "1;4"
        case boldReversed = "1;7"
        case faintUnderlined = "2;4"
        case italicUnderlined = "3;4"
        case faintReversed = "2;7"
    }

    private enum Colouring {
        case none
        case text(ColourScheme.Hue)
        case filling(ColourScheme.Filling)
    }

    private let colouring: Colouring
    /// Added to the colours.
    private let attributes: Attributes
    /// Used alone if the terminal lacks the colours.
    private let plain: Attributes

    /// Used where the colours are the theme's, if it has none for this; half intensity there may be too weak to be read.
    private let themed: Attributes

    private init(
        _ colouring: Colouring, _ attributes: Attributes = .none, plain: Attributes? = nil,
        themed: Attributes? = nil
    ) {
        self.colouring = colouring
        self.attributes = attributes
        self.plain = plain ?? attributes
        self.themed = themed ?? self.plain
    }

    /// SGR parameters, empty for the terminal's defaults; `scheme` is nil if the terminal has no colours.
    func parameters(_ scheme: ColourScheme?) -> String {
        let colours: String? =
            switch colouring {
            case .none: ""
            case .text(let hue): scheme?.parameters(hue)
            case .filling(let filling): scheme?.parameters(filling)
            }
        guard let colours else { return (scheme == nil ? plain : themed).rawValue }
        if attributes == .none { return colours }
        return colours.isEmpty ? attributes.rawValue : attributes.rawValue + ";" + colours
    }

    /// Pixels have no look: their colours are in the style.
    init(_ style: Style) {
        self =
            switch style {
            case .text, .pixels: Look(.none)
            case .button: Look(.text(.pressable))
            case .title: Look(.text(.orange), .bold)
            case .icon: Look(.text(.orange))
            case .bar: Look(.filling(.bar), plain: .boldUnderlined)
            case .label: Look(.text(.grey))
            case .labelFocused: Look(.text(.teal), .bold)
            case .field: Look(.none, .underlined)
            case .placeholder:
                Look(.text(.grey), .underlined, plain: .faintUnderlined, themed: .italicUnderlined)
            case .buttonDefault: Look(.text(.pressable), .bold)
            case .key: Look(.none, .bold)
            case .buttonFocused: Look(.filling(.focused), .bold, plain: .boldReversed)
            case .buttonDestructive: Look(.text(.red), .boldReversed)
            // Never brighter than what can be pressed.
            case .buttonDisabled: Look(.text(.dim), plain: .faint)
            case .buttonDisabledFocused: Look(.text(.dim), .underlined, plain: .faintUnderlined)
            case .problem: Look(.text(.red), plain: .bold)
            case .success: Look(.text(.green))
            case .attention: Look(.text(.amber))
            case .faint: Look(.text(.faint), plain: .faint, themed: Attributes.none)
            case .dimmed: Look(.text(.dimmed), plain: .faint)
            case .printedLabel: Look(.text(.grey), plain: .faint)
            case .selection: Look(.filling(.focused), .bold, plain: .reversed)
            case .selectionFound: Look(.filling(.focused), .boldUnderlined, plain: .boldReversed)
            case .selectionFaint: Look(.filling(.half), .underlined, plain: .faintReversed)
            case .hint, .border: Look(.text(.teal))
            }
    }
}
