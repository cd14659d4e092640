import RegappCore
import RegappCommandLine
import RegappValues
import RegappJSON
import RegappStore
import RegappTerminal
import RegappWording

extension [GeneratedPassword] {
    /// Prints the passwords, a line each with the email before it, and only then sets them: no password is set that
    /// was not printed. `summary`, which holds the passwords, is printed instead of the lines unless nil. Throws a
    /// message about the output if nothing was set, or one that says what happened to the passwords if they were printed
    /// and setting them failed or was interrupted.
    func printThenSet<Result>(
        as summary: [UInt8]? = nil, in letters: LetterOptions? = nil,
        before set: () throws(AccountsError) -> Result
    ) throws -> Result {
        guard !isEmpty else {
            let result = try set()
            if summary != nil || letters?.isTable == true { try print(summary, letters) }
            return result
        }
        let secret = letters?.noun ?? LetterOptions.passwordNoun
        return try Interruption.noting {
            do { try print(summary, letters) } catch {
                throw Interruption.hasCome ? Message(afterPrinting: count, secret, .store(.cancelled)) : error
            }
            do throws(AccountsError) { return try set() } catch {
                throw Message(afterPrinting: count, secret, error)
            }
        }
    }

    private func print(_ summary: [UInt8]?, _ letters: LetterOptions?) throws {
        var output = Output()
        if let summary {
            try output.json(summary)
        } else if let letters, letters.isTable {
            try letters.print(self, to: &output)
        }
        for password in self where summary == nil && letters?.isTable != true {
            try output.text("\(output.exact(password.email))\t\(password.password)\n")
        }
        try output.flush()
        if let number = Terminal.Stream.standardOutput.synchronize() { throw Message.output(number) }
    }
}

/// The values printed with generated passwords or links, for letters.
struct LetterOptions {
    /// Nil for the email and the secret.
    let columns: [AccountColumn]?
    private let isCSV: Bool
    private let form: CSVForm
    /// Whether accounts get links, not passwords.
    private let hasLinks: Bool

    /// - Parameter linkOption: the option by which accounts get links, if the command has one.
    init(_ line: inout CommandLineReader, orWith linkOption: String? = nil) {
        let need = OptionNeed.options(["generate"] + (linkOption.map { [$0] } ?? []))
        hasLinks = linkOption.map { line.isGiven($0) } ?? false
        let secrets = linkOption == nil ? "'password'" : "'password' or 'link'"
        columns = line.option(
            "fields", .columns(ofLetters: true), "KEY,...", with: need,
            "print these fields or keys, \(secrets) too, instead of email and secret")
        isCSV = line.csv(with: need)
        form = line.csvForm(with: ["csv"], isSafeForSpreadsheets: false)
    }

    static let passwordNoun = "password"
    var noun: String { hasLinks ? "link" : Self.passwordNoun }

    var isTable: Bool { isCSV || columns != nil }

    private var secret: AccountColumn { .field(hasLinks ? .passwordLink : .password) }

    private var shown: [AccountColumn] { columns ?? [.field(.email), secret] }

    /// - Throws: a usage error if the options do not go together, or no secret would be printed.
    func requireTable(_ isJSON: Bool) throws {
        if isCSV, isJSON { throw UsageError.conflictingOptions("--csv", "--json") }
        let others: [AccountColumn] = [.field(.passwordLink), .field(.password)].filter { $0 != secret }
        guard shown.contains(secret), !shown.contains(where: others.contains) else {
            throw Message(
                .usage, "--fields must name the \(noun), which is printed only once",
                hint: "add '\(prose: noun)' to the keys")
        }
    }

    /// - Throws: a message if a key, probably misspelt, is in none of these accounts.
    func requireKeys(of letters: [GeneratedPassword]) throws {
        for (index, column) in (columns ?? []).enumerated() {
            guard case .own(let key) = column, !letters.isEmpty,
                letters.allSatisfy({ $0.values[index] == nil })
            else { continue }
            throw Message(
                .data, "none of these accounts has the key '\(key)'; nothing was changed",
                hint: column.suggestion)
        }
    }

    private func values(of letter: GeneratedPassword) -> [JSONText?] {
        shown.enumerated().map { index, column in
            if column == secret { return .string(letter.password) }
            return columns == nil ? .string(letter.email) : letter.values[index]
        }
    }

    /// A member of a summary, with the secrets.
    func json(_ letters: [GeneratedPassword]) -> JSONText.Member {
        let objects = letters.map { letter in
            JSONText.object(
                zip(shown, values(of: letter)).compactMap { column, value in
                    value.map { JSONText.Member(column.letterKey, $0) }
                })
        }
        return .init(hasLinks ? "links" : "passwords", .array(objects))
    }

    fileprivate func print(_ letters: [GeneratedPassword], to output: inout Output) throws {
        if isCSV { try output.lines(form.mark + form.bytes(shown.map { output.exact($0.letterKey) })) }
        for letter in letters {
            let values = values(of: letter)
            if isCSV {
                try output.lines(form.bytes(values.map { output.exact($0?.listCell ?? "") }))
            } else {
                try output.text(values.map { ($0?.cell ?? "").printable }.joined(separator: "\t") + "\n")
            }
        }
    }
}

extension AccountColumn {
    /// The key in a letter's table: a link is no value of the account.
    var letterKey: String { self == .field(.passwordLink) ? "link" : key }
}

extension BulkResult {
    /// `letters` is nil for commands that print no secrets. `unknown` counts the emails of a log that no account has,
    /// and is nil for commands that read no log.
    func summary(isDryRun: Bool, letters: JSONText.Member? = nil, unknown: Int? = nil) -> [UInt8] {
        var members: [JSONText.Member] = [
            .init("changed", .integer(changed.count)), .init("unchanged", .integer(unchanged.count)),
            .emails([("changed", changed.map(\.email)), ("unchanged", unchanged)]),
        ]
        if let unknown { members.append(.init("unknown", .integer(unknown))) }
        if isDryRun { members.append(.dryRun) }
        if let letters { members.append(letters) }
        return JSONText.object(members).fileBytes
    }
}

extension AccountImport.Result {
    /// - Parameter problems: all that is wrong with a file, for a dry run.
    func summary(
        _ options: AccountImport.Options, letters: JSONText.Member? = nil, problems: [ImportProblem] = []
    ) -> [UInt8] {
        let outcomes = AccountImport.Outcome.allCases.filter { $0 != .moved || options.match != nil }
        var members: [JSONText.Member] = [
            .init("new", .integer(created)), .init("changed", .integer(updated)),
            .init("unchanged", .integer(unchanged)), .init("locked", .integer(locked)),
            .emails(outcomes.map { ($0.rawValue, emails[$0] ?? []) }),
        ]
        if options.match != nil {
            let pairs = moves.map { move in
                JSONText.object([.init("from", .string(move.former)), .init("to", .string(move.email))])
            }
            members += [.init("moved", .integer(moved)), .init("moves", .array(pairs))]
        }
        if options.locksAbsent { members.append(.texts("stillLocked", stillLocked)) }
        if options.isOnlyForExisting { members.append(.texts("notAdded", notAdded)) }
        if options.existing == .updated {
            members += [.init("notAccepted", .integer(notAccepted)), .init("shutOut", .integer(shutOut))]
            let compared = JSONText.object([
                .init("same", .integer(self.passwords.same)),
                .init("different", .integer(self.passwords.different)),
                .init("missing", .integer(self.passwords.missing)),
            ])
            if options.fillsMissing || !self.passwords.isEmpty {
                members.append(.init("presentPasswords", compared))
            }
        }
        if options.isDryRun {
            members.append(.dryRun)
        } else if let letters {
            members.append(letters)
        }
        if !problems.isEmpty { members.append(.init("problems", .array(problems.map(\.json)))) }
        return JSONText.object(members).fileBytes
    }
}

extension JSONText.Member {
    fileprivate static func emails(_ lists: [(outcome: String, emails: [String])]) -> Self {
        Self("emails", .object(lists.map(texts)))
    }

    fileprivate static func texts(_ key: String, _ texts: [String]) -> Self {
        Self(key, .array(texts.map(JSONText.string)))
    }

    fileprivate static let dryRun = Self("dryRun", .boolean(true))
}

extension ImportProblem {
    /// The place, the field, the rule and what is wrong, with no value but an email.
    fileprivate var json: JSONText {
        let names = [("field", field?.rawValue), ("rule", rule)].compactMap { key, name in
            name.map { JSONText.Member(key, .string($0)) }
        }
        return .object(
            [.init("line", .integer(line))] + names
                + [.init("message", .string(messages.joined(separator: "; ")))])
    }
}
