import RegappWording
import RegappTerminal

/// The faint line below a page's title: what the page does, and with which file.
struct Guidance: Hashable, Sendable {
    private let words: String
    /// The file or directory named at the end of the line.
    let path: String?

    /// - Parameter path: an absolute path.
    init(_ words: String, path: String? = nil) {
        self.words = words.sentence
        self.path = path
    }

    /// The line with `~` for the home directory, and its path shortened as far as necessary; nil if even that does
    /// not fit.
    func text(home: String?, columns: Int = .max) -> String? {
        guard let path else { return fitting(words, columns) }
        let whole = HomePath.text(of: path, home: home)
        if let line = fitting("\(words) \(whole)", columns) { return line }
        let parts = whole.split(separator: "/", omittingEmptySubsequences: false)
        for first in parts.indices.dropFirst(2) {
            let shorter = (parts[..<1] + ["..."] + parts[first...]).joined(separator: "/")
            if let line = fitting("\(words) \(shorter)", columns) { return line }
        }
        return nil
    }

    private func fitting(_ text: String, _ columns: Int) -> String? {
        let text = text.printable
        return text.displayWidth <= columns ? text : nil
    }
}
