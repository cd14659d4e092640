import Dispatch
import Testing

@testable import RegappStore

/// Counts the threads that a pool asks for, and starts those whose numbers, from 1, are accepted.
final class CountedThreads: Sendable {
    private let asked = Locked(0)
    private let ended = DispatchSemaphore(value: 0)
    private let starts: @Sendable (Int) -> Bool

    init(starting starts: @escaping @Sendable (Int) -> Bool = { _ in true }) { self.starts = starts }

    var count: Int { asked.withLock { $0 } }

    func pool(mostIdle: Int = 8) -> ThreadPool {
        ThreadPool(mostIdle: mostIdle) { [self] body in
            let number = asked.withLock { asked in
                asked += 1
                return asked
            }
            return starts(number)
                && ThreadPool.start {
                    body()
                    self.ended.signal()
                }
        }
    }

    func waitForTheirEnd() { for _ in 0..<count { ended.wait() } }
}

/// The queue where the system gives it no threads, or late ones.
@Suite struct BackgroundQueueTests {
    private final class Record: Sendable {
        private let steps = Locked<[Int]>([])
        private let running = Locked((now: 0, most: 0))

        /// The numbers of the steps, in their order.
        var order: [Int] { steps.withLock { $0 } }
        /// How many ran at the same time, at most.
        var most: Int { running.withLock { $0.most } }

        func step(_ number: Int) {
            running.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
            steps.withLock { $0.append(number) }
            running.withLock { $0.now -= 1 }
        }
    }

    @Test func `without a thread the caller does the work, one piece after the other`() {
        let queue = BackgroundQueue(in: ThreadPool { _ in false })
        let record = Record()
        let pending = (0..<3).map { number in
            queue.start {
                queue.check()
                record.step(number)
                return number
            }
        }
        #expect(record.order == [0, 1, 2])
        #expect(pending.map { $0.result() } == [0, 1, 2])
    }

    @Test func `work keeps its order whichever thread comes first`() {
        let threads = Locked<[@Sendable () -> Void]>([])
        let queue = BackgroundQueue(
            in: ThreadPool { body in
                threads.withLock { $0.append(body) }
                return true
            })
        let record = Record()
        let pending = (0..<4).map { number in queue.start { record.step(number) } }
        #expect(record.order.isEmpty)
        for thread in threads.withLock({ $0.reversed() }) { #expect(ThreadPool.start(thread)) }
        for piece in pending { piece.result() }
        #expect(record.order == [0, 1, 2, 3])
    }

    @Test func `one thread does all pieces, also those left when the queue goes, and then others' work`() {
        let threads = CountedThreads()
        let pool = threads.pool()
        var queue: BackgroundQueue? = BackgroundQueue(in: pool)
        let record = Record()
        for number in 0..<20 { queue?.run { record.step(number) } }
        let pending = (20..<40).compactMap { number in queue?.start { record.step(number) } }
        queue = nil
        for piece in pending { piece.result() }
        #expect(queue == nil && record.order == Array(0..<40) && threads.count == 1)
        for _ in 0..<20 { BackgroundQueue(in: pool).run {} }
        #expect(threads.count == 1)
    }

    @Test func `the caller and a thread never work at the same time`() {
        let threads = CountedThreads { $0.isMultiple(of: 2) }
        let queue = BackgroundQueue(in: threads.pool())
        let record = Record()
        let pending = (0..<200).map { number in queue.start { record.step(number) } }
        for piece in pending { piece.result() }
        #expect(record.order == Array(0..<200))
        #expect(record.most == 1)
    }
}
