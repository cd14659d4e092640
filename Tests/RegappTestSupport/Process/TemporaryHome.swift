internal import Foundation
internal import Glibc

/// A home directory that exists as long as this value, with the fixed environment that programs run in.
package final class TemporaryHome: Sendable {
    /// Its absolute path.
    package let path: String

    /// Creates one (0700) with these documents.
    package init(_ files: [String: String] = [:]) throws {
        let template = FileManager.default.temporaryDirectory.path + "/regapp-home-XXXXXX"
        var bytes = template.utf8CString.map { $0 }
        guard unsafe mkdtemp(&bytes) != nil else { throw ProcessFailure(operation: "mkdtemp", number: errno) }
        path = String(decoding: bytes.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        for (name, text) in files { try write(name, text) }
    }

    deinit {
        // A test may have shut directories that a user who is not root could not empty.
        let files = FileManager.default
        for name in (try? files.subpathsOfDirectory(atPath: path)) ?? [] {
            var status = stat()
            let full = path + "/" + name
            if unsafe lstat(full, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
                _ = unsafe chmod(full, 0o700)
            }
        }
        try? files.removeItem(atPath: path)
    }

    /// The documents directory that `REGAPP_DOCUMENTS` names; the program creates it.
    package var documents: String { path + "/documents" }

    /// All variables that a program sees; nil in the changes removes one.
    package func environment(changedBy changes: [String: String?] = [:]) -> [String: String] {
        var variables = [
            "HOME": path,
            "XDG_CONFIG_HOME": path + "/.config",
            "XDG_CACHE_HOME": path + "/.cache",
            "XDG_DATA_HOME": path + "/.local/share",
            "XDG_STATE_HOME": path + "/.local/state",
            "REGAPP_DOCUMENTS": documents,
            "LC_ALL": "C.UTF-8",
            "TZ": "UTC",
            "PATH": "/usr/local/bin:/usr/bin:/bin",
            // A program built for coverage would leave its counts in the home.
            "LLVM_PROFILE_FILE": "/dev/null",
        ]
        for (name, value) in changes { variables[name] = value }
        return variables
    }

    package func document(_ name: String) -> String { documents + "/" + name }

    package func read(_ name: String) -> [UInt8]? {
        FileManager.default.contents(atPath: document(name)).map(Array.init)
    }

    package func text(_ name: String) -> String? {
        read(name).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Writes a document by hand, with the directories it needs (0700).
    package func write(_ name: String, _ bytes: [UInt8], mode: UInt32 = 0o600) throws {
        let file = URL(fileURLWithPath: document(name))
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        try Data(bytes).write(to: file)
        guard unsafe chmod(file.path, mode) == 0 else {
            throw ProcessFailure(operation: "chmod \(name)", number: errno)
        }
    }

    package func write(_ name: String, _ text: String, mode: UInt32 = 0o600) throws {
        try write(name, Array(text.utf8), mode: mode)
    }

    /// Every file in the documents directory with its bytes, by its path there.
    package func tree() -> [String: [UInt8]] {
        var files: [String: [UInt8]] = [:]
        for name in paths() {
            if let bytes = read(name) { files[name] = bytes }
        }
        return files
    }

    /// Every path in the documents directory but those of single records, in order; empty without the directory.
    package func paths() -> [String] {
        ((try? FileManager.default.subpathsOfDirectory(atPath: documents)) ?? []).sorted()
            .filter { !$0.hasPrefix("history/") }
    }

    /// The permission bits of a document or, with an empty name, of the documents directory.
    package func mode(_ name: String) -> UInt32? {
        var status = stat()
        let path = name.isEmpty ? documents : document(name)
        return unsafe lstat(path, &status) == 0 ? status.st_mode & 0o7777 : nil
    }
}
