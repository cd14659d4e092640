import Foundation
import Glibc
import RegappTestSupport

/// The same small tree on the real disk and on a simulated one.
struct RealTree {
    let root: String

    init() throws {
        root = NSTemporaryDirectory() + "regapp-tests-" + UUID().uuidString
        let files = FileManager.default
        for directory in ["", "/full", "/empty"] {
            try files.createDirectory(
                atPath: root + directory, withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
        }
        for (name, text) in [("file", "text"), ("other", "else"), ("full/inner", "deep")] {
            guard
                files.createFile(
                    atPath: root + "/" + name, contents: Data(text.utf8),
                    attributes: [.posixPermissions: 0o600])
            else { throw CocoaError(.fileWriteUnknown) }
        }
        try files.linkItem(atPath: root + "/file", toPath: root + "/link")
        for (name, target) in Self.links {
            try files.createSymbolicLink(atPath: root + "/" + name, withDestinationPath: target)
        }
        guard unsafe mkfifo(root + "/fifo", 0o600) == 0 else { throw CocoaError(.fileWriteUnknown) }
    }

    static let links = [
        "to-file": "file", "to-full": "full", "to-inner": "to-full/inner", "dangling": "none",
        "loop": "loop",
    ]

    static func fill(_ simulated: SimulatedFileSystem, _ root: String) {
        simulated.putDirectory(root)
        simulated.putDirectory(root + "/full")
        simulated.putDirectory(root + "/empty")
        simulated.put(root + "/file", "text")
        simulated.put(root + "/other", "else")
        simulated.put(root + "/full/inner", "deep")
        simulated.putHardLink(root + "/link", to: root + "/file")
        for (name, target) in links { simulated.putLink(root + "/" + name, to: target) }
        simulated.putSpecial(root + "/fifo")
    }

    func paths() throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: root).sorted()
    }

    func remove() { try? FileManager.default.removeItem(atPath: root) }
}
