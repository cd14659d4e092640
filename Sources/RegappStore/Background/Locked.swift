internal import Glibc

/// A value guarded by a lock of the C library, for threads that often contend.
///
/// Not `Synchronization.Mutex`, which waits in a library of the toolchain that is built without the thread sanitizer:
/// that would report every contended use as a race. With this lock its reports are real. The compiler does not know
/// that the lock guards the value, so these two members are unchecked; `sending` rejects a `body` that leaks a
/// reference to the value.
@safe package final class Locked<Value>: Sendable {
    private nonisolated(unsafe) let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private nonisolated(unsafe) var value: Value

    package init(_ value: sending Value) {
        unsafe self.value = value
        unsafe mutex.initialize(to: pthread_mutex_t())
        unsafe pthread_mutex_init(mutex, nil)
    }

    deinit {
        unsafe pthread_mutex_destroy(mutex)
        unsafe mutex.deallocate()
    }

    /// `body` must not call this again.
    package func withLock<Result, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        return try unsafe body(&value)
    }
}
