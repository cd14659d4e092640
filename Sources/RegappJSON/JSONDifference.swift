/// What has to be done to an object to make another of it.
package struct JSONDifference {
    /// Members that are new or have another value, each value in one line.
    package let set: [JSONText.Member]
    /// Keys that are gone.
    package let removed: [String]
}

extension JSONDocument {
    /// The changes from an older text to this one.
    package func difference(from old: JSONDocument?) -> JSONDifference {
        let set = root.members.compactMap { member -> JSONText.Member? in
            let former = old?.root[member.key]
            if let old, let former, old.bytes[former.range] == bytes[member.value.range] { return nil }
            let text = member.value.canonicalText
            guard former?.canonicalText != text else { return nil }
            // `.number` writes its text verbatim.
            return .init(member.key, .number(String(decoding: text, as: UTF8.self)))
        }
        let removed = old?.root.members.map(\.key).filter { root[$0] == nil } ?? []
        return JSONDifference(set: set, removed: removed)
    }
}
