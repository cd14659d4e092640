/// An LDAP entry with the attributes that regapp reads.
struct LDIFEntry: Sendable, Equatable {
    struct Value: Sendable, Equatable {
        let key: String
        let text: String
        let line: Int
    }

    /// The line of its name, from 1.
    let line: Int
    let name: DistinguishedName
    /// As it is written.
    let nameText: String
    /// Where it stands, with another domain in place of its own, which says nothing of it: `uid=ann,ou=Disabled Users,dc=x`.
    var place: String {
        nameText.split(separator: ",").map { part in
            part.trimmed.lowercased().hasPrefix("dc=") ? "dc=x" : String(part)
        }.joined(separator: ",")
    }
    fileprivate(set) var values: [Value] = []

    func texts(_ key: String) -> [String] { values.lazy.filter { $0.key == key }.map(\.text) }

    /// Whether its class has all attributes of an account.
    var isOfPerson: Bool { isOf([LDAPAttribute.person.lowercased()]) }

    /// - Parameter classes: object classes in lowercase.
    func isOf(_ classes: [String]) -> Bool {
        texts(LDAPAttribute.objectClass).contains { classes.contains($0.lowercased()) }
    }

    /// Whether it stands where FreeIPA keeps users who cannot log in yet, or no longer.
    var isStaged: Bool {
        let name = nameText.lowercased().filter { $0 != " " }
        return name.contains(",cn=stagedusers,cn=accounts,cn=provisioning")
            || name.contains(",cn=deletedusers,cn=accounts,cn=provisioning")
    }

    /// Whether it is what 389 Directory Server or Active Directory leave of an entry.
    var isDeleted: Bool {
        isOf(["nstombstone"]) || nameText.contains("\u{0}ADEL:") || nameText.contains("\\0ADEL:")
            || nameText.lowercased().contains(",cn=deleted objects,")
    }
}

/// Reads LDIF entries (RFC 2849) from pieces of any size, as `ldapsearch` and `slapcat` print them.
///
/// Only attributes that regapp reads are kept, so memory stays flat. A bad line costs its entry; reading resumes after
/// the next empty line. A line that is too long may never end, so it stops the reader.
struct LDIFReader: Sendable {
    private enum State { case betweenEntries, inEntry, inBadEntry, inSearchResult }

    private enum Keeping {
        case undecided
        /// With the colon's position.
        case kept(colon: Int, Name)
        case passedOver
    }

    /// What precedes a colon. A class, since each line hands its name on: copies of a structure would cost more than to
    /// read the line.
    private final class Name: Sendable {
        let spelling: [UInt8]
        /// In lowercase.
        let text: String
        /// In an entry, the attribute's key; nil for a line without an attribute.
        let key: String?
        /// Whether the attribute is an account's; others are kept for what they say of logins.
        let isAccounts: Bool

        init(spelling: [UInt8], text: String, key: String? = nil, isAccounts: Bool = false) {
            self.spelling = spelling
            self.text = text
            self.key = key
            self.isAccounts = isAccounts
        }

        /// What every entry begins with.
        static let dn = Name(spelling: Array("dn".utf8), text: "dn")
    }

    /// How many spellings are remembered; entries use the same few, whoever printed them.
    private static let mostSpellings = 32

    private static let colon = UInt8(ascii: ":")
    private static let space = UInt8(ascii: " ")

    private let encoding: TextEncoding?
    private let keys: [String: String]
    /// Decides which further attributes to keep, because they may say who may log in; nil for none.
    private var watching: ColumnMap?
    private(set) var hasStopped = false
    private var number = 0
    private var isAtLineStart = true
    /// A line with its folded continuations, and the number of its first line.
    private var text: [UInt8] = []
    private var textLine = 0
    private var keeping = Keeping.undecided
    private var hasText = false
    /// The accounts' attributes that were read so far, since finding out what a name means costs more than its value.
    private var known: [Name] = []

    private var state = State.betweenEntries
    /// The parent in the previous entry's name.
    private var parent: (text: [UInt8], name: DistinguishedName)?
    private var entry: LDIFEntry?
    private var entryBytes = 0
    /// Entries read but not yet returned.
    private var found: [Reading] = []

    typealias Reading = Result<LDIFEntry, ImportProblem>

    /// - Parameters:
    ///   - keys: the keys of the attributes to keep, by name in lowercase.
    ///   - watching: decides about the others by what they say of logins; nil to keep none of them.
    init(
        encoding: TextEncoding? = nil, keys: [String: String] = LDAPAttribute.keys, watching: ColumnMap? = nil
    ) {
        self.encoding = encoding
        self.keys = keys
        self.watching = watching
    }

    /// Returns the entries that the piece completes.
    mutating func read(_ piece: [UInt8]) -> [Reading] {
        found = []
        var start = 0
        while !hasStopped, start < piece.count {
            if isAtLineStart {
                number += 1
                isAtLineStart = false
                let isFolded = piece[start] == Self.space
                if isFolded { start += 1 }
                if !isFolded || isBlank { startLine(isFolded: isFolded) }
            }
            let end = piece[start...].firstIndex(of: UInt8(ascii: "\n"))
            append(piece[start..<(end ?? piece.count)])
            guard let end else { break }
            if text.last == UInt8(ascii: "\r") { text.removeLast() }
            isAtLineStart = true
            start = end + 1
        }
        return found
    }

    mutating func finish() -> [Reading] {
        guard !hasStopped else { return [] }
        found = []
        if isAtLineStart {
            endLine()
            endEntry()
        } else {
            fail(.plain("the file ends inside this line, so it seems to be cut short"), line: number)
        }
        return found
    }

    // MARK: Lines

    /// Whether no line has begun that a folded one could continue.
    private var isBlank: Bool { if case .undecided = keeping { text.isEmpty } else { false } }

    private mutating func startLine(isFolded: Bool) {
        endLine()
        hasText = true
        textLine = number
        guard isFolded else { return }
        pass()
        fail(.plain("a line that starts with a space must continue another one"), line: number)
    }

    private mutating func append(_ bytes: ArraySlice<UInt8>) {
        if case .passedOver = keeping { return }
        let seen = text.count
        text += bytes
        if case .undecided = keeping { decide(from: seen) }
        guard text.count > ImportedAccount.maximumBytes + 1 else { return }
        pass()
        hasStopped = true
        fail(.tooLong(maximumBytes: ImportedAccount.maximumBytes), line: textLine)
    }

    /// Decides whether to keep the line, as soon as its colon is there.
    private mutating func decide(from start: Int) {
        let isEmpty = text.isEmpty || (text.count == 1 && text[0] == UInt8(ascii: "\r"))
        guard state != .inBadEntry || isEmpty, text.first != UInt8(ascii: "#") else { return pass() }
        guard let colon = text[start...].firstIndex(of: Self.colon) else { return }
        let name = name(text[..<colon])
        // Skip other attributes, and values in another language or form.
        if state == .inEntry, name.key == nil, !Self.directives.contains(name.text) { return pass() }
        keeping = .kept(colon: colon, name)
    }

    private mutating func name(_ bytes: ArraySlice<UInt8>) -> Name {
        let isInEntry = state == .inEntry
        if !isInEntry, bytes.elementsEqual(Name.dn.spelling) { return .dn }
        if isInEntry, let name = known.first(where: { $0.spelling.elementsEqual(bytes) }) { return name }
        let spelling = String(decoding: bytes, as: UTF8.self)
        let text = spelling.lowercased()
        let name = Name(
            spelling: Array(bytes), text: text, key: isInEntry ? key(of: text, spelling) : nil,
            isAccounts: keys[text] != nil)
        if isInEntry, name.isAccounts, known.count < Self.mostSpellings { known.append(name) }
        return name
    }

    /// - Parameter spelling: with its capitals, which show where words begin.
    private mutating func key(of attribute: String, _ spelling: String) -> String? {
        if let key = keys[attribute] { return key }
        guard !Self.directives.contains(attribute) else { return nil }
        return watching?.watches(spelling, isFixed: true) == true ? spelling : nil
    }

    private mutating func pass() {
        keeping = .passedOver
        text.removeAll(keepingCapacity: true)
    }

    /// What precedes the colon in lines without an attribute.
    private static let directives: Set<String> = ["dn", "changetype", "control"]

    private mutating func endLine() {
        guard hasText else { return }
        defer {
            text.removeAll(keepingCapacity: true)
            keeping = .undecided
            hasText = false
        }
        switch keeping {
        case .passedOver: break
        case .undecided where text.isEmpty: endEntry()
        case .undecided: fail(.plain("there must be a colon between attribute and value"), line: textLine)
        case .kept(let colon, let name):
            let rest = text[(colon + 1)...]
            do throws(ImportProblem.Reason) {
                switch state {
                case .inSearchResult where name.text == "result":
                    let code = Int(digits: try value(rest).utf8.prefix { $0.isDigit })
                    let result = code.map { " (result \($0))" } ?? ""
                    guard code == 0 else {
                        throw .plain("the search ended with an error\(result), so entries may be missing")
                    }
                case .inSearchResult, .inBadEntry: break
                case .betweenEntries: try start(name.text, rest)
                case .inEntry: try addAttribute(name, rest)
                }
            } catch { fail(error, line: textLine) }
        }
    }

    private mutating func fail(_ reason: ImportProblem.Reason, line: Int) {
        guard state != .inBadEntry else { return }
        state = .inBadEntry
        entry = nil
        found.append(.failure(ImportProblem(line: line, reason: reason)))
    }

    // MARK: Entries

    private mutating func start(_ name: String, _ rest: ArraySlice<UInt8>) throws(ImportProblem.Reason) {
        switch name {
        case "dn":
            let text = try value(rest)
            guard let name = entryName(text) else {
                throw .plain("not a distinguished name, such as mail=ann@x.example,ou=people,dc=example")
            }
            entry = LDIFEntry(line: textLine, name: name, nameText: text)
            entry?.values.reserveCapacity(keys.count)
            state = .inEntry
            entryBytes = 0
        case "version":
            guard try value(rest) == "1" else { throw .plain("the version must be 1") }
        // What ldapsearch prints without -LLL.
        case "search", "ref": state = .inSearchResult
        default: throw .plain("an entry must start with 'dn:', after an empty line")
        }
    }

    /// The part after the first comma is parsed only if it differs from the previous entry's.
    private mutating func entryName(_ text: String) -> DistinguishedName? {
        let bytes = Array(text.utf8)
        guard let comma = bytes.firstIndex(of: UInt8(ascii: ",")),
            !bytes[..<comma].contains(UInt8(ascii: "\\")), let own = DistinguishedName(utf8: bytes[..<comma])
        else { return DistinguishedName(text) }
        let rest = bytes[(comma + 1)...]
        if parent?.text.elementsEqual(rest) != true {
            guard let name = DistinguishedName(utf8: rest) else { return nil }
            parent = (Array(rest), name)
        }
        return parent.flatMap { own.followed(by: $0.name) }
    }

    private mutating func addAttribute(
        _ name: Name, _ rest: ArraySlice<UInt8>
    ) throws(ImportProblem.Reason) {
        // A record that adds an entry holds all of it; ldifde writes every entry that way.
        if name.text == "changetype", try value(rest).trimmed.lowercased() == "add" { return }
        guard let key = name.key else {
            throw .plain(
                name.text == "dn"
                    ? "there must be an empty line between entries"
                    : "a change record; only entries as ldapsearch -LLL or slapcat print them are read")
        }
        // Other entries' passwords may be any bytes (RFC 4519); an account's is always text.
        // What only may say who may log in can be any bytes too.
        let isText = key != LDAPAttribute.password && name.isAccounts
        let value =
            isText ? try value(rest, of: key) : String(decoding: try Self.bytes(rest), as: UTF8.self)
        // Most attributes are of no interest, and a group's members may be many.
        if !name.isAccounts, watching?.matters(value, under: key) == false { return }
        entryBytes += value.utf8.count
        guard entryBytes <= ImportedAccount.maximumBytes else {
            throw .tooLong(maximumBytes: ImportedAccount.maximumBytes)
        }
        entry?.values.append(LDIFEntry.Value(key: key, text: value, line: textLine))
    }

    private mutating func endEntry() {
        if let entry { found.append(.success(entry)) }
        state = .betweenEntries
        entry = nil
    }

    // MARK: Values

    /// For any attribute but the password; base64 may hold text in the named encoding.
    private func value(
        _ rest: ArraySlice<UInt8>, of key: String = ""
    ) throws(ImportProblem.Reason) -> String {
        let bytes = try Self.bytes(rest)
        if let text = String(utf8: bytes) { return text }
        if rest.first == Self.colon, let text = encoding?.text(of: bytes) { return text }
        return try FormatProblem.text(of: bytes, isName: LDAPAttribute.names.contains(key))
    }

    /// What follows the line's first colon (RFC 2849, `value-spec`).
    private static func bytes(_ rest: ArraySlice<UInt8>) throws(ImportProblem.Reason) -> ArraySlice<UInt8> {
        if rest.first == UInt8(ascii: "<") {
            throw .plain("a value in another file ('attribute:< URL') is not read")
        }
        if rest.first == colon {
            let digits = rest.dropFirst().drop { $0 == space }
            guard let decoded = Base64.decode(String(decoding: digits, as: UTF8.self)) else {
                throw .plain("the value after '::' is not base64")
            }
            return decoded[...]
        }
        let bytes = rest.drop { $0 == space }
        guard !bytes.contains(UInt8(ascii: "\r")) else { throw .format(.strayReturn) }
        return bytes
    }
}
