import Accounts
import CommandParser

// What is told when the rules of a directory change.

extension Message {
    static func rulesSaved(isChanged: Bool) -> Message {
        Message(.done(isChanged ? "saved; see it with \(.regapp("policy"))" : .edited(isChanged: false)))
    }

    static let demoIsReady = Message(
        .hint("try \(.regapp("login", "--first-name", "Alex")) with a password such as password1"))

    static func survey(_ survey: RegistrySurvey) -> Message {
        var lines: [DiagnosticLine] = []
        if survey.files == 0 { lines.append(.hint("nobody can log in yet; type \(.regapp("register"))")) }
        if survey.rejected > 0 {
            lines.append(.warning("accounts that break a rule and cannot be used: \(survey.rejected)"))
        }
        if survey.lacking > 0 {
            lines.append(.warning("accounts that lack what the policy requires: \(survey.lacking)"))
        }
        if survey.rejected + survey.lacking > 0 { lines.append(.hint("see \(.regapp("check"))")) }
        return Message(lines)
    }

    static let noProfileYet = Message(.hint("there is no profile yet; type \(.regapp("login"))"))

    /// What the profile breaks, for which the choice of the policy does not fail.
    static func profileNotAccepted(_ error: AccountsError) -> Message {
        let report = Report(error)
        return Message(
            report.errors.map(DiagnosticLine.warning) + report.hints.map(DiagnosticLine.hint))
    }
}
