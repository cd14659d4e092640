import Foundation
import Testing

/// The files of the project itself.
enum Repository {
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    static func bytes(_ path: String) throws -> [UInt8] {
        Array(try Data(contentsOf: root.appendingPathComponent(path)))
    }

    static func text(_ path: String) throws -> String {
        String(decoding: try bytes(path), as: UTF8.self)
    }

    /// Expects a text to be that of a file, which `REGAPP_RECORD=1` writes anew after a change that is meant to show:
    /// look at it in `git diff`.
    static func expect(
        _ text: String, isIn path: String, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let file = root.appendingPathComponent(path)
        if ProcessInfo.processInfo.environment["REGAPP_RECORD"] == "1" {
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }
        #expect(try self.text(path) == text, "\(path)", sourceLocation: sourceLocation)
    }

    /// Every file below a folder, by its path there.
    static func files(below folder: String) throws -> [String] {
        let path = root.appendingPathComponent(folder).path
        return try FileManager.default.subpathsOfDirectory(atPath: path).filter { $0.contains(".") }.sorted()
    }
}
