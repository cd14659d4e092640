/// The bytes of an input, read from the front one after the other; past the end there are zeros.
struct FuzzInput {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) {
        rest = bytes[...]
    }

    /// Whether everything was read.
    var isEmpty: Bool { rest.isEmpty }

    /// The next byte as a number.
    mutating func number() -> Int {
        Int(rest.popFirst() ?? 0)
    }

    /// One of some things, as the next byte says.
    mutating func pick<Item>(_ items: [Item]) -> Item {
        items[number() % items.count]
    }

    /// All up to the next NUL, which goes too.
    mutating func text() -> [UInt8] {
        let text = rest.prefix { $0 != 0 }
        rest = rest.dropFirst(text.count + 1)
        return Array(text)
    }

    /// All that is left.
    mutating func remainder() -> [UInt8] {
        defer { rest = [] }
        return Array(rest)
    }
}
