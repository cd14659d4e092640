import RegappCommandLine
import RegappCore
import RegappValues
import RegappWording

extension Sentence {
    /// `2 apr1 hashes and 1 {SHA} hash`
    static func counted(_ hashes: [(scheme: String, count: Int)]) -> String {
        hashes.map { hash in
            let noun = noun(of: hash.scheme)
            return hash.count.counted(noun, noun + (noun.hasSuffix("hash") ? "es" : "s"))
        }.listed(last: "and")
    }

    /// The noun for a text of a scheme, which may be a plain password.
    static func noun(of scheme: String) -> String {
        StoredHash.plainSchemes.contains(scheme) ? "\(scheme) password" : "\(scheme) hash"
    }
}

extension Message {
    /// - Parameter exit: by whether the name told it, or the content.
    static func isSpreadsheet(_ name: String, _ exit: ExitCode) -> Message {
        Message(
            exit, "\(name) is a spreadsheet",
            hint: "save it as CSV (UTF-8), then type \(.regapp("accounts", "import", "people.csv"))")
    }

    static func unknownFormat(of name: String, _ hint: Sentence? = nil) -> Message {
        let names = ExchangeFormat.allCases.map(\.rawValue).listed(last: "or")
        return Message(
            .usage, "cannot tell the format of \(name)", hint: hint ?? "add --format \(prose: names)")
    }
}

/// What to do about the problems of an imported file. No hint names an option that was given, or one that cannot help.
struct ImportAdvice {
    let path: String
    let format: ExchangeFormat
    let options: AccountImport.Options
    let mapped: [ColumnMapping]

    func hints(about problem: ImportProblem) -> [Sentence] {
        if case .format(.unknown(let named, let name, let meant)) = problem.reason {
            return hints(aboutUnknown: named, name, meant)
        }
        return hint(about: problem).map { [$0] } ?? []
    }

    private func hint(about problem: ImportProblem) -> Sentence? {
        switch problem.reason {
        case .violation(let violation): hint(about: violation, problem.value ?? "")
        case .keyHoldsMore(let key):
            "leave the column out, or make a list of it: \(.words("--map", "COLUMN=\(key)[]")) in csv, an array in json"
        case .accountExists: "add --update to change the accounts that exist"
        case .unusable:
            "add --map COLUMN=KEY to give the column or key another name, or --map COLUMN= to leave it out"
        case .format(let problem): hint(about: problem)
        case .likeHash: likeHash
        // The end of an import says what to do about files that cannot be accepted.
        case .notAccepted, .tooLong, .passwordAndHash, .duplicate: nil
        }
    }

    private func hint(about violation: Violation, _ value: String) -> Sentence? {
        switch violation.rule {
        case .date(.real): violation.orderHint(for: value) ?? violation.hint.map(Sentence.init(prose:))
        case .phone: phoneHint(about: violation, for: value)
        case .required where violation.field == .password:
            "add --generate to make passwords, \(.words("--generate-links", "URL")) to let people choose theirs, or --allow-missing to import accounts without one"
        case .required where violation.field != .email:
            "add --allow-missing to import accounts that lack fields"
        // All such hashes are counted together.
        case .hash(.unsupported): nil
        case .hash:
            options.mayLackFields
                ? "ask for new passwords: leave the hash out"
                : "ask for new passwords: leave the hash out and import with --allow-missing"
        case .email(.atSign) where options.domain == nil && !value.contains("@"):
            options.match == nil
                ? "if the file has user names instead of emails, add \(.words("--domain", "example.org"))"
                : "add --only-existing to leave out unknown users, or \(.words("--domain", "example.org")) to register them"
        case .email(.atSign): nil
        case .date(.ambiguous):
            options.dates == nil
                ? "add --dates dmy if the day comes first in its dates, or --dates mdy" : nil
        default: violation.hint.map(Sentence.init(prose:))
        }
    }

    private func phoneHint(about violation: Violation, for value: String) -> Sentence? {
        let text = value.lowercased()
        let letters = text.filter(\.isLetter)
        if letters == "e", text.contains("+"), text.contains(where: \.isNumber) {
            return
                "a spreadsheet has cut off '\(prose: value)': make its column text, and type the number again"
        }
        let map: Sentence =
            format.hasColumns
            ? ", or add \(.words("--map", "COLUMN=phoneText")), with the name of its column, to keep what stands there"
            : ""
        if ["x", "ext", "extension", "dw", "durchwahl"].contains(letters) || text.contains("#") {
            return "an extension has no place in a phone: leave it out\(map)"
        }
        // A short number without a leading 0 may be a local one, which a country code does not complete.
        let digits = text.filter(\.isNumber)
        guard options.country == nil, letters.isEmpty, case .phone(.international) = violation.rule,
            !text.contains("+"), digits.hasPrefix("0") || digits.count >= 9
        else { return violation.hint.map(Sentence.init(prose:)) }
        return
            "add \(.words("--country", "+49")) with the code of its country to read national numbers\(map); a phoneMask has a country too"
    }

    private func hint(about problem: FormatProblem) -> Sentence? {
        switch problem {
        case .text(let reason): reason.conversion(of: path)
        case .otherSpelling(_, let name, let key):
            "add \(.words("--map", "\(name)=\(key)")) if they are one key, \(.words("--map", "\(name)=\(name)")) if they are two"
        case .lock(let named, let name, let question):
            name.isEmpty
                ? "give each \(prose: named.rawValue) a name, or leave this one out" : lock(name, question)
        case .commas:
            "add \(.words("--list-separator", ",")) if commas separate the values, or \(.words("--list-separator", ";"))"
        case .noMail: "add \(.words("--domain", "example.org")) to make emails from uid, sAMAccountName or cn"
        case .nestedEmail(let name): "add \(.words("--map", "\(name)=email")) to take it from there"
        case .unkeepable(_, let name):
            "add \(.words("--map", "\(name)=")) to leave it out, or map it to a key"
        case .noCharacter(let encoding):
            "another --encoding may be right: \(prose: TextEncoding.names(without: encoding))"
        case .alreadyUTF8: "leave out --encoding"
        case .noEmailColumn:
            mapped.contains { $0.target == .field(.email) }
                ? "no column has the name that --map gives; it may be quoted, or the header may be missing"
                : "add --map COLUMN=email, with the name of the column that has the emails"
        case .twice(let named, let key, let name): name.flatMap { twice(named, key, $0) }
        case .twoHashes: "leave one userPassword in such an entry, with the password that counts"
        // Which encoding reads all these texts is known only at the end.
        case .foreignText, .unknown, .plain, .cellCount, .mixedEncodings: nil
        }
    }

    private func twice(_ named: FormatProblem.Named, _ key: String, _ name: String) -> Sentence? {
        guard !name.isEmpty, name.count <= Self.longestTyped else { return nil }
        // Most other names of a field mean it, too.
        let other = "\(key)2"
        let isCustom = if case .own? = ColumnMap.Target(other) { true } else { false }
        let given = mapped.first { ColumnMap.folded($0.column) == ColumnMap.folded(name) }
        let start: Sentence = given.map { "instead of \(.words("--map", $0.typed)) write" } ?? "add"
        return
            "\(start) \(.words("--map", "\(name)=\(isCustom ? other : "KEY")")) to keep this \(prose: named.rawValue) under a custom key, or \(.words("--map", "\(name)=")) to leave it out"
    }

    private func lock(_ name: String, _ question: LoginQuestion) -> Sentence {
        let drops: Sentence = "\(.words("--map", "\(name)=")) if it says nothing of who may log in"
        switch question.field {
        case .expires:
            return
                "add \(.words("--map", "\(name)=expires")) if these are the last days of accounts, or \(drops)"
        case .lockedUntil:
            return
                "add \(.words("--map", "\(name)=lockedUntil")) if locks end on these days, or \(drops)"
        default: break
        }
        if let first = question.codes.first {
            var codes: Sentence = "\(.words("--locked-if", first.typed))"
            for code in question.codes.dropFirst() {
                codes = "\(codes) or \(.words("--locked-if", code.typed))"
            }
            return question.codes.count == 1
                ? "add \(codes) if this value locks an account, or \(drops)"
                : "add \(codes), for each value that locks an account, or \(drops)"
        }
        if question.conditions.isEmpty {
            return question.count == question.accounts && question.isSingle
                ? "this is true of every account, so a condition would lock all of them: add \(drops)"
                : "add --locked-if with the value that locks an account, or \(drops)"
        }
        let options = question.conditions.flatMap { ["--locked-if", $0.typed] }
        return "add \(.words(options)) to lock those accounts, or \(drops)"
    }

    private func hints(
        aboutUnknown named: FormatProblem.Named, _ name: String, _ meant: Field?
    ) -> [Sentence] {
        guard !name.isEmpty else {
            return ["give each \(prose: named.rawValue) a name, or leave it out with --ignore-unknown"]
        }
        let names = "\(Field.firstName.rawValue)+\(Field.lastName.rawValue)"
        let target = meant?.rawValue ?? (Self.wholeNames.contains(ColumnMap.folded(name)) ? names : nil)
        let map = target.map { ShellCommand.words("--map", "\(name)=\($0)") }
        let isShort = name.count <= Self.longestTyped
        return (isShort ? map.map { ["add \(bare: $0)"] } ?? [] : []) + [
            "add --ignore-unknown to drop unknown fields, --keep-unknown to keep them, or --map COLUMN=KEY"
        ]
    }

    /// The names of columns that hold whole names, folded for comparison.
    private static let wholeNames = ["name", "fullname", "displayname", "realname"]
    /// The most characters of a name that a hint repeats.
    private static let longestTyped = 40

    private var likeHash: Sentence {
        let arePlain: Sentence = "if these are the passwords themselves, add --plain-passwords"
        guard format.hasColumns else { return arePlain }
        let naming: Sentence =
            mapped.contains { $0.target == .field(.password) }
            ? "map it to passwordHash" : "name the key or column passwordHash"
        return "\(naming); \(arePlain)"
    }
}

/// Which encodings can read all the names in a file that are not UTF-8.
struct ReadableEncodings {
    private var candidates = TextEncoding.mostUsedFirst
    /// A hash of all these names as each encoding reads them, to know which read them alike.
    private var texts: [TextEncoding: Int] = [:]
    private var hasForeignText = false

    mutating func note(_ readings: [FormatProblem.Reading]) {
        hasForeignText = true
        guard !readings.isEmpty else { return }
        candidates.removeAll { candidate in !readings.contains { $0.encoding == candidate } }
        for reading in readings {
            texts[reading.encoding] = [texts[reading.encoding], reading.text.hashValue].hashValue
        }
    }

    /// Nil if the whole file is UTF-8.
    var hint: Sentence? {
        guard hasForeignText else { return nil }
        if texts.isEmpty {
            return
                "save the file as UTF-8, or add --encoding with its encoding: \(prose: TextEncoding.names())"
        }
        guard let first = candidates.first else {
            return "no encoding reads all the names: save the file as UTF-8"
        }
        if candidates.allSatisfy({ texts[$0] == texts[first] }) {
            return "add --encoding \(prose: first.rawValue)"
        }
        let names = candidates.map(\.rawValue).listed(last: "or")
        return "add --encoding with the one that reads the names right: \(prose: names)"
    }
}

extension TextEncoding {
    fileprivate static func names(without encoding: TextEncoding? = nil) -> String {
        mostUsedFirst.filter { $0 != encoding }.map(\.rawValue).listed(last: "or")
    }
}

extension Message {
    init(_ problem: ImportProblem, in path: String) {
        self.init(.data, problem.messages.map { "\(path):\(problem.line): \($0)" })
    }
}

extension Violation {
    /// The hint for a date that only the other order of `--dates` can read.
    fileprivate func orderHint(for value: String) -> Sentence? {
        guard let date = CalendarDate(typed: value) else { return nil }
        let isDayFirst = TypedDate(value, dayFirst: true) == .day(iso: date.isoString)
        let day = "\(date.day) \(CalendarDate.name(ofMonth: date.month) ?? "")"
        return "with \(.words("--dates", isDayFirst ? "dmy" : "mdy")) '\(prose: value)' is \(prose: day)"
    }
}

extension String {
    /// Whether it ends like the name of a file of a spreadsheet program.
    var isSpreadsheetName: Bool {
        ["ods", "xls", "xlsx"].contains { lowercased().hasSuffix("." + $0) }
    }
}
