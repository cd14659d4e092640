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
    /// report about the output if nothing was set, or one that says what happened to the passwords if they were printed
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
        return try Interruption.noting {
            do { try print(summary, letters) } catch {
                throw Interruption.hasCome ? Report(afterPrinting: count, .store(.cancelled)) : error
            }
            do throws(AccountsError) { return try set() } catch {
                throw Report(afterPrinting: count, error)
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
        if let number = StandardStream.output.synchronize() { throw Report.output(number) }
    }
}

/// The values printed with generated passwords, for letters.
struct LetterOptions {
    private static let password = AccountColumn.field(.password)

    /// Nil for email and password.
    let columns: [AccountColumn]?
    private let isCSV: Bool
    private let form: CSVForm

    init(_ line: inout CommandLineReader) {
        columns = line.option(
            "fields", .letterColumns, "KEY,...", with: ["generate"],
            "print these fields or keys, 'password' too, instead of email and password")
        isCSV = line.csv(with: ["generate"])
        form = line.csvForm(with: ["csv"], isSafeForSpreadsheets: false)
    }

    var isTable: Bool { isCSV || columns != nil }

    private var shown: [AccountColumn] { columns ?? [.field(.email), Self.password] }

    /// - Throws: a usage error if the options do not go together, or no password would be printed.
    func requireTable(_ isJSON: Bool) throws {
        if isCSV, isJSON { throw UsageError.conflictingOptions("--csv", "--json") }
        guard shown.contains(Self.password) else {
            throw Report(
                .usage, "--fields must name the password, which is printed only once",
                hint: "add 'password' to the keys")
        }
    }

    /// - Throws: a report if a key, probably misspelt, is in none of these accounts.
    func requireKeys(of passwords: [GeneratedPassword]) throws {
        for (index, column) in (columns ?? []).enumerated() {
            guard case .own(let key) = column, !passwords.isEmpty,
                passwords.allSatisfy({ $0.values[index] == nil })
            else { continue }
            throw Report(
                .data, "none of these accounts has the key '\(key)'; nothing was changed",
                hint: column.suggestion)
        }
    }

    private func values(of password: GeneratedPassword) -> [JSONText?] {
        shown.enumerated().map { index, column in
            if column == Self.password { return .string(password.password) }
            return columns == nil ? .string(password.email) : password.values[index]
        }
    }

    func json(_ passwords: [GeneratedPassword]) -> [JSONText] {
        passwords.map { password in
            .object(
                zip(shown, values(of: password)).compactMap { column, value in
                    value.map { JSONText.Member(column.key, $0) }
                })
        }
    }

    fileprivate func print(_ passwords: [GeneratedPassword], to output: inout Output) throws {
        if isCSV { try output.lines(form.mark + form.bytes(shown.map { output.exact($0.key) })) }
        for password in passwords {
            let values = values(of: password)
            if isCSV {
                try output.lines(form.bytes(values.map { output.exact($0?.listCell ?? "") }))
            } else {
                try output.text(values.map { ($0?.cell ?? "").printable }.joined(separator: "\t") + "\n")
            }
        }
    }
}

extension BulkResult {
    /// `passwords` is nil for commands that generate none. `unknown` counts the emails of a log that no account has,
    /// and is nil for commands that read no log.
    func summary(isDryRun: Bool, passwords: [JSONText]? = nil, unknown: Int? = nil) -> [UInt8] {
        var members: [JSONText.Member] = [
            .init("changed", .integer(changed.count)), .init("unchanged", .integer(unchanged.count)),
            .emails([("changed", changed.map(\.email)), ("unchanged", unchanged)]),
        ]
        if let unknown { members.append(.init("unknown", .integer(unknown))) }
        if isDryRun { members.append(.dryRun) }
        if let passwords { members.append(.init("passwords", .array(passwords))) }
        return JSONText.object(members).fileBytes
    }
}

extension AccountImport.Result {
    /// - Parameter problems: all that is wrong with a file, for a dry run.
    func summary(
        _ options: AccountImport.Options, passwords: [JSONText] = [], problems: [ImportProblem] = []
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
        } else if options.generatesPasswords {
            members.append(.init("passwords", .array(passwords)))
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
