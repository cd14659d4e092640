import RegappCore
import RegappCommandLine
import RegappWording

// Messages when the rules of a directory change, or if none were chosen.

extension Report {
    /// The same report, that no account is logged in, if no rules were chosen: what there is to begin with.
    var withOffers: Report {
        Report(
            exit, errors,
            hints: [
                "type \(.regapp("login")) to make a profile",
                "type \(.regapp("policy", "use", "albums")) to \(prose: PolicyOffer.albums)",
                "type \(.regapp("policy", "use", "authorisation", "--demo")) to \(prose: PolicyOffer.demo)",
                "type \(.regapp("policy", "use", "service")) to \(prose: PolicyOffer.service)",
            ])
    }
}

extension Report {
    /// Why a rule cannot have a value. The value was typed, so it has no place in a file.
    init(ofValueFor key: PolicyKey, _ error: AccountsError) {
        guard case .valueRefused(let problems) = error else {
            self.init(error)
            return
        }
        self.init(
            .data, problems.map(\.message), hints: ["\(prose: key.rawValue): \(prose: key.help)"])
    }
}

extension Message {
    static func rulesSaved(isChanged: Bool) -> Message {
        Message(.saved(isChanged, next: .seeRules))
    }

    /// What rules mean for the accounts, and what to do if they are in force.
    static func survey(_ survey: RegistrySurvey, inForce: Bool) -> Message {
        var lines = survey.files == 0 && inForce ? nobodyRegistered().facts : []
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
        .warning(survey.consequences)
    }
}
