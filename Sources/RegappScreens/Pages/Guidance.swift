import RegappWording
import RegappTerminal

/// What a page is for: the faint line below its title, and the file that it reads or writes, in small print.
struct Guidance: Hashable, Sendable {
    /// A sentence without a period: what pressing the button does.
    let purpose: String
    /// An absolute path.
    let path: String?

    init(_ purpose: String, path: String? = nil) {
        self.purpose = purpose.sentence
        self.path = path
    }

    /// The path with `~` for the home directory, shortened as far as necessary; nil if even that does not fit.
    func smallPrint(home: String?, columns: Int) -> String? {
        guard let path else { return nil }
        let whole = HomePath.text(of: path, home: home)
        if whole.printable.displayWidth <= columns { return whole.printable }
        let parts = whole.split(separator: "/", omittingEmptySubsequences: false)
        let shorter = parts.indices.dropFirst(2).lazy.map { first in
            (parts[..<1] + ["..."] + parts[first...]).joined(separator: "/")
        }
        return shorter.map(\.printable).first { $0.displayWidth <= columns }
    }

    /// Both in one line, for a conversation.
    func text(home: String?) -> String {
        guard let path else { return purpose.printable }
        return "\(purpose): \(HomePath.text(of: path, home: home))".printable
    }
}
