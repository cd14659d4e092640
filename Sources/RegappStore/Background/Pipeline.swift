/// Work on a whole, part by part, in the background: while its caller looks at the result of a part, the next ones are
/// made, by a few threads that live as long as this.
///
/// The caller adds parts until `isFull` and takes results with `next`, in the order of the parts. If the system has no
/// thread to give, each part is done when it is added.
package struct Pipeline<Result: Sendable>: Sendable {
    /// The most parts that are kept, whatever the number of processors: it bounds the memory.
    private static var mostParts: Int { 16 }
    /// The most threads. More would wait for the one thread that takes the results.
    private static var mostThreads: Int { 8 }

    private let workers: Workers
    /// The oldest first.
    private var parts: [PendingWork<Result, Never>] = []

    package init() { self.init(startThread: BackgroundThread.start) }

    /// - Parameter startThread: runs a closure on another thread, or returns false.
    init(startThread: @escaping @Sendable (@escaping @Sendable () -> Void) -> Bool) {
        workers = Workers(most: Self.mostThreads, stay: true, startThread: startThread)
    }

    /// Whether `next` should be called before another part is added.
    package var isFull: Bool { parts.count >= Self.mostParts }

    package var isEmpty: Bool { parts.isEmpty }

    package mutating func add(_ work: @escaping @Sendable () -> Result) { parts.append(workers.start(work)) }

    /// Waits for the result of the oldest part and removes it; nil if there is none.
    package mutating func next() -> Result? { parts.isEmpty ? nil : parts.removeFirst().result() }
}
