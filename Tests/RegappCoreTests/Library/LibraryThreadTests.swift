import RegappCore
import Synchronization
import RegappTestSupport
import Testing

@testable import RegappStore

/// The library works on few threads, whatever it is asked.
@Suite struct LibraryThreadTests {
    /// Threads that were asked for and do not run yet.
    private final class HeldThreads: Sendable {
        private let state = Mutex<(held: [@Sendable () -> Void], isOpen: Bool)>(([], false))

        /// Runs the body on a thread, once all are let go.
        func start(_ body: @escaping @Sendable () -> Void) -> Bool {
            let runsNow = state.withLock { state in
                if !state.isOpen { state.held.append(body) }
                return state.isOpen
            }
            return !runsNow || BackgroundThread.start(body)
        }

        /// - Returns: how many were asked for.
        func letGo() -> Int {
            let held = state.withLock { state in
                state.isOpen = true
                return state.held
            }
            return held.count { BackgroundThread.start($0) }
        }
    }

    private static func registry(_ workers: Workers) -> AccountRegistry {
        let disk = RegistryDisk()
        disk.put("ann@x.example", "Ann", hash: RegistryDisk.weakHash)
        return disk.directory(workers).registry
    }

    @Test func `200 verifications at once ask for no more threads than there are processors`() async throws {
        let threads = HeldThreads()
        let registry = Self.registry(Workers { threads.start($0) })
        let questions = (0..<200).map { number in
            Task.immediate { try await registry.verify("ann@x.example", password: "password\(number % 2)") }
        }
        let asked = threads.letGo()
        #expect(asked > 0 && asked <= BackgroundThread.processors)
        var matches = 0
        for question in questions where try await question.value { matches += 1 }
        #expect(matches == 100)
    }

    @Test func `without a thread the caller does the work`() async throws {
        let registry = Self.registry(Workers { _ in false })
        #expect(try await registry.verify("ann@x.example", password: "password1"))
    }
}
