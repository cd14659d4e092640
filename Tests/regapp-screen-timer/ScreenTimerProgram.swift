import Foundation
import RegappTestSupport

/// Measures the screens of the built program from outside, on a pseudo-terminal.
///
/// ```
/// regapp-screen-timer DIRECTORY RUNS   keys on a list of 200 albums: processor time, and bytes written
/// ```
/// The program stands in DIRECTORY. Speed is printed and never judged.
@main
enum Program {
    static func main() {
        do {
            try run(CommandLine.arguments)
        } catch {
            FileHandle.standardError.write(Data("regapp-screen-timer: \(error)\n".utf8))
            exit(1)
        }
    }

    private static func run(_ words: [String]) throws {
        guard words.count == 3, let runs = Int(words[2]), runs > 0 else {
            FileHandle.standardError.write(Data("usage: regapp-screen-timer DIRECTORY RUNS\n".utf8))
            exit(64)
        }
        try KeyPresses(directory: words[1]).measure(runs: runs)
    }

    /// Prints a line as `.ci/bench` does: the label in 58 columns.
    static func say(_ label: String, _ text: String) {
        print(label + String(repeating: " ", count: max(0, 58 - label.count)) + " " + text)
    }

    /// A number with three decimals in eight columns.
    static func format(_ number: Double) -> String {
        let text = String((number * 1000).rounded() / 1000)
        return String(repeating: " ", count: max(0, 8 - text.count)) + text
    }

    /// A home with a profile.
    static func home() throws -> TemporaryHome {
        let home = try TemporaryHome()
        try home.write(
            "profile.json",
            #"{"email": "ann@example.org", "password": "12345", "firstName": "Ann", "lastName": "Lee"}"#)
        return home
    }

    /// The end of every frame that is written: that of a synchronised update.
    static let endOfFrame = "\u{1B}[?2026l"
}
