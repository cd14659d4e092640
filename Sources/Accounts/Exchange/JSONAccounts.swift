internal import PlainValues
internal import StrictJSON

/// Writes accounts as a JSON array of their files' known keys.
struct JSONAccountWriter: AccountWriter {
    private var isEmpty = true

    func start() -> [UInt8] { [UInt8(ascii: "[")] }

    mutating func bytes(for record: AccountRecord) -> [UInt8] {
        var output = Array((isEmpty ? "\n  " : ",\n  ").utf8)
        record.json(withPassword: false).write(to: &output, indentation: 1)
        isEmpty = false
        return output
    }

    func end() -> [UInt8] { Array((isEmpty ? "]\n" : "\n]\n").utf8) }
}

/// Reads accounts out of a JSON array, one element at a time.
///
/// What stands between the elements is checked here; what stands in them is for the JSON parser.
struct JSONAccountReader: AccountReader {
    private enum Place { case beforeArray, firstElement, nextElement, inElement, afterElement, afterArray }

    private(set) var hasStopped = false
    private var place = Place.beforeArray
    private var line = 1
    /// The line on which the element starts, and its text so far.
    private var elementLine = 1
    private var element: [UInt8] = []
    private var depth = 0
    private var isInString = false
    private var isEscaped = false

    mutating func read(_ piece: [UInt8]) -> [ImportedAccount] {
        var accounts: [ImportedAccount] = []
        for byte in piece {
            guard !hasStopped else { break }
            if let account = take(byte) { accounts.append(account) }
            if byte == UInt8(ascii: "\n") { line += 1 }
        }
        return accounts
    }

    mutating func finish() -> [ImportedAccount] {
        hasStopped || place == .afterArray ? [] : [stop(.format(.json(.unexpectedEnd)))]
    }

    // MARK: One byte at a time

    private mutating func take(_ byte: UInt8) -> ImportedAccount? {
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
        case (.nextElement, UInt8(ascii: "]")): return stop(.format(.commaBeforeEnd))
        case (.afterElement, _): return stop(.format(.json(.expected(.commaOrBracket))))
        case (.afterArray, _): return stop(.format(.json(.expected(.endOfText))))
        case (.beforeArray, _), (.firstElement, _), (.nextElement, _), (.inElement, _):
            return stop(.format(.notAnArrayOfObjects))
        }
        return nil
    }

    private mutating func takeInside(_ byte: UInt8) -> ImportedAccount? {
        guard element.count < ImportedAccount.maximumBytes else {
            line = elementLine
            return stop(.tooLong(maximumBytes: ImportedAccount.maximumBytes))
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
        do throws(ImportProblem) {
            return ImportedAccount(line: elementLine, try record())
        } catch {
            return ImportedAccount(error)
        }
    }

    private mutating func stop(_ reason: ImportProblem.Reason) -> ImportedAccount {
        hasStopped = true
        element = []
        return ImportedAccount(ImportProblem(line: line, reason: reason))
    }

    // MARK: One element

    private func record() throws(ImportProblem) -> AccountRecord {
        let document: JSONDocument
        do throws(JSONError) { document = try JSONDocument(parsing: element) } catch {
            guard let first = error.problems.first else { throw problem(.notUTF8, at: 0) }
            throw problem(.json(first.reason), at: first.offset)
        }
        var record = AccountRecord()
        for member in document.root.members {
            guard let field = Field(rawValue: member.key), field.rawValue.hasSameScalars(as: member.key)
            else { throw problem(.unknownKey, at: member.keyRange.lowerBound) }
            guard case .string(let value) = member.value.content else {
                throw problem(.notAString(field), at: member.value.range.lowerBound)
            }
            record[field] = value
        }
        return record
    }

    private func problem(_ problem: FormatProblem, at offset: Int) -> ImportProblem {
        let position = SourcePosition(of: offset, in: element)
        return ImportProblem(line: elementLine + position.line - 1, reason: .format(problem))
    }
}
