import Foundation
import TerminalUI
import TestSupport
import Testing

@testable import RegappScreens
@testable import RegappWording
@testable import regapp

/// Frames that were looked at and found good, as `Fixtures/screens/NAME.txt`.
///
/// A file holds the rows of the frame and below them the place of the cursor.
enum ScreenGolden {
    private static let folder = "Fixtures/screens"

    /// The lines of all frames of screens, each with a name.
    static func all() throws -> [(name: String, lines: [String])] {
        try Repository.files(below: folder).map { name in
            let text = try Repository.text("\(folder)/\(name)")
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
        try Repository.expect(text, isIn: "\(folder)/\(name).txt", sourceLocation: sourceLocation)
    }
}
