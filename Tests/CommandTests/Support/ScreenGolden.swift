import Foundation
import TerminalUI
import TestSupport
import Testing

@testable import regapp

/// Frames that were looked at and found good, as `Fixtures/screens/NAME.txt`.
///
/// A file holds the rows of the frame and below them the place of the cursor. After a change that is meant to
/// show, `REGAPP_RECORD=1 swift test --filter ScreenFrameTests` writes them anew: look at each in `git diff`.
enum ScreenGolden {
    private static let directory = Repository.root.appendingPathComponent("Fixtures/screens")

    /// The lines of all frames of screens, each with a name.
    static func all() throws -> [(name: String, lines: [String])] {
        try FileManager.default.contentsOfDirectory(atPath: directory.path).sorted().map { name in
            let text = try String(contentsOf: directory.appendingPathComponent(name), encoding: .utf8)
            return (name, text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
        }
    }

    static func expect(
        _ frame: Frame, is name: String, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let cursor = frame.cursor.map { "column \($0.column), row \($0.row)" } ?? "hidden"
        try expect(frame.text + "cursor: \(cursor)\n", is: name, sourceLocation: sourceLocation)
    }

    static func expect(
        _ text: String, is name: String, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let file = directory.appendingPathComponent(name + ".txt")
        if ProcessInfo.processInfo.environment["REGAPP_RECORD"] == "1" {
            try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }
        let expected = try String(decoding: Data(contentsOf: file), as: UTF8.self)
        #expect(text == expected, "\(name)", sourceLocation: sourceLocation)
    }
}
