package import RegappCore
internal import RegappCommandLine
package import RegappValues
package import RegappStore
package import RegappJSON
internal import RegappTerminal

extension Message {
    package init(_ wrong: EditorDecision.Wrong, _ path: String) {
        switch wrong {
        case .problems(let problems): self.init(.data, problems.map(\.sentence))
        case .unusable(let refusal):
            self.init(.data, StoreError.refused(path: path, refusal).explanation.messages)
        case .unwanted: self = .textIsKept
        }
    }

    /// Nothing was saved, and the person knows why.
    package static let textIsKept = Message(.data, [])
}

extension Sentence {
    package static func kept(_ path: String, _ subject: EditSubject) -> Sentence {
        "your text is kept in \(path); continue with \(subject.editing)"
    }
}

extension Message {
    /// - Parameter subject: what the text was made from; nil if the person is asked what to do with it.
    package static func textIsKept(path: String, _ subject: EditSubject? = nil) -> Message {
        hint(
            "your unsaved text is kept in \(path)",
            next: subject.map { "on a terminal, \($0.editing) continues with it" })
    }
}

extension JSONText? {
    private static let mostCharacters = 200

    /// - Parameter policy: the rules by which a field is displayed; nil shows it as it is written.
    package func displayText(for key: String, under policy: Policy? = nil) -> String {
        switch self {
        case nil: .notSet
        case _ where key.isSecret: .stars
        case .string(let text)?:
            text.isEmpty
                ? .notSet
                : Field(rawValue: key).flatMap { policy?.displayed(text, for: $0) }
                    ?? String(text.prefix(Self.mostCharacters))
        case let value?: String(String(decoding: value.bytes, as: UTF8.self).prefix(Self.mostCharacters))
        }
    }
}

extension String {
    package static let noLongerLoggedIn = "this account is not logged in any more"

    /// What people call the key of a document.
    package var noun: String { Field(rawValue: self).map(\.noun) ?? "\"\(self)\"" }

    /// Whether the value of this key may be a password or another secret, judging by the name of the key.
    fileprivate var isSecret: Bool {
        let name = lowercased()
        return ["pass", "pwd", "secret", "token", "hash"].contains(where: name.holds)
            && PolicyKey(rawValue: self) == nil
    }
}

extension EditSubject {
    package var editing: ShellCommand {
        switch self {
        case .currentUser: .regapp("edit", "--editor", control: .button(.editAsFile))
        case .account(let email): .regapp("accounts", "edit", "--editor", argument: email)
        case .policy: .regapp("policy", "edit")
        }
    }
}

/// What the person has to decide before an editor's text is saved; a command asks line by line, a screen in a dialog.
package enum EditorDecision: Sendable {
    package enum Wrong: Equatable, Sendable {
        case problems([FileProblem])
        case unusable(FileRefusal)
        /// The rules are valid, but the person rejects their consequences.
        case unwanted

        package var line: Int? {
            if case .problems(let problems) = self { problems.first?.position.line } else { nil }
        }
    }

    package enum Answer: String, Sendable { case edit, keep, discard, mine, theirs, accept }

    case keptCopy(path: String)
    case wrong(Wrong, MaskedText)
    case conflict(EditConflict)
    /// Whether to save rules under which accounts could no longer log in.
    case rules(PolicyImpact)

    package var choices: [(title: String, answer: Answer)] {
        let again = (Menu.Choice.editAgain, Answer.edit)
        return switch self {
        case .keptCopy:
            [("Continue with it", .edit), ("Leave it for later", .keep), ("Discard it", .discard)]
        case .wrong: [again, ("Keep for later", .keep), ("Discard", .discard)]
        case .conflict: [(EditChoice.mine.title, .mine), (EditChoice.theirs.title, .theirs), again]
        case .rules: [again, ("Save anyway", .accept), ("Keep for later", .keep), ("Discard", .discard)]
        }
    }
}

extension Menu.Choice {
    package static let editAgain = "Edit again"
}

extension EditChoice {
    package var title: String { self == .mine ? "Keep mine" : "Take theirs" }
}

extension EditConflict {
    package var sentence: String {
        // A password and its hash have the same noun.
        let nouns = members.map { $0.field?.noun ?? $0.key.noun }.withoutDuplicates
        return "another program changed the \(nouns.joined(separator: " and the ")) meanwhile"
    }

    /// A value to display: a field by the rules of `policy`, or as it is written if that is nil.
    package func displayText(_ value: KeyPath<JSONMerge.Member, JSONText?>, _ policy: Policy?)
        -> String
    {
        let texts = members.map { $0[keyPath: value].displayText(for: $0.key, under: policy) }
        return texts.first { $0 != String.notSet } ?? .notSet
    }
}
