internal import RegappStore

/// Somebody with an account, from the change that registered it, through each new email, to its removal. A later account
/// of the same email is somebody else, unless it came back by undoing.
struct Person: Hashable, Sendable {
    /// The account's first file, as far as the history tells.
    let file: String
    /// The change that registered the account; 0 if it was there before the history; for an account made by hand, the
    /// change by which the name of its file had become free.
    let since: Int
}

/// Who had which email when, as far as the history tells. Files of accounts stand for their emails.
struct People: Sendable {
    /// From a change on, a person has a file. There is one from 0 on.
    private struct Tenure {
        enum Beginning { case unknown, registered, freed }
        let change: Int
        let person: Person
        let beginning: Beginning
    }

    private enum Event {
        case came(file: String)
        case went(file: String)
        case moved(file: String, to: String)
    }

    /// Only of files whose holder has changed.
    private var tenures: [String: [Tenure]] = [:]
    private var places: [Person: String] = [:]
    /// Who was removed by a change: undoing that brings the same person back.
    private var removed: [Int: [String: Person]] = [:]
    /// The changes that removed accounts whose emails nobody has had since, by file; not those that undid a registration.
    private var lastRemovals: [String: Int] = [:]
    /// Removals of accounts whose emails somebody has had since, for when that is undone.
    private var formerRemovals: [String: Int] = [:]
    /// Numbers of the changes that came by no event, of the files that are asked for.
    private var edits: [String: [Int]] = [:]
    /// Those of the files that are asked for which an account has now.
    private var held: Set<String> = []

    /// - Parameters:
    ///   - first: reads no older changes. What came before them counts as the beginning.
    ///   - most: reads no larger changes, which takes longer than a screen may wait.
    ///   - files: files that are to be told by ``person(meantBy:at:)``.
    init(
        _ reader: DocumentReader, since first: Int = 0, ofAtMost most: Int = .max,
        meaning files: Set<String> = []
    ) throws {
        var changes: [(head: ChangeHead, events: [Event])] = []
        try reader.forEachRecord { record, _ in
            let head = record.head
            guard head.number >= first else { return false }
            guard head.accounts <= most else { return true }
            var events: [Event] = []
            var moving: Set<String> = []
            // The rest of a damaged record is unknown.
            while let document = try? record.next() {
                guard Self.isAccount(document.file) else { continue }
                if let former = document.former {
                    moving.insert(former)
                    events.append(.moved(file: former, to: document.file))
                } else if document.isRemoval {
                    if !moving.contains(document.file) { events.append(.went(file: document.file)) }
                } else if document.before == nil {
                    events.append(.came(file: document.file))
                } else if files.contains(document.file) {
                    edits[document.file, default: []].append(head.number)
                }
            }
            if !events.isEmpty { changes.append((head, events)) }
            return true
        }
        for file in files where try reader.exists(file) { held.insert(file) }
        for change in changes.reversed() {
            for event in change.events { add(event, change.head) }
        }
    }

    /// The changes that removed accounts, by each file that nobody has had since the removed person.
    var removals: [String: Int] {
        var found = lastRemovals
        var changes: [Person: Int] = [:]
        for (file, change) in lastRemovals {
            if let person = removed[change]?[file] { changes[person] = change }
        }
        for (file, tenures) in tenures where tenures.last?.beginning == .freed && found[file] == nil {
            found[file] = tenures.last { $0.beginning != .freed }.flatMap { changes[$0.person] }
        }
        return found
    }

    static func isAccount(_ file: String) -> Bool { file.hasPrefix(StoreLayout.accounts + "/") }

    private mutating func add(_ event: Event, _ head: ChangeHead) {
        switch event {
        case .came(let file):
            let former = head.undoes.flatMap { removed[$0]?[file] }
            begin(former ?? Person(file: file, since: head.number), file, head.number)
        case .went(let file):
            removed[head.number, default: [:]][file] = free(file, head.number)
            lastRemovals[file] = head.undoes == nil ? head.number : formerRemovals[file]
        case .moved(let file, let new): begin(free(file, head.number), new, head.number)
        }
    }

    private mutating func begin(_ person: Person, _ file: String, _ change: Int) {
        if let last = tenures[file]?.last { places[last.person] = nil }
        if let removal = lastRemovals.removeValue(forKey: file) { formerRemovals[file] = removal }
        add(Tenure(change: change, person: person, beginning: .registered), file)
    }

    private mutating func free(_ file: String, _ change: Int) -> Person {
        let person = holder(of: file)
        places[person] = nil
        add(Tenure(change: change, person: Person(file: file, since: change), beginning: .freed), file)
        return person
    }

    private mutating func add(_ tenure: Tenure, _ file: String) {
        tenures[file, default: [Self.first(file)]].append(tenure)
        places[tenure.person] = file
    }

    private static func first(_ file: String) -> Tenure {
        Tenure(change: 0, person: Person(file: file, since: 0), beginning: .unknown)
    }

    /// Who has a file after a change, or would have it: an account made by hand has no record.
    func holder(of file: String, after change: Int = .max) -> Person {
        (tenures[file]?.last { $0.change <= change } ?? Self.first(file)).person
    }

    /// Whom a change's document is about.
    func person(of document: RecordedChange, in change: Int) -> Person {
        holder(of: document.file, after: document.isRemoval ? change - 1 : change)
    }

    /// The change by which the holder of a file got it; nil if that is unknown.
    func beginning(of file: String) -> Int? {
        tenures[file]?.last.flatMap { $0.beginning == .registered ? $0.change : nil }
    }

    /// The file that a person has now; nil if the account was removed.
    func place(of person: Person) -> String? {
        places[person] ?? (person.since == 0 && tenures[person.file] == nil ? person.file : nil)
    }

    /// The file that a person had after a change; nil if there was none, or it is not known.
    func place(of person: Person, after change: Int) -> String? {
        if tenures[person.file] == nil { return person.since == 0 ? person.file : nil }
        return tenures.keys.first { holder(of: $0, after: change) == person }
    }

    /// All files that persons have had.
    func files(of persons: Set<Person>) -> Set<String> {
        let held = tenures.filter { $0.value.contains { persons.contains($0.person) } }.map(\.key)
        return Set(held).union(persons.map(\.file))
    }

    /// The person whom somebody means by an email: who has it after a change, else who had it last, else who got it
    /// next; nil if the history tells of none.
    func person(meantBy file: String, at change: Int = .max) -> Person? {
        let tenures = tenures[file] ?? [Self.first(file)]
        let next = tenures.firstIndex { $0.change > change } ?? tenures.count
        // Whoever has it now is nobody who had it before, even if the history tells nothing of how that account came.
        if change == .max, held.contains(file), !isKnown(tenures, tenures.count - 1, file) { return nil }
        let order = Array((0..<next).reversed()) + Array(next..<tenures.count)
        return order.first { isKnown(tenures, $0, file) }.map { tenures[$0].person }
    }

    private func isKnown(_ tenures: [Tenure], _ index: Int, _ file: String) -> Bool {
        let tenure = tenures[index]
        if tenure.beginning == .registered { return true }
        let end = index + 1 < tenures.count ? tenures[index + 1] : nil
        if end?.beginning == .freed { return true }
        return edits[file]?.contains { $0 > tenure.change && $0 < end?.change ?? .max } ?? false
    }
}
