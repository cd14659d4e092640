import RegappCore
import RegappCommandLine
import RegappStore
import RegappValues
import RegappWording

extension Message {
    static func leftOut(_ hash: AccountImport.LeftOutHash, in path: String) -> Message {
        .warning("\(path):\(hash.line): the \(Sentence.noun(of: hash.scheme)) of \(hash.email) is left out")
    }

    static func imported(_ result: AccountImport.Result) -> Message {
        .done(Sentence(prose: result.summary(isDryRun: false)))
    }

    /// The most accounts that are named.
    private static let mostNamed = 20

    /// A warning about each of the first accounts, and the number of the others.
    private static func warnings(_ emails: [String], _ one: String, _ more: String) -> [Fact] {
        let named = emails.prefix(mostNamed).map { Fact.warning("\($0) \(one)") }
        let rest = emails.count - named.count
        return named + (rest > 0 ? [.warning("\(rest) more \(more)")] : [])
    }

    /// - Parameter emails: of accounts of the file.
    static func stillLocked(_ emails: [String]) -> Message {
        Message(
            warnings(emails, "is locked, and stays locked", "are locked, and stay locked")
                + (emails.isEmpty
                    ? [] : [.hint("\(.regapp("accounts", "unlock", "EMAIL")) lets an account log in again")]))
    }

    /// - Parameter emails: of accounts of the file that do not exist.
    static func notAdded(_ emails: [String]) -> Message {
        Message(warnings(emails, "is not registered, and not added", "are not registered, and not added"))
    }

    /// - Parameter entries: files of accounts that the imported file does not have.
    static func cannotLock(_ entries: [RegistryEntry]) -> Message {
        let errors = entries.prefix(mostNamed).flatMap { Report(rejecting: $0).errors }
        let rest = entries.count - mostNamed
        return Message(
            errors.map { .error("\($0); it cannot be locked") }
                + (rest > 0 ? [.error("\(rest) more account files that cannot be locked")] : []))
    }

    static func shutsOut(_ result: AccountImport.Result) -> Message { .warning(result.consequences) }

    static func nationalPhones(_ count: Int, _ country: CallingCode) -> Message {
        .done(
            "\(prose: count.counted("phone")) without a country code: \(prose: country.text) was put before")
    }

    /// - Parameter others: the schemes of passwords that are not taken.
    static func remark(_ remark: ReadingRemarks.Remark, _ count: Int, _ others: [String]) -> Message {
        let lines = count.counted("line")
        return switch remark {
        case .flattened: .done("\(prose: count.counted("account")) of a Django dump: the fields were read")
        case .lastNameFirst:
            .done("\(prose: count.counted("name")) with a comma: the last name was taken to come first")
        case .nis: .done("skipped, of NIS: \(prose: lines)")
        case .furtherFields: .done("fields after the hash left out in \(prose: lines)")
        case .locked: .done("\(prose: count.counted("account")) locked, as in the file")
        case .otherPasswords:
            .warning(
                "\(count.counted("entry", "entries")) with several passwords: one of them is taken, not "
                    + others.joined(separator: ", "))
        case .limits:
            .warning(
                "\(lines) with allow_nets or the like: such limits are not kept, so these accounts can log in from anywhere"
            )
        }
    }
}

extension Report {
    static func nobodyToConfirm(_ result: AccountImport.Result) -> Report {
        Report(
            .data, "nothing was imported: \(result.consequences)",
            hint: "add --yes to import these dates without being asked")
    }

    /// Some files cannot be accepted; everything else was imported, or would be.
    init(notAccepted count: Int) {
        let files = count.counted(
            "account file cannot be accepted and stays as it is",
            "account files cannot be accepted and stay as they are")
        self.init(.data, files, hint: "see \(.regapp("check"))")
    }

    /// The most accounts that are named.
    private static let mostNamed = 100

    init(leftAlone paths: [String], _ existing: AccountRegistry.Existing) {
        var errors = paths.prefix(Self.mostNamed).flatMap { StoreError.changedMeanwhile(path: $0).sentences }
        let more = paths.count - errors.count
        if more > 0 { errors.append("\(more) more were changed meanwhile; they were left as they are") }
        let others = "the other accounts were imported"
        self.init(
            .busy, errors + [others],
            hints: [
                existing == .refused
                    ? "import the file again with --update to change them too, or with --skip-existing"
                    : "import the file again"
            ])
    }

    /// Printed after the problems themselves.
    init(nothingImported problems: Int, onlyExisting: Bool, hints: [Sentence]) {
        let count = problems.counted("problem")
        self.init(onlyExisting ? .exists : .data, ["nothing was imported: \(count)"], hints: hints)
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
    /// `2 apr1 hashes and 1 {SHA} hash`
    static func counted(_ hashes: [(scheme: String, count: Int)]) -> String {
        hashes.map { hash in
            let noun = noun(of: hash.scheme)
            return hash.count.counted(noun, noun + (noun.hasSuffix("hash") ? "es" : "s"))
        }.listed(last: "and")
    }

    /// What a text of a scheme is: not each is a hash.
    fileprivate static func noun(of scheme: String) -> String {
        StoredHash.plainSchemes.contains(scheme) ? "\(scheme) password" : "\(scheme) hash"
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
            case .passedOver: "pass over \(email), which is not registered"
            }
        return "line \(line): \(outcome)"
    }
}

extension AccountImport.Result {
    /// The accounts that could no longer log in.
    var consequences: String { "expiry dates in the past: " + firstShutOut.couldNoLongerLogIn(of: shutOut) }

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
        if !notAdded.isEmpty { parts.append("\(notAdded.count) not added") }
        if notAccepted > 0 { parts.append("\(notAccepted.counted("account file")) not accepted") }
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
