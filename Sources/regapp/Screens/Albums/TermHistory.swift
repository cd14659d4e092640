/// The terms searched for since the screens were opened, to be recalled one by one. They are never written anywhere.
struct TermHistory: Sendable {
    /// The most terms kept.
    private static let limit = 100

    /// No duplicates, the newest last.
    private(set) var terms: [String] = []
    /// The index of the last recalled term.
    private var place: Int?
    /// What was typed before the first recall.
    private var draft = ""

    /// Adds a term as the newest.
    mutating func add(_ term: String) {
        terms.removeAll { $0 == term }
        terms = terms.suffix(Self.limit - 1) + [term]
        place = nil
    }

    /// Whether there is an older term than the text in the field.
    func hasOlder(than text: String) -> Bool { olderIndex(than: text) != nil }

    /// Recalls the term before the text in the field; nil if there is none.
    mutating func older(than text: String) -> String? {
        guard let index = olderIndex(than: text) else { return nil }
        if !isShown(text) { draft = text }
        place = index
        return terms[index]
    }

    /// Recalls the term after the text in the field, at last what had been typed; nil if the text was not recalled.
    mutating func newer(than text: String) -> String? {
        guard let shown = place, isShown(text) else { return nil }
        place = shown + 1 < terms.count ? shown + 1 : nil
        return place.map { terms[$0] } ?? draft
    }

    private func olderIndex(than text: String) -> Int? {
        let end = isShown(text) ? place ?? 0 : terms.count
        return terms[..<end].lastIndex { $0 != text }
    }

    private func isShown(_ text: String) -> Bool { place.map { terms[$0] == text } ?? false }
}
