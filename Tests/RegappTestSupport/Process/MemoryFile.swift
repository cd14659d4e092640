internal import CRegappTests
internal import Glibc

/// A file without a name, for what a program reads from and writes to its standard descriptors.
///
/// Unlike a pipe it never fills up, so it need not be read while the program runs.
final class MemoryFile: Sendable {
    let descriptor: Int32

    init(_ bytes: [UInt8] = []) throws {
        descriptor = unsafe memfd_create("standard", REGAPP_MFD_CLOEXEC)
        guard descriptor >= 0 else { throw ProcessFailure(operation: "memfd_create", number: errno) }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else { throw ProcessFailure(operation: "write", number: errno) }
            rest = rest.dropFirst(count)
        }
        lseek(descriptor, 0, SEEK_SET)
    }

    deinit {
        close(descriptor)
    }

    /// Everything in the file; the position that the program shares stays where it is.
    var bytes: [UInt8] {
        let most = 64 << 10
        var bytes: [UInt8] = []
        while true {
            let position = bytes.count
            let piece = unsafe [UInt8](unsafeUninitializedCapacity: most) { buffer, count in
                count = max(0, unsafe pread(descriptor, buffer.baseAddress, most, position))
            }
            if piece.isEmpty { return bytes }
            bytes += piece
        }
    }
}
