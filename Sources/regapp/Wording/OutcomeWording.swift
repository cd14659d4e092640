import Accounts
import CommandParser

extension Outcome: Remark {
    var lines: [DiagnosticLine] {
        switch self {
        case .loggedIn(let login, let path, let isPrivate):
            let place: Hint =
                isPrivate
                ? "it is in \(path), as plain text that only this user can read"
                : "it is in \(path), as plain text"
            return [.done(login.outcome), .done(place)]
        case .loggedInToRegistry(let email, setsFirstPassword: true):
            return [.done("logged in; this is the password of \(email) from now on")]
        case .loggedInToRegistry(let email, setsFirstPassword: false): return [.done("logged in as \(email)")]
        case .registered(isLoggedIn: true): return [.done("registered and logged in")]
        case .registered(isLoggedIn: false): return [.done("registered; log in with \(.regapp("login"))")]
        case .edited(let changes, let policy, let isChanged, let isOwn):
            return changes.map { .done(Hint(prose: $0.line(policy))) }
                + [.done(isChanged && !isOwn ? "saved" : .edited(isChanged: isChanged))]
        case .textIsKept(let path, let subject): return Self.lines(keptCopy: path, subject)
        case .textStillOpen(let path):
            return [
                .warning(
                    "\(path) is still open in an editor, or cannot be removed; later changes there are not seen"
                ),
                .hint("choose an editor that waits, or an option with which it does, such as 'gvim -f'"),
            ]
        case .takenOver(let members, let subject): return Self.lines(takenOver: members, subject)
        case .rulesSaved(let isChanged):
            return [.done(isChanged ? "saved; see it with \(.regapp("policy"))" : .edited(isChanged: false))]
        case .loggedOut(ofRegistry: true):
            return [.done("logged out; type \(.regapp("login")) to come back")]
        case .loggedOut(ofRegistry: false):
            return [.done("logged out; \(.regapp("cancel")) brings the profile back")]
        case .forgotten: return [.done("logged out; nothing is left that could bring the profile back")]
        case .wouldBeUndone: return [.done("nothing was changed; \(.regapp("cancel")) does it")]
        case .undone: return [.done("undone; see it with \(.regapp("show"))")]
        case .nothingToUndo: return [.done("there is nothing to undo")]
        case .missing(let fields, let path, let isOwn): return Self.missing(fields, path, isOwn)
        case .misspelt(let keys): return keys.map { .warning($0.sentence) }
        case .onlyHashIsKept: return [.warning("the password cannot be shown: only its hash is kept")]
        case .mayTakeFirstPassword(by: .firstName):
            return [
                .warning(
                    "no password is set: whoever knows the first name can set it by logging in"
                        + " (with --email as well, where others bear that name)")
            ]
        case .mayTakeFirstPassword(by: .email):
            return [.warning("no password is set: whoever knows the email can set it by logging in")]
        case .hasNoPassword(let email):
            return [.hint("set a password with \(.regapp("accounts", "password", argument: email))")]
        case .visiblePassword:
            return [.warning("other users of this machine can see a password given with --password")]
        case .noAccounts: return [.hint("no accounts yet; type \(.regapp("register"))")]
        case .passwordIsSet(let email): return [.done("the password of \(email) is set")]
        case .removed(let email): return [.done("the account of \(email) is removed")]
        case .leftOfAccount(let path):
            return [.warning("\(path) stays: it is no account's file, but it may hold the account")]
        case .locked(let email, isNew: true):
            return [.done("locked; \(.regapp("accounts", "unlock", argument: email)) lets it log in again")]
        case .locked(let email, isNew: false): return [.done("\(email) was locked already")]
        case .unlocked(let email, isNew: true): return [.done("\(email) may log in again")]
        case .unlocked(let email, isNew: false): return [.done("\(email) was not locked")]
        case .nothingWasRemoved: return [.done("nothing was removed")]
        case .leftOutWithoutHash(let email):
            return [.warning("\(email) has no password hash; it is left out")]
        case .leftOutLocked(let email): return [.warning("\(email) is locked; it is left out")]
        case .cannotExport(let error, let email): return [.error("\(email): \(error.message)")]
        case .fieldsLost(let fields, let format):
            let names = fields.map(\.noun).joined(separator: ", ")
            return [.warning("\(format.rawValue) cannot hold these fields: \(names)")]
        case .plainPasswordsLost:
            return [.warning("plain passwords are left out; the next login makes hashes of them")]
        case .unknownKeysLost: return [.warning("keys that regapp does not know are left out")]
        case .entryKeepsPassword(let email):
            return [.warning("\(email) has no password hash; its entry keeps the password that it has")]
        case .entryLosesPassword(let email):
            return [
                .warning(
                    "\(email) has a plain password, which no directory gets; until the next login nobody can match "
                        + "the password of its entry"),
                .hint("make a hash of one with \(.regapp("accounts", "password", argument: email))"),
            ]
        case .showsNoPassword(let path):
            return [
                .warning("no entry of \(path) shows a password, so every password is set anew"),
                .hint("search as somebody who may read userPassword: \(.words("ldapsearch", "-D", "DN"))"),
            ]
        case .entryIsSpared(let email, let path):
            return [
                .warning(
                    "\(email) has no account, but \(path) is from the last ten minutes, so the entry stays for now"
                )
            ]
        case .entryIsNoPerson(let email):
            return [.warning("the entry of \(email) is no inetOrgPerson, so it stays as it is")]
        case .entryHasChildren(let email):
            return [.warning("the entry of \(email) has entries below it, so it is not deleted")]
        case .showsNothingBelow(let base, let path):
            return [.warning("\(path) shows nothing of \(base): every account looks missing there")]
        case .entriesStay(let count):
            let entries = count == 1 ? "1 entry has" : "\(count) entries have"
            return [.hint("\(prose: entries) no account; add --delete to delete what has none")]
        case .hashesLeftOut(let hashes):
            let them = hashes.values.reduce(0, +) == 1 ? "it" : "them"
            let schemes = hashes.sorted { $0.key < $1.key }.map { (scheme: $0.key, count: $0.value) }
            return [
                .warning("\(Hint.counted(schemes)) left out: regapp cannot verify \(them)"),
                .hint("set a password with \(.regapp("accounts", "password", argument: "EMAIL"))"),
            ]
        case .entriesPassedOver(let count):
            return [.done("passed over as no persons: \(prose: count == 1 ? "1 entry" : "\(count) entries")")]
        case .demoIsReady:
            return [
                .hint("try \(.regapp("login", "--first-name", "Alex")) with a password such as password1")
            ]
        case .survey(let survey): return Self.survey(survey)
        case .noProfileYet: return [.hint("there is no profile yet; type \(.regapp("login"))")]
        case .profileNotAccepted(let error):
            let report = Report(error)
            return report.errors.map(DiagnosticLine.warning) + report.hints.map(DiagnosticLine.hint)
        }
    }

    private static func missing(_ fields: [Field], _ path: String, _ isOwn: Bool) -> [DiagnosticLine] {
        let names = fields.map(\.noun).joined(separator: ", ")
        let them = fields.count == 1 ? "it" : "them"
        let hint: Hint =
            isOwn
            ? "add \(prose: them) with \(.regapp("edit")), or in \(path)" : "add \(prose: them) in \(path)"
        return [.warning("missing: \(names)"), .hint(hint)]
    }

    private static func survey(_ survey: RegistrySurvey) -> [DiagnosticLine] {
        var lines: [DiagnosticLine] = []
        if survey.files == 0 { lines.append(.hint("nobody can log in yet; type \(.regapp("register"))")) }
        if survey.rejected > 0 {
            lines.append(.warning("accounts that break a rule and cannot be used: \(survey.rejected)"))
        }
        if survey.lacking > 0 {
            lines.append(.warning("accounts that lack what the policy requires: \(survey.lacking)"))
        }
        if survey.rejected + survey.lacking > 0 { lines.append(.hint("see \(.regapp("check"))")) }
        return lines
    }
}

extension LocalProfile.Login {
    /// What has become of the login.
    var outcome: Hint {
        switch self {
        case .created: "logged in; change the profile with \(.regapp("edit"))"
        case .unchanged: "logged in; nothing was changed"
        case .passwordChanged: "logged in with a new password; \(.regapp("cancel")) brings back the old one"
        case .replaced: "this is a new profile; \(.regapp("cancel")) brings back the old one"
        case .replacedInvalid:
            "this is a new profile; \(.regapp("cancel")) brings back the file that could not be accepted"
        }
    }
}

extension Hint {
    /// What has become of an edit.
    static func edited(isChanged: Bool) -> Hint {
        isChanged ? "saved; \(.regapp("cancel")) undoes it" : "nothing was changed"
    }
}
