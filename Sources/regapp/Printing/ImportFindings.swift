import RegappCore
import RegappCommandLine
import RegappValues
import RegappWording

/// Prints the findings of an import line by line, and ends it if something is wrong.
struct ImportFindings {
    /// The most hints, since they repeat.
    private static let maximumHints = 5

    let progress: ProgressLine
    private let advice: ImportAdvice
    private let policy: Policy
    /// Whether all problems are kept for a program, instead of being printed.
    private let collects: Bool
    private(set) var collected: [ImportProblem] = []
    private var kinds = Tally<ImportProblem.Reason, ImportProblem>()
    private var hints: [Sentence] = []
    private var encodings = ReadableEncodings()
    private var otherEncodings: [Sentence] = []

    init(_ advice: ImportAdvice, _ policy: Policy, collecting collects: Bool) {
        self.collects = collects
        progress = ProgressLine()
        self.advice = advice
        self.policy = policy
    }

    /// - Parameter all: whether accounts that stay as they are have lines too.
    func report(_ previews: [AccountImport.PreviewedAccount], all: Bool, _ output: inout Output) throws {
        let shown = previews.filter { all || $0.effect != .unchanged && $0.effect != .skipped }
        guard !shown.isEmpty else { return }
        progress.clear()
        for preview in shown { try output.line(preview.line(policy)) }
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
            Diagnostics.report(Message(more, moreLike: first, in: advice.path))
        }
    }

    /// Whether nothing is imported because of a problem.
    var stopImport: Bool { kinds.all.contains { $0.first.reason.stopsImport } }

    /// - Throws: a report of how many problems there are, if nothing is imported because of one.
    func finish() throws {
        guard stopImport else { return }
        reportCounts()
        let count = kinds.all.reduce(0) { $0 + $1.count }
        let hashes = kinds.all.compactMap { kind in
            kind.first.unsupportedHash.map { (scheme: $0, count: kind.count) }
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
        throw Report(
            nothingImported: count, onlyExisting: onlyExisting,
            hints: advice + (isMixed ? [] : (encodings.hint.map { [$0] } ?? []) + otherEncodings) + hints
        )
    }
}

extension ReadingRemarks {
    /// Says what was left out of a file, or read in another way than it stands.
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
        for remark in Remark.allCases {
            if let count = counts[remark] { Diagnostics.report(.remark(remark, count, otherPasswords)) }
        }
        if !computed.isEmpty {
            let values = computed.count.counted("column or key", "columns and keys")
            let names = computed.joined(separator: ", ")
            Diagnostics.report(.done("\(prose: values) that regapp computes left out: \(prose: names)"))
        }
        if hasOuterSpaces { Diagnostics.report(.done("spaces around values are left out")) }
        if unusedNames > 0 {
            let lines = unusedNames.counted("line has a name", "lines have names")
            Diagnostics.report(
                .hint("\(prose: lines) in the GECOS field; add --names-from-gecos to take them"))
        }
    }
}

/// Counts what is alike, so that only the first few of a kind are reported.
struct Tally<Kind: Equatable, First> {
    private static var mostReported: Int { 10 }

    private(set) var all: [(kind: Kind, first: First, count: Int)] = []

    /// Counts one of a kind; false if enough of them have been reported.
    mutating func isReported(_ kind: Kind, _ first: First) -> Bool {
        let index = all.firstIndex { $0.kind == kind } ?? all.count
        if index == all.count { all.append((kind, first, 0)) }
        all[index].count += 1
        return all[index].count <= Self.mostReported
    }

    var rest: [(first: First, more: Int)] {
        all.filter { $0.count > Self.mostReported }.map { ($0.first, $0.count - Self.mostReported) }
    }
}
