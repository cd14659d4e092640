package import RegappValues
package import RegappCore
internal import RegappJSON
internal import RegappStore
internal import RegappTerminal
internal import RegappWording

// Messages that only screens show.
extension Message {
    /// What cannot be read or accepted. `advice` is for files with mistakes, each shown with its position.
    static func problem(_ error: AccountsError, advice: Sentence) -> Message {
        guard case .invalidFile(let problems) = error else { return Message(of: error) }
        // The whole path would push the position off a narrow screen.
        let places = problems.map { "\(FileAccess.name(of: $0.path)):\($0.position): \($0.message)" }
        return Message(.data, places, hints: [advice])
    }

    static let rulesChanged = kept(.rulesChanged)

    /// Under `albums`, registering does not log in.
    static let mayLogIn = Message.done("registered", next: "log in to search albums")

    /// Such as `team: added board to 3 accounts`; nil if nothing was changed.
    static func custom(_ values: [OwnValue], _ result: BulkResult) -> Message? {
        guard let key = values.first?.key, let first = result.changed.first else { return nil }
        let whom = result.changed.count == 1 ? first.email : result.changed.count.counted("account")
        let deeds = values.map { $0.action == .add ? "added \($0.text) to" : "removed \($0.text) from" }
        let deed = deeds.joined(separator: " and ")
        return .done("\(key): \(prose: deed) \(prose: whom)", next: .undoes)
    }

    static func kept(_ reason: String) -> Message {
        warning("\(reason); what you typed is kept here")
    }

    /// Why an account cannot be shown or changed any more. `keeping`: the page stays, with what was typed.
    static func lost(_ error: AccountsError, keeping: Bool = false) -> Message {
        guard case .noAccount(let email) = error else {
            return problem(error, advice: keeping ? "your changes are kept here" : .correct)
        }
        let reason = "\(email) was removed elsewhere"
        return keeping ? kept(reason) : warning(reason)
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

extension Dialog {
    static func failure(_ goal: String, _ failure: Message, _ advice: [String] = []) -> Dialog {
        Dialog(
            title: "Not \(goal)", texts: [failure.errors.joined(separator: "; ")] + advice,
            buttons: [("OK", nil)])
    }

    /// Asks whether typed text may be lost; Enter stays. `leave`: nil if the page cannot be left. `offer`: why the files
    /// require another page, to be shown.
    static func losesForm(leave: ScreenEffect?, showing offer: String? = nil) -> Dialog {
        let show = offer.map { _ in [("Show it", ScreenEffect?.some(.work(.open())))] } ?? []
        return Dialog(
            title: "Leave this form?", texts: (offer.map { [$0] } ?? []) + ["what you typed would be lost"],
            buttons: [("Back", nil)] + show + (leave.map { [("Leave", $0)] } ?? []),
            isDestructive: offer == nil)
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

    /// - Parameter policy: the rules by which a field is displayed; nil shows it as it is written.
    static func conflict(
        _ conflict: EditConflict, _ policy: Policy?, back: ScreenEffect? = nil, mine: ScreenEffect,
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
                (Menu.Choice.editAgain, back), (EditChoice.mine.title, mine),
                (EditChoice.theirs.title, theirs),
            ])
    }
}

extension EditConflict {
    func theirs(_ policy: Policy?) -> String { "theirs: \(displayText(\.theirs, policy))" }
}

extension SavedEdit {
    /// For an account that an administrator edits, the message names it.
    package func message(of subject: EditSubject) -> Message {
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

extension [DocumentDifference] {
    /// What undoing would do; what is the same for several accounts is said once, above their emails.
    func lines(_ policy: Policy, of time: String?) -> [String] {
        let shares = map { $0.share(policy, of: time) }
        let emails = Dictionary(grouping: shares.compactMap(\.self), by: \.words).mapValues {
            $0.map(\.email)
        }
        var said: Set<String> = []
        return zip(self, shares).flatMap { difference, share -> [String] in
            guard let share, let emails = emails[share.words], emails.count > 1 else {
                return difference.lines(policy, isDryRun: true, of: time)
            }
            return said.insert(share.words).inserted
                ? ["\(emails.count) accounts\(share.words)"] + emails : []
        }
    }
}

extension DocumentDifference {
    /// What may be said of several accounts at once: whose it is, and the words after "2 accounts".
    fileprivate struct Share {
        let email: String
        let words: String
    }

    /// Nil for what is said of one account alone, such as a new email.
    fileprivate func share(_ policy: Policy, of time: String?) -> Share? {
        switch self {
        case .account(let email, .added(_, lacksPassword: false)):
            Share(email: email, words: " would be back:")
        case .account(let email, .removed): Share(email: email, words: " would be gone:")
        case .account(let email, .fields(let changes))
        where !changes.isEmpty && !changes.contains { $0.field == .email }:
            Share(
                email: email,
                words: ": " + changes.map { $0.line(policy, undoing: time) }.joined(separator: "; "))
        default: nil
        }
    }
}

extension [Alert.Part] {
    /// The first texts, and how many more there are.
    static func list(_ first: ArraySlice<String>, of count: Int) -> [Alert.Part] {
        first.map(Alert.Part.sentence) + (count > first.count ? [.more(count - first.count)] : [])
    }
}
