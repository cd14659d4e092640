internal import Foundation

/// A value guarded by a lock.
///
/// Not `Synchronization.Mutex`: the part of it that threads wait in is in a library of the toolchain that is built
/// without the thread sanitizer, which then takes every contended use for a race. It sees this lock, so what it
/// reports here is real. Unchecked, because the compiler does not know that the lock guards the value: nothing
/// else reaches it, and no reference to it leaves `body`.
final class Locked<Value>: @unchecked Sendable {
    private let lock = NSLock()
    private var value: Value

    init(_ value: sending Value) {
        self.value = value
    }

    func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return body(&value)
    }
}
