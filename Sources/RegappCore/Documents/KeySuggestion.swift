internal import RegappJSON
internal import RegappValues

/// Finds the known key that a similar one was meant to be. A file may have custom keys, so if the known key is
/// present, only slips are reported: other capitals, a `_`, a missing letter. If not, other names count too.
struct KeySuggestion {
    let name: String
    /// In lowercase letters only.
    var otherNames: [String] = []

    static func didYouMean(_ meant: String, _ line: Int? = nil) -> String {
        "did you mean \"\(meant)\"" + (line.map { " of line \($0)?" } ?? "?")
    }

    func isSlip(_ written: String) -> Bool {
        let typed = Self.folded(written)
        let known = Self.folded(name)
        guard typed != known else { return true }
        // A custom key may be a second value (`phone2`) or a more specific one (`phoneAtWork`).
        return !typed.hasPrefix(known) && !known.dropLast(2).hasPrefix(typed) && Self.resembles(typed, known)
    }

    /// Whether only a few letters of a key are wrong. An added digit makes a second value: `phone2`.
    func isNearMiss(_ written: String) -> Bool {
        let typed = Self.folded(written)
        let known = Self.folded(name)
        guard typed != known else { return true }
        return typed.filter { !$0.isNumber } != known && Self.resembles(typed, known)
    }

    /// No typos of `password` and `passwordLink`.
    private static let otherWords: Set<String> = ["passport", "passwordhint"]

    private static func resembles(_ typed: String, _ known: String) -> Bool {
        guard isLongEnough(typed), !otherWords.contains(typed) else { return false }
        let most = known.utf8.count < 8 ? 1 : 2
        let typed = Array(typed.unicodeScalars)
        let known = Array(known.unicodeScalars)
        // Checks compare each custom key of each account with each field, most of which are longer or shorter.
        return abs(typed.count - known.count) <= most && NearestName.editDistance(typed, known) <= most
    }

    static func nearest(to written: String, among keys: [KeySuggestion]) -> String? {
        let typed = folded(written)
        let names = isLongEnough(typed) ? keys.map { (folded($0.name), $0.name) } : []
        return keys.first { folded($0.name) == typed || $0.otherNames.contains(typed) }?.name
            ?? NearestName.nearest(to: typed, among: names)
    }

    /// Shorter keys resemble too many words.
    private static func isLongEnough(_ typed: String) -> Bool { typed.unicodeScalars.count >= 4 }

    /// How many characters of a key are compared; no name is longer.
    private static let longest = 64

    /// Letters and digits only, in lowercase; letters that look like Latin ones become Latin.
    static func folded(_ key: String) -> String {
        if key.utf8.allSatisfy({ $0 < 0x80 }) {
            let letters = key.utf8.prefix(longest).filter(\.isLetterOrDigit).map(\.lowercasedASCII)
            return String(decoding: letters, as: UTF8.self)
        }
        let scalars = key.unicodeScalars.prefix(longest).filter {
            $0.properties.isAlphabetic || $0.properties.numericType != nil
        }
        let text = String(String.UnicodeScalarView(scalars)).lowercased()
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
        return String(String.UnicodeScalarView(text.unicodeScalars.map { lookalikes[$0] ?? $0 }))
    }

    /// Small letters of other scripts that look like Latin ones.
    private static let lookalikes: [Unicode.Scalar: Unicode.Scalar] = {
        let pairs: KeyValuePairs = [
            "авсԁеһіјкӏмոорԛгѕтυνѡхуᴢ": "abcdehijklmnopqrstuvwxyz", "αγεικορτχ": "ayeikoptx", "ɑɡıⅼ": "agil",
            "ａｂｃｄｅｆｇｈｉｊｋｌｍｎｏｐｑｒｓｔｕｖｗｘｙｚ": "abcdefghijklmnopqrstuvwxyz",
        ]
        let letters = pairs.flatMap { zip($0.unicodeScalars, $1.unicodeScalars) }
        return Dictionary(uniqueKeysWithValues: letters)
    }()
}

extension Field {
    var keySuggestion: KeySuggestion {
        KeySuggestion(name: rawValue, otherNames: definition.otherNames)
    }

    /// The field whose key was certainly meant: the two differ in case alone, or, before a date, the key is nearly
    /// `expires` or `lockedUntil`, looks like it or is another program's name for it. Without that date the account would
    /// never expire, or be locked.
    ///
    /// - Parameters:
    ///   - text: the member's value; nil if it is not a string.
    ///   - known: the fields whose keys are read.
    init?(mistyped key: String, holding text: String?, among known: [Field]) {
        let other = known.first { field in
            EmailAddress.matches(field.rawValue, key) && !field.rawValue.hasSameScalars(as: key)
        }
        if let other {
            self = other
            return
        }
        guard let text, TypedDate.begins(text) else { return nil }
        // Whoever wrote the date believes that it keeps somebody out.
        let end = [Field.expires, .lockedUntil].first { field in
            known.contains(field)
                && (Field(foreignName: key) == field || field.keySuggestion.isNearMiss(key))
        }
        guard let end else { return nil }
        self = end
    }

    /// The field that another program's column or key stands for: its key or another name of it, in any case, with any
    /// separators; a remark in brackets is ignored.
    init?(foreignName name: String) {
        if let field = Field(key: name) {
            self = field
            return
        }
        let typed = KeySuggestion.folded(String(name.prefix { $0 != "[" && $0 != "(" }))
        guard let field = Self.namedByOthers[typed] else { return nil }
        self = field
    }

    /// Every field under its folded key and its other names; a name of two fields means the first.
    private static let namedByOthers: [String: Field] = {
        let names = allCases.flatMap { field in
            ([KeySuggestion.folded(field.rawValue)] + field.definition.otherNames).map { ($0, field) }
        }
        return Dictionary(names, uniquingKeysWith: { first, _ in first })
    }()
}

extension JSONDocument {
    /// How many members are compared with keys; an account's file has a handful.
    fileprivate static let mostCompared = 100

    func member(meaning name: String, among keys: [KeySuggestion]) -> JSONMember? {
        root.members.prefix(Self.mostCompared).first { member in
            let isKnown = keys.contains { $0.name.hasSameScalars(as: member.key) }
            return !isKnown && KeySuggestion.nearest(to: member.key, among: keys) == name
        }
    }
}

extension AccountFile {
    package func misspeltKeys(under policy: Policy) -> [FileProblem] {
        let known = policy.knownFields
        var found: [FileProblem] = []
        for member in others.prefix(JSONDocument.mostCompared) where found.count < JSONError.mostProblems {
            // Null means the same as no key, so ignoring it does no harm.
            if member.value.content.isNull { continue }
            // Nor does what `show --json` prints of an account that has not expired.
            if case .boolean(false) = member.value.content, member.key == AccountStatus.expired.key {
                continue
            }
            if let key = policy.loginKey.ownKey, policy.isRegistry, policy.loginKey.isMeant(by: member.key),
                !member.key.hasSameScalars(as: key)
            {
                let isMistake = loginName(under: policy) == nil
                let reason = FileProblem.Reason.misspelt(member.key, meant: key, isMistake, line: nil)
                found.append(document.problem(path, at: member.keyRange.lowerBound, reason))
                continue
            }
            let candidates = known.filter { mayMean($0, member.key, under: policy) }.map(\.keySuggestion)
            guard let meant = KeySuggestion.nearest(to: member.key, among: candidates) else { continue }
            let other = document.root.members.first { $0.key.hasSameScalars(as: meant) }
            let line = other.map { SourcePosition(of: $0.keyRange.lowerBound, in: document.bytes).line }
            let isMistake = known.contains {
                $0.rawValue == meant && value($0) == nil && $0.keySuggestion.isNearMiss(member.key)
            }
            let reason = FileProblem.Reason.misspelt(member.key, meant: meant, isMistake, line: line)
            found.append(document.problem(path, at: member.keyRange.lowerBound, reason))
        }
        return found
    }

    private func mayMean(_ field: Field, _ written: String, under policy: Policy) -> Bool {
        let key = field.keySuggestion
        guard value(field) == nil else { return key.isSlip(written) }
        return policy.fields.contains(field)
            ? KeySuggestion.nearest(to: written, among: [key]) != nil
            : key.isSlip(written) || key.isNearMiss(written)
    }
}
