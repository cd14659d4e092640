import RegappStore
import RegappTerminal
import RegappValues
import RegappWording

/// A text with named places, `{{email}}`, and blocks, `{{#changed}}…{{/changed}}`, which are there once, several times or
/// not at all. Blocks may hold blocks. Every name has to occur, and no other, so that a translation of a page leaves
/// nothing out.
struct Template {
    /// The names that a template has.
    struct Names {
        let places: [String]
        let blocks: [String]
        /// Names that only stand within these blocks: values that differ from one block to the next.
        var inner: (names: [String], blocks: [String]) = ([], [])
        /// What to do about a template that cannot be accepted.
        let hint: Sentence
    }

    /// What a template is filled with.
    struct Content {
        var places: [String: String] = [:]
        /// A block with several contents is there several times; each may also use what is around it.
        var blocks: [String: [Content]] = [:]

        /// Whether a block is there, once and with what is around it.
        subscript(block: String) -> Bool {
            get { blocks[block] != nil }
            set { blocks[block] = newValue ? [Content()] : nil }
        }
    }

    private indirect enum Piece {
        case text(String)
        case place(String)
        case block(String, [Piece])
    }

    /// In bytes.
    private static let maximumSize = 256 << 10

    private let pieces: [Piece]

    /// Reads the template of a file.
    ///
    /// - Throws: a message with `FILE:LINE` of every mistake, and every missing name.
    init(file path: String, _ names: Names) throws {
        guard var content = try ExternalFiles().pieces(of: path, limit: Self.maximumSize) else {
            throw StoreError.failed(.read, path: path, .noEntry)
        }
        var bytes: [UInt8] = []
        while true {
            let piece = try content.next()
            if piece.isEmpty { break }
            bytes += piece
        }
        guard String(validating: bytes, as: UTF8.self) != nil else {
            throw Message(.data, "\(path) is not UTF-8", hint: "save it as UTF-8")
        }
        try self.init(bytes, path: path, names)
    }

    /// - Parameter path: names the template in errors.
    init(_ text: [UInt8], path: String, _ names: Names) throws {
        var parser = Parser(names: names, text: text)
        pieces = parser.pieces(of: nil)
        let missing =
            (names.places + names.inner.names).filter { !parser.found.contains($0) }.map { "{{\($0)}}" }
            + names.blocks.filter { !parser.found.contains("#" + $0) }.map { "{{#\($0)}}" }
        let errors =
            parser.mistakes.map { "\(path):\($0.line): \($0.text)" }
            + missing.map { "\(path): \($0) is missing" }
        guard errors.isEmpty else {
            throw Message(.data, errors, hints: [names.hint])
        }
    }

    func text(_ content: Content, escaping: (String) -> String = { $0 }) -> String {
        Self.text(pieces, [content], escaping)
    }

    /// - Parameter contents: of the blocks around the pieces, the innermost last.
    private static func text(_ pieces: [Piece], _ contents: [Content], _ escaping: (String) -> String)
        -> String
    {
        pieces.map { piece in
            switch piece {
            case .text(let text): text
            case .place(let name):
                escaping(contents.lazy.reversed().compactMap { $0.places[name] }.first ?? "")
            case .block(let name, let inner):
                (contents.lazy.reversed().compactMap { $0.blocks[name] }.first ?? [])
                    .map { text(inner, contents + [$0], escaping) }.joined()
            }
        }.joined()
    }

    /// Goes through the text once, byte by byte: a page is read for each request.
    private struct Parser {
        let names: Names
        let text: [UInt8]
        var position = 0
        var line = 1
        var open: [String] = []
        var mistakes: [(line: Int, text: String)] = []
        /// Blocks with a `#`.
        var found: Set<String> = []

        /// Reads as far as the end of a block, or of the text if it is nil.
        mutating func pieces(of block: String?) -> [Piece] {
            let start = line
            var pieces: [Piece] = []
            while let begin = place(of: UInt8(ascii: "{")) {
                pieces.append(.text(advance(to: begin)))
                guard let end = place(of: UInt8(ascii: "}")) else {
                    mistakes.append((line, "'{{' has no '}}'"))
                    break
                }
                let here = line
                let name = String(advance(to: end).dropFirst(2))
                position += 2
                switch name.first {
                case "#":
                    let inner = String(name.dropFirst())
                    note(name, isKnown: isKnown(inner, as: name, among: names.blocks), here)
                    open.append(inner)
                    pieces.append(.block(inner, self.pieces(of: inner)))
                case "/":
                    if let block, name.dropFirst() == block {
                        open.removeLast()
                        return pieces
                    }
                    mistakes.append((here, "{{\(shown(name))}} ends no block that is open here"))
                default:
                    note(name, isKnown: isKnown(name, as: name, among: names.places), here)
                    pieces.append(.place(name))
                }
            }
            pieces.append(.text(advance(to: text.count)))
            if let block { mistakes.append((start, "{{#\(shown(block))}} has no end")) }
            return pieces
        }

        private func isKnown(_ name: String, as written: String, among known: [String]) -> Bool {
            known.contains(name)
                || open.contains(where: names.inner.blocks.contains) && names.inner.names.contains(written)
        }

        private mutating func note(_ name: String, isKnown: Bool, _ line: Int) {
            found.insert(name)
            if !isKnown { mistakes.append((line, "{{\(shown(name))}} is not a place here")) }
        }

        /// A name may be long, or hold anything.
        private func shown(_ name: String) -> String { String(name.prefix(40)).printable }

        /// Where a byte next stands twice.
        private func place(of byte: UInt8) -> Int? {
            var start = position
            while let first = text[start...].firstIndex(of: byte) {
                if first + 1 < text.count, text[first + 1] == byte { return first }
                start = first + 1
            }
            return nil
        }

        private mutating func advance(to end: Int) -> String {
            let passed = text[position..<end]
            line += passed.count { $0 == UInt8(ascii: "\n") }
            position = end
            return String(decoding: passed, as: UTF8.self)
        }
    }
}
