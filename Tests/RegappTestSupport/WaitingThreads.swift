internal import Dispatch
internal import RegappStore
internal import Foundation
package import Testing

/// Four threads for the suites whose tests mostly wait: for servers, deadlines, locks, and what a terminal shows.
///
/// All other tests share as many threads as there are processors, and take their turns in one long line. There a test
/// that waits would keep a processor idle, and a suite whose tests run one after the other would get on by one test a
/// round, so that most of it would be left for the end.
private final class WaitingThreads: TaskExecutor {
    static let shared = WaitingThreads(count: 4)

    private let jobs = Locked<[UnownedJob]>([])
    private let available = DispatchSemaphore(value: 0)

    private init(count: Int) {
        for _ in 0..<count {
            Thread.detachNewThread { [self] in
                while true {
                    available.wait()
                    let job = jobs.withLock { $0.removeFirst() }
                    unsafe job.runSynchronously(on: asUnownedTaskExecutor())
                }
            }
        }
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        jobs.withLock { $0.append(job) }
        available.signal()
    }
}

/// Runs the tests of a suite on threads where waiting keeps no other test from running.
package struct WaitingTrait: SuiteTrait, TestScoping {
    package func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await withTaskExecutorPreference(WaitingThreads.shared) { try await function() }
    }
}

extension Trait where Self == WaitingTrait {
    /// For a suite whose tests wait more than they compute.
    package static var waiting: Self { Self() }
}
