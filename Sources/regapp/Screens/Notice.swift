import Accounts
import RegappProcess
import TerminalUI

/// A few lines between a screen's title and its fields: what was done, or what is wrong with a file.
struct Notice: Hashable, Sendable {
    private struct Part: Hashable {
        let text: String
        let style: Style
    }

    private var parts: [Part]

    /// Something that was done, or that is good to know.
    static func news(_ text: String) -> Notice { Notice(parts: [Part(text: text, style: .success)]) }

    /// Something that is in the way.
    static func problem(_ text: String) -> Notice {
        Notice(parts: [Part(text: "✗ " + text, style: .problem)])
    }

    /// What cannot be read or accepted, each with its place, and what to do about it.
    static func problem(_ error: AccountsError, advice: String) -> Notice {
        let errors: [String]
        if case .invalidFile(let problems) = error {
            errors = problems.map { "\($0.fileName):\($0.position): \($0.message)" }
        } else {
            errors = Report(error).errors
        }
        return Notice(
            parts: errors.map { Part(text: "✗ " + $0, style: .problem) } + [Part(text: advice, style: .label)]
        )
    }

    /// Draws it from a row on in at most `limit` rows; the row after it.
    func draw(on frame: inout Frame, row: Int, column: Int, columns: Int, limit: Int) -> Int {
        let lines = parts.flatMap { part in
            DisplayWidth.wrapped(part.text.printable, to: columns).map { Part(text: $0, style: part.style) }
        }
        // What does not fit goes before the last line, which says what to do.
        let shown =
            lines.count <= limit ? lines : lines.prefix(max(0, limit - 1)) + lines.suffix(min(1, limit))
        for (index, line) in shown.enumerated() {
            frame.write(line.text, column: column, row: row + index, style: line.style, limit: columns)
        }
        return row + shown.count
    }
}

extension FileProblem {
    /// The last part of the path: the whole of it would push the position off a narrow screen.
    fileprivate var fileName: Substring { path.split(separator: "/").last ?? "" }
}

// What screens say about what was done; the words of the commands.
extension Notice {
    static func saved(_ isChanged: Bool) -> Notice {
        .news(isChanged ? "saved; 'regapp cancel' takes it back" : "nothing was changed")
    }

    static func loggedOut(_ policy: Policy) -> Notice {
        .news(policy.isRegistry ? "logged out" : "logged out; 'regapp cancel' brings the profile back")
    }

    static func loggedIn(_ login: LocalProfile.Login, path: String) -> Notice {
        switch login {
        case .created: .news("saved in \(path), as plain text that only this user can read")
        case .unchanged: .news("logged in; nothing was changed")
        case .passwordChanged:
            .news("logged in with a new password; 'regapp cancel' brings back the old one")
        case .replaced: .news("this is a new profile; 'regapp cancel' brings back the old one")
        case .replacedInvalid:
            .news("this is a new profile; 'regapp cancel' brings back the file that could not be accepted")
        }
    }

    static func loggedIn(_ attempt: LoginAttempt) -> Notice? {
        attempt.isClaim ? .news("logged in; this is your password from now on") : nil
    }

    static func registered(_ account: AccountFile, _ policy: Policy) -> Notice {
        guard policy.logsInAtRegistration else { return .news("registered; now log in") }
        guard account.hasNoPassword else { return .news("registered and logged in") }
        return .news(
            "registered and logged in; the first login sets the password, by whoever knows the first name")
    }
}
