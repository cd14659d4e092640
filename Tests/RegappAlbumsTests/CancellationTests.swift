import RegappStore
import Testing

@testable import RegappAlbums

struct CancellationTests {
    @Test func `a waker runs once, whenever the question is cancelled`() {
        let count = Locked(0)
        let early = Cancellation()
        early.cancel()
        _ = early.addWaker { count.withLock { $0 += 1 } }
        #expect(early.isCancelled)
        #expect(count.withLock { $0 } == 1)
        let late = Cancellation()
        let waker = late.addWaker { count.withLock { $0 += 1 } }
        late.cancel()
        late.cancel()
        late.removeWaker(waker)
        #expect(count.withLock { $0 } == 2)
        let never = Cancellation()
        never.removeWaker(never.addWaker { count.withLock { $0 += 1 } })
        never.cancel()
        #expect(count.withLock { $0 } == 2)
    }

    @Test func `a wait ends when the question is cancelled`() async {
        let cancellation = Cancellation()
        let waiting = Task { await detached { cancellation.wait(milliseconds: 600_000) } }
        cancellation.cancel()
        await waiting.value
        #expect(cancellation.isCancelled)
    }
}
