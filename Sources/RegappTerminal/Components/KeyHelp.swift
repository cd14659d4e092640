internal import RegappValues

/// An overlay that lists a page's keys and a few facts. It scrolls, and a key of ``close`` closes it.
package struct KeyHelp: Sendable {
    /// Something besides the keys, such as the path of a file.
    package struct Fact: Hashable, Sendable {
        let label: String
        let text: String
        package enum Place: Hashable, Sendable {
            /// Before the keys, as for what has just happened.
            case first
            /// Behind the keys: a rule of the policy.
            case rules
            case last
        }

        let place: Place

        package init(_ label: String, _ text: String, at place: Place = .last) {
            self.label = label
            self.text = text
            self.place = place
        }
    }

    /// Opens the overlay; `?` does so only while no text field has the focus.
    static let open = KeyBinding(
        [KeyPress(.function(1)), .character("?")], "keys",
        meaning: "all keys of the page (? where nothing is typed)")
    private static let close = KeyBinding([.escape, .character("q"), .enter] + open.keys, "close")
    private static let scroll = KeyBinding(
        [.up, .down, .character("j"), .character("k")], "scroll", name: "↑↓")
    /// The same, where all keys show.
    private static let scrollToFacts = KeyBinding(scroll.keys, "rules and file", name: scroll.name)
    private static let page = KeyBinding([.pageUp, .pageDown], "page", name: "PgUp/PgDn")

    // In columns of text.
    /// Windows that are not much wider are covered completely.
    private static let (widest, wideWindow) = (92, 104)
    /// From here on, the keys are in two columns.
    private static let forTwo = 72
    private static let gap = 3
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
        let hidesOnlyFacts = first == 0 && keyLines(in: size).count <= rows(in: size)
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
        let scroll = hidesOnlyFacts ? Self.scrollToFacts : Self.scroll
        frame.drawHelp([Self.close] + (shown.count < lines.count ? [scroll, Self.page] : []))
    }

    /// What has just happened, the keys, in the order of use, and then the other facts.
    private func lines(in size: Size) -> [StyledLine] {
        let rules = rows(.rules, in: size)
        let parts = [
            keyLines(in: size), rules.isEmpty ? [] : [StyledLine("Rules", .labelFocused)] + rules,
            rows(.last, in: size),
        ]
        return Array(parts.filter { !$0.isEmpty }.joined(separator: [StyledLine()]))
    }

    private func keyLines(in size: Size) -> [StyledLine] {
        let first = rows(.first, in: size)
        let keys = keys(columns: columns(in: size), rows: rows(in: size))
        return first + (first.isEmpty ? [] : [StyledLine()]) + keys
    }

    private func rows(_ place: Fact.Place, in size: Size) -> [StyledLine] {
        let columns = columns(in: size)
        let left = min(facts.map(\.label.displayWidth).max() ?? 0, columns / 3)
        return facts.filter { $0.place == place }
            .flatMap { Self.row($0.label, $0.text, left: left, columns: columns, .label) }
    }

    /// The tables, side by side in two columns of about the same height if there is room; without empty rows between them
    /// if all fit only so.
    private func keys(columns: Int, rows: Int) -> [StyledLine] {
        let tables = tables.filter { !$0.bindings.isEmpty }
        guard columns >= Self.forTwo else {
            return Array(
                tables.map { Self.lines(of: $0, columns: columns) }.joined(separator: [StyledLine()]))
        }
        let half = (columns - Self.gap) / 2
        let parts = tables.map { Self.lines(of: $0, columns: half, isBrief: true) }
        let roomy = Self.sideBySide(parts, columns: half, gap: [StyledLine()])
        return roomy.count <= rows ? roomy : Self.sideBySide(parts, columns: half, gap: [])
    }

    private static func sideBySide(
        _ parts: [[StyledLine]], columns: Int, gap: [StyledLine]
    ) -> [StyledLine] {
        let splits = (0...parts.count).map { count in
            [parts[..<count], parts[count...]].map { Array($0.joined(separator: gap)) }
        }
        let best = splits.min { max($0[0].count, $0[1].count) < max($1[0].count, $1[1].count) }
        guard let best else { return [] }
        return (0..<max(best[0].count, best[1].count)).map { row in
            var line = best[0].indices.contains(row) ? best[0][row] : StyledLine()
            line.pad(to: columns + Self.gap)
            if best[1].indices.contains(row) { line.append(best[1][row]) }
            return line
        }
    }

    /// - Parameter isBrief: whether each key has one line, if need be with its label for its meaning.
    private static func lines(of table: KeyTable, columns: Int, isBrief: Bool = false) -> [StyledLine] {
        // What a colon follows is the page that is shown anyway.
        let title = table.title.firstPlace(of: ": ").map { String(table.title[$0.upperBound...]) }
        let names = table.bindings.map { isBrief ? briefNames(of: $0) : $0.names }
        let left = min(names.map(\.displayWidth).max() ?? 0, isBrief ? columns / 2 : columns / 3)
        return [StyledLine((title ?? table.title).sentenceCased, .labelFocused)]
            + zip(table.bindings, names).flatMap { binding, names in
                let room = columns - left - 2
                let clause = String(binding.meaning.prefix { $0 != "," && $0 != ";" && $0 != "(" })
                let brief = [binding.meaning, clause].first { $0.displayWidth <= room } ?? binding.label
                return row(names, isBrief ? brief : binding.meaning, left: left, columns: columns, .key)
            }
    }

    /// The names of all keys, in few columns, such as `↑ ↓ ^P ^N`.
    private static func briefNames(of binding: KeyBinding) -> String {
        binding.keys.map { $0.description.replacingEach("Ctrl-", with: "^") }.joined(separator: " ")
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
