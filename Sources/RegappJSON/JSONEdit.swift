internal import RegappValues

/// A change to one member of a document's root object.
package enum JSONEdit: Equatable, Sendable {
    /// Sets a key to a string. A missing key is inserted before the first member with a key in `before`, or at the end.
    case set(key: String, String, before: [String] = [])
    /// Sets a key to a value of another document, verbatim; a missing key is inserted as by `set`.
    case copy(key: String, [UInt8], before: [String] = [])
    case remove(key: String)
    case replace(key: String, with: String, String)
}

extension JSONDocument {
    /// The text after some edits. Every byte outside the edited members stays, and setting a string to its value
    /// changes nothing, however it is escaped. A new member follows its neighbours' style: indentation, line ends and
    /// spaces around `:` and `,`. Nothing changes if the root is not an object, or a key to change is missing.
    package func applying(_ edits: [JSONEdit]) -> [UInt8] {
        guard case .object(let members) = root.content else { return bytes }
        var object = EditableObject(members, of: self)
        for edit in edits { object.apply(edit) }
        return Array(bytes[..<root.range.lowerBound]) + object.text + bytes[root.range.upperBound...]
    }
}

/// An object split into its members and the space around them, so that members can be inserted and removed.
private struct EditableObject {
    private struct Member {
        var lead: ArraySlice<UInt8>
        var key: String
        var keyText: ArraySlice<UInt8>
        /// The colon and the space around it.
        var colon: ArraySlice<UInt8>
        var string: String?
        var valueText: ArraySlice<UInt8>
        /// The space between the value and the comma; empty for the last member.
        var trail: ArraySlice<UInt8>
    }

    private var members: [Member]
    private var tail: [UInt8]
    private let style: Member
    private let lineEnd: [UInt8]
    /// Whether the object had no members at first, so that its space shows no style.
    private let isEmpty: Bool

    init(_ parsed: [JSONMember], of document: JSONDocument) {
        let bytes = document.bytes
        let range = document.root.range
        var members: [Member] = []
        var start = range.lowerBound + 1
        for (index, member) in parsed.enumerated() {
            let end = member.value.range.upperBound
            let comma =
                index == parsed.count - 1 ? end : bytes[end...].firstIndex(of: UInt8(ascii: ",")) ?? end
            var string: String?
            if case .string(let value) = member.value.content { string = value }
            members.append(
                Member(
                    lead: bytes[start..<member.keyRange.lowerBound], key: member.key,
                    keyText: bytes[member.keyRange],
                    colon: bytes[member.keyRange.upperBound..<member.value.range.lowerBound],
                    string: string, valueText: bytes[member.value.range], trail: bytes[end..<comma]))
            start = comma + 1
        }
        self.members = members
        let line = bytes.prefix { $0 != UInt8(ascii: "\n") }
        let endsInReturn = line.count < bytes.count && line.last == UInt8(ascii: "\r")
        lineEnd = Array((endsInReturn ? "\r\n" : "\n").utf8)
        // The style of the last member or, if there is none, of a new file.
        var style =
            members.last
            ?? Member(
                lead: (lineEnd + "  ".utf8)[...], key: "", keyText: [], colon: Array(": ".utf8)[...],
                valueText: [], trail: [])
        style.trail = members.dropLast().last?.trail ?? []
        // Blanks at the end of the line before are not part of the style.
        if style.lead.contains(UInt8(ascii: "\n")) {
            style.lead = style.lead.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        }
        self.style = style
        let lastEnd = parsed.last?.value.range.upperBound ?? range.lowerBound + 1
        tail = Array(bytes[lastEnd..<range.upperBound - 1])
        isEmpty = parsed.isEmpty
    }

    mutating func apply(_ edit: JSONEdit) {
        switch edit {
        case .set(let key, let value, let followers):
            set(key, to: JSONText.string(value).bytes, value, before: followers)
        case .copy(let key, let text, let followers): set(key, to: text, nil, before: followers)
        case .remove(let key):
            guard let index = index(of: key) else { return }
            members.remove(at: index)
            // The space between value and comma goes, as the new last member has no comma.
            if index == members.count, index > 0 { members[index - 1].trail = [] }
        case .replace(let key, let newKey, let value):
            guard let index = index(of: key) else { return }
            members[index].key = newKey
            members[index].keyText = JSONText.string(newKey).bytes[...]
            setValue(at: index, to: JSONText.string(value).bytes, value)
        }
    }

    /// - Parameter string: what the text stands for; nil if it may be other than a string.
    private mutating func set(_ key: String, to text: [UInt8], _ string: String?, before followers: [String])
    {
        if let index = index(of: key) { return setValue(at: index, to: text, string) }
        insert(key, text, string, at: followers.compactMap(index(of:)).min() ?? members.count)
    }

    private func index(of key: String) -> Int? {
        members.firstIndex { $0.key.hasSameScalars(as: key) }
    }

    private mutating func setValue(at index: Int, to text: [UInt8], _ string: String?) {
        if let old = members[index].string, let string, old.hasSameScalars(as: string) { return }
        members[index].string = string
        members[index].valueText = text[...]
    }

    private mutating func insert(_ key: String, _ text: [UInt8], _ string: String?, at place: Int) {
        var member = style
        member.key = key
        member.keyText = JSONText.string(key).bytes[...]
        member.string = string
        member.valueText = text[...]
        if place == members.count {
            if let last = members.indices.last { members[last].trail = style.trail }
            if isEmpty { tail = lineEnd }
            member.trail = []
        } else if place == 0 {
            // The space after the brace may differ from the space after a comma.
            swap(&member.lead, &members[0].lead)
        }
        members.insert(member, at: place)
    }

    var text: [UInt8] {
        var text: [UInt8] = [UInt8(ascii: "{")]
        for (index, member) in members.enumerated() {
            text += member.lead
            text += member.keyText
            text += member.colon
            text += member.valueText
            text += member.trail
            if index < members.count - 1 { text.append(UInt8(ascii: ",")) }
        }
        return text + tail + [UInt8(ascii: "}")]
    }
}
