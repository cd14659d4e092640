internal import RegappValues
internal import RegappJSON

/// JSON text: a document, a NUL, and bytes that choose edits.
struct JSONProperties {
    private static let keys = ["email", "password", "firstName", "", "é", "e\u{301}", "\"", "own key"]
    private static let values = [
        "", "x", "ann@mail.example", "a\"\\/", "1\n2\r\n", "\u{202E}", "é", "e\u{301}", "😀", "1.0",
    ]

    private let text: [UInt8]
    private let choices: FuzzInput

    init(_ input: [UInt8]) {
        var rest = FuzzInput(input)
        text = rest.text()
        choices = rest
    }

    func check() throws(BrokenProperty) {
        guard let document = try parsed() else { return }
        try require(String(validating: text, as: UTF8.self) != nil, "what is taken is UTF-8")
        try checkValues(of: document)
        try checkEdits(of: document)
    }

    /// The document; nil where it is refused, with places that are in the text and in its order.
    private func parsed() throws(BrokenProperty) -> JSONDocument? {
        do throws(JSONError) {
            return try JSONDocument(parsing: text)
        } catch {
            let offsets = error.problems.map(\.offset)
            try require(!offsets.isEmpty && offsets == offsets.sorted(), "problems come in the text's order")
            try require(offsets.allSatisfy { (0...text.count).contains($0) }, "problems lie in the text")
            return nil
        }
    }

    // MARK: Values

    private func checkValues(of document: JSONDocument) throws(BrokenProperty) {
        let printed = JSONText(document.root)
        for bytes in [printed.bytes, printed.fileBytes] {
            guard let again = try? JSONDocument(parsing: bytes) else {
                throw BrokenProperty(description: "what is printed is taken")
            }
            try require(JSONText(again.root).bytes == printed.bytes, "what is printed reads as what it was")
        }
        for member in document.root.members {
            let value = try? JSONDocument(parsing: Array(text[member.value.range]))
            try require(
                value.map { JSONText($0.root).bytes } == JSONText(member.value).bytes,
                "the range of a value holds just the value")
            let key = try? JSONDocument(parsing: Array(text[member.keyRange]))
            try require(
                key.map { JSONText($0.root).bytes } == JSONText.string(member.key).bytes,
                "the range of a key holds just the key")
        }
    }

    // MARK: Edits

    private func checkEdits(of original: JSONDocument) throws(BrokenProperty) {
        var choices = choices
        var document = original
        var edits: [JSONEdit] = []
        while !choices.isEmpty, edits.count < 4 {
            let edit = Self.edit(of: document, &choices)
            edits.append(edit)
            guard let edited = try? JSONDocument(parsing: document.applying([edit])) else {
                throw BrokenProperty(description: "an edited document is taken: \(edit)")
            }
            try EditedMembers(document, edit).check(edited)
            document = edited
        }
        let together = try? JSONDocument(parsing: original.applying(edits))
        try require(
            together.map(EditedMembers.texts) == EditedMembers.texts(of: document),
            "edits together are the edits one after the other")
    }

    private static func edit(of document: JSONDocument, _ choices: inout FuzzInput) -> JSONEdit {
        let present = document.root.members.map(\.key)
        let kind = choices.number()
        let key = kind & 4 == 0 && !present.isEmpty ? choices.pick(present) : choices.pick(keys)
        let value = choices.pick(values)
        switch kind & 3 {
        case 0: return .set(key: key, value)
        case 1:
            let followers = [choices.pick(keys)] + present.prefix(2)
            let text = JSONText.array([.string(value), .null]).bytes
            return kind & 8 == 0
                ? .set(key: key, value, before: followers) : .copy(key: key, text, before: followers)
        case 2: return .remove(key: key)
        default:
            // The caller that replaces a key makes sure that the new one is not there yet.
            let new = choices.pick(keys)
            let isFree = !present.contains { $0.hasSameScalars(as: new) } || new.hasSameScalars(as: key)
            return isFree ? .replace(key: key, with: new, value) : .remove(key: key)
        }
    }
}

extension JSONText {
    /// A parsed value. A number that is no `Int` stands as null.
    init(_ value: JSONValue) {
        switch value.content {
        case .null, .number: self = .null
        case .boolean(let value): self = .boolean(value)
        case .string(let text): self = .string(text)
        case .array(let elements): self = .array(elements.map(JSONText.init))
        case .object(let members): self = .object(members.map { Member($0.key, JSONText($0.value)) })
        }
    }
}
