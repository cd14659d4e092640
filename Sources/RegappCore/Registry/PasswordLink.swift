internal import RegappJSON
internal import RegappStore
internal import RegappValues

/// A one-time link by which an account's owner chooses a password, as the account's file holds it: until when it works
/// (RFC 3339, UTC), the SHA-256 of its token in hexadecimal, and when it was made, with spaces between; the last may be
/// missing. The token itself is only in the link.
///
/// A newer link replaces it. Another email or password, the beginning of a lock and the end of an expiry end it, by
/// whatever door they come (``Registry/endingLink(in:of:keepsPassword:)``); a link of an account that cannot be logged in
/// to does not work. Undoing brings none back.
/// Whoever can read the file learns nothing that helps: the token has 128 random bits.
package struct PasswordLink: Sendable {
    package let until: Timestamp
    private let digest: SHA256Digest
    private let made: Timestamp?

    init(until: Timestamp, token: String, made: Timestamp) {
        self.until = until
        self.made = made
        digest = SHA256Digest(Array(token.utf8))
    }

    init?(_ text: String) {
        let parts = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        guard (2...3).contains(parts.count), let until = Timestamp(rfc3339: parts[0]),
            let digest = SHA256Digest(text: parts[1])
        else { return nil }
        made = parts.count == 3 ? Timestamp(rfc3339: parts[2]) : nil
        if parts.count == 3, made == nil { return nil }
        self.until = until
        self.digest = digest
    }

    var text: String { "\(until.text) \(digest.text)" + (made.map { " \($0.text)" } ?? "") }

    /// Whether this is the link with the token, and still works. Comparing takes as long as it takes: what time could
    /// reveal is the digest of a guess, from which no token follows.
    func admits(_ token: String, at now: Moment) -> Bool {
        digest == SHA256Digest(Array(token.utf8)) && secondsLeft(at: now) > 0
    }

    func secondsLeft(at now: Moment) -> Int { until.secondsSince1970 - now.timestamp.secondsSince1970 }

    /// Whether it was made in these last seconds.
    fileprivate func isYounger(than seconds: Int, at now: Moment) -> Bool {
        made.map { (0..<seconds).contains(now.timestamp.secondsSince1970 - $0.secondsSince1970) } ?? false
    }

    /// Whether it works for longer than one that is mailed, so that an administrator made it, and still works.
    fileprivate func isOfAdministrator(at now: Moment) -> Bool {
        let made = made?.secondsSince1970 ?? 0
        return until.secondsSince1970 - made > LinkValidity.ofMail.hours * LinkValidity.secondsPerHour
            && secondsLeft(at: now) > 0
    }

    /// 128 random bits (getrandom(2)), as 32 hexadecimal digits.
    static func newToken() -> String {
        (UInt64.random(in: 0...(.max))).zeroPadded(to: 16, radix: 16)
            + (UInt64.random(in: 0...(.max))).zeroPadded(to: 16, radix: 16)
    }
}

/// How long a link works: 1 hour to 30 days.
package struct LinkValidity: Hashable, Sendable {
    fileprivate static let secondsPerHour = 3_600
    private static let longestHours = 30 * 24
    /// What a letter needs.
    package static let usual = LinkValidity(hours: 3 * 24)
    /// What a mail to a person who forgot the password needs.
    package static let ofMail = LinkValidity(hours: 1)

    package let hours: Int

    /// Longer than any that regapp makes, in seconds.
    static let longest = longestHours * secondsPerHour
}

extension LinkValidity {
    /// Parses a number of hours or days, such as `12h` or `3d`.
    package init?(_ text: String) {
        guard let count = Int(text.dropLast()), count > 0, text.first != "+",
            let unit = ["h": 1, "d": 24][text.suffix(1)], count <= Self.longestHours / unit
        else { return nil }
        hours = count * unit
    }
}

/// The address of the page on which people choose their passwords.
package struct PageAddress: Hashable, Sendable {
    /// In characters; with an email and a token, what every browser and server takes.
    private static let maximumLength = 1_000

    private let text: String

    /// Stands for an address while a command is described.
    package static let sample = PageAddress(text: "https://localhost")
}

extension PageAddress {
    /// Nil for anything but an address of `https`, or of `http` on this machine, without a fragment or a user.
    package init?(_ text: String) {
        let isLocal = ["http://localhost", "http://127.0.0.1"].contains { start in
            text.hasPrefix(start) && [nil, ":", "/", "?"].contains(text.dropFirst(start.count).first)
        }
        let rest = text.dropFirst("https://".count)
        guard isLocal || text.hasPrefix("https://") && !rest.isEmpty && !"/?:".contains(rest.first ?? "/"),
            text.utf8.count <= Self.maximumLength,
            text.utf8.allSatisfy({ (0x21..<0x7F).contains($0) && !##"#"<>\^`{|}@'"##.utf8.contains($0) })
        else { return nil }
        self.text = text
    }

    /// The page's link for an account.
    func link(for email: String, token: String) -> String {
        // As in a form (URL Standard, 5.2), but that `@` stays readable.
        let email = email.utf8.percentEncoded { $0.isLetterOrDigit || "-._@".utf8.contains($0) }
        return text + (text.contains("?") ? "&" : "?") + "email=\(email)&token=\(token)"
    }
}

extension Registry {
    func newLink(
        validFor validity: LinkValidity
    ) throws(AccountsError) -> (link: PasswordLink, token: String) {
        let seconds = directory.now.timestamp.secondsSince1970 + validity.hours * LinkValidity.secondsPerHour
        guard let until = Timestamp(secondsSince1970: seconds) else { throw .noClock }
        let token = PasswordLink.newToken()
        return (PasswordLink(until: until, token: token, made: directory.now.timestamp), token)
    }

    /// The account whose owner may choose a password by a link.
    ///
    /// - Returns: why there is none, for the administrator alone.
    package func account(of email: String, withLink token: String) -> Result<AccountFile, LinkRefusal> {
        let found: AccountFile?
        do { found = try account(of: email) } catch { return .failure(.unreadable(error)) }
        // For every account, and none, the same is computed.
        let none = PasswordLink(until: directory.now.timestamp, token: "", made: directory.now.timestamp)
        let isRight = (found?.link ?? none).admits(token, at: directory.now)
        guard let account = found else { return .failure(.login(.unknown)) }
        guard account.isActive else { return .failure(.login(.status(account.obstacles[0]))) }
        return isRight ? .success(account) : .failure(.noLink)
    }

    /// Makes a link to mail to an account's owner (``makeLink(of:to:validFor:)``).
    ///
    /// - Throws: ``LinkRefusal`` if there is no such account, it cannot be logged in to, or its link is younger than
    ///   ``mailPause`` or an administrator's that still works: strangers can ask for links, and must not end those of
    ///   others.
    package func linkToMail(of email: String, to page: PageAddress) throws -> MailedLink {
        // Looked at again with the account: of two requests at once, one has made a link when the other does.
        try directory.lookingAgain { () throws(AccountsError) -> Result<MailedLink, LinkRefusal> in
            guard let account = try account(of: email) else { return .failure(.login(.unknown)) }
            guard account.isActive else { return .failure(.login(.status(account.obstacles[0]))) }
            if let link = account.link,
                link.isYounger(than: Self.mailPause, at: directory.now)
                    || link.isOfAdministrator(at: directory.now)
            {
                return .failure(.tooSoon)
            }
            return .success(try makeLink(for: account, to: page, validFor: .ofMail))
        }.get()
    }

    /// Makes a link for an account's owner, and stores it at once. It is no change that can be undone, and has no record:
    /// strangers can ask for it, and would push the changes of others out of the history.
    ///
    /// - Throws: `noAccount`.
    func makeLink(
        of email: String, to page: PageAddress, validFor validity: LinkValidity
    ) throws(AccountsError) -> MailedLink {
        try directory.lookingAgain { () throws(AccountsError) in
            try makeLink(for: accountToFix(of: email), to: page, validFor: validity)
        }
    }

    private func makeLink(
        for account: AccountFile, to page: PageAddress, validFor validity: LinkValidity
    ) throws(AccountsError) -> MailedLink {
        let (link, token) = try newLink(validFor: validity)
        try store(link, for: account)
        return MailedLink(
            email: account.email, address: page.link(for: account.email, token: token), link: link,
            former: account.link)
    }

    /// In seconds: how often a person can be mailed a link.
    private static let mailPause = 15 * 60

    /// Takes back a link that could not be mailed, unless it has been replaced since; the former one works again.
    package func remove(_ mailed: MailedLink) throws(AccountsError) {
        guard let account = try account(of: mailed.email), account.link?.text == mailed.link.text else {
            return
        }
        try store(mailed.former, for: account)
    }

    private func store(_ link: PasswordLink?, for account: AccountFile) throws(AccountsError) {
        let change = account.change(to: account.document.applying(account.linkEdits(link)))
        try directory.writing { writer in _ = try writer.commit([change], as: .renewal) }
    }
}

/// Why a link does not work; only the administrator learns it.
package enum LinkRefusal: Error {
    case login(LoginRefusal)
    /// The account has no link, another one, or one that has ended.
    case noLink
    /// It got a link a moment ago, or has one of an administrator.
    case tooSoon
    case unreadable(AccountsError)
}

/// A link that an account has, for its owner.
package struct MailedLink: Sendable {
    package let email: String
    /// With the token, which is nowhere else.
    package let address: String
    fileprivate let link: PasswordLink
    fileprivate let former: PasswordLink?
}

extension Registry {
    /// A new text of an account, without the link that the old text has if the change ends that.
    ///
    /// - Parameter keepsPassword: whether another hash is one of the same password.
    func endingLink(
        in after: [UInt8], of before: [UInt8]?, keepsPassword: Bool = false
    ) -> [UInt8] {
        guard let old = before.flatMap({ AccountRecord(text: $0) }), let link = old[.passwordLink],
            let new = AccountRecord(text: after), new[.passwordLink] == link,
            new.endsLink(of: old, at: directory.now, keepsPassword: keepsPassword),
            let document = JSONDocument(outlining: after)
        else { return after }
        return document.applying([.remove(key: Field.passwordLink.rawValue)])
    }
}

extension AccountRecord {
    /// Whether this record, in place of another, ends a link that was made for that.
    fileprivate func endsLink(of old: AccountRecord, at now: Moment, keepsPassword: Bool) -> Bool {
        func hash(_ record: AccountRecord) -> PasswordHash? {
            record[.passwordHash].flatMap { try? StoredHash($0) }?.hash
        }
        if !keepsPassword, hash(self) != hash(old) || self[.password] != old[.password] { return true }
        return !EmailAddress.matches(text(of: .email), old.text(of: .email))
            || isLocked(on: now.systemDate) && !old.isLocked(on: now.systemDate)
            || old.isExpired(now) && !isExpired(now)
    }
}

extension AccountFile {
    var link: PasswordLink? { value(.passwordLink).flatMap { PasswordLink($0) } }

    /// A text of the account, for an undo to restore, without its link: a used or replaced one must not work again.
    func withoutLink(_ text: [UInt8]?) -> [UInt8]? {
        guard values[.passwordLink] != nil else { return text }
        guard let text else { return document.applying(linkEdits(nil)) }
        return (try? JSONDocument(parsing: text, path: path))?.applying(linkEdits(nil)) ?? text
    }
}
