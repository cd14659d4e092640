package import RegappCore
package import RegappValues
internal import RegappStore

// Messages about the current user's account: login, edit, undo, logout, and missing fields.

extension Message {
    package static func saved(_ isChanged: Bool, next: Sentence = .undoes) -> Message {
        isChanged ? .done("saved", next: next) : .note("nothing was changed")
    }

    package static func mergedMeanwhile(_ what: String) -> Message {
        .done(Sentence(prose: "changed meanwhile, and merged: \(what)"))
    }

    package static func loggedIn(_ login: LocalProfile.Login, path: String, isPrivate: Bool = true) -> Message
    {
        let place: Sentence =
            isPrivate
            ? "saved in \(path) as plain text; only you can read it"
            : "saved in \(path) as plain text"
        let undo = ShellCommand.regapp("undo")
        let outcome: Message =
            switch login {
            case .created: .done("logged in", next: "change the profile with \(.regapp("edit"))")
            case .unchanged: .done("logged in; nothing was changed")
            case .passwordChanged:
                .done("logged in with a new password", next: "\(undo) brings back the old one")
            case .replaced: .done("this is a new profile", next: "\(undo) brings back the old one")
            case .restored: .done("logged in; the profile is back as it was before the logout")
            case .replacedInvalid:
                .done(
                    "this is a new profile", next: "\(undo) brings back the invalid file")
            }
        return outcome.followed(by: .done(place))
    }

    package static func loggedInToRegistry(email: String, setsFirstPassword: Bool) -> Message {
        .done(
            setsFirstPassword
                ? "logged in; this is the password of \(email) from now on" : "logged in as \(email)")
    }

    package static let firstPassword = Message.question(
        "this account has no password yet; what you typed becomes its password")

    package static let passwordMustChange = Message.question(
        "this password must be changed now; choose another one")

    package static func ambiguousFirstName(_ count: Int) -> Message {
        let fact = AccountsError.ambiguousFirstName(count).explanation.messages.joined()
        return .question("\(fact): which email is yours?")
    }

    package static let emailTaken = Message(of: AccountsError.emailTaken).with(hints: [])

    package static func registered(isLoggedIn: Bool) -> Message {
        isLoggedIn ? .done("registered and logged in") : .done("registered", next: "you can log in now")
    }

    package static func loggedOut(_ policy: Policy) -> Message {
        .done(
            "logged out",
            next: policy.isRegistry
                ? "type \(.regapp("login")) to come back"
                : "\(.regapp("undo", control: .button(.undoLogOut))) brings the profile back")
    }

    /// - Parameter isRedo: whether an undo was undone.
    package static func undone(
        _ differences: [DocumentDifference], isRedo: Bool = false
    ) -> Message {
        let hasProfile = differences.contains { difference in
            switch difference {
            case .profile(.removed): false
            case .profile: true
            case .rules, .account, .left: false
            }
        }
        let hasRules = differences.contains { if case .rules = $0 { true } else { false } }
        let next: Sentence? =
            if hasProfile { "see it with \(.regapp("show"))" } else { hasRules ? .seeRules : nil }
        return .done(isRedo ? "redone" : "undone", next: next)
    }

    package static let nothingToUndo = Message.note(.nothingToUndo)

    /// - Parameter undo: the number of the change that undid it; nil if nothing of it is left for another reason.
    package static func nothingLeft(of number: Int, undoneBy undo: Int?) -> Message {
        undo.map { .done("change \(number) was already undone by change \($0)") }
            ?? .done("nothing of change \(number) is left to undo")
    }

    package static func missing(_ fields: [Field]) -> Message {
        .warning("missing: " + fields.map(\.noun).joined(separator: ", "))
    }

    /// - Parameter key: the field with which the first login names the account.
    package static func mayTakeFirstPassword(by key: Policy.LoginKey) -> Message {
        switch key {
        case .firstName:
            .warning(
                "no password is set: anyone who knows the first name can set it by logging in"
                    + " (with the email as well, where others bear that name)")
        case .email, .own:
            .warning("no password is set: anyone who knows the \(key.noun) can set it by logging in")
        }
    }
}

extension Sentence {
    package static let undoes: Sentence = "\(.regapp("undo")) undoes it"

    package static let seeRules: Sentence = "see it with \(.regapp("policy"))"

    package static let nothingToUndo: Sentence = "there is nothing to undo"
}

extension String {
    // Titles of buttons that messages name.
    package static let logIn = "Log in"
    package static let undoLogOut = "Undo log out"
    package static let editAsFile = "Open in editor"

    package static let notSet = "not set"
    package static let passwordIsOld = "this is the old password; choose another one"
    package static let noChanges = "no changes found"

    package static func firstPasswordEnded(of email: String? = nil) -> String {
        "the first password\(email.map { " of \($0)" } ?? "") has expired, so servers refuse it"
    }
    fileprivate var orNotSet: String { isEmpty ? .notSet : self }
    package static let standardInput = ExternalFiles.standardInputName
}

extension String {
    /// A date such as `1990-05-31`, or the local date and time of a timestamp, in words; any other text as it is.
    package var dateInWords: String {
        if let day = CalendarDate(iso: self) { return day.inWords }
        guard let local = Timestamp(rfc3339: self).flatMap(Moment.localText),
            let day = CalendarDate(iso: String(local.prefix(10)))
        else { return self }
        return "\(day.inWords), \(local.suffix(5))"
    }
}

extension AccountFile {
    package static let canLogInLabel = "Can log in"

    /// A status with what is known of it, such as `locked until 2026-12-01: has moved away`.
    package func words(of status: AccountStatus) -> String {
        guard status == .locked else { return status.words }
        let day = values.isLocked ? nil : value(.lockedUntil).map { " until \($0)" }
        return status.words + (day ?? "") + (value(.lockReason).map { ": \($0)" } ?? "")
    }

    /// Why it cannot log in, as the value of ``canLogInLabel``; nil if it can.
    package func obstacle(under policy: Policy) -> String? {
        var reasons = obstacles.map { status in
            status == .expired ? "expired on \((value(.expires) ?? "").dateInWords)" : words(of: status)
        }
        if reasons.isEmpty, !admitsLogin { reasons.append("it has no password") }
        if let key = missingLoginName(under: policy) { reasons.append("it has no '\(key)'") }
        if sharesLoginName, let key = policy.loginKey.ownKey {
            reasons.append("another account has the same '\(key)'")
        }
        return reasons.isEmpty ? nil : "no, " + reasons.joined(separator: ", ")
    }
}

// Changes of an account's fields, in lines such as `First name: Ann → Anna`.

extension Field {
    /// A value for people's eyes: secrets as stars, whatever their length.
    package func displayText(_ value: String, _ policy: Policy) -> String {
        // A lock may have no hash behind it.
        if value.isEmpty || self == .password && value == StoredHash.lock { return .notSet }
        // Not the digest of its token.
        if self == .passwordLink { return "until " + value.prefix { $0 != " " } }
        return entryStyle == .secret ? .stars : policy.displayed(value, for: self)
    }
}

extension FieldChange {
    /// - Parameter time: when the change to be undone was made, which names the old password; nil for stars.
    package func line(_ policy: Policy, undoing time: String? = nil) -> String {
        if let time, field == .password, locks == nil, !old.isEmpty, !new.isEmpty {
            return "the password from before \(time)"
        }
        if let locks { return locks ? "Locked: no → yes" : "Locked: yes → no" }
        return switch key {
        case .field(let field):
            "\(field.label): \(field.displayText(old, policy)) → \(field.displayText(new, policy))"
                + (locksToo.map { $0 ? "; Locked: no → yes" : "; Locked: yes → no" } ?? "")
        case .own(let key): "\(key): \(old.orNotSet) → \(new.orNotSet)" + (becomesText ? " (a text)" : "")
        }
    }
}

extension [FieldChange] {
    /// A text for each change. Where a lock that lasts takes the place of one that ends on a day, or the other way
    /// round, the account was locked before and after, and one text says how.
    package func lines(_ policy: Policy, undoing time: String? = nil) -> [String] {
        let day = first { $0.field == .lockedUntil }
        return compactMap { change in
            guard let day, let kinds = lockKinds(day) else { return change.line(policy, undoing: time) }
            if change == day { return nil }
            return change.locks == nil ? change.line(policy, undoing: time) : "Locked: \(kinds)"
        }
    }

    /// Nil unless exactly one of the two kinds of locks replaces the other.
    private func lockKinds(_ day: FieldChange) -> String? {
        switch (lazy.compactMap(\.locks).first, day.old.isEmpty, day.new.isEmpty) {
        case (false?, true, false): "yes → until \(day.new)"
        case (true?, false, true): "until \(day.old) → yes"
        default: nil
        }
    }
}

extension DocumentDifference {
    /// What undoing a change did, or would do, to the document. `time` is when the change was made, which names the old
    /// password; nil for stars.
    package func lines(_ policy: Policy, isDryRun: Bool, of time: String? = nil) -> [String] {
        let verb = isDryRun ? "would be" : "is"
        return switch self {
        case .profile(let difference): difference.lines("the profile", policy, verb, time)
        case .account(let email, let difference):
            difference.lines("the account", policy, verb, time, of: email + ": ")
        case .rules(let old?, let new?): new.lines(since: old, verb)
        case .left(let path, let keys, let editor):
            [path + editor.since(keys) + editor.end(keys, isDryRun: isDryRun)]
        case .rules: ["policy.json \(verb) as it was before the invalid rules"]
        }
    }
}

extension ChangedBy {
    /// What becomes of the document, or of these of its keys.
    fileprivate func end(_ keys: [String], isDryRun: Bool) -> String {
        let stay = keys.count > 1 ? "stay" : "stays"
        let stays = isDryRun ? "would stay" : stay
        return switch self {
        case .removal, .lost: ""
        case .owner, .holder: "; it \(stays) as it is"
        case .change, .settled, .hand, .mistake, .unreadable, .unknown:
            " and \(stays)" + (keys.isEmpty ? " as it is" : "")
        }
    }
}

extension AccountDifference {
    /// - Parameter owner: the start of lines that do not name the account.
    fileprivate func lines(
        _ subject: String, _ policy: Policy, _ verb: String, _ time: String?, of owner: String = ""
    ) -> [String] {
        switch self {
        case .fields(let changes) where changes.isEmpty:
            ["\(owner)the text of the file \(verb) as it was; no field is different"]
        case .fields(let changes):
            changes.filter { $0.field == .email }.lines(policy, undoing: time)
                + changes.filter { $0.field != .email }.lines(policy, undoing: time).map { owner + $0 }
        case .added(let email, let lacksPassword):
            ["\(subject) \(email) \(verb) back" + without(lacksPassword)]
        case .removed(let email): ["\(subject) \(email) \(verb) removed"]
        case .mended(let lacksPassword):
            ["\(owner)the last valid version \(verb) back" + without(lacksPassword)]
        case .spoiled: ["\(owner)the invalid file \(verb) back"]
        case .spoiledRemoved: ["\(owner)the invalid file \(verb) removed"]
        }
    }

    private func without(_ lacksPassword: Bool) -> String {
        lacksPassword ? ", without the plain password that it had: the history keeps none" : ""
    }
}
