import RegappJSON
import RegappStore
import RegappTestSupport
import RegappValues
import Testing

@testable import RegappCore

/// Links by which people choose their passwords, and the changes of accounts around them.
@Suite struct PasswordLinkTests {
    private static let ann = "ann@x.example"
    private static let bob = "bob@x.example"
    private static let annFile = "accounts/ann@x.example.json"
    private let disk = RegistryDisk()

    /// The registry so many minutes after `RegistryDisk.now`.
    private func registry(after minutes: Int) throws -> Registry {
        let now = try #require(
            Moment(year: 2026, month: 7, day: 15, secondsSince1970: 1_784_116_800 + minutes * 60))
        let policy: Policy = try disk.registry().directory.policy
        return try AccountStore(disk.store(), policy, now: now).registry()
    }

    private func refusal(_ email: String, after minutes: Int = 0) throws -> LinkRefusal? {
        let registry = try registry(after: minutes)
        do {
            _ = try registry.linkToMail(of: email, to: .sample)
            return nil
        } catch let refusal as LinkRefusal {
            return refusal
        }
    }

    private func admits(_ mailed: MailedLink, after minutes: Int = 0) throws -> Bool {
        let token = String(mailed.address.suffix(32))
        switch try registry(after: minutes).account(of: mailed.email, withLink: token) {
        case .success(let account): return account.email == mailed.email
        case .failure: return false
        }
    }

    private func link(of email: String) throws -> String? {
        try disk.registry().account(of: email)?.link?.text
    }

    // MARK: Mailed links

    @Test func `a mailed link works for an hour, is no change to undo, and can be taken back`() throws {
        disk.put(Self.ann, "Ann", hash: RegistryDisk.weakHash)
        let mailed: MailedLink = try registry(after: 0).linkToMail(of: Self.ann, to: .sample)
        #expect(mailed.email == Self.ann)
        #expect(mailed.address.hasPrefix("https://localhost?email=ann@x.example&token="))
        let token = String(mailed.address.suffix(32))
        #expect(disk.documents()[Self.annFile]?.contains(token) == false)
        #expect(try admits(mailed) && admits(mailed, after: 59))
        #expect(try !admits(mailed, after: 60))
        #expect(try disk.registry().directory.cancel() == nil)
        try disk.registry().remove(mailed)
        #expect(disk.documents()[Self.annFile]?.contains("passwordLink") == false)
        #expect(try !admits(mailed))
    }

    @Test func `a link is mailed every quarter of an hour, and a former one takes none back`() throws {
        disk.put(Self.ann, "Ann", hash: RegistryDisk.weakHash)
        let first: MailedLink = try registry(after: 0).linkToMail(of: Self.ann, to: .sample)
        let stored = try link(of: Self.ann)
        guard case .tooSoon? = try refusal(Self.ann, after: 14) else {
            Issue.record("a second link was made at once")
            return
        }
        #expect(try link(of: Self.ann) == stored)
        let second: MailedLink = try registry(after: 15).linkToMail(of: Self.ann, to: .sample)
        #expect(try !admits(first, after: 15) && admits(second, after: 15))
        try disk.registry().remove(first)
        #expect(try admits(second, after: 15))
    }

    @Test func `where no mail could be sent, the former link works again`() throws {
        disk.put(Self.ann, "Ann", hash: RegistryDisk.weakHash)
        let validity = try #require(LinkValidity("1h"))
        let first = try registry(after: 0).makeLink(of: Self.ann, to: .sample, validFor: validity)
        let second: MailedLink = try registry(after: 15).linkToMail(of: Self.ann, to: .sample)
        #expect(try !admits(first, after: 15))
        try registry(after: 15).remove(second)
        #expect(try admits(first, after: 15) && !admits(second, after: 15))
    }

    @Test func `no mailed link replaces one of an administrator that still works`() throws {
        disk.put(Self.ann, "Ann", hash: RegistryDisk.weakHash)
        let validity = try #require(LinkValidity("3d"))
        _ = try registry(after: 0).makeLink(of: Self.ann, to: .sample, validFor: validity)
        let stored = try link(of: Self.ann)
        for minutes in [14, 15, 3 * 24 * 60 - 1] {
            guard case .tooSoon? = try refusal(Self.ann, after: minutes) else {
                Issue.record("a mailed link replaced it after \(minutes) minutes")
                return
            }
            #expect(try link(of: Self.ann) == stored)
        }
        #expect(try refusal(Self.ann, after: 3 * 24 * 60) == nil && link(of: Self.ann) != stored)
    }

    @Test func `no link is mailed for an account that is unknown or locked`() throws {
        disk.put(Self.ann, "Ann", hash: RegistryDisk.weakHash)
        #expect(try disk.registry().lock(Self.ann))
        let before = disk.documents()
        for (email, wanted) in [
            (Self.ann, LoginRefusal.status(.locked)), (Self.bob, LoginRefusal.unknown),
        ] {
            guard case .login(let reason)? = try refusal(email) else {
                Issue.record("\(email) got a link")
                continue
            }
            #expect(reason == wanted)
        }
        #expect(disk.documents() == before)
    }

    @Test func `undoing brings back no replaced link, and leaves the password as it is`() throws {
        let text = #"{"email":"ann@x.example","firstName":"Ann","lastName":"Doe","password":"password1"}"#
        disk.put(Self.ann, text: text)
        for _ in 1...2 {
            let links: GeneratedSecrets = try disk.registry().generateLinks(
                for: [Self.ann], to: .sample, validFor: .usual)
            #expect(links.letters.map(\.email) == [Self.ann])
            let result: BulkResult = try disk.registry().set(links)
            #expect(result.changed.map(\.email) == [Self.ann])
        }
        #expect(try link(of: Self.ann) != nil)
        #expect(try disk.registry().directory.cancel()?.count == 1)
        let account = try #require(try disk.registry().account(of: Self.ann))
        #expect(account.link == nil && account.value(.password) == "password1")
    }

    // MARK: Changes of accounts

    @Test func `a lock that ends by itself replaces the mark of one that lasts`() throws {
        disk.put(Self.ann, "Ann", hash: RegistryDisk.weakHash)
        disk.put(Self.bob, "Bob")
        let day = try #require(CalendarDate(iso: "2026-08-01"))
        _ = try disk.registry().commit([.lock], of: [Self.ann, Self.bob])
        _ = try disk.registry().commit([.locking(until: day, reason: "leave")], of: [Self.ann, Self.bob])
        // Where there is no password, a first login could set one once the lock has ended.
        let hashes = [(Self.ann, RegistryDisk.weakHash), (Self.bob, "!")]
        for (email, hash) in hashes {
            let account = try #require(try disk.registry().account(of: email))
            #expect(account.has(.locked) && account.value(.lockedUntil) == "2026-08-01")
            #expect(account.value(.lockReason) == "leave" && account.storedHash?.text == hash)
        }
        _ = try disk.registry().commit([.unlock], of: [Self.ann])
        #expect(try disk.registry().account(of: Self.ann)?.has(.locked) == false)
    }

    @Test func `a change gives up when the account is another each time it is read`() throws {
        disk.put(Self.ann, "Ann", hash: RegistryDisk.weakHash)
        let registry: Registry = try disk.registry()
        let path = RegistryDisk.path(Self.annFile)
        var calls = 0
        #expect(throws: AccountsError.store(.changedMeanwhile(path: path))) {
            try registry.commit(of: [Self.ann]) { _, _ in
                calls += 1
                disk.put(
                    Self.ann, "Ann" + String(repeating: "n", count: calls), hash: RegistryDisk.weakHash)
                return [.lock]
            }
        }
        #expect(calls == AccountStore.mostMerges)
        #expect(try disk.registry().account(of: Self.ann)?.has(.locked) == false)
    }

    @Test func `each night that is noted has its own record, and an unreadable account stays as it is`()
        throws
    {
        disk.put(Self.ann, "Ann", hash: RegistryDisk.weakHash)
        disk.put(Self.bob, text: "{")
        let store = DocumentStore(
            directory: RegistryDisk.directory, layout: .regapp, fileSystem: disk.files,
            author: { ChangeAuthor(time: "", command: "accounts seen") })
        let policy: Policy = try disk.registry().directory.policy
        let now = try #require(RegistryDisk.now)
        let registry: Registry = try AccountStore(store, policy, now: now).registry()
        for (night, iso) in ["2026-07-10", "2026-07-12"].enumerated() {
            let day = try #require(CalendarDate(iso: iso))
            let days: [String: CalendarDate] = [Self.ann: day, Self.bob: day, "zoe@x.example": day]
            let noted = try registry.note(seen: days, isDryRun: false)
            #expect(noted.result.changed.map(\.email) == [Self.ann])
            #expect(noted.unknown == 1 && noted.broken.count == 1)
            #expect(try disk.registry().account(of: Self.ann)?.value(.lastSeen) == iso)
            #expect(disk.records.split(separator: "accounts seen").count == night + 2)
        }
        #expect(disk.documents()["accounts/bob@x.example.json"] == "{")
    }

    // MARK: Reported changes

    private func account(_ email: String, _ more: String = "") -> [UInt8] {
        Array(#"{"email":"\#(email)"\#(more)}"#.utf8)
    }

    @Test func `a log tells a new link and a registration's login, and counts a move once`() {
        let link = DocumentChange(
            Self.annFile, before: account(Self.ann),
            after: account(Self.ann, #","passwordLink":"2026-07-15T13:00:00Z 00""#))
        #expect(ReportedChange.all(in: MadeChange([link], .regapp)) == [.linkMade(email: Self.ann)])

        let added = DocumentChange(Self.annFile, before: nil, after: account(Self.ann))
        let session = DocumentChange(
            "session.json", before: nil, after: Array(#"{"account":"ann@x.example"}"#.utf8))
        #expect(
            ReportedChange.all(in: MadeChange([added, session], .regapp))
                == [.added(email: Self.ann), .loggedIn(email: Self.ann)])

        var moves: [DocumentChange] = []
        for number in 1...11 {
            let (old, new) = ("accounts/u\(number)@x.example.json", "accounts/v\(number)@x.example.json")
            moves.append(
                DocumentChange(new, before: nil, after: account("v\(number)@x.example"), moved: old))
            moves.append(
                DocumentChange(old, before: account("u\(number)@x.example"), after: nil, moved: new))
        }
        #expect(ReportedChange.all(in: MadeChange(moves, .regapp)) == [.many([.moved: 11])])
    }

    private func isLogged(_ change: DocumentChange) throws -> Bool {
        let made = MadeChange([change], .regapp)
        return try disk.store().readingAccounts { reader in made.isLogged(reader) }
    }

    @Test func `a change is logged if the rules before or after it say so, a profile's never`() throws {
        let change = DocumentChange(Self.annFile, before: nil, after: account(Self.ann))
        let profile = DocumentChange("profile.json", before: nil, after: account(Self.ann))
        #expect(try isLogged(change) && !isLogged(profile))

        let silent = #"{"policy":"authorisation","hash":"bcrypt","hashCost":4,"log":"none"}"#
        disk.files.put(RegistryDisk.path("policy.json"), silent)
        #expect(try !isLogged(change))
        disk.files.put(RegistryDisk.path("policy.json"), "{")
        #expect(try isLogged(change), "unknown rules may require it")

        let (loud, quiet) = (Array(#"{"policy":"service"}"#.utf8), Array(silent.utf8))
        #expect(try isLogged(DocumentChange("policy.json", before: loud, after: quiet)))
        #expect(try isLogged(DocumentChange("policy.json", before: quiet, after: loud)))
        #expect(try !isLogged(DocumentChange("policy.json", before: quiet, after: quiet)))
    }

    // MARK: Errors

    @Test func `errors are about lists if all of them are`() {
        let list = AccountsError.keyHoldsMore("team", email: Self.ann)
        let other = AccountsError.noAccount(Self.bob)
        #expect(list.isAboutLists && AccountsError.several([list, list]).isAboutLists)
        #expect(!other.isAboutLists && !AccountsError.several([list, other]).isAboutLists)
    }

    @Test func `a refused undo of rules names the mistakes, and what to do first`() {
        let problem = FileProblem(
            path: RegistryDisk.path("policy.json"), position: SourcePosition(of: 0, in: []),
            reason: .plain("unknown key"))
        let first: Sentence = "undo the later change of the rules first, with \(.regapp("undo", "5"))"
        let edit: Sentence = "change the rules with \(.regapp("policy", "edit"))"
        let rows: [(Int?, Sentence)] = [(5, first), (nil, edit)]
        for (later, hint) in rows {
            let told: DirectoryError = AccountsError.rulesRefused([problem], undoing: 3, after: later)
                .explanation
            #expect(
                told.messages == [
                    "undoing change 3 would leave rules that cannot be accepted: unknown key",
                    "nothing was undone",
                ])
            #expect(told.message.hints == [hint])
            #expect(told.reason == .invalidFiles([FileMistake(problem)]))
        }
    }

    @Test func `an undo that would shut people out names them`() throws {
        disk.put(Self.ann, "Ann", hash: RegistryDisk.weakHash)
        let directory: AccountStore = try disk.registry().directory
        let after = AccountStore(directory.store, .profile, now: directory.now)
        let impact: PolicyImpact = try ProposedPolicy(before: directory.policy, after: after).survey()
        let told: DirectoryError = AccountsError.shutsOut(impact).explanation
        #expect(
            told.messages == ["nothing was undone: 1 account could no longer log in: ann@x.example"])
        #expect(told.reason == .shutsOut(emails: [Self.ann]))
    }
}
