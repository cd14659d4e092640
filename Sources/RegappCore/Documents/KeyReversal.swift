internal import RegappJSON

/// Undoes, key by key and in place, what a change did to an object that has changed again since. Of a list of texts,
/// numbers and booleans, the elements that the change added and removed go back; those that others added stay.
struct KeyReversal {
    let text: [UInt8]
    /// The keys that have changed again since; they stay.
    let left: [String]

    /// Nil if a text is no object.
    ///
    /// - Parameters:
    ///   - past: by key, the texts after later changes of it, which keep it from going back even if it is again as the
    ///     change left it. An element that was removed in between and added again is no longer the change's. No texts if
    ///     these are not known.
    ///   - isByElement: whether lists go back element by element. Those of `policy.json` do not: a list that is not there
    ///     is not empty, but the policy's own.
    init?(
        of before: [UInt8], to after: [UInt8], in present: [UInt8], past: [String: [[UInt8]]] = [:],
        isByElement: Bool = true
    ) {
        guard let old = JSONDocument(object: before), let new = JSONDocument(object: after),
            let now = JSONDocument(object: present)
        else { return nil }
        let order = old.root.members.map(\.key)
        let added = new.root.members.map(\.key).filter { old.root[$0] == nil }
        var edits: [JSONEdit] = []
        var left: [String] = []
        for key in order + added where !old.root[key].isSame(new.root[key]) {
            let followers = Array(order.drop { !$0.hasSameScalars(as: key) }.dropFirst())
            let restoring = old.root[key].map { value in
                JSONEdit.copy(key: key, Array(before[value.range]), before: followers)
            }
            if now.root[key].isSame(old.root[key]) { continue }
            if past[key] == nil, now.root[key].isSame(new.root[key]) {
                edits.append(restoring ?? .remove(key: key))
            } else if isByElement, past[key]?.isEmpty != true,
                let list = Self.list(
                    old.root[key], new.root[key], now.root[key],
                    past: (past[key] ?? []).compactMap { JSONDocument(object: $0)?.root[key] })
            {
                if old.root[key].elements == list {
                    edits.append(restoring ?? .remove(key: key))
                } else if now.root[key].elements != list {
                    let value: JSONText =
                        if list.count == 1, case .string = list[0], !old.root[key].isList {
                            list[0]
                        } else {
                            .array(list)
                        }
                    edits.append(now.copy(value, under: key, before: followers))
                }
            } else {
                left.append(key)
            }
        }
        text = now.applying(edits)
        self.left = left
    }

    /// Nil unless one is a list, the others are lists, single texts or missing, and the elements changed.
    private static func list(
        _ old: JSONValue?, _ new: JSONValue?, _ now: JSONValue?, past: [JSONValue?]
    ) -> [JSONText]? {
        guard [old, new, now].contains(where: \.isList), let before = old.elements, let after = new.elements,
            let present = now.elements
        else { return nil }
        let was = before.countOfEach
        let became = after.countOfEach
        // Only the order changed, which has no elements to go back.
        guard was != became else { return nil }
        let since = past.compactMap { $0.elements?.countOfEach } + [present.countOfEach]
        // An element may occur several times.
        var added: [JSONText: Int] = [:]
        var missing: [JSONText: Int] = [:]
        for element in Set(before + after) {
            let old = was[element] ?? 0
            let change = (became[element] ?? 0) - old
            let surpluses = since.map { ($0[element] ?? 0) - old }
            added[element] = max(0, min(change, surpluses.min() ?? 0))
            missing[element] = max(0, min(-change, -(surpluses.max() ?? 0)))
        }
        func isLeft(_ element: JSONText, in counts: inout [JSONText: Int]) -> Bool {
            guard let count = counts[element], count > 0 else { return false }
            counts[element] = count - 1
            return true
        }
        var list = Array(present.reversed().filter { !isLeft($0, in: &added) }.reversed())
        for (index, element) in before.enumerated() where isLeft(element, in: &missing) {
            list.insert(element, at: min(index, list.count))
        }
        return list
    }
}

extension [JSONText] {
    fileprivate var countOfEach: [JSONText: Int] {
        reduce(into: [:]) { counts, element in counts[element, default: 0] += 1 }
    }
}

extension JSONValue? {
    fileprivate func isSame(_ other: JSONValue?) -> Bool { self?.canonicalText == other?.canonicalText }

    fileprivate var isList: Bool { if case .array? = self?.content { true } else { false } }

    /// A single text counts as a list of one; nil for an object, a number and a list of anything but scalars.
    fileprivate var elements: [JSONText]? {
        guard let self else { return [] }
        switch self.content {
        case .string: return [JSONText(self)]
        case .array(let values):
            let elements = values.map { JSONText($0) }
            let areScalars = elements.allSatisfy { element in
                switch element {
                case .string, .number, .boolean: true
                case .null, .array, .object: false
                }
            }
            return areScalars ? elements : nil
        case .null, .boolean, .number, .object: return nil
        }
    }
}
