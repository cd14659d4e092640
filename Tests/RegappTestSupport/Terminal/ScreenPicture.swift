/// A screen as an SVG file that a forge shows: one light or dark window, without scripts, styles or other files.
///
/// Every character has its own place, so that the columns stand in line whatever font there is. Blocks are shapes.
package struct ScreenPicture {
    /// A character that has no shape here.
    package struct Unknown: Error {
        package let character: String
    }

    package struct Theme: Sendable {
        let text: String
        let background: String
        let border: String
        /// The 16 colours of a terminal's theme: xterm's.
        fileprivate static let colours = [
            "#000000", "#cd0000", "#00cd00", "#cdcd00", "#0000ee", "#cd00cd", "#00cdcd", "#e5e5e5", "#7f7f7f",
            "#ff0000", "#00ff00", "#ffff00", "#5c5cff", "#ff00ff", "#00ffff", "#ffffff",
        ]

        /// Dark text on white, as the screens are drawn for.
        package static let light = Theme(text: "#24292f", background: "#ffffff", border: "#d0d7de")
        /// Light text on #1e1e1e.
        package static let dark = Theme(text: "#d4d4d4", background: "#1e1e1e", border: "#3c3c3c")
    }

    // In tenths of a pixel; a character of a monospaced font of 14 pixels is about 8.4 wide.
    private static let cell = (width: 84, height: 180)
    private static let margin = 140
    private static let baseline = 132
    private static let underline = 150

    private static let fonts =
        "ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', 'DejaVu Sans Mono', monospace"
    /// Signs that some fonts would show as coloured pictures.
    private static let textSigns: Set<String> = ["✉", "☺", "☎"]

    private let screen: ScreenModel
    private let theme: Theme
    private var shapes = ""
    private var texts = ""

    /// - Parameter title: what the picture shows, for those who do not see it.
    package static func svg(_ screen: ScreenModel, title: String, theme: Theme) throws -> String {
        var picture = ScreenPicture(screen, theme)
        for (row, cells) in screen.cells.enumerated() { try picture.draw(cells, row) }
        return picture.file(title: title)
    }

    private init(_ screen: ScreenModel, _ theme: Theme) {
        (self.screen, self.theme) = (screen, theme)
    }

    private func file(title: String) -> String {
        let width = Self.number(2 * Self.margin + screen.columns * Self.cell.width)
        let height = Self.number(2 * Self.margin + screen.rows * Self.cell.height)
        return """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" viewBox="0 0 \(width) \(height)">
            <title>\(Self.escaped(title))</title>
            <rect x="0.5" y="0.5" width="\(Self.number(2 * Self.margin + screen.columns * Self.cell.width - 10))" \
            height="\(Self.number(2 * Self.margin + screen.rows * Self.cell.height - 10))" rx="6" \
            fill="\(theme.background)" stroke="\(theme.border)"/>
            <g shape-rendering="crispEdges">
            \(shapes)</g>
            <g font-family="\(Self.fonts)" font-size="14" fill="\(theme.text)">
            \(texts)</g>
            </svg>

            """
    }

    // MARK: Rows

    private mutating func draw(_ cells: [ScreenCell], _ row: Int) throws {
        var column = 0
        while column < cells.count {
            let end = Self.runEnd(cells, from: column)
            try draw(cells[column..<end], row)
            column = end
        }
    }

    /// Cells are drawn together while their style is the same, and their text is of one kind; blocks, if they are equal.
    private static func runEnd(_ cells: [ScreenCell], from start: Int) -> Int {
        let kind = kind(cells[start])
        var end = start + 1
        while end < cells.count, cells[end].style == cells[start].style,
            cells[end].text.isEmpty || (kind != .single && Self.kind(cells[end]) == kind),
            kind != .block || cells[end].text == cells[start].text
        { end += 1 }
        return end
    }

    private enum Kind { case blank, block, plain, single }

    private static func kind(_ cell: ScreenCell) -> Kind {
        guard let first = cell.text.unicodeScalars.first, cell.text != " " else { return .blank }
        if (0x2500...0x259F).contains(first.value) { return .block }
        let isPlain = cell.text.unicodeScalars.count == 1 && CellWidth.of(first) == 1
        return isPlain && !textSigns.contains(cell.text) ? .plain : .single
    }

    private mutating func draw(_ run: ArraySlice<ScreenCell>, _ row: Int) throws {
        guard let first = run.first else { return }
        let (ink, ground) = try colours(first.style)
        if let ground { rectangle(run.indices, row, ground, from: 0, to: Self.cell.height) }
        if first.style.isUnderlined {
            rectangle(run.indices, row, ink ?? theme.text, from: Self.underline, to: Self.underline + 10)
        }
        switch Self.kind(first) {
        case .blank: break
        case .block where "│╭╮╰╯".contains(first.text): lines(run, row, ink)
        case .block:
            let half = Self.cell.height / 2
            let (from, to) =
                switch first.text {
                case "▀": (0, half)
                case "▄": (half, 2 * half)
                case "█": (0, 2 * half)
                case "─": (half - 5, half + 5)
                default: throw Unknown(character: first.text)
                }
            rectangle(run.indices, row, ink ?? theme.text, from: from, to: to)
        case .plain, .single: text(run, row, ink)
        }
    }

    /// Vertical lines and round corners, from the middle of the cell.
    private mutating func lines(_ run: ArraySlice<ScreenCell>, _ row: Int, _ ink: String?) {
        let (left, top) = (Self.cell.width / 2, Self.margin + row * Self.cell.height)
        let middle = Self.number(top + Self.cell.height / 2)
        for column in run.indices {
            let start = Self.margin + column * Self.cell.width
            let x = Self.number(start + left)
            let isRight = ["╮", "╯"].contains(run[column].text)
            let isTop = ["╭", "╮"].contains(run[column].text)
            let side = Self.number(isRight ? start : start + Self.cell.width)
            let path =
                run[column].text == "│"
                ? "M\(x) \(Self.number(top))V\(Self.number(top + Self.cell.height))"
                : "M\(side) \(middle)Q\(x) \(middle) \(x) \(Self.number(isTop ? top + Self.cell.height : top))"
            texts += "<path d=\"\(path)\" fill=\"none\" stroke=\"\(ink ?? theme.text)\"/>\n"
        }
    }

    private mutating func rectangle(_ columns: Range<Int>, _ row: Int, _ colour: String, from: Int, to: Int) {
        let top = Self.margin + row * Self.cell.height + from
        shapes += """
            <rect x="\(Self.place(columns.lowerBound))" y="\(Self.number(top))" \
            width="\(Self.number(columns.count * Self.cell.width))" height="\(Self.number(to - from))" fill="\(colour)"/>

            """
    }

    private mutating func text(_ run: ArraySlice<ScreenCell>, _ row: Int, _ ink: String?) {
        guard let first = run.first else { return }
        let places = run.indices.filter { !run[$0].text.isEmpty }.map(Self.place).joined(separator: " ")
        var attributes =
            "x=\"\(places)\" y=\"\(Self.number(Self.margin + row * Self.cell.height + Self.baseline))\""
        if let ink { attributes += " fill=\"\(ink)\"" }
        if first.style.isBold { attributes += " font-weight=\"bold\"" }
        if first.style.isFaint { attributes += " fill-opacity=\"0.6\"" }
        let sign = Self.textSigns.contains(first.text) ? "\u{FE0E}" : ""
        texts += "<text \(attributes)>\(Self.escaped(run.map(\.text).joined()))\(sign)</text>\n"
    }

    // MARK: Values

    private func colours(_ style: CellStyle) throws -> (ink: String?, ground: String?) {
        let colours = try (style.foreground.map(Self.hex), style.background.map(Self.hex))
        guard style.isReversed else { return colours }
        return (colours.1 ?? theme.background, colours.0 ?? theme.text)
    }

    private static func hex(_ colour: CellStyle.Colour) throws -> String {
        guard case .rgb(let red, let green, let blue) = colour else {
            guard case .indexed(let index) = colour, index < 16 else { throw Unknown(character: "\(colour)") }
            return Theme.colours[Int(index)]
        }
        return "#" + [red, green, blue].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    private static func place(_ column: Int) -> String { number(margin + column * cell.width) }

    private static func number(_ tenths: Int) -> String {
        tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }
}
