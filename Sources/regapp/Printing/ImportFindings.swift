import RegappCore
import RegappCommandLine
import RegappWording

/// Prints the findings of an import line by line, and ends it if something is wrong.
struct ImportFindings {
    /// The most hints, since they repeat.
    private static let maximumHints = 5

    let progress: ProgressLine
    private let path: String
    private let policy: Policy
    /// Whether all problems are kept for a program, instead of being printed.
    private let collects: Bool
    private(set) var collected: [ImportProblem] = []
    private var kinds = Tally<ImportProblem.Reason, ImportProblem>()
    private var hints: [Sentence] = []

    init(_ path: String, _ policy: Policy, collecting collects: Bool) {
        self.collects = collects
        progress = ProgressLine()
        self.path = path
        self.policy = policy
    }

    func report(_ previews: [AccountImport.PreviewedAccount], _ output: inout Output) throws {
        guard !previews.isEmpty else { return }
        progress.clear()
        for preview in previews { try output.line(preview.line(policy)) }
    }

    mutating func report(_ problems: [ImportProblem]) {
        guard !problems.isEmpty else { return }
        progress.clear()
        if collects { collected += problems }
        for problem in problems where kinds.isReported(problem.reason.kind, problem) {
            let report = Report(problem, in: path)
            if !collects { Diagnostics.report(Report(report.exit, report.errors).message) }
            for hint in report.hints where hints.count < Self.maximumHints && !hints.contains(hint) {
                hints.append(hint)
            }
        }
    }

    func reportCounts() {
        progress.clear()
        for (first, more) in kinds.rest where !collects {
            Diagnostics.report(Report(more, moreLike: first, in: path).message)
        }
    }

    mutating func finish() throws {
        let count = kinds.all.reduce(0) { $0 + $1.count }
        guard count > 0 else { return }
        reportCounts()
        let hashes = kinds.all.compactMap { kind in
            kind.first.unsupportedHash.map { (scheme: $0, count: kind.count) }
        }
        // No encoding reads a file that mixes two.
        let isMixed = kinds.all.contains { $0.first.isAboutMixedEncodings }
        if isMixed { hints.removeAll { Sentence.encodingHints.contains($0) } }
        let onlyExisting = kinds.all.allSatisfy {
            if case .accountExists = $0.first.reason { true } else { false }
        }
        throw Report(
            nothingImported: count, onlyExisting: onlyExisting,
            hints: (hashes.isEmpty ? [] : [.unverifiable(hashes)]) + hints)
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
