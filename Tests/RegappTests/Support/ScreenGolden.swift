import RegappTestSupport
import Foundation
import RegappCore
import RegappTerminal
import Testing

@testable import RegappWording
@testable import RegappScreens

/// Frames that were looked at and found good, as `Fixtures/screens/NAME.txt`.
///
/// A file holds the rows of the frame and below them the place of the cursor. It is neither compared nor recorded where
/// its scene is not the one that the test states.
enum ScreenGolden {
    private static let folder = "Fixtures/screens"

    /// The lines of all frames of screens, each with a name.
    static func all() throws -> [(name: String, lines: [String])] {
        try Repository.files(below: folder).map { name in
            let text = try Repository.text("\(folder)/\(name)")
            return (name, text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
        }
    }

    /// Expects a scene, and only then its frame.
    static func expect(
        _ frame: Frame, of screens: ScreenStack, at scene: String, is name: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let cursor = frame.cursor.map { "column \($0.column), row \($0.row)" } ?? "hidden"
        try expect(
            frame.text + "cursor: \(cursor)\n", of: [screens.scene], at: [scene], is: name,
            sourceLocation: sourceLocation)
    }

    /// Expects scenes, and only then the text that was made of their frames.
    static func expect(
        _ text: String, of scenes: [String], at stated: [String], is name: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        try Repository.expect(
            withoutVersion(text), isIn: "\(folder)/\(name).txt", where: scenes, are: stated,
            sourceLocation: sourceLocation)
    }

    /// The text with `X.Y.Z` for the version, in as many columns, and the time of the tests in UTC.
    private static func withoutVersion(_ text: String) -> String {
        let shown = "\(Regapp.name) \(Regapp.version)"
        var text = text.replacing(
            Moment.localText(ScreenDriver.now.timestamp)?.suffix(5) ?? "", with: "12:00")
        for range in text.ranges(of: shown).reversed() {
            let end = text[range.upperBound...].firstIndex { $0 != " " } ?? text.endIndex
            let room = text[range.lowerBound..<end].count
            let placeholder = "\(Regapp.name) X.Y.Z"
            let spaces = String(repeating: " ", count: max(0, room - placeholder.count))
            text.replaceSubrange(range.lowerBound..<end, with: placeholder + spaces)
        }
        return text
    }
}
