import RegappTerminal

/// What to search for first: the latest terms, and two examples.
struct TermOffers: Sendable {
    /// A title and an artist in different alphabets, which select different stores.
    static let examples = ["kind of blue", "кино"]
    /// In addition to the examples.
    static let mostRecent = 5

    /// One for each row; empty for a heading.
    let terms: [String]
    var list: ListView

    /// - Parameter recent: the terms searched for, the newest first.
    init(recent: [String] = []) {
        var last: [String] = []
        for term in recent where !last.contains(term) && last.count < Self.mostRecent { last.append(term) }
        let examples = Self.examples.filter { !last.contains($0) }
        let headings = last.isEmpty || examples.isEmpty ? [] : [ListView.Row(heading: "Try")]
        terms = last + headings.map { _ in "" } + examples
        list = ListView(
            columns: [.init(last.isEmpty ? "Try" : "Recent", .flexible(1))],
            rows: last.map { .init([$0]) } + headings + examples.map { .init([$0]) })
    }

    /// Returns the term that the event chooses, or nil.
    mutating func update(_ event: Event) -> String? { list.update(event).map { terms[$0] } }
}
