import RegappCore
import RegappStore

/// Prints the findings of a check line by line: the first few of similar ones, and how many more there are.
struct CheckFindings {
    private let directory: String
    private let hasNotes: Bool
    private(set) var problems = 0
    private var kinds = Tally<String, (_ more: Int) -> String>()
    private var closed: [ClosedFiles] = []
    private var weakHashes: [HashScheme: Int] = [:]

    init(in directory: String, withNotes hasNotes: Bool) {
        (self.directory, self.hasNotes) = (directory, hasNotes)
    }

    mutating func lines(_ batch: DirectoryCheck.Findings) -> [String] {
        var printed: [String] = []
        for problem in batch.problems {
            if case .rights(let first) = problem, case .closed(let path, _, _, let service, let group) = first
            {
                problems += 1
                let index = closed.firstIndex { $0.service == service } ?? closed.count
                if index == closed.count { closed.append(ClosedFiles(first, to: service)) }
                closed[index].add(path, in: directory, hasOtherGroup: group != nil)
                continue
            }
            let lines = problem.lines
            problems += lines.count
            if kinds.isReported(problem.kind, problem.summary) { printed += lines }
        }
        guard hasNotes else { return printed }
        weakHashes.merge(batch.weakHashes, uniquingKeysWith: +)
        for note in batch.notes where kinds.isReported(note.kind, note.summary) { printed.append(note.line) }
        return printed
    }

    /// How many were not printed, a line for each kind; what a group should be able to read, a line for each; and how
    /// many hashes are weak.
    var rest: [String] {
        kinds.rest.map { $0.first($0.more) } + closed.map(\.line)
            + (weakHashes.isEmpty ? [] : [HashScheme.note(onWeak: weakHashes)])
    }
}

/// The files and folders that a group should be able to read and cannot.
struct ClosedFiles {
    let first: RightsProblem
    let service: SystemGroup
    private(set) var count = 0
    private(set) var haveOtherGroup = false
    /// Files in the directory, and folders in it with all that they hold.
    private(set) var places: [String] = []

    init(_ first: RightsProblem, to service: SystemGroup) {
        (self.first, self.service) = (first, service)
    }

    mutating func add(_ path: String, in directory: String, hasOtherGroup: Bool) {
        count += 1
        haveOtherGroup = haveOtherGroup || hasOtherGroup
        let folder = FileAccess.folder(of: path)
        let place = folder == directory ? path : folder
        if !places.contains(place) { places.append(place) }
    }
}
