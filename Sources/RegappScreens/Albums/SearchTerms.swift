import RegappTerminal

/// The terms searched for since the screens were opened, which can be recalled one by one. They are never written to
/// a file.
struct TermHistory: Sendable {
    private static let limit = 100

    /// Without duplicates; the newest is last.
    private(set) var terms: [String] = []
    /// The index of the term recalled last.
    private var recalled: Int?
    /// The text that was typed before the first recall.
    private var draft = ""

    mutating func add(_ term: String) {
        terms.removeAll { $0 == term }
        terms = terms.suffix(Self.limit - 1) + [term]
        recalled = nil
    }

    /// Recalls the term before this text; nil if there is none.
    mutating func older(than text: String) -> String? {
        guard let index = olderIndex(than: text) else { return nil }
        if !isShown(text) { draft = text }
        recalled = index
        return terms[index]
    }

    /// Recalls the term after this text or, after the newest, what had been typed; nil if the text was not recalled.
    mutating func newer(than text: String) -> String? {
        guard let shown = recalled, isShown(text) else { return nil }
        recalled = shown + 1 < terms.count ? shown + 1 : nil
        return recalled.map { terms[$0] } ?? draft
    }

    /// The index of the term before this text.
    func olderIndex(than text: String) -> Int? {
        let end = isShown(text) ? recalled ?? 0 : terms.count
        return terms[..<end].lastIndex { $0 != text }
    }

    private func isShown(_ text: String) -> Bool { recalled.map { terms[$0] == text } ?? false }
}

/// What to search for first: the latest terms, and two examples.
struct TermOffers: Sendable {
    /// A title and an artist in different alphabets, which select different stores.
    static let examples = ["kind of blue", "кино"]
    /// In addition to the examples.
    static let mostRecent = 5

    /// With the heading of the examples.
    static let mostRows = mostRecent + 1 + examples.count

    /// One for each row; empty for a heading.
    let terms: [String]
    var list: ListView

    /// - Parameter recent: the terms searched for, the newest first.
    init(recent: [String] = []) {
        var last: [String] = []
        for term in recent where !last.contains(term) && last.count < Self.mostRecent { last.append(term) }
        let examples = Self.examples.filter { !last.contains($0) }
        let headings =
            last.isEmpty || examples.isEmpty ? [] : [ListView.Row(["Try"], styles: [.label], isHeading: true)]
        terms = last + headings.map { _ in "" } + examples
        list = ListView(
            columns: [.init(last.isEmpty ? "Try" : "Recent", .flexible(1))],
            rows: last.map { .init([$0]) } + headings + examples.map { .init([$0]) })
    }

    /// Returns the term that the event chooses, or nil.
    mutating func update(_ event: Event) -> String? { list.update(event).map { terms[$0] } }
}
