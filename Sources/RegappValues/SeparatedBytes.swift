/// The parts of bytes between separators, including empty ones, one after the other; `split` would first build an
/// array of all.
package struct SeparatedBytes: Sequence, IteratorProtocol, Sendable {
    private var rest: ArraySlice<UInt8>?
    private let separator: UInt8

    /// Bytes without a separator are one part.
    package init(_ text: ArraySlice<UInt8>, by separator: UInt8) {
        rest = text
        self.separator = separator
    }

    package var hasMore: Bool { rest != nil }

    package mutating func next() -> ArraySlice<UInt8>? {
        guard let text = rest else { return nil }
        guard let index = text.span.offset(of: separator) else {
            rest = nil
            return text
        }
        let end = text.startIndex + index
        rest = text[(end + 1)...]
        return text[..<end]
    }
}
