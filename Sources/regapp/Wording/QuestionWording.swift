import Accounts
import StrictJSON
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

    static func choice(of conflict: Edit.Conflict) -> String {
        "Somebody else changed the \(conflict.nouns.joined(separator: " and the ")) meanwhile."
    }

    static func answers(
        to conflict: Edit.Conflict, _ policy: Policy? = nil
    ) -> [ControllingTerminal.Option] {
        [
            .init("Keep mine: \(conflict.shown(\.mine, policy))", "m", "mine"),
            .init("Take theirs: \(conflict.shown(\.theirs, policy))", "t", "theirs"),
        ]
    }

    static let save = "Save the changes?"

    static let saveAnswers: [ControllingTerminal.Option] = [
        .init("Save", "s", "y", "yes"), .init("Cancel", "c", "n", "no"),
    ]
}

extension Edit.Conflict {
    /// What both changed, as people call it; a password and its hash are one thing.
    var nouns: [String] {
        var nouns: [String] = []
        for member in members {
            let noun = member.field?.noun ?? member.key.noun
            if !nouns.contains(noun) { nouns.append(noun) }
        }
        return nouns
    }

    /// A value of it as people may see it.
    ///
    /// - Parameter policy: the rules by which a field is displayed; nil shows it as it is written.
    func shown(_ value: KeyPath<JSONMerge.Member, JSONMerge.Value?>, _ policy: Policy?) -> String {
        let shown = members.map { $0[keyPath: value].shown(for: $0.key, under: policy) }
        return shown.first { $0 != String.notSet } ?? .notSet
    }
}
