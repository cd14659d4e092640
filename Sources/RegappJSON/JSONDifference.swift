/// What has to be done to an object to make another of it.
package struct JSONDifference {
    /// Members that are new or have another value.
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
            let value = member.value.canonical
            return former?.canonicalText == value.bytes ? nil : .init(member.key, value)
        }
        let removed = old?.root.members.map(\.key).filter { root[$0] == nil } ?? []
        return JSONDifference(set: set, removed: removed)
    }
}
