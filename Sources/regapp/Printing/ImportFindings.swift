import RegappCore
import RegappCommandLine
import RegappValues
import RegappWording

/// Prints the findings of an import line by line, and ends it if something is wrong.
struct ImportFindings {
    /// The most hints that are printed, since they repeat themselves.
    private static let maximumHints = 5
    /// How many accounts of a dry run have a line each.
    private static let mostListed = AccountsImportCommand.mostNamed

    let progress = ProgressLine()
    let advice: ImportAdvice
    let policy: Policy
    /// The first accounts that a dry run would change.
    private(set) var waiting: [ImportStep] = []
    private(set) var groups = PreviewGroups()
    /// Whether all problems are kept for a program, instead of being printed.
    let collects: Bool
    private(set) var collected: [ImportProblem] = []
    private(set) var kinds = Tally<ImportProblem.Reason, ImportProblem>()
    private(set) var hints: [Sentence] = []
    private(set) var encodings = ReadableEncodings()
    private(set) var otherEncodings: [Sentence] = []

    /// - Parameter all: whether each account has a line, even those that stay as they are; otherwise the lines wait for
    ///   ``finishPreviews(_:)``.
    mutating func report(
        _ steps: [ImportStep], all: Bool, _ output: inout Output
    ) throws {
        if all { return try list(steps, &output) }
        for step in steps {
            let isTold = groups.add(step)
            if isTold, waiting.count <= Self.mostListed { waiting.append(step) }
        }
    }

    /// Lists the accounts that would change or, if they are more than a screen shows, groups them by what would change.
    func finishPreviews(_ output: inout Output) throws {
        guard waiting.count > Self.mostListed else { return try list(waiting, &output) }
        progress.clear()
        try groups.print(&output)
    }

    private func list(_ steps: [ImportStep], _ output: inout Output) throws {
        guard !steps.isEmpty else { return }
        progress.clear()
        for step in steps {
            let email = step.row.email
            let outcome: String
            switch step.action {
            case .register: outcome = "add \(email)"
            case .change(let changes): outcome = "change \(email)" + told(changes)
            case .move(let former, let changes): outcome = "move \(former) to \(email)" + told(changes)
            case .same: outcome = BulkVerb.edit.leave(email)
            case .skip: outcome = "skip \(email), which exists"
            case .passOver: outcome = "pass over \(email), which is not registered"
            // Its problems are reported.
            case .awaitHash, .refuse, .leaveAlone, .none: continue
            }
            try output.line("line \(step.row.line): \(outcome)")
        }
    }

    private func told(_ changes: [FieldChange]) -> String {
        changes.isEmpty ? "" : ": " + changes.lines(policy).joined(separator: "; ")
    }

    mutating func report(_ problems: [ImportProblem]) {
        guard !problems.isEmpty else { return }
        progress.clear()
        if collects { collected += problems }
        for problem in problems {
            if case .format(.foreignText(let readings)) = problem.reason { encodings.note(readings) }
            guard kinds.isReported(problem.reason.kind, problem) else { continue }
            if !collects { Diagnostics.report(Message(problem, in: advice.path)) }
            let found = advice.hints(about: problem)
            if case .format(.noCharacter) = problem.reason {
                otherEncodings = found
                continue
            }
            for hint in found
            where hints.count < Self.maximumHints && !hints.contains(hint) {
                hints.append(hint)
            }
        }
    }

    func reportCounts() {
        progress.clear()
        for (first, more) in kinds.rest where !collects {
            let problems = more.counted("more problem")
            Diagnostics.report(
                Message(.data, "\(advice.path): \(problems) like the one in line \(first.line)"))
        }
    }

    /// - Throws: a message of how many problems there are, if the import is stopped.
    func requireNotStopped(_ accounts: borrowing AccountImport) throws {
        guard accounts.isStopped else { return }
        reportCounts()
        let count = kinds.all.reduce(0) { $0 + $1.count }
        let hashes = kinds.all.compactMap { kind -> (scheme: String, count: Int)? in
            guard case .violation(let violation) = kind.first.reason,
                case .hash(.unsupported(let scheme)) = violation.rule
            else { return nil }
            return (scheme, kind.count)
        }
        // No encoding reads a file that mixes two.
        let isMixed = kinds.all.contains {
            if case .format(.mixedEncodings) = $0.first.reason { true } else { false }
        }
        let schemes = Sentence.counted(hashes)
        let advice: [Sentence] =
            hashes.isEmpty
            ? [] : ["add --allow-missing to import the accounts with \(prose: schemes) without a password"]
        let onlyExisting = kinds.all.allSatisfy {
            if case .accountExists = $0.first.reason { true } else { false }
        }
        throw Message(
            onlyExisting ? .exists : .data, ["nothing was imported: \(count.counted("problem"))"],
            hints: advice + (isMixed ? [] : (encodings.hint.map { [$0] } ?? []) + otherEncodings) + hints
        )
    }
}

/// What a dry run would do to many accounts: for each field, how many people get another value.
struct PreviewGroups {
    private struct Group {
        let name: String
        var emails: [String] = []
        var count = 0
    }

    /// How many people of a group are named.
    private static let mostNamed = 3

    /// In the order in which they were found.
    private var groups: [Group] = []

    /// - Returns: false for a step of which nothing is said, since the account stays as it is.
    mutating func add(_ step: ImportStep) -> Bool {
        let email = step.row.email
        switch step.action {
        case .register: add(email, to: "add")
        case .passOver: add(email, to: "pass over, not registered")
        case .change(let changes):
            for change in changes { add(email, to: change.noun) }
        case .move(_, let changes):
            add(email, to: "move to a new email")
            for change in changes { add(email, to: change.noun) }
        case .same, .skip, .awaitHash, .refuse, .leaveAlone, .none: return false
        }
        return true
    }

    mutating func add(_ email: String, to name: String) {
        let index = groups.firstIndex { $0.name == name } ?? groups.count
        if index == groups.count { groups.append(Group(name: name)) }
        groups[index].count += 1
        if groups[index].emails.count < Self.mostNamed { groups[index].emails.append(email) }
    }

    func print(_ output: inout Output) throws {
        for group in groups {
            let rest = group.count - group.emails.count
            let names = group.emails.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
            try output.line("\(group.name): \(group.count.counted("person", "people")) (\(names))")
        }
        try output.flush()
        Diagnostics.report(.hint("add \(.words("--all")) to see each account"))
    }
}

extension ReadingRemarks {
    /// Reports what was left out of a file, or not read literally.
    func report(in name: String) {
        for second in secondEmails {
            Diagnostics.report(
                .warning("\(name):\(second.line): a second mail is ignored; \(second.email) is used"))
        }
        if passedOver > 0 {
            Diagnostics.report(
                .done("skipped, not persons: \(prose: passedOver.counted("entry", "entries"))"))
        }
        if !guesses.isEmpty {
            let pairs = guesses.map { "\($0.name) as \($0.field.rawValue)" }
            Diagnostics.report(.done("read under another name: \(prose: pairs.joined(separator: ", "))"))
        }
        if !harmless.isEmpty {
            let names = harmless.prefix(20).map { "\"\(FormatProblem.shortened($0))\"" }
            Diagnostics.report(.done("every account may log in by \(prose: names.joined(separator: ", "))"))
        }
        for remark in Remark.allCases {
            guard let count = counts[remark] else { continue }
            let lines = count.counted("line")
            let message: Message =
                switch remark {
                case .flattened:
                    .done("\(prose: count.counted("account")) of a Django dump: the fields were read")
                case .lastNameFirst:
                    .done(
                        "\(prose: count.counted("name")) with a comma: the last name was taken to come first")
                case .nis: .done("skipped \(prose: count.counted("line")) of NIS")
                case .furtherFields: .done("fields after the hash left out in \(prose: lines)")
                case .locked: .done("\(prose: count.counted("account")) locked, as in the file")
                case .aged:
                    .done(
                        "\(prose: count.counted("password is", "passwords are")) older than allowed: \(prose: count == 1 ? "it" : "they") must be changed"
                    )
                case .agedOut:
                    .done(
                        "\(prose: count.counted("account")) locked, since the password is too old to be changed"
                    )
                case .noValue: .done("read as no value: \(prose: count.counted("text")) such as NULL or -")
                case .otherPasswords:
                    .warning(
                        "\(count.counted("entry", "entries")) with several passwords: one of them is taken, not "
                            + otherPasswords.joined(separator: ", "))
                case .limits:
                    .warning(
                        "\(lines) with allow_nets or the like: such limits are not kept, so these accounts can log in from anywhere"
                    )
                }
            Diagnostics.report(message)
        }
        if !computed.isEmpty {
            let values = computed.count.counted("column or key", "columns and keys")
            let names = computed.joined(separator: ", ")
            Diagnostics.report(.done("\(prose: values) that regapp computes left out: \(prose: names)"))
        }
        if !unkept.isEmpty {
            let names = unkept.map { "\"\(FormatProblem.shortened($0))\"" }.joined(separator: ", ")
            Diagnostics.report(.done("left out, since no account keeps terms of a password: \(prose: names)"))
        }
        if hasOuterSpaces { Diagnostics.report(.done("spaces around values are left out")) }
        if unusedNames > 0 {
            let lines = unusedNames.counted("line has a name", "lines have names")
            Diagnostics.report(
                .hint("\(prose: lines) in the GECOS field; add --names-from-gecos to take them"))
        }
    }
}

/// How many of a kind are reported.
private let mostReported = 10

/// Counts what is alike, so that only the first few of a kind are reported.
struct Tally<Kind: Equatable, First> {
    private(set) var all: [(kind: Kind, first: First, count: Int)] = []

    /// Counts one of a kind; false if enough of them have been reported.
    mutating func isReported(_ kind: Kind, _ first: First) -> Bool {
        let index = all.firstIndex { $0.kind == kind } ?? all.count
        if index == all.count { all.append((kind, first, 0)) }
        all[index].count += 1
        return all[index].count <= mostReported
    }

    var rest: [(first: First, more: Int)] {
        all.filter { $0.count > mostReported }.map { ($0.first, $0.count - mostReported) }
    }
}
