@testable import RegappCore
import RegappJSON
import RegappTestSupport
import RegappStore
import Testing

/// Edits of whole texts that were written in an editor.
@Suite struct EditTests {
    private static let email = "ann@x.example"
    private let disk = RegistryDisk()

    init() {
        disk.put(Self.email, "Ann", hash: RegistryDisk.weakHash)
        disk.files.put(RegistryDisk.path("session.json"), #"{"account":"Ann@x.example"}"#)
    }

    private func directory(_ subject: EditSubject) throws -> AccountStore {
        try subject.directory(in: disk.store(), now: try #require(RegistryDisk.now))
    }

    private func text(_ file: String) -> String? {
        disk.files.contents(RegistryDisk.path(file)).map { String(decoding: $0, as: UTF8.self) }
    }

    private func find(_ subject: EditSubject) throws -> LocatedDocument {
        try subject.find(in: try directory(subject))
    }

    /// An edit of the document in a copy.
    private func begin(_ subject: EditSubject) throws -> TextEdit {
        let found = try find(subject)
        let copy = try disk.store().writing { writer in
            try WorkingCopy.make(of: found.origin, holding: found.text, in: writer)
        }
        return TextEdit(subject, of: found, in: copy, holding: found.text)
    }

    @discardableResult
    private func save(_ subject: EditSubject, _ change: (String) -> String) throws -> SavedEdit {
        var edit = try begin(subject)
        edit.write(Array(change(String(decoding: edit.text, as: UTF8.self)).utf8))
        return try save(edit, in: try directory(subject))
    }

    /// Saves in one try: no other process may have been faster.
    private func save(_ edit: TextEdit, in directory: AccountStore) throws -> SavedEdit {
        try edit.commit(try edit.judged(in: directory), in: directory)
    }

    // MARK: Values

    @Test(arguments: ["", #""password": "TheirSecret2","#], EditChoice.allCases)
    func `one answer decides about a password whose hash is gone meanwhile`(
        theirs: String, choice: EditChoice
    ) throws {
        let directory = try directory(.account(email: Self.email))
        let account = try directory.judged(Self.email).get()
        var edit = ValuesEdit(.account(email: Self.email), of: account, under: directory.policy)
        edit.write(directory.draft([.firstName: "Zoe", .password: "MineSecret1"], over: account.values))
        disk.put(
            Self.email,
            text: "{\(theirs) \"email\": \"\(Self.email)\", \"firstName\": \"Ann\", \"lastName\": \"Lee\"}")
        var questions = 0
        let saved = try edit.save(in: { directory }) { conflict in
            questions += 1
            #expect(conflict.field == .password)
            return questions < 5 ? choice : nil
        }
        #expect(questions == 1 && saved?.account?.value(.firstName) == "Zoe")
        let isMine = try saved?.account?.storedHash?.hash?.matches("MineSecret1") ?? false
        #expect(isMine == (choice == .mine))
    }

    // MARK: Accounts

    @Test(arguments: [EditSubject.currentUser, .account(email: email)])
    func `a text is saved byte for byte, and can be undone`(subject: EditSubject) throws {
        let before = try #require(text("accounts/ann@x.example.json"))
        let wanted = before.replacing("\"Ann\"", with: "\"Zoe\" ,\n\n \"pet\": 1")
        let saved = try save(subject) { _ in wanted }
        #expect(saved.changes.first == FieldChange(.field(.firstName), old: "Ann", new: "Zoe"))
        #expect(saved.changes.dropFirst().map(\.key) == [.own("pet")])
        #expect(text("accounts/ann@x.example.json") == wanted)
        _ = try disk.registry().directory.cancel()
        #expect(text("accounts/ann@x.example.json") == before)
    }

    @Test func `another email renames the file and moves the session`() throws {
        try save(.currentUser) { $0.replacing("ann@x", with: "zoe@x") }
        #expect(text("accounts/ann@x.example.json") == nil)
        #expect(text("accounts/zoe@x.example.json")?.contains("zoe@x.example") == true)
        #expect(text("session.json") == #"{"account":"zoe@x.example"}"#)
        // For other programs: the account of the change.
        #expect(text("history/00000001.json")?.contains(#""account":"zoe@x.example""#) == true)
        #expect(try find(.currentUser).file == "accounts/zoe@x.example.json")
    }

    @Test func `the email of another account is a problem of the text`() throws {
        disk.put("bob@x.example", "Bob", hash: RegistryDisk.weakHash)
        var own = try begin(.currentUser)
        own.write(Array(String(decoding: own.text, as: UTF8.self).replacing("ann@x", with: "bob@x").utf8))
        let directory = try directory(.currentUser)
        let path = try #require(own.copyPath)
        #expect {
            try save(own, in: directory)
        } throws: { error in
            guard case .invalidFile(let found)? = error as? AccountsError else { return false }
            return found.map(\.sentence) == [path + ":2:12: an account with this email already exists"]
        }
        #expect(text("accounts/ann@x.example.json")?.contains("Ann") == true)
    }

    @Test(arguments: [
        ("\"lastName\": \"\"", FileProblem.Reason.rule(Violation(field: .lastName, rule: .required))),
        ("\"pet\": 1", .missing("last name", key: "lastName")),
    ])
    func `a required value may be missing, not cleared`(instead: String, reason: FileProblem.Reason) throws {
        disk.put(Self.email, text: #"{"email": "ann@x.example", "firstName": "Ann", "lastName": "Lee"}"#)
        let before = text("accounts/ann@x.example.json")
        for subject in [EditSubject.currentUser, .account(email: Self.email)] {
            #expect {
                try save(subject) { $0.replacing("\"lastName\": \"Lee\"", with: instead) }
            } throws: { error in
                guard case .invalidFile(let found)? = error as? AccountsError else { return false }
                return found.map(\.reason) == [reason]
            }
        }
        #expect(text("accounts/ann@x.example.json") == before)
        disk.put(Self.email, text: #"{"email": "ann@x.example", "firstName": "Ann"}"#)
        try save(.currentUser) { $0.replacing("\"Ann\"", with: "\"Zoe\"") }
        #expect(text("accounts/ann@x.example.json")?.contains("Zoe") == true)
    }

    /// What stands in the file, what is written in its place, and the form of what is saved.
    static let passwords: [(name: String, lock: Bool, change: @Sendable (String) -> String, saved: String)] =
        [
            (
                "beside the hash", false,
                {
                    $0.replacing("\"passwordHash\"", with: "\"password\": \"password2\",\n  \"passwordHash\"")
                },
                "\"passwordHash\": \"$2b$"
            ),
            (
                "in place of the hash", false,
                {
                    $0.replacing(
                        "passwordHash\": \"" + RegistryDisk.weakHash, with: "password\": \"password2")
                },
                "\"passwordHash\": \"$2b$"
            ),
            (
                "in place of a locked hash", true,
                {
                    $0.replacing(
                        "passwordHash\": \"!" + RegistryDisk.weakHash, with: "password\": \"password2")
                },
                "\"passwordHash\": \"!$2b$"
            ),
            ("the lock taken away", true, { $0.replacing("\"!$", with: "\"$") }, "\"passwordHash\": \"$6$"),
        ]

    @Test(arguments: passwords.indices)
    func `a plain password becomes its hash and keeps the lock`(index: Int) throws {
        let row = Self.passwords[index]
        disk.put(Self.email, "Ann", hash: (row.lock ? "!" : "") + RegistryDisk.weakHash)
        try save(.account(email: Self.email), row.change)
        let saved = try #require(text("accounts/ann@x.example.json"))
        #expect(saved.contains(row.saved) && !saved.contains("password2"), "\(row.name): \(saved)")
    }

    @Test func `an account that cannot be accepted can be opened, and made right`() throws {
        disk.put(Self.email, text: "{\"email\": \"ann@x.example\", \"firstName\": 5}")
        for subject in [EditSubject.currentUser, .account(email: Self.email)] {
            let edit = try begin(subject)
            #expect(throws: AccountsError.self) { try edit.judged(in: try directory(subject)) }
        }
        try save(.currentUser) { $0.replacing("5", with: "\"Ann\"") }
        #expect(
            text("accounts/ann@x.example.json") == "{\"email\": \"ann@x.example\", \"firstName\": \"Ann\"}")
    }

    @Test func `an account is opened although no session exists`() throws {
        #expect(throws: AccountsError.noAccount("bob@x.example")) {
            try find(.account(email: "bob@x.example"))
        }
        disk.put(Self.email, "Ann", hash: "!" + RegistryDisk.weakHash)
        #expect(throws: AccountsError.nobodyLoggedIn) { try find(.currentUser) }
        disk.files.remove(RegistryDisk.path("session.json"))
        #expect(throws: AccountsError.nobodyLoggedIn) { try find(.currentUser) }
        disk.files.put(RegistryDisk.path("policy.json"), #"{"policy":"profile"}"#)
        #expect(throws: AccountsError.nobodyLoggedIn) { try find(.currentUser) }
        #expect(throws: AccountsError.noRegistry(directory: RegistryDisk.directory)) {
            try find(.account(email: Self.email))
        }
    }

    // MARK: Changes by other processes

    @Test func `a text is never saved over another one than it was made of`() throws {
        for subject in [EditSubject.currentUser, .account(email: Self.email), .policy] {
            for change in ["", " "] {
                var edit = try begin(subject)
                let (mine, path) = (edit.text, RegistryDisk.path(edit.seen.file))
                edit.write(mine + Array(change.utf8))
                disk.files.put(path, mine + Array("\n".utf8))
                #expect(throws: AccountsError.store(.changedMeanwhile(path: path))) {
                    try save(edit, in: try directory(subject))
                }
                #expect(disk.files.contents(path) == mine + Array("\n".utf8))
            }
        }
        var own = try begin(.currentUser)
        own.write(own.text + Array(" ".utf8))
        disk.files.put(RegistryDisk.path("session.json"), #"{"account":"bob@x.example"}"#)
        #expect(throws: AccountsError.store(.changedMeanwhile(path: RegistryDisk.path("session.json")))) {
            try save(own, in: try directory(.currentUser))
        }
        disk.files.put(RegistryDisk.path("policy.json"), #"{"policy":"profile"}"#)
        #expect(throws: AccountsError.rulesChanged(path: RegistryDisk.path("policy.json"))) {
            try save(own, in: try directory(.currentUser))
        }
    }

    @Test func `only what can be accepted is merged, and a password with its hash is one thing`() throws {
        let subject = EditSubject.account(email: Self.email)
        let text = String(decoding: try begin(subject).text, as: UTF8.self)
        func merge(_ mine: String, _ theirs: String) throws -> TextEdit {
            disk.files.put(RegistryDisk.path("accounts/ann@x.example.json"), text)
            var edit = try begin(subject)
            edit.write(Array(mine.utf8))
            disk.files.put(RegistryDisk.path("accounts/ann@x.example.json"), theirs)
            let directory = try directory(subject)
            #expect(try edit.save(in: directory)?.isChanged == nil)
            return edit
        }
        let mine = text.replacing(
            "\"passwordHash\"", with: "\"password\": \"password2\",\n  \"passwordHash\"")
        let theirs = text.replacing("$6$rounds", with: "!$6$rounds").replacing("Doe", with: "Roe")
        let merged = try merge(mine, theirs)
        let conflict = try #require(merged.conflicts.first)
        #expect(merged.merged.map(\.key) == ["lastName"] && merged.conflicts.count == 1)
        #expect(Set(conflict.members.map(\.key)) == ["password", "passwordHash"])
        #expect(conflict.field == .password)
        for wrong in ["{", text.replacing("\"Ann\"", with: "7"), text.replacing("ann@x", with: "bob@x")] {
            #expect(throws: AccountsError.self, "\(wrong)") { try merge(mine, wrong) }
        }
    }

    // MARK: Rules

    @Test func `rules are begun with every key, and those that only stand there are no change`() throws {
        let file = #"{"policy":"authorisation","minimumAge":7,"hashCost":4,"hash":"bcrypt"}"#
        disk.files.put(RegistryDisk.path("policy.json"), file)
        var edit = try begin(.policy)
        let shown = String(decoding: edit.text, as: UTF8.self)
        #expect(shown.contains(#""loginKey":"firstName""#) && edit.mine.isUnchanged(edit.text))
        // A key that only the other process changed is merged.
        edit.write(Array(shown.replacing(#""minimumAge":7"#, with: #""minimumAge":8"#).utf8))
        disk.files.put(RegistryDisk.path("policy.json"), file.replacing("{", with: #"{"loginKey":"email","#))
        let saved = try #require(try edit.save(in: try directory(.policy)))
        #expect(saved.isChanged && edit.merged.map(\.key) == ["loginKey"])
        #expect(saved.policy.loginKey == .email && saved.policy.minimumAge == 8)
        // If the other process made the same rules with fewer keys, nothing changes.
        disk.files.put(RegistryDisk.path("policy.json"), file)
        edit = try begin(.policy)
        edit.write(Array(shown.replacing(#""minimumAge":7"#, with: #""minimumAge":8"#).utf8))
        let theirs = file.replacing(#""minimumAge":7"#, with: #""minimumAge":8"#)
        disk.files.put(RegistryDisk.path("policy.json"), theirs)
        let same = try #require(try edit.save(in: try directory(.policy)))
        #expect(!same.isChanged && text("policy.json") == theirs)
    }

    @Test func `rules that are written nowhere are offered, and mean the same once they are`() throws {
        disk.files.remove(RegistryDisk.path("policy.json"))
        let rules = try begin(.policy)
        #expect(try find(.policy).bytes == nil)
        let offered = String(decoding: rules.text, as: UTF8.self)
        #expect(offered.hasPrefix("{\n  \"policy\": \"profile\",\n  \"passwordLength\": 5,"), "\(offered)")
        guard case .rules(let proposed) = try rules.judged(in: try directory(.policy)) else {
            Issue.record("no rules")
            return
        }
        let policy = proposed.after.policy
        for key in PolicyKey.allCases { #expect(policy.value(of: key) == Policy.profile.value(of: key)) }
        try save(.policy) { $0.replacing(": 5,", with: ": 7,") }
        #expect(text("policy.json") == offered.replacing(": 5,", with: ": 7,"))
        try save(.policy) { $0.replacing(": 7,", with: ": 8,") }
        #expect(try proposed.after.cancel()?.count == 1)
        #expect(text("policy.json") == offered.replacing(": 5,", with: ": 7,"))
    }

    @Test func `rules are compared with what the file accepts`() throws {
        var rules = try begin(.policy)
        rules.write(Array("{\"policy\": \"x\"}".utf8))
        #expect(throws: AccountsError.self) { try rules.judged(in: try directory(.policy)) }
        #expect(throws: AccountsError.self) { try save(.policy) { _ in "{}" } }
        #expect(text("policy.json")?.contains("authorisation") == true)
        disk.files.put(RegistryDisk.path("policy.json"), "{")
        try save(.policy) { _ in "{\"policy\": \"albums\"}" }
        #expect(text("policy.json") == "{\"policy\": \"albums\"}")
    }

    // MARK: Kept copies

    @Test func `a kept copy is noted with its document, and goes with all that is forgotten`() throws {
        func keep(_ file: String) throws -> WorkingCopy {
            let origin = WorkingCopy.Origin(of: file, holding: nil)
            return try disk.store().writing { writer in
                try WorkingCopy.make(of: origin, holding: Array("{}".utf8), in: writer)
            }
        }
        for file in ["accounts/ann@x.example.json", "policy.json", "profile.json", "else.json"] {
            try keep(file).keep()
        }
        let open = try keep("policy.json")
        var check = try DirectoryCheck(disk.store(), now: try #require(RegistryDisk.now))
        let found = check.surroundings()
        // There is no profile to go on with.
        let subjects: [EditSubject?] = [.policy, nil, nil, .policy, .account(email: Self.email)]
        #expect(found.problems.isEmpty)
        #expect(
            found.notes.map { note in
                guard case .editedText(_, let subject, let isInUse) = note else { return "\(note)" }
                return "\(String(describing: subject)) \(isInUse)"
            } == subjects.enumerated().map { "\(String(describing: $1)) \($0 == 0)" })
        #expect(try disk.store().forgetEverybody() == [open.path])
        open.keep()
        #expect(try disk.store().forgetEverybody() == [])
        #expect(!disk.files.paths().contains { $0.contains(".regapp-edits") })
        #expect(throws: AccountsError.nobodyLoggedIn) { try disk.store().forgetEverybody() }
    }
}
