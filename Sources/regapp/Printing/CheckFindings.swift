import RegappCore

/// Prints the findings of a check line by line: the first few of similar ones, and how many more there are.
struct CheckFindings {
    private let hasNotes: Bool
    private(set) var problems = 0
    private var kinds = Tally<String, (_ more: Int) -> String>()
    private var weakHashes: [HashScheme: Int] = [:]

    init(withNotes hasNotes: Bool) { self.hasNotes = hasNotes }

    mutating func lines(_ batch: DirectoryCheck.Findings) -> [String] {
        var printed: [String] = []
        for problem in batch.problems {
            let lines = problem.lines
            problems += lines.count
            if kinds.isReported(problem.kind, problem.summary) { printed += lines }
        }
        guard hasNotes else { return printed }
        weakHashes.merge(batch.weakHashes, uniquingKeysWith: +)
        for note in batch.notes where kinds.isReported(note.kind, note.summary) { printed.append(note.line) }
        return printed
    }

    /// How many were not printed, a line for each kind; and how many hashes are weak.
    var rest: [String] {
        kinds.rest.map { $0.first($0.more) }
            + (weakHashes.isEmpty ? [] : [HashScheme.note(onWeak: weakHashes)])
    }
}
