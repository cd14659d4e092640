import RegappCore
import RegappCommandLine
import RegappValues
import RegappWording

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
        let more = kinds.rest.map { $0.first($0.more) }
        if weakHashes.isEmpty { return more }
        let schemes = weakHashes.sorted { $0.key < $1.key }.map { (scheme: $0.key.rawValue, count: $0.value) }
        let accounts = weakHashes.values.reduce(0, +).counted(
            "account has a weak hash", "accounts have weak hashes")
        let advice: Sentence =
            "its owner replaces a weak hash by \(.regapp("login")), or you do by \(.regapp("accounts", "password", "EMAIL"))"
        return more + [
            "note: \(accounts) of another program (\(Sentence.counted(schemes))); \(advice.text)"
        ]
    }
}
