internal import RegappJSON

/// Writes accounts as a JSON array of objects with a file's known keys, and custom keys if the record has them.
struct JSONAccountWriter: AccountWriter {
    let separator = [UInt8(ascii: ",")]

    func start() -> [UInt8] { [UInt8(ascii: "[")] }

    func bytes(for record: ExportRecord) -> [UInt8] {
        var members: [JSONText.Member] = []
        members.reserveCapacity(AccountRecord.exportedFields.count)
        for field in AccountRecord.exportedFields {
            if let value = record.values[field] { members.append(.init(field.rawValue, field.json(value))) }
        }
        if !record.own.isEmpty {
            // This key marks the file as regapp's: an import keeps a custom key like `mobile`, which else is a phone.
            let mark = Field.mustChange
            if record.values[mark] == nil, record.values[.registered] == nil {
                members.append(.init(mark.rawValue, .boolean(false)))
            }
            members += record.own
        }
        return JSONText.object(members).elementBytes
    }

    func end(isEmpty: Bool) -> [UInt8] { Array((isEmpty ? "]\n" : "\n]\n").utf8) }
}

/// Reads accounts one object at a time, from a JSON array or from objects without one, on one line or several. Only
/// what is between the objects is checked here. The JSON parser gets the objects, and diagnoses a text that is not an
/// array of objects.
struct JSONAccountReader: AccountReader {
    private enum State: Equatable {
        case beforeArray, firstElement, nextElement, inElement, afterElement, afterArray
        /// Between objects without an array.
        case betweenObjects
        /// After an unexpected character; the value counts the bytes in `element` that stand in for the text before it.
        case refused(Int)
    }

    /// How many bytes to read from an unexpected character on, to diagnose it: some lines.
    private static let lookahead = 4096

    private var map: ColumnMap
    private let keepsEmpty: Bool
    private(set) var hasStopped = false
    private(set) var remarks = ReadingRemarks()
    private var hasArray = true
    private var state = State.beforeArray
    private var line = 1
    private var arrayLine = 1
    private var commaLine = 1
    private var elementLine = 1
    private var element: [UInt8] = []
    private var depth = 0
    private var isInString = false
    private var isEscaped = false
    private var isEndUnsure = false
    /// Accounts read but not yet returned.
    private var accounts: [ImportedAccount] = []

    init(_ map: ColumnMap, keepsEmpty: Bool = false) {
        self.map = map
        self.keepsEmpty = keepsEmpty
    }

    mutating func read(_ piece: [UInt8]) -> [ImportedAccount] {
        accounts = []
        for byte in piece where !hasStopped {
            consume(byte)
            if byte == UInt8(ascii: "\n") { line += 1 }
        }
        return accounts
    }

    mutating func finish() -> [ImportedAccount] {
        accounts = []
        switch state {
        case .afterArray, .betweenObjects,
            _ where hasStopped || isEndUnsure && state != .inElement:
            accounts = map.missingLocks.map {
                ImportedAccount(line: 1, .plain("nothing has the key \"\(FormatProblem.shortened($0))\""))
            }
            if !hasStopped {
                remarks.harmless = map.harmless
                accounts += map.questions(.key).map { ImportedAccount($0) }
            }
        case .beforeArray: stop(.format(.text(.empty)))
        case .inElement: stop(mistake() ?? problem(.notAnArrayOfObjects, at: 0))
        case .refused: stop(refusal())
        case .firstElement, .nextElement, .afterElement:
            stop(.format(.text(.unexpectedEnd(open: .square, line: arrayLine))))
        }
        return accounts
    }

    // MARK: One byte at a time

    private mutating func consume(_ byte: UInt8) {
        if state == .inElement { return consumeInElement(byte) }
        if case .refused = state { return consumeRefused(byte) }
        if " \t\r\n".utf8.contains(byte) { return }
        switch (state, byte) {
        case (.beforeArray, UInt8(ascii: "[")):
            state = .firstElement
            arrayLine = line
        case (.firstElement, UInt8(ascii: "]")), (.afterElement, UInt8(ascii: "]")): state = .afterArray
        case (.firstElement, UInt8(ascii: "{")), (.nextElement, UInt8(ascii: "{")),
            (.beforeArray, UInt8(ascii: "{")), (.betweenObjects, UInt8(ascii: "{")):
            if state == .beforeArray { hasArray = false }
            state = .inElement
            elementLine = line
            consumeInElement(byte)
        case (.afterElement, UInt8(ascii: ",")):
            state = .nextElement
            commaLine = line
        // What follows may belong to an element whose end is unsure.
        case _ where isEndUnsure: hasStopped = true
        case (.nextElement, UInt8(ascii: "]")):
            line = commaLine
            stop(.format(.text(.trailingComma)))
        case (.betweenObjects, _): stop(.format(.notAnArrayOfObjects))
        case (.beforeArray, _): refuse(byte, after: "")
        case (.firstElement, _): refuse(byte, after: "[\n")
        case (.nextElement, _): refuse(byte, after: "[{},\n")
        case (.afterElement, _): refuse(byte, after: "[{}\n")
        case (.afterArray, _): refuse(byte, after: "[]\n")
        case (.inElement, _), (.refused, _): break
        }
    }

    private mutating func consumeInElement(_ byte: UInt8) {
        guard element.count < ImportedAccount.maximumBytes else {
            // If there is a mistake above the last line, such as a missing quote, that is why the element has no end.
            if let lineEnd = element.lastIndex(of: UInt8(ascii: "\n")), let mistake = mistake(before: lineEnd)
            {
                return stop(mistake)
            }
            line = elementLine
            return stop(.tooLong(maximumBytes: ImportedAccount.maximumBytes))
        }
        element.append(byte)
        if isInString {
            if isEscaped {
                isEscaped = false
            } else if byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\n") {
                // Strings cannot continue on the next line, so even without its quote this one ends.
                isInString = false
            }
            return
        }
        switch byte {
        case UInt8(ascii: "\""): isInString = true
        case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
        case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
        default: break
        }
        guard depth == 0 else { return }
        state = hasArray ? .afterElement : .betweenObjects
        do throws(ImportProblem) {
            if let record = try record() { accounts.append(ImportedAccount(line: elementLine, record)) }
        } catch {
            switch error.reason {
            case .format(.text), .format(.foreignText): isEndUnsure = true
            default: break
            }
            accounts.append(ImportedAccount(error))
        }
        element = []
    }

    private mutating func stop(_ reason: ImportProblem.Reason) {
        stop(ImportProblem(line: line, reason: reason))
    }

    private mutating func stop(_ problem: ImportProblem) {
        hasStopped = true
        element = []
        accounts.append(ImportedAccount(problem))
    }

    // MARK: What does not belong there

    /// Begins to read unexpected text; `text` stands for what precedes it.
    private mutating func refuse(_ byte: UInt8, after text: String) {
        let isLine = text.hasSuffix("\n")
        elementLine = isLine ? line - 1 : line
        element = Array(text.utf8)
        state = .refused(isLine ? element.count : 0)
        consumeRefused(byte)
    }

    private mutating func consumeRefused(_ byte: UInt8) {
        element.append(byte)
        if element.count >= Self.lookahead { stop(refusal()) }
    }

    private func refusal() -> ImportProblem {
        guard case .refused(let start) = state else { return problem(.notAnArrayOfObjects, at: 0) }
        let refusal = mistake(from: start) ?? problem(.notAnArrayOfObjects, at: start)
        switch refusal.reason {
        case .format(.text(.notJSON)), .format(.text(.linesWithoutBraces)):
            return problem(.notAnArrayOfObjects, at: start)
        default: return refusal
        }
    }

    /// The first mistake in the element's text, apart from its missing end.
    private func mistake(from start: Int = 0, before end: Int = .max) -> ImportProblem? {
        do throws(JSONError) { _ = try JSONDocument(parsing: element, firstLine: elementLine) } catch {
            let isWhole = end == .max && start == 0
            let first = error.problems.first { mistake in
                if mistake.reason.kind == .unexpectedEnd { return isWhole }
                return mistake.offset >= start && mistake.offset < end
            }
            return first.map { problem(.text($0.reason), at: $0.offset) }
        }
        return nil
    }

    // MARK: One element

    /// Nil for an object that is not an account.
    private mutating func record() throws(ImportProblem) -> AccountRecord? {
        let document: JSONDocument
        do throws(JSONError) {
            document = try JSONDocument(parsing: element, firstLine: elementLine)
        } catch {
            guard let first = error.problems.first else { throw problem(.notAnArrayOfObjects, at: 0) }
            throw problem(.text(first.reason), at: first.offset)
        }
        if let list = list(in: document.root) {
            let key = FormatProblem.shortened(list.key)
            throw problem(
                .plain("the accounts seem to stand in the list \"\(key)\": save that list by itself"),
                at: list.keyRange.lowerBound)
        }
        let flattened = document.root.fieldsOfDjango
        let members = flattened ?? document.root.members
        // Other programs write null for what is missing.
        let unset = members.indices.filter { members[$0].value.content.isNull }
        let meanings = map.meanings(
            of: members.map(\.key), .key, unset: Set(unset), isExport: document.root.isExported)
        remarks.guesses = map.guesses
        if flattened != nil {
            // Groups, permissions and other objects, even some with an email, come between the users.
            guard meanings.contains(where: { $0.targets.contains(where: \.isEmail) }),
                members.contains(where: { Self.keysOfDjango.contains($0.key) })
            else {
                remarks.passedOver += 1
                return nil
            }
            remarks.note(.flattened)
        }
        var record = AccountRecord()
        for (member, meaning) in zip(members, meanings) {
            switch meaning {
            case .computed: remarks.noteComputed(member.key)
            case .unkept: remarks.noteUnkept(member.key)
            case .refused(let found): throw problem(found, at: member.keyRange.lowerBound)
            case .targets(let targets): try set(member, as: targets, in: &record)
            }
        }
        var values: [(name: String, value: String)] = []
        for index in map.watched {
            // What is inside a list or an object is judged below.
            guard members[index].value.isSingle else { continue }
            values.append((members[index].key, JSONText(members[index].value).cell))
        }
        for (member, meaning) in zip(members, meanings) where !map.comesBack && !member.value.isSingle {
            try setNested(member.value, member.key, in: &record)
            let value = member.value.withPlainTimes
            // A field's time was read above.
            if value.isSingle, meaning.targets.contains(where: \.isField) { continue }
            values += value.leaves(of: member.key).filter { map.watches($0.name, isFixed: false) }
        }
        if record[.email] == nil, let name = nestedEmail(in: members) {
            throw problem(.nestedEmail(name), at: document.root.range.lowerBound)
        }
        do throws(ImportProblem.Reason) {
            let facts = try map.facts(values, line: elementLine)
            return record.settled(facts, keepsEmpty: keepsEmpty, map, &remarks)
        } catch { throw ImportProblem(line: elementLine, reason: error) }
    }

    /// The name under which the first email inside a list or an object stands, as `emails.work` of
    /// `{"emails":[{"value":"ann@example.com","type":"work"}]}` (SCIM, RFC 7643, 4.1.2); nil if there is none.
    private func nestedEmail(in members: [JSONMember]) -> String? {
        members.lazy.filter { member in
            // Lists have names in the plural: `emails`, `emailAddresses`.
            [0, 1, 2].contains { map.isEmail(String(member.key.dropLast($0))) }
        }.compactMap { Self.nestedEmail(in: $0.value, $0.key) }.first
    }

    private static func nestedEmail(in value: JSONValue, _ path: String) -> String? {
        switch value.content {
        case .array(let elements):
            return elements.lazy.filter { !$0.isSingle }.compactMap { nestedEmail(in: $0, path) }.first
        case .object(let members):
            // What names the value tells it from the others of a list.
            if let (label, member) = value.labelled, member.value.isEmail { return "\(path).\(label)" }
            return members.lazy.compactMap { member in
                let name = "\(path).\(member.key)"
                return member.value.isEmail ? name : nestedEmail(in: member.value, name)
            }.first
        case .null, .boolean, .number, .string: return nil
        }
    }

    /// Sets what is mapped of the keys inside an object, as `PARENT.KEY`.
    private mutating func setNested(
        _ value: JSONValue, _ path: String, in record: inout AccountRecord
    ) throws(ImportProblem) {
        if case .array(let elements) = value.content {
            for element in elements { try setNested(element, path, in: &record) }
        }
        guard case .object(let members) = value.content else { return }
        if let (label, member) = value.labelled, let targets = map.mappedTargets(of: "\(path).\(label)") {
            try setNested(member, as: targets, in: &record)
        }
        for member in members {
            let name = path + "." + member.key
            try setNested(member.value, name, in: &record)
            if case .object = member.value.content { continue }
            if let targets = map.mappedTargets(of: name) { try setNested(member, as: targets, in: &record) }
        }
    }

    /// Of several emails in a list, the first is taken.
    private mutating func setNested(
        _ member: JSONMember, as targets: [ColumnMap.Target], in record: inout AccountRecord
    ) throws(ImportProblem) {
        if let email = record[.email], targets.contains(.field(.email)) {
            if case .string(let other) = member.value.content, other != email {
                remarks.noteSecondEmail(in: elementLine, taking: email)
            }
            return
        }
        try set(member, as: targets, in: &record)
    }

    /// Every user of Django has these (`AbstractBaseUser`), and no other object.
    private static let keysOfDjango = ["password", "last_login"]

    /// The list of accounts in a single object, as web APIs answer.
    private func list(in root: JSONValue) -> JSONMember? {
        guard !hasArray, !root.members.contains(where: { map.isEmail($0.key) }) else { return nil }
        return root.members.first { member in
            guard case .array(let elements) = member.value.content else { return false }
            return elements.first?.members.contains { map.isEmail($0.key) } ?? false
        }
    }

    private mutating func set(
        _ member: JSONMember, as targets: [ColumnMap.Target], in record: inout AccountRecord
    ) throws(ImportProblem) {
        for target in targets {
            do throws(ImportProblem.Reason) { try set(member, as: target, in: &record) } catch {
                guard case .format(let found) = error else { throw problem(.notAnArrayOfObjects, at: 0) }
                throw problem(found, at: member.value.range.lowerBound)
            }
        }
    }

    private mutating func set(
        _ member: JSONMember, as target: ColumnMap.Target, in record: inout AccountRecord
    ) throws(ImportProblem.Reason) {
        let value = target.isField ? member.value.withPlainTimes : member.value
        let content = value.content
        switch (target, content) {
        case (.own(let column), .string(let text)) where column.form != .text:
            try record.set(text, as: target, &remarks)
        case (.changed(let column, let action), .array(let elements)):
            try record.change(elements.map { JSONText($0) }, under: column.key, action)
        case (.own(let column), _):
            if content.isNull, !keepsEmpty, !map.isOwnFile { return }
            try record.set(kept(member.value, of: member.key), under: column.key)
        case (_, .null): if keepsEmpty { try record.set(nil, as: target, &remarks) }
        case (_, .string(let text)): try record.set(text, as: target, &remarks)
        case (.field(let field), let content) where field.text(of: content) != nil:
            record[field] = field.text(of: content)
        case (.field(.mustChange), _):
            throw .format(.plain("mustChange must be true, false or a date", field: .mustChange))
        case (.field(let field), .number(let digits)) where field.isDate:
            try record.set(digits, as: .field(field), &remarks)
        default:
            let key = target.key
            throw .format(.plain(content.notAString(key), field: Field(rawValue: key)))
        }
    }

    /// What is kept of a value: all but the keys inside it that are read for themselves.
    private func kept(_ value: JSONValue, of path: String) -> JSONText {
        if map.comesBack { return JSONText(value) }
        switch value.content {
        case .array(let elements): return .array(elements.map { kept($0, of: path) })
        case .object(let members):
            return .object(
                members.compactMap { member in
                    let name = "\(path).\(member.key)"
                    return map.isRead(name) ? nil : JSONText.Member(member.key, kept(member.value, of: name))
                })
        case .null, .boolean, .number, .string: return JSONText(value)
        }
    }

    private func problem(_ problem: FormatProblem, at offset: Int) -> ImportProblem {
        if case .text(let reason) = problem, case .notUTF8 = reason.kind {
            return self.problem(foreignName() ?? .foreignText([]), at: offset)
        }
        let position = SourcePosition(of: offset, in: element)
        return ImportProblem(line: elementLine + position.line - 1, reason: .format(problem))
    }

    /// The first name that is in another encoding. For the parser, each byte becomes the character of that number.
    private func foreignName() -> FormatProblem? {
        let text = String(String.UnicodeScalarView(element.map { Unicode.Scalar($0) }))
        guard let document = try? JSONDocument(parsing: Array(text.utf8)) else { return nil }
        for member in document.root.members {
            var names = [member.key]
            if map.isName(member.key), case .string(let name) = member.value.content {
                names.append(name)
            }
            for name in names {
                let bytes = name.unicodeScalars.compactMap { UInt8(exactly: $0.value) }
                if String(validating: bytes, as: UTF8.self) == nil { return .foreignName(bytes) }
            }
        }
        return nil
    }
}

extension JSONValue {
    /// With a text for each time that a database writes as an object: `{"$date": …}` (MongoDB's Extended JSON) and
    /// `{"_seconds": …, "_nanoseconds": …}` (Firestore).
    fileprivate var withPlainTimes: JSONValue {
        switch content {
        case .array(let elements):
            JSONValue(range: range, content: .array(elements.map(\.withPlainTimes)))
        case .object(let members):
            JSONValue(
                range: range,
                content: Self.time(members).map { .string($0) }
                    ?? .object(
                        members.map {
                            JSONMember(key: $0.key, keyRange: $0.keyRange, value: $0.value.withPlainTimes)
                        }))
        case .null, .boolean, .number, .string: self
        }
    }

    private static func time(_ members: [JSONMember]) -> String? {
        if members.count == 1, members[0].key == "$date" {
            let date = members[0].value
            if case .string(let text) = date.content { return text }
            return (date.number ?? date["$numberLong"]?.number).flatMap { milliseconds in
                let isBefore = milliseconds < 0
                let seconds = isBefore ? (milliseconds + 1) / 1_000 - 1 : milliseconds / 1_000
                return Timestamp(secondsSince1970: seconds)?.text
            }
        }
        guard members.count == 2, members[0].key.hasSuffix("seconds"), members[1].key.holds("nano") else {
            return nil
        }
        return members[0].value.number.flatMap { Timestamp(secondsSince1970: $0)?.text }
    }

    /// A whole number, in quotes, too.
    private var number: Int? {
        switch content {
        case .number(let digits): Int(digits)
        case .string(let digits): Int(digits)
        default: nil
        }
    }

    fileprivate var isEmail: Bool {
        guard case .string(let text) = content else { return false }
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        return parts.count == 2 && !parts.contains("") && !text.contains(where: \.isWhitespace)
    }

    fileprivate var isSingle: Bool {
        switch content {
        case .array, .object: false
        default: true
        }
    }

    /// The single values inside lists and objects, as `NAME.KEY`. What an object names in one key and says in another,
    /// as `{"name":"status","value":"disabled"}`, is there under that name, too.
    func leaves(of name: String) -> [(name: String, value: String)] {
        switch content {
        case .array(let elements): return elements.flatMap { $0.leaves(of: name) }
        case .object(let members):
            let leaves = members.flatMap { $0.value.leaves(of: "\(name).\($0.key)") }
            guard let (label, member) = labelled else { return leaves }
            return leaves + member.value.leaves(of: "\(name).\(label)")
        case .null, .boolean, .number, .string: return [(name, JSONText(self).cell)]
        }
    }

    /// What an object names in one key, and the key that has its value; nil for other objects.
    fileprivate var labelled: (label: String, value: JSONMember)? {
        guard let value = members.first(where: { Self.valueKeys.contains($0.key.lowercased()) }),
            let label = members.lazy.compactMap(Self.label).first
        else { return nil }
        return (label, value)
    }

    private static func label(_ member: JSONMember) -> String? {
        guard labelKeys.contains(member.key.lowercased()), case .string(let text) = member.value.content
        else {
            return nil
        }
        return text
    }

    private static let valueKeys = ["value", "values", "val", "content", "meta_value", "data"]
    private static let labelKeys = [
        "name", "key", "label", "field", "attribute", "title", "id", "type", "meta_key",
    ]

    /// What a text says that is JSON itself; empty for any other text.
    static func leaves(inText text: String, of name: String) -> [(name: String, value: String)] {
        guard mayBeStructured(text), let document = try? JSONDocument(parsing: Array(text.utf8)) else {
            return []
        }
        return document.root.leaves(of: name)
    }

    /// Whether a text begins as JSON's lists and objects do.
    static func mayBeStructured(_ text: String) -> Bool {
        guard let first = text.utf8.first(where: { !$0.isBlank }) else { return false }
        return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    }

    /// Whether it has the time of its registration in the form in which regapp writes it.
    fileprivate var isExported: Bool {
        guard case .string(let time)? = self[Field.registered.rawValue]?.content else { return false }
        return time.utf8.count == Timestamp.textLength && Timestamp(rfc3339: time) != nil
    }

    /// The members of `fields`, if Django's `dumpdata` wrote the object.
    fileprivate var fieldsOfDjango: [JSONMember]? {
        guard let name = self["model"]?.content, case .string = name, let fields = self["fields"]?.content,
            case .object(let members) = fields, self.members.count <= 3
        else { return nil }
        return members
    }
}
