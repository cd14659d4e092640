internal import RegappCommandLine
package import RegappCore
internal import RegappJSON
internal import RegappStore
internal import RegappTerminal
package import RegappWording

// Messages that only screens show.
extension Message {
    static func merged(_ fields: [Field], conflicts: [Edit.Conflict], _ policy: Policy) -> Message? {
        let news =
            fields.isEmpty ? nil : Message(.mergedMeanwhile(fields.map(\.noun).joined(separator: ", ")))
        guard !conflicts.isEmpty else { return news }
        let both = conflicts.map { conflict in
            Fact.warning("\(conflict.sentence) (\(conflict.theirs(policy)))")
        }
        return Message(both).followed(by: news)
    }

    /// What cannot be read or accepted, and what to do about it.
    ///
    /// - Parameter advice: for files with wrong content; each position is shown.
    static func problem(_ error: AccountsError, advice: Sentence) -> Message {
        guard case .invalidFile(let problems) = error else { return Report(error).message }
        return Message(
            // The whole path would push the position off a narrow screen.
            problems.map { .error("\(FileAccess.name(of: $0.path)):\($0.position): \($0.message)") } + [
                .hint(advice)
            ])
    }

    static let vanished = warning("the account was logged out elsewhere, or its file was removed")
    static let rulesChanged = kept(.rulesChanged)

    /// The files require another screen, which typed text delays.
    static func offer(_ what: String) -> Message { kept("\(what): Esc can show it") }

    /// - Parameter other: the email of the current user, if there is one.
    static func loggedOutElsewhere(other: String?) -> Message { kept(.loggedOut(other: other)) }

    static func kept(_ reason: String) -> Message {
        warning("\(reason); what you typed is kept here")
    }

    static func registered(_ account: AccountFile) -> Message {
        registered(isLoggedIn: true)
            .followed(by: account.hasNoPassword ? .mayTakeFirstPassword(by: .firstName) : nil)
    }

    /// - Parameter saved: nil if nothing was changed.
    package static func edited(_ saved: Edit.Saved?, of subject: Edit.Subject, and more: [String]) -> Message
    {
        let news = saved.map { $0.message(of: subject) } ?? .saved(false)
        return news.followed(by: Message(more.map { .hint(Sentence(prose: $0)) }))
    }

    /// - Parameter kept: the text's path; nil if it is not kept.
    package static func notEdited(_ report: Report, kept: String?, and more: [String]) -> Message {
        let advice = kept.map { [Sentence.kept($0, .own)] } ?? []
        // Other hints are about the command line.
        let hints = report == .noEditor ? report.hints : []
        let errors = report.errors.isEmpty ? ["nothing was saved"] : report.errors
        return Report(report.exit, errors, hints: more.map { Sentence(prose: $0) } + advice + hints).message
    }
}

extension FormButton {
    static func profileOffer(_ action: Action) -> FormButton {
        offer(action, PolicyOffer.profile, KeyPress(.function(2)))
    }

    static func offer(_ action: Action, _ title: String, _ key: KeyPress) -> FormButton {
        FormButton(
            action, title: title, menuTitle: title.sentence, key: KeyBinding([key], title), isOffer: true)
    }
}

extension String {
    static func undoBringsBack(_ what: String) -> String { "undo brings back \(what)" }

    // What the files require while something is typed.
    static let rulesChanged = "the rules have changed"

    /// - Parameter other: the email of the current user, if there is one.
    static func loggedOut(other: String?) -> String {
        other.map { "\($0) is logged in now, not this account" } ?? .noLongerLoggedIn
    }
}

extension Sentence {
    static let keptHere: Sentence = "your changes are kept here"
}

extension Dialog {
    /// - Parameter goal: what was not done.
    static func failure(_ goal: String, _ report: Report, _ advice: [String] = []) -> Dialog {
        Dialog(
            title: "Not \(goal)", texts: [report.errors.joined(separator: "; ")] + advice,
            buttons: [("OK", nil)])
    }

    /// Asks whether typed text may be lost; Enter stays.
    ///
    /// - Parameter offer: what else the files require, and the answer that shows it.
    static func losesForm(leave: ScreenEffect, showing offer: (what: String, show: ScreenEffect)? = nil)
        -> Dialog
    {
        let show = offer.map { [("Show it", ScreenEffect?.some($0.show))] } ?? []
        return Dialog(
            title: "Leave this form?",
            texts: (offer.map { [$0.what] } ?? []) + ["what you typed would be lost"],
            buttons: [("Back", nil)] + show + [("Leave", leave)], isDestructive: offer == nil)
    }

    static func logOut(_ policy: Policy, logOut: ScreenEffect) -> Dialog {
        Dialog(
            title: "Log out?",
            texts: [
                policy.isRegistry
                    ? "logging in again needs the password"
                    : "profile.json is removed; '\(String.undoLogOut)' on the next page brings it back"
            ],
            buttons: [("Back", nil), ("Log out", logOut)], isDestructive: !policy.isRegistry)
    }

    /// More lines of a change than fit into a box are only counted.
    private static var mostLines: Int { 8 }

    /// Shows who made a change when, and what undoing it would do; Enter does nothing.
    static func undo(_ change: Undoing, _ directory: RuledDirectory, undo: ScreenEffect) -> Dialog {
        let (head, policy) = (change.head, directory.policy)
        let time = head.author.shortTime(directory.today)
        let person = UserNames(directory.store).person(head) + (directory.isOwn(head) ? "" : ", not by you")
        let facts = ["by \(person)", time ?? "", head.author.command].filter { !$0.isEmpty }
        let lines = change.differences.flatMap { $0.lines(policy, isDryRun: true, of: time) }
        var texts = [facts.joined(separator: "; ")] + lines.prefix(mostLines)
        if lines.count > mostLines { texts.append("and \(lines.count - mostLines) more") }
        let changes = change.differences.count == 1 ? change.differences[0].fields : []
        if policy.isRegistry, changes.contains(where: { $0.field == .email }) {
            texts.append("its file and the login use that email again")
        }
        return Dialog(
            title: "Undo change \(head.number)?", texts: texts, buttons: [("Back", nil), ("Undo", undo)])
    }

    /// - Parameter policy: the rules by which a field is displayed; nil shows it as it is written.
    static func conflict(
        _ conflict: Edit.Conflict, _ policy: Policy?, back: ScreenEffect? = nil, mine: ScreenEffect,
        theirs: ScreenEffect
    ) -> Dialog {
        Dialog(
            title: "Changed meanwhile",
            texts: [
                conflict.sentence,
                "yours: \(conflict.displayText(\.mine, policy))",
                conflict.theirs(policy),
            ],
            buttons: [
                (Menu.Choice.editAgain, back), (Edit.Choice.mine.title, mine),
                (Edit.Choice.theirs.title, theirs),
            ])
    }
}

extension Edit.Conflict {
    func theirs(_ policy: Policy?) -> String { "theirs: \(displayText(\.theirs, policy))" }
}

extension Dialog {
    /// Asks what has to be decided before an editor's text is saved.
    static func editor(_ decision: EditorDecision, home: String?) -> Dialog {
        switch decision {
        case .keptCopy(let path):
            asking(
                "A text was kept",
                Message.textIsKept(path: HomePath.text(of: path, home: home)).texts.map(Alert.Part.sentence),
                decision)
        case .wrong(let wrong, let text): asking("Not saved", wrong.parts(text), decision)
        case .rules(let survey):
            asking(Message.saveRules.asked, [.sentence(survey.consequences)], decision)
        case .conflict(let conflict):
            .conflict(
                conflict, nil, back: .answerEditor(.edit), mine: .answerEditor(.mine),
                theirs: .answerEditor(.theirs))
        }
    }

    /// Escape keeps the text.
    private static func asking(
        _ title: String, _ parts: [Alert.Part], _ decision: EditorDecision
    ) -> Dialog {
        Dialog(
            title: title, parts: parts,
            buttons: zip(decision.titles, decision.answers).map { ($0, .answerEditor($1)) },
            escape: decision.answers.firstIndex(of: .keep) ?? 0)
    }
}

extension EditorDecision.Wrong {
    /// More mistakes than these are only counted.
    private static let mostMistakes = 3

    fileprivate func parts(_ text: MaskedText) -> [Alert.Part] {
        guard case .problems(let problems) = self else {
            return Report(self, "the text").errors.map(Alert.Part.sentence)
        }
        let first = problems.prefix(Self.mostMistakes).flatMap { problem in
            [
                Alert.Part.sentence("line \(problem.position.line): \(problem.message)"),
                .passage(text.passage(at: problem.position)),
            ]
        }
        let rest = problems.count - Self.mostMistakes
        return first + (rest > 0 ? [.sentence("and \(rest) more")] : [])
    }
}
