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
    ///
    /// The text is neither compared nor recorded where the test found other facts about it than it states.
    ///
    /// - Parameters:
    ///   - facts: what the test found, such as the page and its values.
    ///   - stated: what it states there.
    static func expect<Facts: Equatable>(
        _ text: String, isIn path: String, where facts: Facts, are stated: Facts,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        try #require(facts == stated, "\(path) is of something else", sourceLocation: sourceLocation)
        let old = (try? self.text(path)) ?? ""
        guard old != text else { return }
        let change = "\(path):\n" + difference(from: old, to: text)
        guard ProcessInfo.processInfo.environment["REGAPP_RECORD"] == "1" else {
            Issue.record(
                "a recorded file is no longer what comes out; if it should be, record it: \(change)",
                sourceLocation: sourceLocation)
            return
        }
        let file = root.appendingPathComponent(path)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
        print("recorded \(change)", terminator: "")
    }

    /// The lines that are gone and those that are new, the first few of many.
    private static func difference(from old: String, to new: String) -> String {
        let most = 12
        func lines(_ text: String) -> [Substring] {
            text.split(separator: "\n", omittingEmptySubsequences: false)
        }
        let changes = lines(new).difference(from: lines(old))
        let shown = (changes.removals + changes.insertions).prefix(most).map { change in
            switch change {
            case .remove(_, let line, _): "  - \(line.prefix(120))\n"
            case .insert(_, let line, _): "  + \(line.prefix(120))\n"
            }
        }
        let rest = changes.count - shown.count
        return shown.joined() + (rest > 0 ? "  and \(rest) more lines\n" : "")
    }

    /// Every file below a folder, by its path there.
    static func files(below folder: String) throws -> [String] {
        let path = root.appendingPathComponent(folder).path
        return try FileManager.default.subpathsOfDirectory(atPath: path).filter { $0.contains(".") }.sorted()
    }
}
