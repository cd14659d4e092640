import RegappCore
import RegappCommandLine
import RegappWording

/// Prints the findings of an import line by line, and ends it if something is wrong.
struct ImportFindings {
    /// The most problems of one kind that are printed; the others are counted.
    private static let mostTold = 10
    /// The most hints, since they repeat.
    private static let maximumHints = 5

    private struct Alike {
        let first: ImportProblem
        var count = 0
    }

    let progress: ProgressLine
    private let path: String
    private let policy: Policy
    /// Whether all problems are kept for a program, instead of being printed.
    private let collects: Bool
    private(set) var collected: [ImportProblem] = []
    private var kinds: [Alike] = []
    private var hints: [Hint] = []

    init(_ path: String, _ policy: Policy, collecting collects: Bool) {
        self.collects = collects
        progress = ProgressLine()
        self.path = path
        self.policy = policy
    }

    func tell(_ steps: [AccountImport.Preview], _ output: inout Output) throws {
        guard !steps.isEmpty else { return }
        progress.clear()
        for step in steps { try output.line(step.line(policy)) }
    }

    mutating func tell(_ problems: [ImportProblem]) {
        guard !problems.isEmpty else { return }
        progress.clear()
        if collects { collected += problems }
        for problem in problems where count(problem) <= Self.mostTold {
            let report = Report(problem, in: path)
            if !collects { Diagnostics.tell(Report(report.exit, report.errors).message) }
            for hint in report.hints where hints.count < Self.maximumHints && !hints.contains(hint) {
                hints.append(hint)
            }
        }
    }

    /// - Returns: how many of its kind there have been, including this one.
    private mutating func count(_ problem: ImportProblem) -> Int {
        let kind = problem.reason.kind
        let index = kinds.firstIndex { $0.first.reason.kind == kind } ?? kinds.count
        if index == kinds.count { kinds.append(Alike(first: problem)) }
        kinds[index].count += 1
        return kinds[index].count
    }

    /// Says how many problems were not printed.
    func tellCounts() {
        progress.clear()
        for kind in kinds where kind.count > Self.mostTold && !collects {
            Diagnostics.tell(Report(kind.count - Self.mostTold, moreLike: kind.first, in: path).message)
        }
    }

    /// - Throws: a report if there was a problem.
    func finish() throws {
        let count = kinds.reduce(0) { $0 + $1.count }
        guard count > 0 else { return }
        tellCounts()
        let hashes = kinds.compactMap { kind in
            kind.first.unsupportedHash.map { (scheme: $0, count: kind.count) }
        }
        let onlyExisting = kinds.allSatisfy {
            if case .accountExists = $0.first.reason { true } else { false }
        }
        throw Report(
            nothingImported: count, onlyExisting: onlyExisting,
            hints: (hashes.isEmpty ? [] : [.unverifiable(hashes)]) + hints)
    }
}
