package import RegappJSON

extension JSONText {
    /// A restorable cell of a list: texts joined by `;`, any `;` inside doubled; JSON for other lists.
    package var listCell: String {
        guard case .array = self else { return cell }
        return String(decoding: OwnColumn.list(self) ?? bytes, as: UTF8.self)
    }
}

/// A table's column for a custom key. A key has a column for each form of its values: `team` for texts, `team[]` for
/// lists of texts, joined by `;` (`;;` for one inside), `team{}` for all else as JSON: values come back as they were.
package struct OwnColumn: Hashable, Sendable {
    /// The raw value ends the column's name.
    enum Form: String, CaseIterable, Sendable {
        case text = ""
        case list = "[]"
        case json = "{}"
    }

    let key: String
    let form: Form
    /// Stands between the values of a list; doubled inside one.
    var separator: Unicode.Scalar = defaultSeparator

    static let defaultSeparator: Unicode.Scalar = ";"

    init(_ key: String, _ form: Form) {
        self.key = key
        self.form = form
    }

    init(named name: String) {
        // Characters may combine with the mark, so scalars are compared.
        let scalars = name.unicodeScalars
        form = Form.allCases.last { scalars.suffix(2).elementsEqual($0.rawValue.unicodeScalars) } ?? .text
        key = String(scalars.dropLast(form.rawValue.unicodeScalars.count))
    }

    package init(of member: JSONText.Member) {
        key = member.key
        // A text column's name must not look as if it had the mark of another form.
        let mayBeText = OwnColumn(named: key).form == .text && !key.isEmpty
        form =
            switch member.value {
            case .string(let text) where mayBeText && !text.isEmpty: .text
            case .array(let elements) where !elements.isEmpty && Self.list(member.value) != nil: .list
            default: .json
            }
    }

    var name: String { key + form.rawValue }

    /// Nil if a JSON cell is not JSON; the cell must not be empty.
    func value(of cell: String) -> JSONText? {
        switch form {
        case .text: return .string(cell)
        case .list: return Self.list(of: cell, separator)
        case .json:
            guard let document = try? JSONDocument(parsing: Array(cell.utf8)) else { return nil }
            return JSONText(document.root)
        }
    }

    /// Empty if the record has no value of this form under the key.
    func cell(of members: [JSONText.Member]) -> String {
        guard let value = members.first(where: { OwnColumn(of: $0) == self })?.value else { return "" }
        return switch (form, value) {
        case (.list, .array): value.listCell
        case (.text, .string(let text)): text
        default: String(decoding: value.bytes, as: UTF8.self)
        }
    }

    /// Nil if a list cannot be restored, as it holds an empty text, or one that begins or ends with `;`.
    fileprivate static func list(_ list: JSONText) -> [UInt8]? {
        guard case .array(let elements) = list else { return nil }
        let cell = elements.map { $0.cell.replacingEach(";", with: ";;") }.joined(separator: ";")
        return self.list(of: cell, defaultSeparator).bytes == list.bytes ? Array(cell.utf8) : nil
    }

    private static func list(of cell: String, _ separator: Unicode.Scalar) -> JSONText {
        var values: [String] = []
        var value = String.UnicodeScalarView()
        var rest = cell.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            if scalar == separator, rest.first != separator {
                values.append(String(value))
                value = String.UnicodeScalarView()
            } else {
                value.append(scalar)
                if scalar == separator { rest.removeFirst() }
            }
        }
        values.append(String(value))
        // Spaces after a separator are no part of the values, as in `choir, board`.
        if separator != defaultSeparator { values = values.map(\.trimmed) }
        return .array(values.filter { !$0.isEmpty }.map(JSONText.string))
    }

    /// Compares by scalars, like keys of files.
    package static func == (left: Self, right: Self) -> Bool {
        left.form == right.form && left.key.hasSameScalars(as: right.key)
    }

    package func hash(into hasher: inout Hasher) {
        for byte in key.utf8 { hasher.combine(byte) }
        hasher.combine(form)
    }
}
