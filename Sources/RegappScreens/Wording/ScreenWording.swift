internal import RegappValues
package import RegappCore
internal import RegappJSON
internal import RegappStore
internal import RegappTerminal
package import RegappWording

// Messages that only screens show.
extension Message {
    static func merged(_ fields: [Field], conflicts: [Edit.Conflict], _ policy: Policy) -> Message? {
        let news: Message? =
            fields.isEmpty ? nil : .mergedMeanwhile(fields.map(\.noun).joined(separator: ", "))
        guard !conflicts.isEmpty else { return news }
        let both = conflicts.map { Message.warning("\($0.sentence) (\($0.theirs(policy)))") }
        return Message(both).followed(by: news)
    }

    /// What cannot be read or accepted. `advice` is for files with mistakes, each shown with its position.
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

    static func kept(_ reason: String) -> Message {
        warning("\(reason); what you typed is kept here")
    }

    /// Why an account cannot be shown or changed any more. `keeping`: the page stays, with what was typed.
    static func lost(_ error: AccountsError, keeping: Bool = false) -> Message {
        guard case .noAccount(let email) = error else {
            return problem(error, advice: keeping ? .keptHere : .correct)
        }
        return warning("\(email) was removed elsewhere" + (keeping ? "; what you typed is kept here" : ""))
    }

    package static func edited(_ saved: Edit.Saved?, of subject: Edit.Subject, and more: [String]) -> Message
    {
        let news = saved.map { $0.message(of: subject) } ?? .saved(false)
        return news.followed(by: Message(more.map { .hint(Sentence(prose: $0)) }))
    }

    /// - Parameter kept: the text's path; nil if it is not kept.
    package static func notEdited(_ report: Report, kept: String?, and more: [String]) -> Message {
        let advice = kept.map { [Sentence.kept($0, .currentUser)] } ?? []
        // Other hints are about the command line.
        let hints = report == .noEditor ? report.hints : []
        let errors = report.errors.isEmpty ? ["nothing was saved"] : report.errors
        return Report(report.exit, errors, hints: more.map { Sentence(prose: $0) } + advice + hints).message
    }
}

extension String {
    // Why the files require another screen while something is typed.
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
    static func failure(_ goal: String, _ report: Report, _ advice: [String] = []) -> Dialog {
        Dialog(
            title: "Not \(goal)", texts: [report.errors.joined(separator: "; ")] + advice,
            buttons: [("OK", nil)])
    }

    /// Asks whether typed text may be lost; Enter stays. `offer`: why the files require another page, to be shown.
    static func losesForm(leave: ScreenEffect, showing offer: String? = nil) -> Dialog {
        let show = offer.map { _ in [("Show it", ScreenEffect?.some(.work(.open())))] } ?? []
        return Dialog(
            title: "Leave this form?", texts: (offer.map { [$0] } ?? []) + ["what you typed would be lost"],
            buttons: [("Back", nil)] + show + [("Leave", leave)], isDestructive: offer == nil)
    }

    static func logOut(_ policy: Policy) -> Dialog {
        Dialog(
            title: "Log out?",
            texts: [
                policy.isRegistry
                    ? "logging in again needs the password"
                    : "profile.json is removed; '\(String.undoLogOut)' on the next page brings it back"
            ],
            buttons: [("Back", nil), ("Log out", .work(.logOut))], isDestructive: !policy.isRegistry)
    }

    private static var mostLines: Int { 8 }

    /// Shows who made a change when, and what undoing it would do; Enter goes back.
    static func undo(_ change: Undoing, _ directory: AccountStore, undo: ScreenEffect) -> Dialog {
        let (head, policy) = (change.head, directory.policy)
        let time = head.author.shortTime(directory.today)
        let person = UserNames(directory.store).person(head) + (directory.isOwn(head) ? "" : ", not by you")
        let facts = ["by \(person)", time ?? "", head.author.command].filter { !$0.isEmpty }
        let lines = change.differences.flatMap { $0.lines(policy, isDryRun: true, of: time) }
        var texts = [facts.joined(separator: "; ")]
        let changes = change.differences.count == 1 ? change.differences[0].fields : []
        if policy.isRegistry, changes.contains(where: { $0.field == .email }) {
            texts.append("its file and the login use that email again")
        }
        let removes = change.differences.contains { difference in
            if case .account(_, .removed) = difference { true } else { false }
        }
        return Dialog(
            title: "Undo change \(head.number)?", texts: texts,
            parts: .list(lines.prefix(mostLines), of: lines.count),
            buttons: [("Back", nil), ("Undo", undo)], isDestructive: removes)
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

    static func editor(_ decision: EditorDecision, home: String?) -> Dialog {
        let (title, parts): (String, [Alert.Part])
        switch decision {
        case .keptCopy(let path):
            let news = Message.textIsKept(path: HomePath.text(of: path, home: home))
            (title, parts) = ("A text was kept", news.texts.map(Alert.Part.sentence))
        case .wrong(let wrong, let text): (title, parts) = ("Not saved", wrong.parts(text))
        case .rules(let survey): (title, parts) = (Message.saveRules.asked, [.sentence(survey.consequences)])
        case .conflict(let conflict):
            return .conflict(
                conflict, nil, back: .answerEditor(.edit), mine: .answerEditor(.mine),
                theirs: .answerEditor(.theirs))
        }
        return Dialog(
            title: title, parts: parts,
            buttons: decision.choices.map { ($0.title, .answerEditor($0.answer)) },
            escape: decision.choices.firstIndex { $0.answer == .keep } ?? 0)
    }
}

extension Edit.Conflict {
    func theirs(_ policy: Policy?) -> String { "theirs: \(displayText(\.theirs, policy))" }
}

extension EditorDecision.Wrong {
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
        return first + (rest > 0 ? [.more(rest)] : [])
    }
}

extension Edit.Saved {
    /// For an account that an administrator edits, the message names it.
    func message(of subject: Edit.Subject) -> Message {
        guard case .account(let named) = subject else { return .saved(isChanged) }
        let email = account?.email ?? named
        return .bulk(
            isChanged ? BulkResult(changed: [.init(email)]) : BulkResult(unchanged: [email]), .edit
        ).followed(by: hasMoved ? .warning(Sentence.formerEmailsStay) : nil)
    }
}

extension AccountTargets {
    private static let mostNames = 5

    /// The first emails, a line each; none for one account, which the title names.
    var names: [Alert.Part] { one == nil ? .list(emails(upTo: Self.mostNames)[...], of: count) : [] }
}

extension [Alert.Part] {
    /// The first texts, and how many more there are.
    fileprivate static func list(_ first: ArraySlice<String>, of count: Int) -> [Alert.Part] {
        first.map(Alert.Part.sentence) + (count > first.count ? [.more(count - first.count)] : [])
    }
}
