import TerminalUI

/// The faint line under a page's title: what the page does, and with which file.
struct Guidance: Hashable, Sendable {
    private let words: String
    /// The file or directory at the end of the line; nil if it names none.
    let path: String?

    /// - Parameter path: an absolute path, which follows the words.
    init(_ words: String, path: String? = nil) {
        self.words = words.sentence
        self.path = path
    }

    /// The line, with `~` for the home directory; nil if it does not fit, however much of the path is left out.
    ///
    /// - Parameter home: the user's home directory, if it is known.
    func text(home: String?, columns: Int = .max) -> String? {
        guard let path else { return fitting([words], columns) }
        let parts = HomePath.text(of: path, home: home).split(
            separator: "/", omittingEmptySubsequences: false)
        let shorter = parts.indices.dropFirst(2).map { first in
            (parts[..<1] + ["..."] + parts[first...]).joined(separator: "/")
        }
        return fitting(([parts.joined(separator: "/")] + shorter).map { "\(words) \($0)" }, columns)
    }

    /// The first text that fits.
    private func fitting(_ texts: [String], _ columns: Int) -> String? {
        texts.lazy.map(\.printable).first { $0.displayWidth <= columns }
    }
}
