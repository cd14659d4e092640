internal import CRegappLinux
internal import Glibc

/// A program that runs in the background, gets bytes on its standard input and has its output read.
///
/// It leads its own process group, so what it starts is killed with it. Besides its standard streams it inherits only
/// one end of `leash`. It ignores no signal and blocks only a terminal's stop signals. Its standard error is dropped.
/// It is killed when this value is destroyed and when this process ends, however that happens.
package final class ChildProgram {
    package enum Step {
        case output
        case closed
        case late
        case alarmed
    }

    private let process: pid_t
    private let output: Descriptor
    /// Where the input is written to; nil once all of it is. The reading end stays open too, so that no SIGPIPE is raised.
    private var inputPipe: DescriptorPair?
    /// The input still to be written.
    private var unwritten: ArraySlice<UInt8>
    /// The writing end of a pipe that only this process has: once it is closed, the kernel kills the program's group.
    private let leash: Descriptor
    /// Ends every wait for the program; nil for nothing.
    private let alarm: Alarm?
    private var ended: ProgramEnd?
    /// As large as the buffer of a pipe.
    private var buffer = [UInt8](repeating: 0, count: 1 << 16)

    /// - Parameters:
    ///   - words: its name and arguments.
    ///   - environment: all its variables, `NAME=VALUE`.
    ///   - alarm: ends every wait for the program.
    package init(
        _ path: String, _ words: [String], environment: [String], input bytes: [UInt8], alarm: Alarm? = nil
    ) throws(ProgramEnd) {
        guard let feed = DescriptorPair(), let result = DescriptorPair(), let leash = DescriptorPair(),
            fcntl(feed.writing.number, F_SETFL, O_NONBLOCK) == 0
        else { throw .notStarted(errno) }
        inputPipe = feed
        unwritten = bytes[...]
        output = result.reading
        self.leash = leash.writing
        self.alarm = alarm
        var start = ProgramStart(path, words)
        start.environment = environment
        start.descriptors = [
            STDIN_FILENO: feed.reading.number, STDOUT_FILENO: result.writing.number,
            leash.reading.number: leash.reading.number,
        ]
        start.isAlone = true
        let (process, failure) = start.run()
        guard failure == 0 else { throw .notStarted(failure) }
        self.process = process
        // Before any input is written: if this process is killed earlier, the program reads an empty input and ends.
        leash.reading.killAtHangUp(group: process)
        feedMore()
    }

    deinit {
        kill()
    }

    package func read(into bytes: inout [UInt8], until deadline: ContinuousClock.Instant) -> Step {
        while true {
            let feed = inputPipe?.writing.number ?? -1
            var watched = [
                pollfd(fd: alarm?.descriptor ?? -1, events: Int16(POLLIN), revents: 0),
                pollfd(fd: output.number, events: Int16(POLLIN), revents: 0),
                pollfd(fd: feed, events: Int16(POLLOUT), revents: 0),
            ]
            let count = unsafe poll(&watched, nfds_t(watched.count), deadline.milliseconds)
            if watched[0].revents != 0 { return .alarmed }
            if watched[1].revents != 0 {
                if let step = read(into: &bytes) { return step }
            } else if count > 0 {
                feedMore()
            } else if ContinuousClock.now >= deadline {
                return .late
            }
        }
    }

    /// Once its output is closed, waits for the program to end; nil if the deadline or the alarm comes first.
    package func end(until deadline: ContinuousClock.Instant) -> ProgramEnd? {
        // A program closes its output as it ends: it is gone within microseconds.
        var pause: useconds_t = 50
        while !reap(WNOHANG) {
            guard ContinuousClock.now < deadline, alarm?.isRaised != true else { return nil }
            usleep(pause)
            pause = min(pause * 2, 5000)
        }
        return ended
    }

    package func kill() {
        guard ended == nil else { return }
        _ = Glibc.kill(-process, SIGKILL)
        while !reap(0) {}
    }

    /// Reads once; nil if a signal interrupted the call, so that it must be repeated.
    private func read(into bytes: inout [UInt8]) -> Step? {
        let count = unsafe Glibc.read(output.number, &buffer, buffer.count)
        if count < 0 && errno == EINTR { return nil }
        guard count > 0 else { return .closed }
        bytes += buffer[..<count]
        return .output
    }

    /// Writes as much input as the pipe takes, and closes it after the last byte.
    private func feedMore() {
        guard let inputPipe else { return }
        let count = unsafe unwritten.withUnsafeBytes { bytes in
            unsafe write(inputPipe.writing.number, bytes.baseAddress, bytes.count)
        }
        unwritten = unwritten.dropFirst(max(0, count))
        if unwritten.isEmpty { self.inputPipe = nil }
    }

    private func reap(_ options: Int32) -> Bool {
        guard ended == nil else { return true }
        var status: Int32 = 0
        let result = unsafe waitpid(process, &status, options)
        if result == process {
            ended = ProgramEnd(waitStatus: status)
        } else if result < 0 && errno != EINTR {
            // Another part of the process has reaped it.
            ended = .exited(0)
        }
        return ended != nil
    }
}

/// Ends a wait from another thread, at any time.
package final class Alarm: Sendable {
    private let pipe: DescriptorPair
    fileprivate var descriptor: Int32 { pipe.reading.number }

    package init() throws(ProgramEnd) {
        guard let pipe = DescriptorPair() else { throw .notStarted(errno) }
        self.pipe = pipe
    }

    package func raise() {
        _ = unsafe write(pipe.writing.number, [0], 1)
    }

    fileprivate var isRaised: Bool {
        var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return unsafe poll(&watched, 1, 0) > 0
    }
}

/// A pipe that no other program inherits.
private final class DescriptorPair: Sendable {
    let reading: Descriptor
    let writing: Descriptor

    init?() {
        var ends: [Int32] = [-1, -1]
        guard unsafe pipe2(&ends, O_CLOEXEC) == 0 else { return nil }
        reading = Descriptor(ends[0])
        writing = Descriptor(ends[1])
    }
}

private final class Descriptor: Sendable {
    let number: Int32

    init(_ number: Int32) { self.number = number }

    deinit { close(number) }

    /// Has the kernel kill a process group when the last writer closes the pipe, as long as a process of the group
    /// has this end open. Unlike `PR_SET_PDEATHSIG` it does not depend on the thread that started the program.
    func killAtHangUp(group: pid_t) {
        _ = fcntl(number, F_SETOWN, -group)
        _ = fcntl(number, REGAPP_F_SETSIG, SIGKILL)
        _ = fcntl(number, F_SETFL, O_ASYNC)
    }
}

extension ContinuousClock.Instant {
    /// The time until this moment in milliseconds, as `poll` takes it: rounded up, from 0 to one minute.
    package var milliseconds: Int32 {
        let left = (self - .now) / .milliseconds(1)
        return Int32(max(0, min(left.rounded(.up), 60_000)))
    }
}
