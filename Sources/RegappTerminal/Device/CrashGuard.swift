internal import Glibc
internal import Synchronization

/// The data of the crash handler, in memory that never moves.
@unsafe private struct CrashRecord {
    var descriptor: Int32
    var attributes: termios
    var farewell: UnsafeMutableBufferPointer<UInt8>
}

/// The address of the active guard's record, 0 for none: all that a handler can read safely.
private let current = Atomic<UInt>(0)

/// Restores the terminal if SIGSEGV or the like ends the process while the guard exists.
///
/// On each of these signals, the handler sets the mode and writes the farewell bytes with calls that are
/// async-signal-safe (signal-safety(7)); then the signal takes its default action. The handler has its own stack, so it
/// also works after a stack overflow on the thread that made the guard. Guards nest; the innermost acts.
@safe final class CrashGuard {
    private static let signals = [
        SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE,
        // No crashes, but they end a process all the same: sent by people and programs, or at a limit of `ulimit`.
        SIGUSR1, SIGUSR2, SIGALRM, SIGXCPU, SIGXFSZ,
    ]
    /// In bytes: the handler's frames and the kernel's, with AVX-512 state, take under 16 KiB.
    private static let stackSize = 65_536

    private let record: UnsafeMutablePointer<CrashRecord>
    private let outer: UInt
    private let stack: UnsafeMutableRawPointer
    private var previousStack = unsafe stack_t()
    private var handlers = SignalHandlers()

    /// - Parameter farewell: written after the mode is set, such as the end of the alternate screen.
    init(device: TerminalDevice, mode: TerminalMode, farewell: [UInt8]) {
        let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: farewell.count)
        _ = unsafe bytes.initialize(from: farewell)
        unsafe record = .allocate(capacity: 1)
        unsafe record.initialize(
            to: CrashRecord(
                descriptor: device.descriptor, attributes: mode.attributes, farewell: bytes))
        outer = current.exchange(UInt(bitPattern: unsafe record), ordering: .sequentiallyConsistent)
        unsafe stack = .allocate(byteCount: Self.stackSize, alignment: 16)
        var ownStack = unsafe stack_t(ss_sp: stack, ss_flags: 0, ss_size: Self.stackSize)
        unsafe sigaltstack(&ownStack, &previousStack)
        // SA_RESETHAND: the second time the signal takes its default action.
        let flags = SA_ONSTACK | SA_NODEFER | Int32(bitPattern: UInt32(SA_RESETHAND))
        for signal in Self.signals { handlers.install(signal, flags: flags, Self.restoreTerminal) }
    }

    deinit {
        handlers.restore()
        unsafe sigaltstack(&previousStack, nil)
        current.store(outer, ordering: .sequentiallyConsistent)
        unsafe record.pointee.farewell.deallocate()
        unsafe record.deallocate()
        unsafe stack.deallocate()
    }

    private static let restoreTerminal: SignalHandlers.Handler = { number in
        if let record = unsafe UnsafeMutablePointer<CrashRecord>(
            bitPattern: current.exchange(0, ordering: .sequentiallyConsistent))
        {
            unsafe tcsetattr(record.pointee.descriptor, TCSANOW, &record.pointee.attributes)
            let bytes = unsafe record.pointee.farewell
            _ = unsafe write(record.pointee.descriptor, bytes.baseAddress, bytes.count)
        }
        raise(number)
    }
}
