import Foundation
import Testing

/// A program that a test runs if the machine has it.
enum InstalledTool: String, CaseIterable, Sendable {
    case bash, zsh, fish, groff, man

    struct Missing: Error, CustomStringConvertible {
        let description: String
    }

    private var package: String { self == .man ? "man-db" : rawValue }

    var path: String? {
        ["/usr/local/bin/", "/usr/bin/", "/bin/"].map { $0 + rawValue }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// Skips a test where the tool is missing; with `CI=true` that is a failure.
    var required: ConditionTrait {
        let advice: Comment = "needs \(rawValue): apt-get install \(package)"
        return .enabled(advice) {
            if path != nil { return true }
            guard ProcessInfo.processInfo.environment["CI"] == "true" else { return false }
            throw Missing(description: advice.rawValue)
        }
    }

    /// What the tool printed.
    struct Result {
        let status: Int32
        let output: String
        let errors: String
    }

    /// Runs the tool to its end in a directory, with `PATH` beginning there.
    func run(_ arguments: [String], in directory: ScratchDirectory) throws -> Result {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: try #require(path))
        process.arguments = arguments
        process.currentDirectoryURL = directory.url
        process.environment = [
            "PATH": directory.url.path + ":/usr/local/bin:/usr/bin:/bin", "HOME": directory.url.path,
            "LC_ALL": "C.UTF-8", "TERM": "dumb", "MANWIDTH": "80",
        ]
        process.standardInput = FileHandle.nullDevice
        // Files, since a pipe that is not emptied would stop the tool.
        let (output, errors) = (try directory.file("stdout"), try directory.file("stderr"))
        process.standardOutput = try FileHandle(forWritingTo: output)
        process.standardError = try FileHandle(forWritingTo: errors)
        try process.run()
        process.waitUntilExit()
        return Result(
            status: process.terminationStatus, output: try String(contentsOf: output, encoding: .utf8),
            errors: try String(contentsOf: errors, encoding: .utf8))
    }
}

/// A directory that goes away with its owner.
final class ScratchDirectory: Sendable {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("regapp-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    @discardableResult
    func file(_ name: String, _ content: String = "", executable: Bool = false) throws -> URL {
        let file = url.appendingPathComponent(name)
        try Data(content.utf8).write(to: file)
        if executable {
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
        }
        return file
    }
}
