internal import RegappValues

/// A folder's names in one piece of memory: as strings, 300,000 would take three times as much.
package struct FileNames: Sendable {
    private struct Extent {
        let start: UInt32
        let count: UInt32
    }

    private var bytes: [UInt8] = []
    private var extents: [Extent] = []

    package init(_ names: some Sequence<String>) {
        for name in names { append(name.utf8) }
    }

    mutating func append(_ name: some Collection<UInt8>) {
        extents.append(Extent(start: UInt32(bytes.count), count: UInt32(name.count)))
        bytes += name
    }

    private func bytes(of extent: Extent) -> ArraySlice<UInt8> {
        bytes[Int(extent.start)..<Int(extent.start) + Int(extent.count)]
    }

    package mutating func removeAll(where isMeant: (ArraySlice<UInt8>) -> Bool) {
        var kept = 0
        for index in extents.indices where !isMeant(bytes(of: extents[index])) {
            extents.swapAt(kept, index)
            kept += 1
        }
        extents.removeSubrange(kept...)
    }

    /// Names begin alike; the next eight bytes tell most of them apart, much faster than comparing whole names.
    package mutating func sortByBytes() {
        guard let first = extents.first else { return }
        let alike = extents.reduce(Int(first.count)) { sharedBytes(of: first, with: $1, upTo: $0) }
        var keyed = extents.map { (key: word(of: $0, at: alike), extent: $0) }
        keyed.sort { left, right in
            guard left.key == right.key else { return left.key < right.key }
            return bytes(of: left.extent).lexicographicallyPrecedes(bytes(of: right.extent))
        }
        for index in extents.indices { extents[index] = keyed[index].extent }
    }

    /// The length of the common prefix, up to a limit.
    private func sharedBytes(of left: Extent, with right: Extent, upTo limit: Int) -> Int {
        let limit = Swift.min(limit, Int(left.count), Int(right.count))
        let left = Int(left.start)
        let right = Int(right.start)
        for index in 0..<limit where bytes[left + index] != bytes[right + index] { return index }
        return limit
    }

    /// Eight bytes as a big-endian number; missing bytes are zeros.
    private func word(of extent: Extent, at offset: Int) -> UInt64 {
        var word: UInt64 = 0
        for index in offset..<offset + 8 {
            word = word << 8 | (index < extent.count ? UInt64(bytes[Int(extent.start) + index]) : 0)
        }
        return word
    }

    /// Names must be sorted; nil if the name is not there.
    package func index(ofSorted name: String) -> Int? {
        let bytes = name.utf8.span
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if precedes(extents[middle], bytes) { low = middle + 1 } else { high = middle }
        }
        return low < count && name.hasBytes(self.bytes(of: extents[low]).span) ? low : nil
    }

    private func precedes(_ extent: Extent, _ name: Span<UInt8>) -> Bool {
        let own = bytes(of: extent).span
        for index in 0..<Swift.min(own.count, name.count) where own[index] != name[index] {
            return own[index] < name[index]
        }
        return own.count < name.count
    }
}

extension FileNames: RandomAccessCollection {
    package var startIndex: Int { 0 }
    package var endIndex: Int { extents.count }

    /// Bytes that are not UTF-8 become U+FFFD.
    package subscript(index: Int) -> String { String(decoding: bytes(of: extents[index]), as: UTF8.self) }
}

extension FileNames: Equatable, ExpressibleByArrayLiteral {
    package init(arrayLiteral names: String...) { self.init(names) }

    package static func == (left: FileNames, right: FileNames) -> Bool { left.elementsEqual(right) }
}
