import Accounts
import CommandParser
import RegappWording

/// Prints the findings of a check line by line: the first few of similar ones, and how many more there are.
struct CheckFindings {
    /// The most findings of one kind that are printed.
    private static let mostTold = 10

    private struct Alike {
        let kind: String
        let summary: (_ more: Int) -> String
        var count = 0
    }

    private let hasNotes: Bool
    private(set) var problems = 0
    private var kinds: [Alike] = []

    init(withNotes hasNotes: Bool) { self.hasNotes = hasNotes }

    mutating func lines(_ batch: DirectoryCheck.Found) -> [String] {
        var told: [String] = []
        for problem in batch.problems {
            let lines = problem.lines
            problems += lines.count
            if isTold(problem.kind, problem.summary) { told += lines }
        }
        guard hasNotes else { return told }
        for note in batch.notes where isTold(note.kind, note.summary) { told.append(note.line) }
        return told
    }

    /// How many were not printed, a line for each kind.
    var rest: [String] {
        kinds.filter { $0.count > Self.mostTold }.map { $0.summary($0.count - Self.mostTold) }
    }

    private mutating func isTold(_ kind: String, _ summary: @escaping (Int) -> String) -> Bool {
        let index = kinds.firstIndex { $0.kind == kind } ?? kinds.count
        if index == kinds.count { kinds.append(Alike(kind: kind, summary: summary)) }
        kinds[index].count += 1
        return kinds[index].count <= Self.mostTold
    }
}
