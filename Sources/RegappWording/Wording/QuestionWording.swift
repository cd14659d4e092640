package import Accounts
package import StrictJSON
package import TerminalUI

/// Questions besides the fields of a form, and messages between them.
package enum Question {
    package static let howToChange = Conversation.howToKeep + ", Ctrl-C saves nothing."

    package static let firstPassword = "this account has no password yet; what you typed becomes its password"

    static let passwordsDiffer = "the two passwords differ"

    package static let emailTaken = AccountsError.emailTaken.sentences.joined(separator: "; ")

    package static func ambiguousFirstName(_ count: Int) -> String {
        "\(count) accounts have this first name: which email is yours?"
    }

    package static func textWasKept(in path: String) -> String { "a text was kept in \(path)" }

    package static func removal(of emails: [String]) -> String {
        emails.count == 1 ? "Remove the account of \(emails[0])?" : "Remove \(emails.count) accounts?"
    }

    package static let saveRules = "Save?"

    package static func choice(of conflict: Edit.Conflict) -> String {
        "Somebody else changed the \(conflict.nouns.joined(separator: " and the ")) meanwhile."
    }

    package static func answers(to conflict: Edit.Conflict, _ policy: Policy?) -> [Menu.Choice] {
        [
            .init("Keep mine: \(conflict.shown(\.mine, policy))", "m", "mine"),
            .init("Take theirs: \(conflict.shown(\.theirs, policy))", "theirs"),
        ]
    }

    package static let save = "Save the changes?"

    package static let saveAnswers: [Menu.Choice] = [.init("Save", "y", "yes"), .init("Cancel", "n", "no")]
}

extension Edit.Conflict {
    /// What people call the members of a conflict; a password and its hash are one thing.
    package var nouns: [String] {
        var nouns: [String] = []
        for member in members {
            let noun = member.field?.noun ?? member.key.noun
            if !nouns.contains(noun) { nouns.append(noun) }
        }
        return nouns
    }

    /// Its value for people's eyes.
    ///
    /// - Parameter policy: the rules by which a field is displayed; nil shows it as it is written.
    package func shown(_ value: KeyPath<JSONMerge.Member, JSONMerge.Value?>, _ policy: Policy?) -> String {
        let shown = members.map { $0[keyPath: value].shown(for: $0.key, under: policy) }
        return shown.first { $0 != String.notSet } ?? .notSet
    }
}
