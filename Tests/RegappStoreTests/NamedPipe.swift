import RegappStore
import Glibc
import RegappTestSupport

/// A FIFO whose other end a program has as its standard input, until the test closes it.
final class NamedPipe: Sendable {
    let path: String
    private let descriptor: Int32

    /// Makes one in a home directory; both directions are open, so that neither side waits for the other.
    init(_ name: String, in home: TemporaryHome) throws {
        path = home.path + "/" + name
        guard unsafe mkfifo(path, 0o600) == 0 else {
            throw Errno(rawValue: errno)
        }
        descriptor = unsafe open(path, O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else { throw Errno(rawValue: errno) }
    }

    /// Ends the program's input.
    func close() { Glibc.close(descriptor) }
}
