import Accounts
import CommandParser
import RegappProcess

/// Tells what is wrong with an imported file, line by line, and ends the import because of it.
struct ImportProblems {
    /// The most problems that are told one by one; a file with more is no file of accounts.
    private static let maximum = 100_000
    /// The most hints, since they repeat.
    private static let maximumHints = 5

    private let path: String
    private let progress: ProgressLine
    private var faults = 0
    private var existing = 0
    private var hints: [Hint] = []

    init(_ path: String, _ progress: ProgressLine) {
        self.path = path
        self.progress = progress
    }

    mutating func tell(_ problems: [ImportProblem]) throws(Report) {
        guard !problems.isEmpty else { return }
        progress.clear()
        for problem in problems {
            if case .accountExists = problem.reason { existing += 1 } else { faults += 1 }
            let report = Report(problem, in: path)
            Diagnostics.tell(Report(report.exit, report.errors))
            for hint in report.hints where hints.count < Self.maximumHints && !hints.contains(hint) {
                hints.append(hint)
            }
        }
        guard faults + existing <= Self.maximum else {
            throw Report(.tooManyProblems(path: path, limit: Self.maximum))
        }
    }

    /// Ends the command where there was a problem.
    func finish() throws(Report) {
        let count = faults + existing
        guard count > 0 else { return }
        throw Report(nothingImported: count, onlyExisting: faults == 0, hints: hints)
    }
}
