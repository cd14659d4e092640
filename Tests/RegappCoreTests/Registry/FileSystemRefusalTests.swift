import RegappCore
import RegappStore
import RegappTestSupport
import Testing

/// File systems that lack what the store would rather use.
@Suite struct FileSystemRefusalTests {
    typealias Refused = RefusingFileSystem.Refused

    /// A row: what a file system does not know.
    struct Row: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let refused: Set<Refused>
        var errors = Self.errors

        static let errors: [Errno] = [.invalid, .notImplemented, .crossDevice, .notPermitted, .notSupported]

        /// The errors that are tried with the command of this number: usually one of them, the next with the next.
        func picked(_ number: Int) -> [Errno] {
            let step = Campaign.stride(errors.count)
            return errors.indices.filter { ($0 + number).isMultiple(of: step) }.map { errors[$0] }
        }
    }

    static let rows = [
        Row(testDescription: "no rename to a free name", refused: [.freeRename]),
        Row(testDescription: "no link", refused: [.link]),
        Row(testDescription: "neither", refused: [.freeRename, .link]),
        Row(
            testDescription: "no synchronising of directories", refused: [.directorySync],
            errors: Row.errors + [.readOnly]),
        Row(testDescription: "no synchronising of the file system", refused: [.fileSystemSync]),
        Row(testDescription: "no modes and groups", refused: [.mode, .group]),
        Row(testDescription: "no rename between folders", refused: [.distantRename], errors: [.crossDevice]),
        Row(testDescription: "as NFS", refused: [.freeRename, .fileSystemSync, .group]),
        Row(
            testDescription: "as FUSE",
            refused: [.freeRename, .link, .directorySync, .fileSystemSync, .mode, .group]),
        Row(
            testDescription: "nothing at all", refused: Set(Refused.allCases).subtracting([.lock]),
            errors: [.crossDevice]),
    ]

    @Test(arguments: rows, RegistryAction.all)
    func `every command of a registry that writes does its work`(row: Row, action: RegistryAction) throws {
        let number = RegistryAction.all.firstIndex { $0.testDescription == action.testDescription } ?? 0
        for isShared in [false, true] {
            let prepared = try action.disk(isShared: isShared)
            let whole = prepared.restarted()
            try action.run(try whole.registry())
            for error in row.picked(number + (isShared ? 1 : 0)) {
                let disk = prepared.restarted()
                try action.run(try disk.registry { RefusingFileSystem($0, row.refused, error) })
                #expect(disk.documents() == whole.documents(), "\(error)")
                #expect(disk.leftovers.isEmpty && disk.files.openFiles == 0, "\(error)")
            }
        }
    }

    @Test(arguments: rows)
    func `every command of a profile that writes does its work`(row: Row) throws {
        for (number, action) in ProfileAction.all.enumerated() {
            for error in row.picked(number) {
                let disk = try action.disk().restarted()
                try action.run(disk.profile { RefusingFileSystem($0, row.refused, error) })
                #expect(try disk.contents() == action.new, "\(action.testDescription), \(error)")
                #expect(disk.leftovers.isEmpty && disk.files.openFiles == 0, "\(error)")
                guard action.canBeCancelled else { continue }
                let taken = try disk.profile { RefusingFileSystem($0, row.refused, error) }.directory.cancel()
                #expect(
                    try taken != nil && disk.contents() == action.undone,
                    "\(action.testDescription), \(error)")
            }
        }
    }

    @Test(arguments: RegistryAction.all)
    func `a change that was cut short is completed there too`(action: RegistryAction) throws {
        guard action.isCompleted else { return }
        let prepared = try action.disk()
        let refusing = { RefusingFileSystem($0, [.freeRename, .link, .directorySync, .mode], .notSupported) }
        let whole = prepared.restarted()
        try action.run(try whole.registry(refusing))
        var outcomes: Set<[String: String]> = []
        for number in Swift.stride(from: 1, through: whole.files.log.count, by: Campaign.stride(5)) {
            let disk = prepared.restarted()
            let failing = FaultInjectingFileSystem(
                refusing(disk.files), at: number, .failure(.inputOutput), forEver: true)
            _ = try? action.run(try disk.registry { _ in failing })
            try disk.store(refusing).writing { _ in }
            #expect(disk.leftovers.isEmpty, "call \(number)")
            outcomes.insert(disk.documents())
        }
        #expect(outcomes == [prepared.documents(), whole.documents()])
    }

    @Test(arguments: Row.errors + [Errno(rawValue: 37)])
    func `if locks are refused, nothing is written and the reason is reported`(error: Errno) throws {
        for action in RegistryAction.all {
            let disk = try action.disk()
            let old = disk.documents()
            let refused = AccountsError.store(.failed(.lock, path: RegistryDisk.path(".lock"), error))
            #expect(throws: refused) {
                try action.run(try disk.registry { RefusingFileSystem($0, [.lock], error) })
            }
            #expect(disk.documents() == old && disk.leftovers.isEmpty && disk.files.openFiles == 0)
        }
    }

    @Test(arguments: RegistryAction.all, [false, true])
    func `on a file system without modes one notice says so`(action: RegistryAction, isRefused: Bool) throws {
        let disk = try action.disk(isShared: true)
        let wrapping: (any FileSystem) -> any FileSystem = { files in
            isRefused ? RefusingFileSystem(files, [.mode, .group], .notPermitted) : WithoutModes(files)
        }
        let registry = try disk.registry(wrapping)
        try action.run(registry)
        let warnings = registry.directory.store.drainWarnings()
        // A removal makes no file that would show it.
        #expect(action.removesOnly || warnings == [.modesNotKept(directory: RegistryDisk.directory)])
    }
}
