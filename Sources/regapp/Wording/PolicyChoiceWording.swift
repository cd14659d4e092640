import Accounts
import CommandParser
import PlainValues
import RegappWording
import TerminalUI

// Messages when the rules of a directory change, or if nobody has chosen any.

extension Report {
    /// The same report, that nobody is logged in, if nobody has chosen the rules: what there is to begin with.
    var withOffers: Report {
        Report(
            exit, errors,
            hints: [
                "type \(.regapp("login")) to make a profile",
                "type \(.regapp("policy", "use", "albums")) to \(prose: PolicyOffer.albums)",
                "type \(.regapp("policy", "use", "authorisation", "--demo")) to \(prose: PolicyOffer.demo)",
            ])
    }
}

extension Message {
    static func rulesSaved(isChanged: Bool) -> Message {
        Message(.done(isChanged ? "saved; see it with \(.regapp("policy"))" : .edited(isChanged: false)))
    }

    static let demoIsReady = Message(
        .hint("try \(.regapp("login", "--first-name", "Alex")) with a password such as password1"))

    /// What rules mean for the accounts, and what to do if they are in force.
    static func survey(_ survey: RegistrySurvey, inForce: Bool) -> Message {
        var lines: [DiagnosticLine] = []
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

    static func shutsOut(_ survey: RegistrySurvey) -> Message { Message(.warning(survey.shutOutWords)) }

    static let noProfileYet = Message(.hint("there is no profile yet; type \(.regapp("login"))"))

    /// What the profile breaks, which does not stop the choice.
    static func profileNotAccepted(_ error: AccountsError) -> Message {
        let report = Report(error)
        return Message(
            report.errors.map(DiagnosticLine.warning) + report.hints.map(DiagnosticLine.hint))
    }
}
