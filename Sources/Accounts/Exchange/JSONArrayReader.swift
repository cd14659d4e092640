/// Cuts a JSON array, handed over in pieces of any size, into its elements, each within the limit of a record.
///
/// What stands between the elements is checked here; what stands in them is for a JSON parser.
struct JSONArrayReader: Sendable {
    /// The text of one element.
    struct Element: Sendable {
        /// The line on which it starts, from 1.
        let line: Int
        let bytes: [UInt8]
    }

    private enum Place { case beforeArray, firstElement, nextElement, inElement, afterElement, afterArray }

    private(set) var hasStopped = false
    private var place = Place.beforeArray
    private var line = 1
    private var elementLine = 1
    private var element: [UInt8] = []
    private var depth = 0
    private var isInString = false
    private var isEscaped = false

    mutating func read(_ piece: [UInt8]) -> [Result<Element, ImportFault>] {
        var elements: [Result<Element, ImportFault>] = []
        for byte in piece {
            guard !hasStopped else { break }
            if let result = take(byte) { elements.append(result) }
            if byte == UInt8(ascii: "\n") { line += 1 }
        }
        return elements
    }

    mutating func finish() -> [Result<Element, ImportFault>] {
        hasStopped || place == .afterArray ? [] : [stop(.json("the file ends too soon"))]
    }

    private mutating func take(_ byte: UInt8) -> Result<Element, ImportFault>? {
        if place == .inElement { return takeInside(byte) }
        if " \t\r\n".utf8.contains(byte) { return nil }
        switch (place, byte) {
        case (.beforeArray, UInt8(ascii: "[")): place = .firstElement
        case (.firstElement, UInt8(ascii: "]")), (.afterElement, UInt8(ascii: "]")): place = .afterArray
        case (.firstElement, UInt8(ascii: "{")), (.nextElement, UInt8(ascii: "{")):
            place = .inElement
            elementLine = line
            return takeInside(byte)
        case (.afterElement, UInt8(ascii: ",")): place = .nextElement
        case (.nextElement, UInt8(ascii: "]")): return stop(.json("expected a value after the comma"))
        case (.afterElement, _): return stop(.json("expected ',' or ']'"))
        case (.afterArray, _): return stop(.json("expected nothing more after the value"))
        default: return stop(.notAnArrayOfObjects)
        }
        return nil
    }

    private mutating func takeInside(_ byte: UInt8) -> Result<Element, ImportFault>? {
        guard element.count < AccountReader.maximumRecordBytes else {
            line = elementLine
            return stop(.tooLong(maximumBytes: AccountReader.maximumRecordBytes))
        }
        element.append(byte)
        if isInString {
            if isEscaped {
                isEscaped = false
            } else if byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else if byte == UInt8(ascii: "\"") {
                isInString = false
            }
            return nil
        }
        switch byte {
        case UInt8(ascii: "\""): isInString = true
        case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
        case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
        default: break
        }
        guard depth == 0 else { return nil }
        place = .afterElement
        defer { element = [] }
        return .success(Element(line: elementLine, bytes: element))
    }

    private mutating func stop(_ reason: ImportFault.Reason) -> Result<Element, ImportFault> {
        hasStopped = true
        element = []
        return .failure(ImportFault(line: line, reason: reason))
    }
}
