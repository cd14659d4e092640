@testable import Accounts
import DocumentStore
import StrictJSON
import TestSupport
import Testing

/// Whole texts that somebody wrote in an editor.
@Suite struct EditedDocumentTests {
    private static let copy = "/home/ann/copy.json"
    private static let email = "ann@x.example"
    private let disk = RegistryDisk()

    init() {
        disk.put(Self.email, "Ann", hash: RegistryDisk.weakHash)
        disk.files.put(RegistryDisk.path("session.json"), #"{"account":"Ann@x.example"}"#)
    }

    private func document(
        _ subject: EditedDocument.Subject, on disk: RegistryDisk? = nil
    ) throws -> EditedDocument {
        let disk = disk ?? self.disk
        return try EditedDocument(
            subject, in: disk.store(), today: RegistryDisk.today, now: try #require(RegistryDisk.now))
    }

    private func text(_ file: String) -> String? {
        disk.files.contents(RegistryDisk.path(file)).map { String(decoding: $0, as: UTF8.self) }
    }

    /// What the document holds now, as an editor would find it.
    private func origin(_ document: EditedDocument) throws -> WorkingCopy.Origin {
        WorkingCopy.Origin(of: document.file, holding: try document.contents(), orElse: document.offered)
    }

    @discardableResult
    private func save(
        _ document: EditedDocument, _ change: (String) -> String
    ) throws -> EditedDocument.Saved {
        let origin = try origin(document)
        let text = String(decoding: try document.contents() ?? document.offered, as: UTF8.self)
        return try document.save(Array(change(text).utf8), path: Self.copy, over: origin)
    }

    // MARK: Accounts

    @Test(arguments: [EditedDocument.Subject.own, .account(email: email)])
    func `a text is saved byte for byte, and who edits his own can take it back`(
        subject: EditedDocument.Subject
    ) throws {
        let before = try #require(text("accounts/ann@x.example.json"))
        let wanted = before.replacing("\"Ann\"", with: "\"Zoe\" ,\n\n \"pet\": 1")
        let saved = try save(try document(subject)) { _ in wanted }
        guard case .account(let edited, _) = saved else {
            Issue.record("\(saved)")
            return
        }
        #expect(edited.changes == [FieldChange(.firstName, old: "Ann", new: "Zoe")])
        #expect(text("accounts/ann@x.example.json") == wanted)
        #expect((text("undo.json") != nil) == (subject == .own))
        _ = try disk.registry().cancel(isRehearsal: false)
        #expect(text("accounts/ann@x.example.json") == (subject == .own ? before : wanted))
    }

    @Test func `another email renames the file and moves the session`() throws {
        try save(try document(.own)) { $0.replacing("ann@x", with: "zoe@x") }
        #expect(text("accounts/ann@x.example.json") == nil)
        #expect(text("accounts/zoe@x.example.json")?.contains("zoe@x.example") == true)
        #expect(text("session.json") == #"{"account":"zoe@x.example"}"#)
        #expect(try document(.own).file == "accounts/zoe@x.example.json")
    }

    @Test func `the email of another account is a problem of the text`() throws {
        disk.put("bob@x.example", "Bob", hash: RegistryDisk.weakHash)
        let own = try document(.own)
        #expect(throws: AccountsError.self) { try save(own) { $0.replacing("ann@x", with: "bob@x") } }
        do { try save(own) { $0.replacing("ann@x", with: "bob@x") } } catch AccountsError.invalidFile(
            let found)
        {
            #expect(found.map(\.sentence) == [Self.copy + ":2:12: an account has this email already"])
        }
        #expect(text("accounts/ann@x.example.json")?.contains("Ann") == true)
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
        try save(try document(.account(email: Self.email)), row.change)
        let saved = try #require(text("accounts/ann@x.example.json"))
        #expect(saved.contains(row.saved) && !saved.contains("password2"), "\(row.name): \(saved)")
    }

    @Test func `an account that cannot be accepted can be opened, and made right`() throws {
        disk.put(Self.email, text: "{\"email\": \"ann@x.example\", \"firstName\": 5}")
        for subject in [EditedDocument.Subject.own, .account(email: Self.email)] {
            let document = try document(subject)
            let bytes = try #require(try document.contents())
            #expect(throws: AccountsError.self) { try document.check(bytes, path: Self.copy) }
        }
        try save(try document(.own)) { $0.replacing("5", with: "\"Ann\"") }
        #expect(
            text("accounts/ann@x.example.json") == "{\"email\": \"ann@x.example\", \"firstName\": \"Ann\"}")
    }

    @Test func `nobody's account is opened`() throws {
        #expect(throws: AccountsError.noAccount("bob@x.example")) {
            try document(.account(email: "bob@x.example"))
        }
        disk.put(Self.email, "Ann", hash: "!" + RegistryDisk.weakHash)
        #expect(throws: AccountsError.nobodyLoggedIn) { try document(.own) }
        disk.files.remove(RegistryDisk.path("session.json"))
        #expect(throws: AccountsError.nobodyLoggedIn) { try document(.own) }
        disk.files.put(RegistryDisk.path("policy.json"), #"{"policy":"profile"}"#)
        #expect(throws: AccountsError.nobodyLoggedIn) { try document(.own) }
        #expect(throws: AccountsError.noRegistry) { try document(.account(email: Self.email)) }
    }

    // MARK: What others do meanwhile

    @Test func `a text is never saved over another one than it was made of`() throws {
        let path = RegistryDisk.path("accounts/ann@x.example.json")
        for subject in [EditedDocument.Subject.own, .account(email: Self.email), .policy] {
            let document = try document(subject)
            let origin = try origin(document)
            let mine = try #require(try document.contents())
            disk.files.put(document.path, mine + Array("\n".utf8))
            #expect(throws: AccountsError.store(.changedMeanwhile(path: document.path))) {
                try document.save(mine, path: Self.copy, over: origin)
            }
            #expect(disk.files.contents(document.path) == mine + Array("\n".utf8))
        }
        let own = try document(.own)
        let origin = try origin(own)
        let mine = try #require(try own.contents())
        disk.files.put(RegistryDisk.path("session.json"), #"{"account":"bob@x.example"}"#)
        #expect(throws: AccountsError.store(.changedMeanwhile(path: RegistryDisk.path("session.json")))) {
            try own.save(mine, path: Self.copy, over: origin)
        }
        disk.files.put(RegistryDisk.path("policy.json"), #"{"policy":"profile"}"#)
        #expect(throws: AccountsError.rulesChanged(path: RegistryDisk.path("policy.json"))) {
            try own.save(mine, path: Self.copy, over: origin)
        }
        disk.files.remove(path)
        #expect(try own.contents() == nil)
    }

    @Test func `only what can be accepted is merged, and a password with its hash is one thing`() throws {
        let keeper = try document(.account(email: Self.email))
        let origin = try origin(keeper)
        let text = String(decoding: try #require(try keeper.contents()), as: UTF8.self)
        func merge(_ mine: String, _ theirs: String) throws -> JSONMerge {
            try keeper.merge(Array(mine.utf8), path: Self.copy, from: origin, with: Array(theirs.utf8))
        }
        let mine = text.replacing(
            "\"passwordHash\"", with: "\"password\": \"password2\",\n  \"passwordHash\"")
        let theirs = text.replacing("$6$rounds", with: "!$6$rounds").replacing("Doe", with: "Roe")
        let merged = try merge(mine, theirs)
        #expect(
            merged.taken == ["lastName"]
                && merged.conflicts.map { Set($0.keys) } == [["password", "passwordHash"]])
        for wrong in ["{", text.replacing("\"Ann\"", with: "7"), text.replacing("ann@x", with: "bob@x")] {
            #expect(throws: AccountsError.self) { try merge(mine, wrong) }
        }
    }

    // MARK: Rules

    @Test func `rules that are written nowhere are offered, and mean the same once they are`() throws {
        disk.files.remove(RegistryDisk.path("policy.json"))
        let rules = try document(.policy)
        #expect(try rules.contents() == nil)
        let offered = String(decoding: rules.offered, as: UTF8.self)
        #expect(offered.hasPrefix("{\n  \"policy\": \"profile\",\n  \"passwordLength\": 5,"), "\(offered)")
        let policy = try rules.rules(in: rules.offered, path: Self.copy).policy
        for key in PolicyKey.allCases { #expect(policy.value(of: key) == Policy.profile.value(of: key)) }
        try save(rules) { $0.replacing(": 5,", with: ": 7,") }
        #expect(text("policy.json") == offered.replacing(": 5,", with: ": 7,"))
        try save(try document(.policy)) { $0.replacing(": 7,", with: ": 8,") }
        #expect(text("undo.json") == nil)
    }

    @Test func `rules are held against what the file takes`() throws {
        let rules = try document(.policy)
        #expect(throws: AccountsError.self) {
            try rules.check(Array("{\"policy\": \"x\"}".utf8), path: Self.copy)
        }
        #expect(throws: AccountsError.self) { try save(rules) { _ in "{}" } }
        #expect(text("policy.json")?.contains("authorisation") == true)
        disk.files.put(RegistryDisk.path("policy.json"), "{")
        try save(try document(.policy)) { _ in "{\"policy\": \"albums\"}" }
        #expect(text("policy.json") == "{\"policy\": \"albums\"}")
    }

    // MARK: Kept texts

    @Test func `a kept text is noted with its document, and goes with everything else that is forgotten`()
        throws
    {
        func keep(_ file: String) throws -> WorkingCopy {
            let origin = WorkingCopy.Origin(of: file, holding: nil)
            return try disk.store().writing { writer throws(StoreError) in
                try writer.makeWorkingCopy(of: origin, holding: Array("{}".utf8))
            }
        }
        for file in ["accounts/ann@x.example.json", "policy.json", "profile.json", "else.json"] {
            try keep(file).keep()
        }
        let open = try keep("policy.json")
        var check = DirectoryCheck(
            disk.store(), today: RegistryDisk.today, now: try #require(RegistryDisk.now))
        let found = check.surroundings()
        // There is no profile to go on with.
        let subjects: [EditedDocument.Subject?] = [.policy, nil, nil, .policy, .account(email: Self.email)]
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
