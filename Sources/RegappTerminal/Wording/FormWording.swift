extension Form {
    static let allRulesAreMet = "all rules are met"

    /// A text that is the first of several.
    static func numbered(_ text: String, of count: Int) -> String {
        count > 1 ? "1 of \(count): \(text)" : text
    }

    /// Which fields keep the button from being pressed, in the longest way that fits into so many columns.
    ///
    /// - Parameter names: at least one.
    static func finishFirst(_ names: [String], columns: Int) -> String? {
        guard let first = names.first else { return nil }
        let others = names.count - 1
        let start = names.dropLast().joined(separator: ", ")
        let all = others == 0 ? first : "\(start) and \(names[others])"
        let several = others == 0 ? [] : ["\(first) and \(others) more", "\(names.count) fields"]
        return ([all] + several).lazy.map { "finish \($0) first" }.first { $0.displayWidth <= columns }
    }
}

extension ScreenSession {
    static func windowIsTooSmall(_ size: Size) -> String {
        "the window needs at least \(minimumSize.columns)×\(minimumSize.rows), it has \(size.columns)×\(size.rows)"
    }
}
