extension Form {
    /// Which fields keep the button from being pressed, in the longest way that fits into so many columns.
    ///
    /// - Parameter names: at least one.
    static func fillIn(_ names: [String], columns: Int) -> String? {
        guard let first = names.first else { return nil }
        let others = names.count - 1
        let start = names.dropLast().joined(separator: ", ")
        let all = others == 0 ? first : "\(start) and \(names[others])"
        let several = others == 0 ? [] : ["\(first) and \(others) more", "\(names.count) fields"]
        return ([all] + several).lazy.map { "Fill in \($0)" }.first { $0.displayWidth <= columns }
    }

}

extension FormField.Remark {
    /// Lines of a paste for which a form has no fields.
    static func leftOut(_ lines: Int) -> Self {
        let words = lines == 1 ? "a pasted line was" : "\(lines) pasted lines were"
        return Self("\(words) left out: no field is left", isProblem: true)
    }
}

extension ScreenSession {
    static func windowIsTooSmall(_ size: Size) -> String {
        "the window needs at least \(minimumSize.columns)×\(minimumSize.rows), it has \(size.columns)×\(size.rows)"
    }
}
