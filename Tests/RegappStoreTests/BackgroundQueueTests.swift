import Testing

@testable import RegappStore

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
        for thread in threads.withLock({ $0.reversed() }) { #expect(BackgroundThread.start(thread)) }
        for piece in pending { piece.result() }
        #expect(record.order == [0, 1, 2, 3])
    }

    @Test func `one thread does all pieces, also those that wait when the queue goes`() {
        let count = Locked(0)
        let pool = ThreadPool { body in
            count.withLock { $0 += 1 }
            return BackgroundThread.start(body)
        }
        var queue: BackgroundQueue? = BackgroundQueue(in: pool)
        let record = Record()
        for number in 0..<20 { queue?.run { record.step(number) } }
        let pending = (20..<40).compactMap { number in queue?.start { record.step(number) } }
        queue = nil
        for piece in pending { piece.result() }
        #expect(queue == nil && record.order == Array(0..<40) && count.withLock { $0 } == 1)
    }

    @Test func `an idle thread does the work of whoever has some next`() {
        let count = Locked(0)
        let pool = ThreadPool { body in
            count.withLock { $0 += 1 }
            return BackgroundThread.start(body)
        }
        for _ in 0..<20 { BackgroundQueue(in: pool).run {} }
        var pipeline = Pipeline<Int>(in: pool)
        pipeline.add { 1 }
        #expect(pipeline.next() == 1 && count.withLock { $0 } <= 2)
    }

    @Test func `the caller and a thread never work at the same time`() {
        let count = Locked(0)
        let pool = ThreadPool { body in
            let isEven = count.withLock { count in
                count += 1
                return count.isMultiple(of: 2)
            }
            return isEven && BackgroundThread.start(body)
        }
        let queue = BackgroundQueue(in: pool)
        let record = Record()
        let pending = (0..<200).map { number in queue.start { record.step(number) } }
        for piece in pending { piece.result() }
        #expect(record.order == Array(0..<200))
        #expect(record.most == 1)
    }
}
