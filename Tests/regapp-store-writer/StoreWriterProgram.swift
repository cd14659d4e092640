import RegappStore
import Glibc
import RegappJSON

/// A small program over DocumentStore that tests start many times at once.
///
/// ```
/// regapp-store-writer DIRECTORY KEY COUNT     adds 1 to a number of its own, COUNT times
/// regapp-store-writer --read DIRECTORY        reads and parses until standard input closes
/// regapp-store-writer --create DIRECTORY TEXT creates the document if there is none: 0, or 73
/// regapp-store-writer --stop DIRECTORY        gets what Ctrl-Z sends while it has the lock, at the latest moment
/// ```
/// Busy ends in 75 where it is not tried again, any other failure in 1.
@main
enum Program {
    static let document = "counters.json"

    static func main() {
        exit(run(Array(CommandLine.arguments.dropFirst())))
    }

    private static func run(_ arguments: [String]) -> Int32 {
        do {
            switch (arguments.first, arguments.count) {
            case ("--read", 2): return try Reading(in: arguments[1]).untilInputCloses()
            case ("--create", 3): return try create(in: arguments[1], arguments[2])
            case ("--stop", 2):
                try store(arguments[1]).writing { _ in LateStop.send() }
                print("it went on")
                return 0
            case (_, 3):
                guard let count = Int(arguments[2]) else { return 64 }
                for _ in 0..<count { try addOne(to: arguments[1], in: arguments[0]) }
                return 0
            default: return 64
            }
        } catch {
            print("regapp-store-writer: \(error)")
            return if case StoreError.locked = error { 75 } else { 1 }
        }
    }

    static func store(_ directory: String) -> DocumentStore {
        DocumentStore(
            directory: directory,
            layout: StoreLayout(documents: [document], linkable: [document], folders: []))
    }

    /// Reads, changes and writes under the lock; tries again if it is held too long or another directory's writer was.
    private static func addOne(to key: String, in directory: String) throws {
        while true {
            do {
                return try store(directory).writing { writer in
                    let before = try writer.reader.contents(of: document)
                    let change = DocumentChange(document, before: before, after: counted(key, before))
                    try writer.commit([change])
                }
            } catch StoreError.locked, StoreError.changedMeanwhile {
                continue
            }
        }
    }

    private static func counted(_ key: String, _ before: [UInt8]?) -> [UInt8] {
        guard let before else { return JSONText.object([.init(key, .string("1"))]).fileBytes }
        guard let document = Reading.document(before) else { return before }
        var count = 0
        if case .string(let text)? = document.root[key]?.content { count = Int(text) ?? 0 }
        return document.applying([.set(key: key, String(count + 1))])
    }

    private static func create(in directory: String, _ text: String) throws -> Int32 {
        do {
            try store(directory).writing { writer in
                let bytes = JSONText.object([.init("creator", .string(text))]).fileBytes
                let change = DocumentChange(document, before: nil, after: bytes)
                try writer.commit([change])
            }
            return 0
        } catch StoreError.changedMeanwhile {
            return 73
        }
    }
}

/// Reads the document again and again, as `show` does.
struct Reading {
    private let store: DocumentStore

    init(in directory: String) {
        store = Program.store(directory)
    }

    /// Ends with 65 at the first document that is not whole, else prints how many different ones it saw.
    func untilInputCloses() throws -> Int32 {
        var seen: Set<[UInt8]> = []
        var input = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
        // A millisecond between reads leaves the processor to the writers.
        while unsafe poll(&input, 1, 1) == 0 {
            let bytes = try store.reading { reader in
                try reader.contents(of: Program.document)
            }
            guard let bytes else { continue }
            guard Self.document(bytes) != nil else {
                print("torn after \(seen.count): \(String(decoding: bytes, as: UTF8.self).debugDescription)")
                return 65
            }
            seen.insert(bytes)
        }
        print("\(seen.count)")
        return 0
    }

    static func document(_ bytes: [UInt8]) -> JSONDocument? {
        do throws(JSONError) { return try JSONDocument(parsing: bytes) } catch { return nil }
    }
}
