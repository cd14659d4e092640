/// An overlay that lists a page's keys and a few facts. It scrolls, and a key of ``close`` closes it.
package struct KeyHelp: Sendable {
    /// Something besides the keys, such as the path of a file.
    package struct Fact: Hashable, Sendable {
        let label: String
        let text: String
        let isRule: Bool

        /// - Parameter isRule: whether it is a rule of the policy; these follow the keys.
        package init(_ label: String, _ text: String, isRule: Bool = false) {
            self.label = label
            self.text = text
            self.isRule = isRule
        }
    }

    /// Opens the overlay; `?` does so only while no text field has the focus.
    static let open = KeyBinding(
        [KeyPress(.function(1)), .character("?")], "keys",
        meaning: "all keys of the page (? where nothing is typed)")
    private static let close = KeyBinding([.escape, .character("q"), .enter] + open.keys, "close")
    private static let scroll = KeyBinding(
        [.up, .down, .character("j"), .character("k")], "scroll", name: "↑↓")
    private static let page = KeyBinding([.pageUp, .pageDown], "page", name: "PgUp/PgDn")

    /// In columns of text. Windows that are not much wider are covered completely.
    private static let widest = 66
    private static let wideWindow = 90
    /// The columns and rows that the text cannot use: border, padding, header, title and help line.
    private static let edges = Size(columns: 6, rows: 5)

    private let facts: [Fact]
    private let tables: [KeyTable]
    private var size: Size
    private var top = 0

    package init(_ facts: [Fact], _ tables: [KeyTable], size: Size) {
        self.facts = facts
        self.tables = tables
        self.size = size
    }

    package static func binding(isTyping: Bool) -> KeyBinding {
        KeyBinding(isTyping ? [KeyPress(.function(1))] : open.keys.reversed(), "keys")
    }

    package mutating func update(_ event: Event) -> Bool {
        switch event {
        case _ where Self.close.matches(event): return false
        case .resize(let size): self.size = size
        case .wheel(let rows): scroll { $0 + rows }
        case .key(let key):
            let page = max(1, rows(in: size) - 1)
            let key = key == .character(" ") ? .pageDown : key
            scroll { key.destination(from: $0, page: page, last: .max) ?? $0 }
        default: break
        }
        return true
    }

    private mutating func scroll(_ destination: (Int) -> Int) {
        let count = lines(in: size).count
        top = destination(firstLine(of: count, in: size))
        top = firstLine(of: count, in: size)
    }

    private func columns(in size: Size) -> Int {
        size.columns < Self.wideWindow ? max(1, size.columns - Self.edges.columns) : Self.widest
    }

    private func rows(in size: Size) -> Int { max(1, size.rows - Self.edges.rows) }

    private func firstLine(of count: Int, in size: Size) -> Int {
        max(0, min(top, count - rows(in: size)))
    }

    package func draw(on frame: inout Frame) {
        let size = frame.size
        let columns = columns(in: size)
        let lines = lines(in: size)
        let first = firstLine(of: lines.count, in: size)
        let shown = Array(lines.dropFirst(first).prefix(rows(in: size)))
        let box = Rect(
            column: (size.columns - columns - 4) / 2, row: 1 + (rows(in: size) - shown.count) / 2,
            columns: columns + 4, rows: shown.count + 3)
        frame.cursor = nil
        frame.removeTargets()
        // Hide text and frames beside the box.
        frame.fill(Rect(size).inset(top: 1, bottom: 0))
        frame.drawBox(in: box)
        frame.write("Keys", column: box.column + 2, row: box.row + 1, style: .title)
        frame.write(shown, column: box.column + 2, row: box.row + 2, limit: columns)
        frame.drawScrollMarks(
            column: box.column + box.columns - 2,
            in: Rect(column: box.column, row: box.row + 2, columns: box.columns, rows: shown.count),
            above: first > 0, below: first + shown.count < lines.count)
        frame.drawHelp([Self.close] + (shown.count < lines.count ? [Self.scroll, Self.page] : []))
    }

    /// The facts and the tables; in a low window the facts come last.
    private func lines(in size: Size) -> [StyledLine] {
        let columns = columns(in: size)
        let names = tables.flatMap(\.bindings).map(\.names) + facts.map(\.label)
        let left = min(names.map(\.displayWidth).max() ?? 0, columns / 3)
        func rows(_ facts: [Fact]) -> [StyledLine] {
            facts.flatMap { Self.row($0.label, $0.text, left: left, columns: columns, .label) }
        }
        let known = rows(facts.filter { !$0.isRule })
        let rules = rows(facts.filter(\.isRule))
        let keys = tables.filter { !$0.bindings.isEmpty }.map { table in
            [StyledLine(table.title, .labelFocused)]
                + table.bindings.flatMap {
                    Self.row($0.names, $0.meaning, left: left, columns: columns, .key)
                }
        }
        let ruled = rules.isEmpty ? keys : keys + [[StyledLine("Rules", .labelFocused)] + rules]
        let parts = size.isRoomy ? [known] + ruled : ruled + [known]
        return Array(parts.joined(separator: [StyledLine()]))
    }

    private static func row(
        _ name: String, _ text: String, left: Int, columns: Int, _ style: Style
    ) -> [StyledLine] {
        let names = StyledLine.wrapped(name, style, to: left)
        let texts = StyledLine.wrapped(text, .text, to: max(1, columns - left - 2))
        return (0..<max(names.count, texts.count)).map { row in
            var line = names.indices.contains(row) ? names[row] : StyledLine()
            line.pad(to: left + 2)
            if texts.indices.contains(row) { line.append(texts[row]) }
            return line
        }
    }
}
