internal import RegappValues
internal import RegappJSON

/// Finds the known key that another one was meant to be.
///
/// A file may have keys of its owner's own, so if the known key is present, only slips are reported: other capitals, a
/// `_`, a missing letter. If it is missing, abbreviations and other names count as well.
struct KeySuggestion {
    let name: String
    /// Its other names, in lowercase letters only.
    var otherNames: [String] = []

    /// Whether a key is this one except for capitals, separators or a slip.
    func isSlip(_ written: String) -> Bool {
        let (typed, known) = (Self.folded(written), Self.folded(name))
        guard typed != known else { return true }
        // An own key may be a second value (`phone2`) or more special (`phoneAtWork`).
        guard Self.isLongEnough(typed), !typed.hasPrefix(known), !known.dropLast(2).hasPrefix(typed),
            !Self.otherWords.contains(typed)
        else { return false }
        return Self.mistakes(typed, known) <= Self.mostMistakes(in: known)
    }

    /// Words that resemble a known key and mean something else.
    private static let otherWords = ["passport"]

    /// Whether a key is a slip, an abbreviation or another name of this one.
    func isMeant(_ written: String) -> Bool {
        let typed = Self.folded(written)
        if isSlip(written) || otherNames.contains(typed) { return true }
        if Self.isLongEnough(typed), NearestName.nearest(to: typed, among: [(Self.folded(name), ())]) != nil {
            return true
        }
        let (words, known) = (Self.words(written), Self.words(name))
        return words.count > 1 && words.count == known.count
            && zip(known, words).allSatisfy { $0.hasPrefix($1) }
    }

    /// Whether a key has at most a few letters wrong. An added digit is none: `phone2` is a second value.
    func isNearMiss(_ written: String) -> Bool {
        let (typed, known) = (Self.folded(written), Self.folded(name))
        guard typed != known else { return true }
        guard Self.isLongEnough(typed), !Self.otherWords.contains(typed),
            typed.filter({ !$0.isNumber }) != known
        else { return false }
        return Self.mistakes(typed, known) <= Self.mostMistakes(in: known)
    }

    static func nearest(to written: String, among keys: [KeySuggestion]) -> String? {
        let typed = folded(written)
        let names = isLongEnough(typed) ? keys.map { (folded($0.name), $0.name) } : []
        return keys.first { $0.isNamed(typed) }?.name
            ?? NearestName.nearest(to: typed, among: names)
            ?? keys.first { $0.isMeant(written) }?.name
    }

    fileprivate func isNamed(_ folded: String) -> Bool {
        Self.folded(name) == folded || otherNames.contains(folded)
    }

    /// Whether a key only looks like a known one, because of a character of another script or an invisible one.
    static func isLookalike(_ written: String) -> Bool { !written.unicodeScalars.allSatisfy(\.isASCII) }

    /// A key with few letters resembles too many words.
    private static func isLongEnough(_ typed: String) -> Bool { typed.unicodeScalars.count >= 4 }

    /// How much of a key is compared, in characters; no name is longer.
    private static let longest = 64

    private static func isOfWord(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isAlphabetic || scalar.properties.numericType != nil
    }

    private static func mostMistakes(in known: String) -> Int { known.utf8.count < 8 ? 1 : 2 }

    private static func mistakes(_ typed: String, _ known: String) -> Int {
        NearestName.editDistance(Array(typed.unicodeScalars), Array(known.unicodeScalars))
    }

    /// The letters and digits of a key, in lowercase.
    fileprivate static func folded(_ key: String) -> String {
        let scalars = key.unicodeScalars.prefix(longest).filter(isOfWord)
        return String(String.UnicodeScalarView(scalars)).lowercased()
    }

    /// A capital, or anything but a letter or digit, starts a new one.
    private static func words(_ key: String) -> [String] {
        var words = [""]
        for scalar in key.unicodeScalars.prefix(longest) {
            let isOfWord = isOfWord(scalar)
            if !isOfWord || scalar.properties.isUppercase, !words[words.count - 1].isEmpty {
                words.append("")
            }
            if isOfWord { words[words.count - 1] += String(scalar).lowercased() }
        }
        return words.filter { !$0.isEmpty }
    }
}

/// A key of a file that is not read, although another one was meant. Its value is not told: with a misplaced quote it
/// may be a secret.
package struct MisspeltKey: Equatable, Sendable {
    package enum Consequence: Equatable, Sendable {
        case missing(noun: String)
        /// The value is not read, like that of an owner's own key.
        ///
        /// - Parameter isMistake: whether it cannot be meant to be the owner's own: it is refused, or counts as wrong.
        case notRead(isMistake: Bool)
        case refused
    }

    package let meant: String
    package let consequence: Consequence
    /// Whether the key holds other characters than it seems to.
    package let isLookalike: Bool
    /// The line of the key that is meant, if the file has it as well.
    package var meantLine: Int?

    init(_ written: String, meant: String, _ consequence: Consequence, meantLine: Int? = nil) {
        self.meant = meant
        self.consequence = consequence
        isLookalike = KeySuggestion.isLookalike(written)
        self.meantLine = meantLine
    }
}

extension FileProblem {
    package var isMistake: Bool {
        if case .misspelt(let key) = reason, case .notRead(isMistake: true) = key.consequence {
            true
        } else {
            false
        }
    }
}

extension String {
    /// Whether two names, this one of ASCII letters, have the same letters in another case.
    fileprivate func differsByCaseAlone(from other: String) -> Bool {
        guard utf8.count == other.utf8.count, !hasSameScalars(as: other) else { return false }
        return zip(utf8, other.utf8).allSatisfy { $0 == $1 || $1.isLetter && $0 & 0xDF == $1 & 0xDF }
    }
}

extension Field {
    var keySuggestion: KeySuggestion {
        KeySuggestion(name: rawValue, otherNames: definition.otherNames.value ?? [])
    }

    /// The field whose key a member was certainly meant to have: the two differ by case alone, or the key is nearly
    /// `expires` before a date, without which the account would never expire.
    ///
    /// - Parameter known: the fields whose keys are read.
    init?(mistyped member: JSONMember, among known: [Field]) {
        var text: String?
        if case .string(let value) = member.value.content { text = value }
        self.init(mistyped: member.key, holding: text, among: known)
    }

    /// - Parameter text: the value of the member; nil if it is no string.
    init?(mistyped key: String, holding text: String?, among known: [Field]) {
        if let field = known.first(where: { $0.rawValue.differsByCaseAlone(from: key) }) {
            self = field
            return
        }
        let expires = Field.expires.rawValue
        // One letter more or less, of up to four bytes.
        guard known.contains(.expires),
            (expires.utf8.count - 1...expires.utf8.count + 4).contains(key.utf8.count),
            let text, TypedDate.begins(text),
            key.filter({ !$0.isNumber }).lowercased() != expires,
            NearestName.editDistance(Array(key.lowercased().unicodeScalars), Array(expires.unicodeScalars))
                == 1
        else { return nil }
        self = .expires
    }

    /// The field that a column or key of another program's file stands for: its key or another name of it, in any
    /// case, with any separators, before a remark in brackets.
    init?(foreignName name: String) {
        if let field = Field(rawValue: name), field.rawValue.hasSameScalars(as: name) {
            self = field
            return
        }
        let typed = KeySuggestion.folded(String(name.prefix { $0 != "[" && $0 != "(" }))
        guard let field = Self.allCases.first(where: { $0.keySuggestion.isNamed(typed) }) else { return nil }
        self = field
    }
}

extension JSONDocument {
    /// The first member of the root object that is a misspelling of a missing known key.
    func member(meaning name: String, among keys: [KeySuggestion]) -> JSONMember? {
        firstMembers.first { member in
            let isKnown = keys.contains { $0.name.hasSameScalars(as: member.key) }
            return !isKnown && KeySuggestion.nearest(to: member.key, among: keys) == name
        }
    }

    /// The most members that are compared; an account's file has a handful.
    fileprivate var firstMembers: ArraySlice<JSONMember> { root.members.prefix(100) }
}

extension AccountFile {
    /// Unread keys that seem to be meant for a field, in the order of the text.
    package func misspeltKeys(under policy: Policy) -> [FileProblem] {
        let known = policy.knownFields
        var found: [FileProblem] = []
        for member in document.firstMembers where found.count < JSONError.mostProblems {
            // Nothing is lost if null is not read.
            let isRead = known.contains { $0.rawValue.hasSameScalars(as: member.key) }
            guard !isRead, member.value.content.kind != .null else { continue }
            let candidates = known.filter { mayMean($0, member.key, under: policy) }.map(\.keySuggestion)
            guard let meant = KeySuggestion.nearest(to: member.key, among: candidates) else { continue }
            let other = document.root.members.first { $0.key.hasSameScalars(as: meant) }
            let line = other.map { document.position(of: $0.keyRange.lowerBound).line }
            let isMistake = known.contains {
                $0.rawValue == meant && value($0) == nil && $0.keySuggestion.isNearMiss(member.key)
            }
            let misspelt = MisspeltKey(
                member.key, meant: meant, .notRead(isMistake: isMistake), meantLine: line)
            found.append(document.problem(path, at: member.keyRange.lowerBound, .misspelt(misspelt)))
        }
        return found
    }

    private func mayMean(_ field: Field, _ written: String, under policy: Policy) -> Bool {
        let key = field.keySuggestion
        guard value(field) == nil else { return key.isSlip(written) }
        return policy.fields.contains(field)
            ? key.isMeant(written) : key.isSlip(written) || key.isNearMiss(written)
    }
}
