import RegappCore
import RegappCommandLine
import RegappStore
import RegappValues
import RegappWording

extension Message {
    /// - Parameter hashes: how many of each scheme are left out because regapp cannot verify them.
    static func hashesLeftOut(_ hashes: [String: Int]) -> Message {
        let them = hashes.values.reduce(0, +) == 1 ? "it" : "them"
        let schemes = hashes.sorted { $0.key < $1.key }.map { (scheme: $0.key, count: $0.value) }
        return Message(
            .warning("\(Sentence.counted(schemes)) left out: regapp cannot verify \(them)"),
            .hint(.setPassword()))
    }

    static func leftOut(_ hash: AccountImport.LeftOutHash, in path: String) -> Message {
        .warning("\(path):\(hash.line): the \(hash.scheme) hash of \(hash.email) is left out")
    }

    static func secondEmail(_ second: ReadingRemarks.SecondEmail, in path: String) -> Message {
        .warning("\(path):\(second.line): a second mail is ignored; \(second.email) is used")
    }

    static func imported(_ result: AccountImport.Result) -> Message {
        .done(Sentence(prose: result.summary(isDryRun: false)))
    }

    static let nothingWasImported = Message.done("nothing was imported")

    /// The most accounts that are named.
    private static let mostStillLocked = 20

    /// - Parameter emails: of accounts of the file.
    static func stillLocked(_ emails: [String]) -> Message {
        let named = emails.prefix(mostStillLocked).map { email in
            Message.Fact.warning("\(email) is locked, and stays locked")
        }
        let more = emails.count - named.count
        return Message(
            named + (more > 0 ? [.warning("\(more) more are locked, and stay locked")] : [])
                + (emails.isEmpty
                    ? [] : [.hint("\(.regapp("accounts", "unlock", "EMAIL")) lets an account log in again")]))
    }

    static let spacesLeftOut = Message.done("spaces around values are left out")

    static func guessed(_ guesses: [ColumnMap.Guess]) -> Message {
        let pairs = guesses.map { "\($0.name) as \($0.field.rawValue)" }
        return .done("read under another name: \(prose: pairs.joined(separator: ", "))")
    }

    static func computedLeftOut(_ names: [String]) -> Message {
        let values = names.count.counted("column or key", "columns and keys")
        return .done(
            "\(prose: values) that regapp computes left out: \(prose: names.joined(separator: ", "))")
    }

    static func nationalPhones(_ count: Int, _ country: CallingCode) -> Message {
        .done(
            "\(prose: count.counted("phone")) without a country code: \(prose: country.text) was put before")
    }

    static func namesLeftOut(_ count: Int) -> Message {
        let lines = count.counted("line has a name", "lines have names")
        return .hint("\(prose: lines) in the GECOS field; add --names-from-gecos to take them")
    }

    static func remark(_ remark: ReadingRemarks.Remark, _ count: Int) -> Message {
        let lines = count.counted("line")
        return switch remark {
        case .flattened: .done("\(prose: count.counted("account")) of a Django dump: the fields were read")
        case .lastNameFirst:
            .done("\(prose: count.counted("name")) with a comma: the last name was taken to come first")
        case .nis: .done("skipped, of NIS: \(prose: lines)")
        case .furtherFields: .done("fields after the hash left out in \(prose: lines)")
        case .limits:
            .warning(
                "\(lines) with allow_nets or the like: such limits are not kept, so these accounts can log in from anywhere"
            )
        }
    }

    static func entriesSkipped(_ count: Int) -> Message {
        .done("skipped, not persons: \(prose: count.counted("entry", "entries"))")
    }
}

extension Report {
    static func unknownFormat(path: String) -> Report {
        let names = ExchangeFormat.readable.map(\.rawValue).listed(last: "or")
        let problem =
            path == .standardInput
            ? "standard input has no ending that names its format"
            : "regapp does not know the ending of '\(path)'"
        return Report(.usage, problem, hint: "add --format \(prose: names)")
    }

    static func noNationalPhones(_ mask: String) -> Report {
        Report(
            .usage, "--country is for phones of any country, and the policy's phoneMask is '\(mask)'",
            hint: "leave it out")
    }

    static func noAccountsToCompare(path: String) -> Report {
        Report(.data, "\(path) has no accounts, so every account would be locked; nothing was changed")
    }

    static func tooManyToLock(_ count: Int, most: Int) -> Report {
        Report(
            .data, "\(count.counted("account")) would be locked, more than \(most); nothing was changed",
            hint: "see which with --dry-run")
    }

    static func nobodyToConfirmLocks(_ count: Int) -> Report {
        Report(
            .data, "cannot ask for confirmation to lock \(count.counted("account")); nothing was changed",
            hint: "add --at-most N to lock up to N accounts without being asked")
    }

    static func tooManyAccounts(path: String, limit: Int) -> Report {
        Report(.data, "\(path) has more than \(limit) accounts", hint: "import it in parts")
    }

    static func tooManyPasswords(path: String, limit: Int) -> Report {
        Report(
            .data, "\(path) has more than \(limit) plain passwords to hash", hint: "import it in parts")
    }

    /// The most accounts that are named.
    private static let mostNamed = 100

    init(leftAlone paths: [String]) {
        var errors = paths.prefix(Self.mostNamed).flatMap { StoreError.changedMeanwhile(path: $0).sentences }
        let more = paths.count - errors.count
        if more > 0 { errors.append("\(more) more were changed meanwhile; they were left as they are") }
        let others = "the other accounts were imported"
        self.init(
            .busy, errors + [others],
            hints: ["import the file again with --update to change them too, or with --skip-existing"])
    }

    /// Printed after the problems themselves.
    init(nothingImported problems: Int, onlyExisting: Bool, hints: [Sentence]) {
        let count = problems.counted("problem")
        self.init(onlyExisting ? .exists : .data, ["nothing was imported: \(count)"], hints: hints)
    }

    /// The number of problems of a kind beyond those printed.
    init(_ count: Int, moreLike first: ImportProblem, in path: String) {
        let problems = count.counted("more problem")
        self.init(.data, "\(path): \(problems) like that of line \(first.line)\(first.names)")
    }
}

extension ImportProblem {
    /// The scheme of the hash, if the problem is that regapp does not verify it.
    var unsupportedHash: String? {
        guard case .violation(let violation) = reason, case .hash(.unsupported(let scheme)) = violation.rule
        else { return nil }
        return scheme
    }
}

extension Sentence {
    static func unverifiable(_ hashes: [(scheme: String, count: Int)]) -> Sentence {
        "add --allow-missing to import the accounts with \(prose: counted(hashes)) without a password"
    }

    /// `2 apr1 hashes and 1 {SHA} hash`
    static func counted(_ hashes: [(scheme: String, count: Int)]) -> String {
        hashes.map { $0.count.counted("\($0.scheme) hash", "\($0.scheme) hashes") }.listed(last: "and")
    }
}

extension AccountImport.PreviewedAccount {
    /// What would happen to an account that the file does not have, in one line.
    static func lock(absent email: String) -> String { "lock \(email), which is not in the file" }

    /// What would happen to the account, in one line.
    func line(_ policy: Policy) -> String {
        let outcome =
            switch effect {
            case .added: "add \(email)"
            case .changed(let changes) where changes.isEmpty: "change \(email)"
            case .changed(let changes):
                "change \(email): \(changes.map { $0.line(policy) }.joined(separator: "; "))"
            case .unchanged: BulkVerb.edit.leave(email)
            case .skipped: "skip \(email), which exists"
            }
        return "line \(line): \(outcome)"
    }
}

extension AccountImport.Result {
    func summary(isDryRun: Bool) -> String {
        let would = isDryRun ? "would be " : ""
        var parts = ["\(created.counted("account")) \(would)registered"]
        if updated > 0 { parts.append("\(updated.counted("account")) \(would)updated") }
        if unchanged > 0 {
            parts.append(
                isDryRun
                    ? unchanged.accountsThatWouldStay
                    : "\(unchanged.counted("account")) unchanged")
        }
        if locked > 0 { parts.append("\(locked.counted("account")) \(would)locked") }
        return parts.joined(separator: ", ")
    }
}

extension ProgressLine {
    func tick(_ progress: BulkChange.Progress, of all: Int) {
        switch progress {
        case .synchronizing: tick(.waiting)
        case .comparing(let count): tick(.comparing, count, of: all)
        case .installing(let count): tick(.writing, count, of: all)
        }
    }
}
