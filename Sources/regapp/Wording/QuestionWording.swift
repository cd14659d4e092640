import Accounts
import TerminalUI

/// Something that a person at the terminal is told between questions.
enum Announcement {
    /// How the answers about present values are read.
    case howToChange
    case firstPassword
    case homonyms(Int)
    case passwordAgain
    case passwordsDiffer
    case emailTaken
    case textWasKept(path: String)

    var text: String {
        switch self {
        case .howToChange: "Enter keeps a value, a single space clears it, Ctrl-C leaves without saving."
        case .firstPassword: "This account has no password yet. What you typed becomes its password."
        case .homonyms(let count): "\(count) accounts have this first name."
        case .passwordAgain: "Type it once more."
        case .passwordsDiffer: "The two passwords differ. Start again."
        case .textWasKept(let path): "A text was kept in \(path)."
        case .emailTaken: "An account has this email already."
        }
    }
}

/// What a person is asked besides values.
enum Question {
    static func removal(of email: String) -> String { "Remove the account of \(email) for good?" }

    static func choice(of field: Field) -> String { choice(ofNoun: field.noun) }

    static func choice(ofNoun noun: String) -> String { "Somebody else changed the \(noun) meanwhile." }

    static func answers(to conflict: EditDialogue.Conflict, _ policy: Policy) -> [ControllingTerminal.Option]
    {
        let field = conflict.field
        return answers(
            mine: field.shown(conflict.mine, policy), theirs: field.shown(conflict.theirs, policy))
    }

    static func answers(mine: String, theirs: String) -> [ControllingTerminal.Option] {
        [
            .init("Keep mine: \(mine)", "m", "mine"), .init("Take theirs: \(theirs)", "t", "theirs"),
        ]
    }

    static let save = "Save the changes?"

    static let saveAnswers: [ControllingTerminal.Option] = [
        .init("Save", "s", "y", "yes"), .init("Cancel", "c", "n", "no"),
    ]
}
