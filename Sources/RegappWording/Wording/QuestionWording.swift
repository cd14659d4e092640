package import RegappCore
internal import RegappValues
package import RegappJSON
package import RegappTerminal

// What a person is asked besides the fields of a form.

extension Message {
    /// - Parameter email: that of the account, if it is one.
    package static func removal(of email: String?, count: Int) -> Message {
        .question(email.map { "remove the account of \($0)?" } ?? "remove \(count) accounts?")
    }

    package static let saveRules = question("save these rules?")

    package static func choice(of conflict: Edit.Conflict) -> Message { .question(conflict.sentence) }
}

extension Menu.Choice {
    package static let editAgain = "Edit again"
}

extension Message {
    /// The message as a question, or as the title of a dialog.
    package var asked: String { facts.map(\.text.sentence).joined(separator: " ") }
}

extension Form {
    package static let passwordsDiffer = "the two passwords differ"
}

extension Edit.Choice {
    package var title: String { self == .mine ? "Keep mine" : "Take theirs" }
}

extension Edit.Conflict {
    package var sentence: String {
        "another program changed the \(nouns.joined(separator: " and the ")) meanwhile"
    }

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
    package func displayText(_ value: KeyPath<JSONMerge.Member, JSONMerge.Value?>, _ policy: Policy?)
        -> String
    {
        let texts = members.map { $0[keyPath: value].displayText(for: $0.key, under: policy) }
        return texts.first { $0 != String.notSet } ?? .notSet
    }
}
