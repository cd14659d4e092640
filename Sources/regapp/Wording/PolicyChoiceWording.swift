import Accounts
import CommandParser
import PlainValues
import TerminalUI

// Messages when the rules of a directory change, or if nobody has chosen any.

/// What there is to begin with besides the local profile.
private enum Offer {
    static let albums = "register and search albums"
    static let service = "keep accounts for a web or mail server"
    static let demo = "try a sign-in with Alex, Anton and Jane"
}

extension FormButton {
    static func albumsOffer(_ action: Action) -> FormButton { offer(action, Offer.albums, Key(.function(2))) }

    static func demoOffer(_ action: Action) -> FormButton { offer(action, Offer.demo, Key(.function(3))) }

    static func serviceOffer(_ action: Action) -> FormButton {
        offer(action, Offer.service, Key(.function(4)))
    }

    private static func offer(_ action: Action, _ title: String, _ key: Key) -> FormButton {
        FormButton(
            action, title: title, menuTitle: title.sentence, key: KeyBinding([key], title), isOffer: true)
    }
}

extension Report {
    /// The same report, that nobody is logged in, if nobody has chosen the rules: what there is to begin with.
    var withOffers: Report {
        Report(
            exit, errors,
            hints: [
                "type \(.regapp("login")) to make a profile",
                "type \(.regapp("policy", "use", "albums")) to \(prose: Offer.albums)",
                "type \(.regapp("policy", "use", "authorisation", "--demo")) to \(prose: Offer.demo)",
                "type \(.regapp("policy", "use", "service")) to \(prose: Offer.service)",
            ])
    }
}

extension Message {
    static func rulesSaved(isChanged: Bool) -> Message {
        isChanged ? Message(.done("saved", next: "see it with \(.regapp("policy"))")) : saved(false)
    }

    static let demoIsReady = Message(
        .done(
            "log in as Alex, Anton or Jane with a new password, such as password1",
            next: "try \(.regapp("login", "--first-name", "Alex"))"))

    /// What rules mean for the accounts, and what to do if they are in force.
    static func survey(_ survey: RegistrySurvey, inForce: Bool) -> Message {
        var lines: [Message.Fact] = []
        if survey.files == 0, inForce {
            lines.append(.hint("nobody can log in yet; type \(.regapp("register"))"))
        }
        if survey.rejected > 0 {
            lines.append(.warning("accounts that break a rule and cannot be used: \(survey.rejected)"))
        }
        if survey.lacking > 0 {
            lines.append(.warning("accounts that lack what the policy requires: \(survey.lacking)"))
        }
        if survey.rejected + survey.lacking > 0, inForce { lines.append(.hint("see \(.regapp("check"))")) }
        return Message(lines)
    }

    static func consequences(_ survey: RegistrySurvey) -> Message {
        Message(.warning(survey.consequences))
    }

    static let noProfileYet = Message(.hint("there is no profile yet; type \(.regapp("login"))"))

    /// What the profile breaks, which does not stop the choice.
    static func profileNotAccepted(_ error: AccountsError) -> Message {
        let report = Report(error)
        return Message(
            report.errors.map(Message.Fact.warning) + report.hints.map(Message.Fact.hint))
    }
}

extension RegistrySurvey {
    /// Who could no longer log in as now: how many accounts, and the first of those that could not at all.
    var consequences: String {
        [shutOut > 0 ? shutOutWords : nil, rekeyedWords].compactMap(\.self).joined(separator: "; ")
    }

    private var rekeyedWords: String? {
        newKey.map { key in
            "\(rekeyed.counted("account")) would have to log in by \(key.field.noun), not by \(key.other.field.noun)"
        }
    }

    private var shutOutWords: String {
        let accounts = shutOut.counted("account")
        let rest = shutOut - firstShutOut.count
        let names = firstShutOut.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
        return "\(accounts) could no longer log in: \(names)"
    }
}

extension Policy.LoginKey {
    fileprivate var other: Self { self == .email ? .firstName : .email }
}
