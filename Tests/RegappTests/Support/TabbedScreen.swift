import Glibc
import RegappTestSupport

/// Screens of the built program, on which Tab goes from field to field and from button to button.
protocol TabbedScreen {
    func pressTab() throws
    /// Waits until the lines of the screen meet a condition.
    @discardableResult
    func expectLines(_ wanted: String, _ condition: ([String]) -> Bool) throws -> [String]
}

extension TabbedScreen {
    /// More elements than any page has.
    private var mostElements: Int { 40 }

    /// Presses Tab until the field with this label or the button with this title has the focus. The page must show
    /// already.
    func go(to name: String) throws {
        for _ in 0..<mostElements {
            let focus = try expectLines("a focus") { $0.focus != nil }.focus
            if focus?.contains(name) == true { return }
            try pressTab()
            try expectLines("another focus than \(focus ?? ""), on the way to \(name)") {
                $0.focus != nil && $0.focus != focus
            }
        }
        try expectLines("a field or button \(name)") { _ in false }
    }
}

extension [String] {
    /// The row of the field or the button that has the focus.
    fileprivate var focus: Substring? {
        if let field = first(where: { $0.hasPrefix("▸") || $0.hasPrefix("> ") || $0.hasPrefix(">!") }) {
            return field[...]
        }
        return lazy.compactMap { $0.firstMatch(of: /\[ .+? \]/)?.output }.first
    }
}

extension PseudoTerminal: TabbedScreen {
    func pressTab() throws { try send("\t") }

    func expectLines(_ wanted: String, _ condition: ([String]) -> Bool) throws -> [String] {
        try expectScreen(wanted) { condition($0.lines) }.lines
    }
}
