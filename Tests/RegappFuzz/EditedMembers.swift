internal import RegappValues
internal import RegappJSON

/// What one edit may do to a document, worked out from the document alone.
struct EditedMembers {
    private let document: JSONDocument
    private let edit: JSONEdit

    init(_ document: JSONDocument, _ edit: JSONEdit) {
        self.document = document
        self.edit = edit
    }

    /// The members as they are written, key and value apart.
    static func texts(of document: JSONDocument) -> [[UInt8]] {
        document.root.members.map {
            document.bytes[$0.keyRange] + [UInt8(ascii: ":")] + document.bytes[$0.value.range]
        }
    }

    func check(_ edited: JSONDocument) throws(BrokenProperty) {
        try require(Self.texts(of: edited) == expectedTexts, "only the members concerned change: \(edit)")
        let (before, after) = (document.bytes, edited.bytes)
        let rest = document.root.range
        try require(
            after.starts(with: before[..<rest.lowerBound])
                && after.reversed().starts(with: before[rest.upperBound...].reversed()),
            "what stands around the object stays: \(edit)")
        if let exact { return try require(after == exact, "every other byte stays: \(edit)") }
        // Space between braces is the style of no member, so the first member need not keep it.
        guard !document.root.members.isEmpty else { return }
        let start = zip(before, after).prefix { $0 == $1 }.count
        let end = zip(before.reversed(), after.reversed()).prefix { $0 == $1 }.count
        try require(start + end >= min(before.count, after.count), "bytes come or go in one place: \(edit)")
    }

    private func index(of key: String) -> Int? {
        document.root.members.firstIndex { $0.key.hasSameScalars(as: key) }
    }

    private func written(_ value: String, at index: Int) -> [UInt8] {
        let member = document.root.members[index]
        if case .string(let old) = member.value.content, old.hasSameScalars(as: value) {
            return Array(document.bytes[member.value.range])
        }
        return JSONText.string(value).bytes
    }

    /// The text of the value that is set at a member, or at a new one; nil where none is set.
    private func set(at index: Int?) -> [UInt8]? {
        switch edit {
        case .set(_, let value, _):
            index.map { written(value, at: $0) } ?? JSONText.string(value).bytes
        case .copy(_, let text, _): text
        case .remove, .replace: nil
        }
    }

    /// The whole text afterwards, where no space is for the edit to choose.
    private var exact: [UInt8]? {
        guard case .object = document.root.content else { return document.bytes }
        let bytes = document.bytes
        switch edit {
        case .set(let key, _, _), .copy(let key, _, _):
            guard let index = index(of: key), let value = set(at: index) else { return nil }
            let range = document.root.members[index].value.range
            return bytes[..<range.lowerBound] + value + bytes[range.upperBound...]
        case .remove(let key): return index(of: key) == nil ? bytes : nil
        case .replace(let key, let new, let value):
            guard let index = index(of: key) else { return bytes }
            let member = document.root.members[index]
            let colon = bytes[member.keyRange.upperBound..<member.value.range.lowerBound]
            return bytes[..<member.keyRange.lowerBound] + JSONText.string(new).bytes + colon
                + written(value, at: index) + bytes[member.value.range.upperBound...]
        }
    }

    private var expectedTexts: [[UInt8]] {
        var texts = Self.texts(of: document)
        guard case .object = document.root.content else { return texts }
        switch edit {
        case .set(let key, _, let followers), .copy(let key, _, let followers):
            let index = index(of: key)
            let place = index ?? followers.compactMap(self.index(of:)).min() ?? texts.count
            let keyText =
                index.map { document.bytes[document.root.members[$0].keyRange] }
                ?? JSONText.string(key).bytes[...]
            let text = keyText + [UInt8(ascii: ":")] + (set(at: index) ?? [])
            texts.replaceSubrange(place..<(index == nil ? place : place + 1), with: [Array(text)])
        case .remove(let key):
            if let index = index(of: key) { texts.remove(at: index) }
        case .replace(let key, let new, let value):
            guard let index = index(of: key) else { break }
            texts[index] = JSONText.string(new).bytes + [UInt8(ascii: ":")] + written(value, at: index)
        }
        return texts
    }
}
