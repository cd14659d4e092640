internal import RegappTerminal

/// What a terminal sends: a byte that chooses the pieces, then the bytes.
struct KeyProperties {
    private let pieces: [Int]
    private let bytes: [UInt8]

    init(_ input: [UInt8]) {
        var rest = FuzzInput(input)
        let size = rest.number()
        pieces = [size % 7 + 1, size / 7 % 11 + 1]
        bytes = rest.remainder()
    }

    func check() throws(BrokenProperty) {
        var whole = KeyDecoder()
        let events = whole.feed(bytes)
        var inPieces = KeyDecoder()
        try require(inPieces.feed(bytes, inPiecesOf: pieces) == events, "pieces make no difference to keys")
        try require(whole.timeout == inPieces.timeout, "pieces make no difference to what is awaited")
        for event in events { try check(event) }
        for event in whole.flush() { try check(event) }
        try require(whole.timeout == nil, "after a flush nothing is awaited")
        try require(whole.feed("x".utf8) == [.key(.character("x"))], "after a flush a letter is that letter")
        try checkPaste()
        try checkTyping()
    }

    private func check(_ event: Event) throws(BrokenProperty) {
        switch event {
        case .key(let key):
            try require(key.modifiers.rawValue & ~7 == 0, "only Shift, Alt and Ctrl are held down")
            try require(!key.description.isEmpty, "every key has a name")
            if case .character(let character) = key.code {
                try require(
                    character.unicodeScalars.allSatisfy { $0.value > 0x1F && $0.value != 0x7F },
                    "controls are keys of their own")
            }
        case .paste(let text):
            // What is not UTF-8 becomes U+FFFD, which is three bytes for one.
            try require(text.utf8.count <= 3 * KeyDecoder.pasteLimit, "a paste is bounded")
        case .focusGained, .focusLost, .click, .wheel: break
        case .resize, .resumed, .tick, .filled, .chosen, .opened, .answered, .pointed:
            throw BrokenProperty(description: "a terminal sends keys, pastes, focus and the mouse")
        }
    }

    /// The same bytes as a paste are one paste of just them, unless they end it themselves.
    private func checkPaste() throws(BrokenProperty) {
        let end = Array("\u{1B}[201~".utf8)
        guard bytes.count <= KeyDecoder.pasteLimit, !(bytes + end).dropLast().contains(end) else { return }
        var decoder = KeyDecoder()
        let events = decoder.feed(Array("\u{1B}[200~".utf8) + bytes + end, inPiecesOf: pieces)
        try require(events == [.paste(String(decoding: bytes, as: UTF8.self))], "a paste is what was pasted")
    }

    /// Text without controls is typed scalar by scalar.
    private func checkTyping() throws(BrokenProperty) {
        guard let text = String(validating: bytes, as: UTF8.self),
            text.unicodeScalars.allSatisfy({ $0.value > 0x1F && $0.value != 0x7F })
        else { return }
        var decoder = KeyDecoder()
        try require(
            decoder.feed(bytes) == text.unicodeScalars.map { .key(.character(Character($0))) },
            "what is typed is what comes")
    }
}

extension KeyDecoder {
    fileprivate mutating func feed(_ bytes: [UInt8], inPiecesOf sizes: [Int]) -> [Event] {
        var events: [Event] = []
        for piece in bytes.pieces(sizes) { events += feed(piece) }
        return events
    }
}

extension [UInt8] {
    /// The bytes in pieces, their sizes in turn.
    func pieces(_ sizes: [Int]) -> [[UInt8]] {
        var pieces: [[UInt8]] = []
        var rest = self[...]
        while !rest.isEmpty {
            let size = sizes[pieces.count % sizes.count]
            pieces.append(Array(rest.prefix(size)))
            rest = rest.dropFirst(size)
        }
        return pieces
    }

    fileprivate func contains(_ part: [UInt8]) -> Bool {
        indices.contains { self[$0...].starts(with: part) }
    }
}
