internal import Glibc

/// What stands behind one of a program's standard descriptors, kept open while the program runs.
struct StandardFile: Sendable {
    let target: Spawn.Target
    private let memory: MemoryFile?
    private let pipe: WriteEnd?

    init(_ input: ProgramInput) throws {
        switch input {
        case .nothing: try self.init(.path("/dev/null", flags: O_RDONLY))
        case .path(let path): try self.init(.path(path, flags: O_RDONLY))
        case .bytes(let bytes): self.init(memory: try MemoryFile(bytes))
        case .text(let text): self.init(memory: try MemoryFile(Array(text.utf8)))
        }
    }

    init(_ output: ProgramOutput) throws {
        switch output {
        case .captured: self.init(memory: try MemoryFile())
        case .path(let path): try self.init(.path(path, flags: O_WRONLY | O_CREAT | O_TRUNC))
        case .brokenPipe:
            let end = try WriteEnd()
            self.init(target: .descriptor(end.descriptor), memory: nil, pipe: end)
        }
    }

    var bytes: [UInt8] { memory?.bytes ?? [] }

    private init(_ target: Spawn.Target) throws {
        self.init(target: target, memory: nil, pipe: nil)
    }

    private init(memory: MemoryFile) {
        self.init(target: .descriptor(memory.descriptor), memory: memory, pipe: nil)
    }

    private init(target: Spawn.Target, memory: MemoryFile?, pipe: WriteEnd?) {
        self.target = target
        self.memory = memory
        self.pipe = pipe
    }
}

/// The write end of a pipe whose read end is closed.
private final class WriteEnd: Sendable {
    let descriptor: Int32

    init() throws {
        var ends: [Int32] = [0, 0]
        guard unsafe Glibc.pipe(&ends) == 0 else { throw ProcessFailure(operation: "pipe", number: errno) }
        close(ends[0])
        descriptor = ends[1]
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }

    deinit {
        close(descriptor)
    }
}
