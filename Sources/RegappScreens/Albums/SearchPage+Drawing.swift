import RegappAlbums
import RegappValues
import RegappWording
import RegappTerminal

extension SearchPage {
    /// In columns; a narrower window shows the current user only in the overlay with the keys.
    private static let forUserData = 80
    private static let title = "Albums"
    private static let label = "⌕ Search"
    private static let guidance = "Asks the iTunes catalogue by title or artist; answers are kept for a day"

    /// A low window has the field instead of the title.
    private func fieldRow(in size: Size) -> Int { size.isRoomy ? 4 : 1 }

    private func questionLines(in size: Size, focus: Focus? = nil) -> [StyledLine] {
        let columns = size.columns - 3
        let lines = question.lines(columns: columns, hasFocus: focus == .retry)
        guard let filter = results.filter else { return lines }
        let line = results.line(of: filter, columns: columns, isFocused: focus == .filter)
        // The filter's line also shows how many albums were found.
        if case .answered(_, nil) = question.state { return [line] }
        return lines + [line]
    }

    /// The list is between the lines about the question, which are as far below the field as a title is below the
    /// header, and the selected album's page in the store.
    func listRect(in size: Size) -> Rect {
        let top = fieldRow(in: size) + size.firstRow + questionLines(in: size).count
        return Rect(size).inset(
            top: min(top, size.rows - 2), bottom: 2, left: 1,
            right: 1 + (isOffering ? 0 : results.previewColumns))
    }

    func render(_ size: Size, _ context: ScreenContext, hasFocus: Bool, question alert: Alert?) -> Frame {
        let focus = hasFocus ? self.focus : nil
        var frame = Frame(size)
        frame.drawHeader(Regapp.name, detail: context.email)
        let legend = drawLegend(on: &frame, row: size.firstRow)
        let limit = size.columns - 3
        if size.isRoomy {
            frame.write(Self.title, column: 2, row: 2, style: .title)
            let user = context.currentUser
            let isWide = size.columns >= Self.forUserData && !user.isEmpty
            let line = isWide ? user : Self.guidance
            frame.write(line.printable, column: 2, row: 3, style: .faint, limit: limit)
        }
        let row = fieldRow(in: size)
        var beside = size.isRoomy ? 1 : 2 + legend
        if !isOffering { beside += results.previewColumns }
        drawField(on: &frame, row: row, columns: size.columns - beside, isFocused: focus == .field)
        frame.write(questionLines(in: size, focus: focus), column: 2, row: row + size.firstRow, limit: limit)
        let list = listRect(in: size)
        drawList(on: &frame, in: list, isFocused: focus == .list)
        drawPreview(on: &frame, beside: list)
        drawFoot(on: &frame, row: size.rows - 2)
        frame.drawHelp(bindings, last: KeyHelp.binding(isTyping: isTyping))
        if let alert { frame.draw(alert) }
        return frame
    }

    func conversation(_ context: ScreenContext) -> ConversationPage {
        var typed = FormField(Focus.field.id, label: Self.whatToType.sentenceCased, input: field)
        // A term that was typed before is no change of the form.
        typed.given = field.text
        var buttons = [FormButton(Action.search, title: "Search", needsValidFields: true)]
        if let again = question.again { buttons.append(FormButton(.again, title: again)) }
        if !results.albums.isEmpty { buttons.append(FormButton(.sort, title: "Sort")) }
        return ConversationPage(
            Self.title, guidance: Self.guidance, lines: [context.currentUser] + question.sentences,
            rows: results.albums.map(\.row),
            form: Form(fields: [typed], buttons: buttons.map { $0.button }) {
                Form.Judgement(Self.problems(in: $0))
            },
            leaving: .section(title: "Back"))
    }

    private static func problems(in texts: [ControlID: String]) -> [ControlID: [String]] {
        let typed = texts[Focus.field.id] ?? ""
        if SearchTerm.text(typed).isEmpty { return [Focus.field.id: ["a word or more is needed"]] }
        guard typed.count > longestTerm else { return [:] }
        return [Focus.field.id: Message.termTooLong(limit: "\(longestTerm) characters").facts.map(\.text)]
    }

    private func drawList(on frame: inout Frame, in rect: Rect, isFocused: Bool) {
        if isOffering {
            return offers.list.draw(
                on: &frame, in: rect, isFocused: isFocused, marksSelection: focus != .field)
        }
        guard results.albums.isEmpty else {
            return results.draw(
                on: &frame, in: rect, isFocused: isFocused, marksSelection: focus != .field)
        }
        guard let advice else { return }
        let lines = Array(StyledLine.wrapped(advice, .hint, to: rect.columns - 2).prefix(rect.rows))
        frame.write(lines, column: rect.column + 1, row: rect.row)
    }

    private var advice: String? {
        if let filter = results.filter {
            let words = SearchTerm.text(filter.text)
            return "Nothing called “\(words)” here. Esc shows all \(results.found.count)."
        }
        guard case .answered(_, nil) = question.state else { return nil }
        return "Try fewer words, or the artist alone: what you type replaces the last term."
    }

    /// Draws what the marks of albums mean; returns the columns used. A low window has it beside the field if it fits.
    private func drawLegend(on frame: inout Frame, row: Int) -> Int {
        let marks = results.list.visibleIndices.map { results.albums[$0].collectionExplicitness }
        let words = Explicitness.legend(of: marks).joined(separator: "  ")
        let used = "▸ \(Self.label) \(field.text)  ".displayWidth + words.displayWidth + 3
        guard frame.size.isRoomy || used <= frame.size.columns else { return 0 }
        frame.write(words, column: frame.size.columns - 1 - words.displayWidth, row: row, style: .label)
        return words.isEmpty ? 0 : words.displayWidth + 2
    }

    private func drawPreview(on frame: inout Frame, beside list: Rect) {
        guard let selected = results.selected else { return }
        var rect = Rect(
            column: list.column + list.columns + 2, row: list.row + 1, columns: results.previewColumns - 2,
            rows: list.rows - 1)
        let head: [(String?, Style)] = [
            (selected.collectionName, .title), (selected.artistName, .text), (selected.releaseYear, .label),
        ]
        for (index, part) in head.enumerated() {
            let text = (part.0 ?? "").printable.truncated(to: rect.columns)
            frame.write(text, column: rect.column, row: rect.row + index, style: part.1)
        }
        rect = rect.inset(top: min(head.count + 1, rect.rows), bottom: 0, left: 0, right: 0)
        if let cells = results.previewSize {
            let size = Size(columns: cells.columns, rows: min(cells.rows, rect.rows))
            let cover = Rect(column: rect.column, row: rect.row, columns: size.columns, rows: size.rows)
            let preview = results.covers.previews[selected.collectionId]
            frame.draw(
                preview ?? nil, in: cover, isMissing: preview != nil || selected.artworkUrl100 == nil)
            rect = rect.inset(top: min(cells.rows + 1, rect.rows), bottom: 0, left: 0, right: 0)
        }
        guard let contents = results.songs else { return }
        let lines = AlbumLines(album: selected, contents: contents, columns: rect.columns).songs
        var fitted = lines
        if lines.count > rect.rows {
            fitted = lines.prefix(max(0, rect.rows - 1)) + [StyledLine("…", .faint)]
        }
        frame.write(fitted, column: rect.column, row: rect.row, limit: rect.columns)
    }

    /// Draws the selected album's page in the store, which must accompany a cover, and its position in the list.
    private func drawFoot(on frame: inout Frame, row: Int) {
        guard let selected = results.selected else { return }
        // The default order, by title, is not mentioned.
        let order = results.order == .title ? "" : " · by \(results.order)"
        let position = "\(results.list.selected + 1) of \(results.albums.count)" + order
        let end = frame.size.columns - 1 - position.displayWidth
        frame.write(position, column: end, row: row, style: .label)
        guard let link = selected.storeLink else { return }
        var line = StyledLine("shop: ", .label)
        line.append(link.printable.truncated(to: max(0, end - 4 - line.columns)), .text)
        frame.write(line, column: 2, row: row)
    }

    private func drawField(on frame: inout Frame, row: Int, columns: Int, isFocused: Bool) {
        var line = StyledLine(isFocused ? "▸ " : "  ", .labelFocused)
        line.append(Self.label.prefix(2).description, .icon)
        line.append(Self.label.dropFirst(2).description + " ", isFocused ? .labelFocused : .label)
        let room = columns - line.columns
        line.add(.pointed(.field(Focus.field.id)))
        line.append(field.line(columns: room, isFocused: isFocused, id: Focus.field.id))
        frame.write(line, column: 0, row: row)
    }
}
