import RegappCore
import RegappCommandLine
import RegappStore
import RegappValues
import RegappWording

// Messages for administrators of a registry.

extension Message {
    static let oldPasswordFirst = Message.done("type the old password first")

    static let nowNewPassword = Message.done("and now the new one")

    /// - Parameter column: an owner's key.
    static func noAccountHas(_ column: AccountColumn) -> Message {
        .warning("no account listed here has the key '\(column.key)'", hint: column.suggestion)
    }

    static func hasNoPassword(email: String) -> Message {
        .hint(.setPassword(of: email))
    }

    static func cannotLogInYet(email: String) -> Message {
        Message(
            .warning("\(email) cannot log in until its file is corrected"),
            .hint("see what is wrong with \(.regapp("accounts", "show", argument: email))"))
    }

    static func isExpired(email: String) -> Message {
        Message(
            .warning("\(email) \(LoginObstacle.expired.predicate), so it cannot log in"),
            .hint(.endsExpiry(of: email)))
    }

    static let nothingWasRemoved = Message.done("nothing was removed")
}

extension Report {
    /// Generated passwords were printed, and then setting them failed.
    init(afterPrinting count: Int, _ error: AccountsError) {
        let report = Report(error)
        let what = count == 1 ? "the printed password" : "the \(count) printed passwords"
        // It is unknown whether it was made.
        let isBegun = if case .store(.halfway) = error { true } else { false }
        let end = isBegun ? "may be set" : count == 1 ? "was not set" : "were not set"
        self.init(report.exit, report.errors + ["\(what) \(end)"], hints: report.hints)
    }

    init(rejecting entry: RegistryEntry) {
        switch entry {
        case .invalid(let error): self.init(error)
        case .notAnAccount(let path, let email): self.init(.data, Self.stray(path, email))
        case .account(let account): self.init(.data, "\(account.path) is left out")
        }
    }

    init(_ problem: ImportProblem, in path: String) {
        let place = "\(path):\(problem.line): "
        var exit = ExitCode.data
        var hints: [Sentence] = []
        switch problem.reason {
        case .violation(let violation) where violation.rule == .required && violation.field != .email:
            hints = ["add --allow-missing to import accounts that lack fields"]
        case .violation(let violation):
            hints = violation.importHint(for: problem.value ?? "").map { [$0] } ?? []
        case .keyHoldsMore(let key):
            hints = [
                "leave the column out, or make a list of it: \(.words("--map", "COLUMN=\(key)[]")) in csv, an array in json"
            ]
        case .format(.otherSpelling(_, let name, let key)):
            hints = [
                "add \(.words("--map", "\(name)=\(key)")) if they are one key, \(.words("--map", "\(name)=\(name)")) if they are two"
            ]
        case .format(.unkeepable(_, let name)):
            hints = ["add \(.words("--map", "\(name)=")) to leave it out, or map it to a key"]
        case .accountExists:
            exit = .exists
            hints = ["add --update to change the accounts that exist"]
        case .unusable(let problems): hints = Report(.invalidFile(problems)).hints
        case .misnamed: hints = ["see \(.regapp("check"))"]
        case .format(.text(let reason)):
            hints = reason.conversion(of: path).map { [$0] } ?? []
        case .format(.unknown):
            hints = [
                "add --ignore-unknown to leave out what is not a field, --keep-unknown to keep it, or --map COLUMN=KEY"
            ]
        case .format(.foreignText(let readings)):
            hints = [Sentence.encodingHints[readings.isEmpty ? 0 : 1]]
        case .format(.noCharacter): hints = ["add --encoding with the name of another one"]
        case .format(.alreadyUTF8): hints = ["leave out --encoding"]
        case .format(.noEmailColumn):
            hints = [
                "the columns may be \(prose: Field.allCases.map(\.rawValue).joined(separator: ", ")); for one of another name add --map COLUMN=email"
            ]
        case .likeHash:
            hints = [
                "name the key or column passwordHash; if these are the passwords themselves, add --plain-passwords"
            ]
        case .format, .tooLong, .passwordAndHash, .duplicate: break
        }
        self.init(exit, problem.messages.map { place + $0 + problem.names }, hints: hints)
    }

    private static func stray(_ path: String, _ email: String) -> String {
        "\(path) is not an account: its email is \(email)"
    }
}

extension AccountColumn {
    /// The key that was probably meant.
    var suggestion: Sentence? { meant.map(Sentence.didYouMean) }
}

extension Sentence {
    /// For a file that is not UTF-8: without readings of a name, and with them.
    static let encodingHints: [Sentence] = [
        "save the file as UTF-8, or add --encoding with the name of its encoding",
        "add --encoding with the name of the one that reads it right",
    ]

    static func didYouMean(_ key: String) -> Sentence { "did you mean '\(prose: key)'?" }

    static func setPassword(of email: String = "EMAIL") -> Sentence {
        "set a password with \(.regapp("accounts", "password", argument: email))"
    }

    static func endsExpiry(of email: String) -> Sentence {
        "\(.regapp("accounts", "edit", "--expires=", argument: email)) lets it log in"
    }
}

extension ImportProblem {
    var isAboutMixedEncodings: Bool {
        if case .format(.mixedEncodings) = reason { true } else { false }
    }

    /// The field and the rule as the end of a line; empty if an existing account is in the way.
    var names: String {
        guard let rule else { return "" }
        return " (" + (field.map { "field \($0.rawValue), " } ?? "") + "rule \(rule))"
    }
}

extension Violation {
    /// The hint for a user who can correct a file, but not a missing account.
    fileprivate func importHint(for value: String) -> Sentence? {
        switch rule {
        case .date(.real): orderHint(for: value) ?? hint.map(Sentence.init(prose:))
        case .phone: phoneHint(for: value)
        // All such hashes are counted together.
        case .hash(.unsupported): nil
        case .hash: "ask for new passwords: leave the hash out and import with --allow-missing"
        case .email(.atSign):
            "if the file has user names instead of emails, add \(.words("--domain", "example.org"))"
        case .date(.ambiguous): "add --dates dmy if the day comes first in its dates, or --dates mdy"
        default: hint.map(Sentence.init(prose:))
        }
    }
}

extension Violation {
    /// The hint for a date that `--dates` does not read, and the other order does.
    private func orderHint(for value: String) -> Sentence? {
        guard let date = CalendarDate(typed: value) else { return nil }
        let isDayFirst = TypedDate(value, dayFirst: true) == .day(iso: date.isoString)
        let day = "\(date.day) \(CalendarDate.name(ofMonth: date.month) ?? "")"
        return "with \(.words("--dates", isDayFirst ? "dmy" : "mdy")) '\(prose: value)' is \(prose: day)"
    }

    private func phoneHint(for value: String) -> Sentence? {
        let text = value.lowercased()
        let letters = text.filter(\.isLetter)
        if letters == "e", text.contains("+"), text.contains(where: \.isNumber) {
            return
                "a spreadsheet has cut off '\(prose: value)': make its column text, and type the number again"
        }
        if ["x", "ext", "extension", "dw", "durchwahl"].contains(letters) || text.contains("#") {
            return
                "an extension has no place in a phone: leave it out, or add \(.words("--map", "Phone=phoneText"))"
        }
        // A short number without a 0 may be one of a place, which no country's code makes whole.
        let digits = text.filter(\.isNumber)
        guard letters.isEmpty, case .phone(.international) = rule, !text.contains("+"),
            digits.hasPrefix("0") || digits.count >= 9
        else { return hint.map(Sentence.init(prose:)) }
        return
            "add \(.words("--country", "+49")) with the code of its country to read national numbers, or \(.words("--map", "Phone=phoneText")) to keep what stands there; a phoneMask has a country too"
    }
}
