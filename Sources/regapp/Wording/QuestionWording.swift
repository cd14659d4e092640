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

    var text: String {
        switch self {
        case .howToChange: "Enter keeps a value, a single space clears it, Ctrl-C leaves without saving."
        case .firstPassword: "This account has no password yet. What you typed becomes its password."
        case .homonyms(let count): "\(count) accounts have this first name."
        case .passwordAgain: "Type it once more."
        case .passwordsDiffer: "The two passwords differ. Start again."
        case .emailTaken: "An account has this e-mail already."
        }
    }
}

/// What a person is asked besides values.
enum Question {
    static func removal(of email: String) -> String { "Remove the account of \(email) for good?" }

    static func choice(of field: Field) -> String { "Somebody else changed the \(field.noun) meanwhile." }

    static func answers(to conflict: EditDialogue.Conflict, _ policy: Policy) -> [ControllingTerminal.Option]
    {
        let field = conflict.field
        return [
            .init("Keep mine: \(field.shown(conflict.mine, policy))", "mine"),
            .init("Take theirs: \(field.shown(conflict.theirs, policy))", "theirs"),
        ]
    }

    static let save = "Save the changes?"

    static let saveAnswers: [ControllingTerminal.Option] = [
        .init("Save", "s", "y", "yes"), .init("Cancel", "c", "n", "no"),
    ]
}
