internal import Glibc

/// A value guarded by a lock of the C library, for threads that often meet at it.
///
/// Not `Synchronization.Mutex`: the part of it that threads wait in is in a library of the toolchain that is built
/// without the thread sanitizer, which then takes every contended use for a race. It sees this lock, so what it
/// reports here is real. Unchecked, because the compiler does not know that the lock guards the value; `sending`, as
/// that lock has it, makes the compiler refuse a `body` that lets a reference to the value out.
@safe package final class Locked<Value>: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private var value: Value

    package init(_ value: sending Value) {
        self.value = value
        unsafe mutex.initialize(to: pthread_mutex_t())
        unsafe pthread_mutex_init(mutex, nil)
    }

    deinit {
        unsafe pthread_mutex_destroy(mutex)
        unsafe mutex.deallocate()
    }

    /// Does something with the value while no other thread does; `body` must not come back here.
    package func withLock<Result, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        return try body(&value)
    }
}
