/// How other programs write that a value is missing. Each format's reader asks here, so that an absent value is one thing
/// in csv, json, LDIF and passwd files, for conditions, dates, names and phones alike.
enum NoValue {
    /// Whether a login name stands for no value; somebody may be called `nat` or `nan`.
    static func isMeant(byLoginName name: String) -> Bool {
        isMeant(by: name) && !["nat", "nan"].contains(name.lowercased())
    }

    /// Whether a value of a date is none: of SAP's zeros, too, which may be a number elsewhere.
    static func isMeant(byDate text: String) -> Bool { isMeant(by: text) || text.trimmed == "00000000" }

    /// All of them in small letters or all in capitals: `Null` is a name.
    private static let texts: Set<String> = [
        "null", #"\n"#, "nil", "n/a", "#n/a", "-", "--", "–", "—", "nan", "(null)", "<null>", "[null]",
        "#null!", "undefined",
        "(none)", "<none>", "(empty)", "<empty>", "(leer)", "<nil>", "(nil)", "nat",
    ]
    /// As Python, Java and others write them.
    private static let exactTexts: Set<String> = ["None", "NaN", "NaT", "(Null)", "(None)", "<Null>"]

    /// Whether a text stands for no value; an empty one is none, too.
    static func isMeant(by text: String) -> Bool {
        let text = text.trimmed
        guard !text.isEmpty else { return true }
        // No longer text can be one.
        guard text.utf8.count <= 40 else { return false }
        let small = text.lowercased()
        if exactTexts.contains(text) { return true }
        if texts.contains(small) { return text == small || text == text.uppercased() }
        return isDateOfZeros(text)
    }

    /// What spreadsheets, .NET, SQL Server and Active Directory write for no day: their first one.
    private static let zeroDays: Set<String> = [
        "1900-01-00", "0001-01-01", "1/0/1900", "00.01.1900", "1753-01-01", "1754-01-01", "1601-01-01",
        "1/1/0001", "01/01/0001", "01.01.0001", "1/1/1601", "01/01/1601", "01.01.1601", "1899-12-30",
        "30.12.1899", "12/30/1899",
    ]

    /// `0000-00-00`, which MySQL writes, `0001-01-01T00:00:00` of .NET, and day 0 of a spreadsheet, `1900-01-00`.
    private static func isDateOfZeros(_ text: String) -> Bool {
        guard text.utf8.count >= 8, "-/.".unicodeScalars.contains(where: text.unicodeScalars.contains) else {
            return false
        }
        let day = text.prefix { !$0.isWhitespace && $0 != "T" }
        // Midnight, perhaps of a zone.
        let time = text.dropFirst(day.count)
        let isZero = zeroDays.contains(String(day))
        if isZero, ["12:00:00 AM", "01:00:00"].contains(time.dropFirst()) { return true }
        guard time.utf8.allSatisfy({ " 0:.TZ+".utf8.contains($0) }) else { return false }
        return isZero
            || day.utf8.contains(UInt8(ascii: "0")) && day.utf8.allSatisfy { "0-/.".utf8.contains($0) }
    }
}

/// Yes or no, as people and programs write it in the nine languages of `LoginWords`.
enum TruthWord {
    static func truth(of word: String) -> Bool? {
        let word = LoginWords.folded(word)
        if yes.contains(word) { return true }
        return no.contains(word) || crosses.contains(word) ? false : nil
    }

    private static let yes: Set<String> = [
        "true", "t", "yes", "y", "1", "-1", "on", "ja", "j", "oui", "o", "si", "s", "sim", "tak", "да", "x",
        "✓", "✔", "✅", "☑", "☒", "👍",
        "wahr", "vrai", "verdadero", "vero", "verdadeiro", "waar", "prawda", "истина", "ok", "an", "always",
        "immer",
        "siempre", "sempre", "toujours", "altijd", "zawsze", "всегда", "1.0", ".t.", "#true#",
    ]
    private static let no: Set<String> = [
        "", "false", "f", "no", "n", "0", "off", "nein", "non", "nao", "nee", "nie", "нет", "falsch", "faux",
        "falso",
        "onwaar", "falsz", "ложь", "aus", "none", "never", "niemals", "jamais", "nunca", "nooit", "nigdy",
        "никогда", "0.0", ".f.", "#false#", "☐", "🚫", "⛔", "👎",
    ]
    /// No, unless they are what somebody has marked, as a lone one in a column is.
    private static let crosses: Set<String> = ["✗", "✘", "❌", "✖", "×"]

    static func isCross(_ word: String) -> Bool { crosses.contains(LoginWords.folded(word)) }
}
