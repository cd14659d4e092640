@testable import RegappCore
import RegappStore
import Foundation
import RegappTestSupport
import Testing

/// Changes, undoing any of them, redoing and editing by hand, in any order, beside a model that knows keys alone.
@Suite struct HistoryModelTests {
    @Test func `what is undone, left and refused is what a model of the history says`() throws {
        var random = SeededGenerator(seed: 61)
        var count: [HistoryModel.Outcome: Int] = [:]
        for sequence in 0..<Campaign.rounds(1_000, usually: 60) {
            var model = HistoryModel()
            for step in 0..<10 {
                let (words, outcome) = try model.take(&random)
                count[outcome, default: 0] += 1
                if let difference = model.difference() {
                    Issue.record("sequence \(sequence), step \(step), \(words): \(difference)")
                    return
                }
            }
        }
        #expect(HistoryModel.Outcome.allCases.allSatisfy { count[$0, default: 0] > 5 }, "\(count)")
    }
}

private struct HistoryModel {
    enum Outcome: CaseIterable { case changed, undone, refused, nothing }

    private typealias Keys = [String: String]

    private struct Document {
        let file: String
        let before: String?
        let after: String?

        var touched: Set<String> {
            guard let old = before.map(HistoryModel.keys), let new = after.map(HistoryModel.keys) else {
                return ["file"]
            }
            return Set(old.keys).union(new.keys).filter { old[$0] != new[$0] }
        }
    }

    private struct Record {
        let documents: [Document]
        let undoes: Int?
        var accounts: Int {
            let created = documents.count { $0.before == nil }
            let removed = documents.count { $0.after == nil }
            return documents.count == 2 && created == 1 && removed == 1 ? 1 : documents.count
        }
    }

    private let disk = RegistryDisk()
    /// What the files should hold.
    private var wanted: [String: Keys] = [:]
    /// Change 1 comes first.
    private var records: [Record] = []
    private static let names = ["ann", "bob", "eve"]
    private static let keys = ["team", "room"]

    init() {
        for name in Self.names { disk.put("\(name)@x.example", name, hash: RegistryDisk.weakHash) }
        read()
        wanted = texts.mapValues(Self.keys)
    }

    private var directory: AccountStore { get throws { try disk.registry().directory } }

    /// The files of accounts as they are.
    private var texts: [String: String] = [:]

    private mutating func read() {
        texts = [:]
        for name in Self.names {
            let file = "accounts/\(name)@x.example.json"
            texts[file] = disk.files.contents(RegistryDisk.path(file)).map {
                String(decoding: $0, as: UTF8.self)
            }
        }
    }

    private static func keys(_ text: String) -> Keys {
        (try? JSONDecoder().decode(Keys.self, from: Data(text.utf8))) ?? [:]
    }

    func difference() -> String? {
        let found = texts.mapValues(Self.keys)
        return found == wanted ? nil : "\(found)\nis not\n\(wanted)"
    }

    // MARK: What may happen

    mutating func take(_ random: inout SeededGenerator) throws -> (String, Outcome) {
        let chosen = Self.names.filter { _ in Bool.random(using: &random) }
        let present = chosen.map { "\($0)@x.example" }.filter { wanted["accounts/\($0).json"] != nil }
        let key = Self.keys.randomElement(using: &random) ?? ""
        let value = ["", "1", "2", "3"].randomElement(using: &random) ?? ""
        switch Int.random(in: 0..<20, using: &random) {
        case 0..<8 where !present.isEmpty:
            let before = texts
            _ = try disk.registry().commit(
                [.values(AccountRecord(ownChanges: [OwnValue(key, value)]))], of: present)
            for email in present { wanted["accounts/\(email).json"]?[key] = value.isEmpty ? nil : value }
            return ("\(key)=\(value) of \(present)", note(before, undoing: nil))
        case 8 where !present.isEmpty:
            let before = texts
            _ = try disk.registry().commit([.remove], of: present)
            for email in present { wanted["accounts/\(email).json"] = nil }
            return ("remove \(present)", note(before, undoing: nil))
        case 9..<12:
            guard let email = present.first, let text = texts["accounts/\(email).json"] else { break }
            let old = Self.keys(text)[key].map { ",\n  \"\(key)\": \"\($0)\"" }
            let edited =
                old.map { text.replacing($0, with: "") }
                ?? text.replacing("\n}", with: ",\n  \"\(key)\": \"9\"\n}")
            disk.files.put(RegistryDisk.path("accounts/\(email).json"), edited)
            read()
            wanted["accounts/\(email).json"]?[key] = old == nil ? "9" : nil
            return ("by hand \(email) \(key)", .changed)
        case 12..<17 where !records.isEmpty:
            let number = Int.random(in: 1...records.count, using: &random)
            return (
                "undo \(number)", try undo(inEffect.contains(number) ? number : nil) { try $0.change(number) }
            )
        case 17..<19: return ("undo", try undo(newest()) { try $0.lastChange() })
        case 19: return ("redo", try undo(toRedo()) { try $0.lastUndoing() })
        default: break
        }
        return ("nothing", .nothing)
    }

    /// Adds the record of what has changed, if anything has.
    private mutating func note(_ before: [String: String], undoing other: Int?) -> Outcome {
        read()
        let after = texts
        let files = Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }
        guard !files.isEmpty else { return .nothing }
        let documents = files.map { Document(file: $0, before: before[$0], after: after[$0]) }
        records.append(Record(documents: documents, undoes: other))
        return other == nil ? .changed : .undone
    }

    private mutating func undo(
        _ number: Int?, _ find: (AccountStore) throws -> Undoing?
    ) throws -> Outcome {
        let (plan, before) = (number.map(plan) ?? .nothing, texts)
        do {
            let undone = try find(directory).map { try directory.cancel($0) }
            guard case .made(let files) = plan else {
                return plan == .nothing && undone == nil ? .nothing : fail("undone")
            }
            for (file, keys) in files { wanted[file] = keys }
            return note(before, undoing: number) == .undone ? .undone : fail("no record")
        } catch AccountsError.changedSince {
            return plan == .refused ? .refused : fail("refused")
        } catch AccountsError.takenBack(let taken, _, _) {
            return plan == .nothing && taken == number ? .refused : fail("taken back")
        }
    }

    private mutating func fail(_ words: String) -> Outcome {
        wanted[words] = [:]
        return .nothing
    }

    // MARK: What should come of it

    private enum Plan: Equatable {
        case nothing
        case refused
        case made([String: Keys?])
    }

    private func plan(_ number: Int) -> Plan {
        let record = records[number - 1]
        let later = touched(after: number)
        var (undone, left): ([String: Keys?], Int) = ([:], 0)
        for document in record.documents {
            let present = texts[document.file]
            let touched = later[document.file] ?? []
            if present == document.after, document.touched.isDisjoint(with: touched),
                document.before != nil || touched.isEmpty
            {
                undone.updateValue(document.before.map(Self.keys), forKey: document.file)
            } else if present != document.before {
                let sides = [document.before, document.after, present].compactMap { $0.map(Self.keys) }
                guard sides.count == 3 else {
                    left += 1
                    continue
                }
                let (old, new, now) = (sides[0], sides[1], sides[2])
                let keys = Set(old.keys).union(new.keys).filter { old[$0] != new[$0] && now[$0] != old[$0] }
                let free = keys.filter { now[$0] == new[$0] && !touched.contains($0) }
                if keys != free { left += 1 }
                if free.isEmpty { continue }
                var merged = now
                for key in free { merged[key] = old[key] }
                undone.updateValue(merged, forKey: document.file)
            }
        }
        if left > 0, record.accounts < 2 || undone.isEmpty { return .refused }
        return undone.isEmpty ? .nothing : .made(undone)
    }

    /// The keys of each file that later changes touched, less what undoing them took back; `file` for the whole file.
    private func touched(after number: Int) -> [String: Set<String>] {
        var undone: [Int: [String: Set<String>]] = [:]
        var found: [String: Set<String>] = [:]
        for later in (number..<records.count).reversed().map({ $0 + 1 }) {
            let record = records[later - 1]
            for document in record.documents {
                let keys = document.touched.subtracting(undone[later]?[document.file] ?? [])
                if keys.isEmpty { continue }
                if let other = record.undoes, other > number {
                    undone[other, default: [:]][document.file, default: []].formUnion(keys)
                } else {
                    found[document.file, default: []].formUnion(keys)
                }
            }
        }
        return found
    }

    /// From the newest to the oldest.
    private var inEffect: [Int] {
        var undone: Set<Int> = []
        return (0..<records.count).reversed().map { $0 + 1 }.filter { number in
            if undone.contains(number) { return false }
            let isRedoOfUndone = makesAgain(number, undone)
            if let other = records[number - 1].undoes { undone.insert(other) }
            return !isRedoOfUndone
        }
    }

    /// Whether a redo makes one of these changes again: it goes with that one.
    private func makesAgain(_ redo: Int, _ undone: Set<Int>) -> Bool {
        var number = redo
        while let undo = records[number - 1].undoes, let first = records[undo - 1].undoes {
            if undone.contains(first) { return true }
            number = first
        }
        return false
    }

    private func newest() -> Int? {
        inEffect.first { records[$0 - 1].undoes == nil }
    }

    /// An undoing that was undone has been done again.
    private func toRedo() -> Int? {
        let newest = inEffect.first { number in
            records[number - 1].undoes.map { records[$0 - 1].undoes == nil } ?? true
        }
        return newest.flatMap { records[$0 - 1].undoes == nil ? nil : $0 }
    }
}
