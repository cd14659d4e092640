import Testing

@testable import RegappStore

/// Results that are made ahead, in order.
@Suite struct WorkersTests {
    private typealias Ahead = [PendingWork<Int, Never>]

    /// The results for numbered parts, as a caller gets them who adds as many as fit.
    private static func results(_ count: Int, of workers: Workers, _ ahead: inout Ahead) -> [Int] {
        var results: [Int] = []
        var added = 0
        while true {
            while ahead.count < Workers.mostAhead, added < count {
                ahead.append(workers.start { [added] in added })
                added += 1
            }
            guard let result = ahead.next() else { return results }
            results.append(result)
        }
    }

    private static func results(_ count: Int, of workers: Workers) -> [Int] {
        var ahead: Ahead = []
        return results(count, of: workers, &ahead)
    }

    @Test func `results come in order, and no part needs a thread of its own`() {
        let threads = CountedThreads()
        #expect(Self.results(1_000, of: .ahead(in: threads.pool())) == Array(0..<1_000))
        #expect((1...min(ThreadPool.processors, 8)).contains(threads.count))
    }

    @Test func `threads that have nothing to do end, also if nobody waits for all results`() {
        let threads = CountedThreads()
        do {
            let workers = Workers.ahead(in: threads.pool(mostIdle: 0))
            var ahead: Ahead = []
            while ahead.count < Workers.mostAhead { ahead.append(workers.start { 1 }) }
            #expect(ahead.next() == 1)
        }
        #expect(threads.count > 0)
        threads.waitForTheirEnd()
    }

    @Test func `results come in order however late their threads are`() {
        for mayStart in [true, false] {
            let held = Locked<[@Sendable () -> Void]>([])
            let pool = ThreadPool { body in
                if mayStart { held.withLock { $0.append(body) } }
                return mayStart
            }
            let workers = Workers.ahead(in: pool)
            var ahead: Ahead = []
            for number in 0..<16 { ahead.append(workers.start { number }) }
            let threads = held.withLock { $0 }
            for thread in threads { #expect(ThreadPool.start(thread)) }
            for number in 0..<16 { #expect(ahead.next() == number) }
            #expect(ahead.isEmpty && ahead.next() == nil)
        }
    }

    @Test func `without a thread the caller does each part when it adds it`() {
        let done = Locked<[Int]>([])
        let workers = Workers.ahead(in: ThreadPool { _ in false })
        var ahead: Ahead = []
        for number in 0..<3 {
            let work: @Sendable () -> Int = {
                done.withLock { $0.append(number) }
                return number
            }
            ahead.append(workers.start(work))
        }
        #expect(done.withLock { $0 } == [0, 1, 2])
        #expect(Self.results(1_000, of: workers, &ahead) == [0, 1, 2] + Array(0..<1_000))
    }

    @Test func `if only one thread can start, it and the caller do all the work`() {
        let threads = CountedThreads { $0 == 1 }
        #expect(Self.results(1_000, of: .ahead(in: threads.pool())) == Array(0..<1_000))
    }

    @Test func `a copy has the same results`() {
        let workers = Workers.ahead()
        var ahead: Ahead = []
        for number in 0..<10 { ahead.append(workers.start { number }) }
        var copy = ahead
        #expect(Self.results(0, of: workers, &ahead) == Array(0..<10))
        #expect(Self.results(0, of: workers, &copy) == Array(0..<10))
    }
}
