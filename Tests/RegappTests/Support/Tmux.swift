import Glibc
import RegappTestSupport
import Testing

/// A shell in a tmux of its own.
final class Tmux: TabbedScreen {
    struct TimedOut: Error, CustomStringConvertible {
        let description: String
    }

    let home: TemporaryHome
    private let program: BuiltProgram
    private var options: [String] { ["-S", home.path + "/tmux", "-f", "/dev/null"] }

    /// Starts a shell in a window of 80 × 24 in which `$REGAPP` is the built program.
    init(_ files: [String: String] = [:], environment: [String: String?] = [:]) throws {
        home = try TemporaryHome(files)
        program = BuiltProgram(path: Tool.path("tmux") ?? "/usr/bin/tmux")
        let variables = environment.merging(["REGAPP": BuiltProgram.regapp.path, "PS1": "$ "]) { $1 }
        let start = try program.run(
            options + ["new-session", "-d", "-x", "80", "-y", "24", "/bin/sh"], in: home,
            environment: variables)
        guard start.status == 0 else { throw TimedOut(description: "tmux: \(start.stderr)") }
    }

    deinit { _ = try? program.run(options + ["kill-server"], in: home) }

    /// Types keys as `send-keys` names them, such as `Tab` or `C-c`.
    ///
    /// - Parameters:
    ///   - wanted: what a line has to contain before.
    ///   - shown: what a line has to contain then.
    func press(_ keys: String..., after wanted: String? = nil, until shown: String? = nil) throws {
        if let wanted { try expect(wanted) }
        try run(["send-keys"] + keys)
        if let shown { try expect(shown) }
    }

    func type(_ text: String, after wanted: String? = nil) throws {
        if let wanted { try expect(wanted) }
        try run(["send-keys", "-l", text])
    }

    /// Types a line and its end.
    func enter(_ line: String, after wanted: String? = nil, until shown: String? = nil) throws {
        try type(line, after: wanted)
        try press("Enter", until: shown)
    }

    /// Pastes text as a terminal with bracketed paste does.
    func paste(_ text: String) throws {
        try run(["set-buffer", text])
        try run(["paste-buffer", "-p", "-d"])
    }

    func resize(columns: Int, rows: Int) throws {
        try run(["resize-window", "-x", String(columns), "-y", String(rows)])
    }

    /// Gives windows a background, which tmux reports to programs that ask.
    func setBackground(_ colour: String) throws {
        try run(["set-option", "-g", "window-style", "bg=\(colour)"])
    }

    /// The lines of the window.
    ///
    /// - Parameter isStyled: whether with the escape codes of their styles.
    func capture(isStyled: Bool = false) throws -> [String] {
        try run(["capture-pane", "-p"] + (isStyled ? ["-e"] : [])).split(
            separator: "\n", omittingEmptySubsequences: false
        ).map(
            String.init)
    }

    /// Waits until a line contains the text.
    @discardableResult
    func expect(
        _ text: String, isStyled: Bool = false, within limit: Duration = .seconds(15)
    ) throws -> [String] {
        try expect(text.debugDescription, isStyled: isStyled, within: limit) { lines in
            lines.contains { $0.contains(text) }
        }
    }

    private func expect(
        _ wanted: String, isStyled: Bool = false, within limit: Duration = .seconds(15),
        _ condition: ([String]) -> Bool
    ) throws -> [String] {
        let deadline = ContinuousClock.now + limit
        var lines: [String] = []
        repeat {
            lines = try capture(isStyled: isStyled)
            if condition(lines) { return lines }
            // Nothing reports a change: look again every 20 ms.
            usleep(20_000)
        } while ContinuousClock.now < deadline
        throw TimedOut(description: "no \(wanted):\n" + lines.joined(separator: "\n"))
    }

    func pressTab() throws { try press("Tab") }

    func expectModel(_ wanted: String, _ condition: (ScreenModel) -> Bool) throws -> ScreenModel {
        var found: ScreenModel?
        _ = try expect(wanted, isStyled: true) { lines in
            found = try? model(lines)
            return found.map(condition) ?? false
        }
        return try #require(found)
    }

    /// The window with styles and cursor, from its lines.
    private func model(_ lines: [String]) throws -> ScreenModel {
        let numbers = try run([
            "display-message", "-p", "#{window_width} #{cursor_x} #{cursor_y} #{cursor_flag}",
        ])
        .split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
        try #require(numbers.count == 4)
        var model = ScreenModel(columns: numbers[0], rows: lines.count)
        model.feed(lines.joined(separator: "\r\n"))
        model.feed("\u{1B}[\(numbers[2] + 1);\(numbers[1] + 1)H")
        if numbers[3] == 0 { model.feed("\u{1B}[?25l") }
        return model
    }

    @discardableResult
    private func run(_ arguments: [String]) throws -> String {
        let result = try program.run(options + arguments, in: home)
        guard result.status == 0 else { throw TimedOut(description: "tmux \(arguments): \(result.stderr)") }
        return result.stdout
    }
}
