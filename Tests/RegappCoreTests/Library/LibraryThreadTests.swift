import RegappTestSupport
@testable import RegappCore
import Foundation
import Testing

@testable import RegappStore

/// The library works on few threads, whatever it is asked.
@Suite struct LibraryThreadTests {
    /// Threads that were asked for and do not run yet.
    private final class HeldThreads: Sendable {
        private let state = Locked<(held: [@Sendable () -> Void], isOpen: Bool)>(([], false))

        /// Runs the body on a thread, once all are let go.
        func start(_ body: @escaping @Sendable () -> Void) -> Bool {
            let runsNow = state.withLock { state in
                if !state.isOpen { state.held.append(body) }
                return state.isOpen
            }
            return !runsNow || ThreadPool.start(body)
        }

        /// Workers on these threads.
        var workers: Workers { Workers(in: ThreadPool { self.start($0) }) }

        /// - Returns: how many were asked for.
        func letGo() -> Int {
            let held = state.withLock { state in
                state.isOpen = true
                return state.held
            }
            return held.count { ThreadPool.start($0) }
        }
    }

    private static func registry(
        _ threads: LibraryThreads, waitingHashes: Int? = nil, on disk: RegistryDisk = RegistryDisk()
    ) -> AccountRegistry {
        disk.put("ann@x.example", "Ann", hash: RegistryDisk.weakHash)
        return disk.directory(threads, waitingHashes: waitingHashes).registry
    }

    @Test func `200 verifications at once ask for no more threads than there are processors`() async throws {
        let threads = HeldThreads()
        let registry = Self.registry(LibraryThreads(files: threads.workers, hashes: threads.workers))
        let questions = (0..<200).map { number in
            Task.immediate { try await registry.verify("ann@x.example", password: "password\(number % 2)") }
        }
        let asked = threads.letGo()
        #expect(asked > 0 && asked <= ThreadPool.processors)
        var matches = 0
        for question in questions where try await question.value { matches += 1 }
        #expect(matches == 100)
    }

    @Test func `without a thread the caller does the work`() async throws {
        let none = Workers(in: ThreadPool { _ in false })
        let registry = Self.registry(LibraryThreads(files: none, hashes: none))
        #expect(try await registry.verify("ann@x.example", password: "password1"))
    }

    // MARK: A flood

    private static let password = "password1"

    /// Starts verifications whose hashes wait for a thread, and returns once they do.
    private func flood(
        _ count: Int, _ registry: AccountRegistry, _ hashes: Workers
    ) async -> [Task<Bool, any Error>] {
        let tasks = (0..<count).map { _ in
            Task { try await registry.verify("ann@x.example", password: Self.password) }
        }
        while hashes.waitingCount < count { await Task.yield() }
        return tasks
    }

    @Test func `a read goes on while hashes wait, and more of them than may wait are refused`() async throws {
        let threads = HeldThreads()
        let hashes = threads.workers
        let registry = Self.registry(LibraryThreads(hashes: hashes), waitingHashes: 20)
        let tasks = await flood(20, registry, hashes)
        #expect(try await registry.account(withEmail: "ann@x.example")?.firstName == "Ann")
        let refused = await #expect(throws: DirectoryError.self) {
            try await registry.verify("ann@x.example", password: Self.password)
        }
        #expect(refused?.reason == .busy(.tooManyHashes))
        _ = threads.letGo()
        for task in tasks { #expect(try await task.value) }
    }

    @Test func `a cancelled verification leaves the queue and computes no hash`() async throws {
        let (threads, computed) = (HeldThreads(), Locked(0))
        let hashes = threads.workers
        let registry = Self.registry(
            LibraryThreads(hashes: hashes, countHash: { computed.withLock { $0 += 1 } }))
        let tasks = await flood(60, registry, hashes)
        for task in tasks { task.cancel() }
        for task in tasks {
            let error = await #expect(throws: DirectoryError.self) { try await task.value }
            #expect(error?.reason == .cancelled)
        }
        #expect(hashes.waitingCount == 0)
        _ = threads.letGo()
        #expect(try await registry.verify("ann@x.example", password: Self.password))
        // Its own, and the decoy of the rules' cost if the account's hash is cheaper.
        #expect(computed.withLock { $0 } <= 2)
    }

    @Test func `new rules that come while a hash waits hold for the call`() async throws {
        let (threads, disk) = (HeldThreads(), RegistryDisk())
        let hashes = threads.workers
        let registry = Self.registry(LibraryThreads(hashes: hashes), on: disk)
        let task = Task { try await registry.setPassword(of: "ann@x.example", to: "longer12pass") }
        while hashes.waitingCount < 1 { await Task.yield() }
        let rules = #"{"policy":"authorisation","hash":"bcrypt","hashCost":4,"passwordLength":30}"#
        disk.files.put(RegistryDisk.path("policy.json"), rules)
        _ = threads.letGo()
        let refused = await #expect(throws: DirectoryError.self) { try await task.value }
        #expect(refused?.messages == ["password must have at least 30 characters"])
        try await registry.setPassword(of: "ann@x.example", to: "longer12passlonger12passlonger12pass")
    }

    @Test func `an account that is locked while its hash waits is not let in`() async throws {
        let threads = HeldThreads()
        let hashes = threads.workers
        let registry = Self.registry(LibraryThreads(hashes: hashes))
        let tasks = await flood(1, registry, hashes)
        #expect(try await registry.lock("ann@x.example"))
        _ = threads.letGo()
        #expect(try await tasks[0].value == false)
    }

    @Test func `a lock has a plain password hashed by the threads for that; an empty one changes nothing`()
        async throws
    {
        let (disk, computed) = (RegistryDisk(), Locked(0))
        let registry = Self.registry(LibraryThreads(countHash: { computed.withLock { $0 += 1 } }), on: disk)
        var values = PersonalValues(firstName: "Anna")
        values[.password] = ""
        #expect(try await registry.change("ann@x.example", to: values).firstName == "Anna")
        #expect(computed.withLock { $0 } == 0)
        let text = #"{"email":"ann@x.example","firstName":"Ann","lastName":"Lee","password":"password1"}"#
        disk.put("ann@x.example", text: text)
        #expect(try await registry.lock("ann@x.example"))
        #expect(computed.withLock { $0 } == 1)
    }

    @Test func `a read waits for no login, even before their hashes are known`() async throws {
        let threads = HeldThreads()
        let logins = threads.workers
        let registry = Self.registry(LibraryThreads(files: logins))
        let tasks = await flood(20, registry, logins)
        #expect(try await registry.account(withEmail: "ann@x.example")?.firstName == "Ann")
        for try await account in registry.accounts() { #expect(account.firstName == "Ann") }
        _ = threads.letGo()
        for task in tasks { #expect(try await task.value) }
    }

    @Test func `logins go on while another process has the lock; a cancelled writer gives up`() async throws {
        let disk = RegistryDisk()
        disk.put("ann@x.example", "Ann", hash: RegistryDisk.weakHash)
        let registry = disk.directory().registry
        let (held, isFree) = (Locked(false), Locked(false))
        let holder = Thread {
            try? disk.store().writing { _ in
                held.withLock { $0 = true }
                while !isFree.withLock({ $0 }) { usleep(1_000) }
            }
        }
        holder.start()
        while !held.withLock({ $0 }) { await Task.yield() }
        let writer = Task { try await registry.setPassword(of: "ann@x.example", to: "another12pass") }
        let other = Task { try await registry.lock("ann@x.example") }
        for _ in 0..<4 { #expect(try await registry.verify("ann@x.example", password: Self.password)) }
        writer.cancel()
        let error = await #expect(throws: DirectoryError.self) { try await writer.value }
        #expect(error?.reason == .cancelled)
        isFree.withLock { $0 = true }
        #expect(try await other.value)
    }
}
