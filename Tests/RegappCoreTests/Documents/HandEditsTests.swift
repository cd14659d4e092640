@testable import RegappCore
import RegappStore
import RegappTestSupport
import Testing

/// Files that a person has broken, and their newest acceptable texts in the history.
@Suite struct HandEditsTests {
    private static let ann = "ann@x.example"
    private static let bob = "bob@x.example"
    private static let annFile = "accounts/ann@x.example.json"
    private static let bobFile = "accounts/bob@x.example.json"
    private let disk = RegistryDisk()

    private var directory: AccountStore {
        get throws {
            try AccountStore(disk.store(), now: #require(RegistryDisk.now), acceptingAnyRules: true)
        }
    }

    /// Changes Ann's name twice; returns the text that her file has then.
    private func prepare() throws -> String {
        for email in [Self.ann, Self.bob] { disk.put(email, "Ann", hash: RegistryDisk.weakHash) }
        _ = try disk.registry().commit([.values([.lastName: "Roe"])], of: [Self.ann])
        _ = try disk.registry().commit([.values([.lastName: "Moe"])], of: [Self.ann])
        #expect(try directory.handEdits() == nil, "every file can be accepted")
        return try #require(disk.documents()[Self.annFile])
    }

    @Test func `a broken account gets the newest text of its history, one without a history stays`() throws {
        let good = try prepare()
        for email in [Self.ann, Self.bob] { disk.put(email, text: "{") }
        let edits: HandEdits = try #require(try directory.handEdits())
        #expect(
            edits.differences == [DocumentDifference.account(email: Self.ann, .mended())])
        #expect(disk.documents()[Self.annFile] == "{", "nothing is written before it is confirmed")
        try directory.undo(edits)
        #expect(disk.documents()[Self.annFile] == good)
        #expect(disk.documents()[Self.bobFile] == "{")
        #expect(try directory.handEdits() == nil, "the history has no text for the other")
    }

    /// What stands by hand in place of a name, and whether the account comes back locked, or with an end.
    struct Slip: Sendable {
        let text: String
        var isLocked = false
        var field: Field?
    }

    @Test(arguments: [
        Slip(text: #""Moe" "x""#), Slip(text: #""Moe", "disabled": true x"#, isLocked: true),
        Slip(text: #""Moe", 'expires': '2020-01-31'"#, isLocked: true),
        Slip(text: #""Moe", "passwordHash": "!""#, isLocked: true), Slip(text: "5"),
        Slip(text: #"5, "disabled": true"#, isLocked: true),
        Slip(text: #"5, "expires": "soon""#, isLocked: true),
        Slip(text: #"5, "expires": "2020-01-31""#, field: .expires),
        Slip(text: #""Moe" "x", "expires": "2020-01-31""#, field: .expires),
        Slip(text: #""Moe" "x", "mustChange": true"#, field: .mustChange),
    ])
    func `an account that comes back is as closed as its text says`(slip: Slip) throws {
        let good = try prepare()
        disk.put(Self.ann, text: good.replacing(#""Moe""#, with: slip.text))
        let edits: HandEdits = try #require(try directory.handEdits())
        #expect(edits.locked == (slip.isLocked ? [Self.ann] : []))
        try directory.undo(edits)
        let account = try #require(try disk.registry().account(of: Self.ann))
        #expect(account.values.isLocked == slip.isLocked)
        if let field = slip.field { #expect(account.value(field) != nil) }
        if !slip.isLocked, slip.field == nil { #expect(disk.documents()[Self.annFile] == good) }
    }

    @Test func `an account with another's email cannot be accepted either`() throws {
        let good = try prepare()
        disk.put(Self.ann, text: RegistryDisk.account("eve@x.example", "Ann", hash: RegistryDisk.weakHash))
        let edits: HandEdits = try #require(try directory.handEdits())
        let move: FieldChange = try #require(
            FieldChange(.field(.email), old: "eve@x.example", new: Self.ann))
        let name: FieldChange = try #require(FieldChange(.field(.lastName), old: "Doe", new: "Moe"))
        #expect(edits.differences.count == 1)
        let fields: [FieldChange] = edits.differences.flatMap(\.fields)
        #expect(fields.count == 2 && fields.contains(move) && fields.contains(name))
        try directory.undo(edits)
        #expect(disk.documents()[Self.annFile] == good)
    }

    @Test func `another person's file in its place gives nobody that person's password`() throws {
        let good = try prepare()
        _ = try disk.registry().commit([.lock], of: [Self.ann])
        let locked = try #require(disk.documents()[Self.annFile])
        let hash = RegistryDisk.weakHash.replacing("saltsalt", with: "othersal")
        disk.put(Self.ann, text: RegistryDisk.account(Self.bob, "Bob", hash: hash))
        let edits: HandEdits = try #require(try directory.handEdits())
        try directory.undo(edits)
        #expect(disk.documents()[Self.annFile] == locked && locked != good)
    }

    @Test(arguments: [
        #""email": "bob@x.example", "private-email": 5,"#, #""E-mail": "bob@x.example","#, #""email": 5,"#,
    ])
    func `another person's file is told by its hash, too`(email: String) throws {
        _ = try prepare()
        let hash = RegistryDisk.weakHash.replacing("saltsalt", with: "othersal")
        disk.put(
            Self.ann,
            text: "{\(email) \"passwordHash\": \"\(hash)\", \"registered\": \"2026-01-01T00:00:00Z\",}")
        let edits: HandEdits = try #require(try directory.handEdits())
        #expect(edits.locked == [Self.ann])
        try directory.undo(edits)
        let account = try #require(try disk.registry().account(of: Self.ann))
        let text = try #require(disk.documents()[Self.annFile])
        #expect(account.values.isLocked && !text.contains("othersal"))
    }

    @Test func `a text of somebody who had the email before is nobody else's`() throws {
        _ = try prepare()
        _ = try disk.registry().commit([.remove], of: [Self.ann])
        disk.put(Self.ann, text: "{")
        #expect(try directory.handEdits() == nil)
        #expect(disk.documents()[Self.annFile] == "{")
    }

    @Test func `a file that was saved again after it was shown is not overwritten`() throws {
        _ = try prepare()
        disk.put(Self.ann, text: "{")
        let edits: HandEdits = try #require(try directory.handEdits())
        disk.put(Self.ann, text: "{{")
        let path = RegistryDisk.path(Self.annFile)
        #expect(throws: AccountsError.store(.changedMeanwhile(path: path))) {
            try directory.undo(edits)
        }
        #expect(disk.documents()[Self.annFile] == "{{")
    }

    @Test func `broken rules come back before any account does`() throws {
        let goodAccount = try prepare()
        let now: Moment = try #require(RegistryDisk.now)
        try PolicySwitch(.hashCost, "5", in: disk.store(), now: now).save()
        let good = try #require(disk.documents()["policy.json"])
        disk.files.put(RegistryDisk.path("policy.json"), "{")
        disk.put(Self.ann, text: "{")
        let edits: HandEdits = try #require(try directory.handEdits())
        let rules: Policy = try #require(PolicyFile.policy(of: Array(good.utf8)))
        #expect(rules.hashCost == 5)
        #expect(edits.differences == [DocumentDifference.rules(from: nil, to: rules)])
        try directory.undo(edits)
        #expect(disk.documents()["policy.json"] == good && disk.documents()[Self.annFile] == "{")
        let more: HandEdits = try #require(try directory.handEdits())
        try directory.undo(more)
        #expect(disk.documents()[Self.annFile] == goodAccount)
    }

    @Test func `a broken profile gets its newest text back`() throws {
        let disk = ProfileDisk.holding(ProfileDisk.ann)
        #expect(try disk.profile().edit([.firstName: "Ann"]))
        let good = try disk.contents()
        #expect(try disk.profile().directory.handEdits() == nil)
        disk.files.put(ProfileDisk.profilePath, "{\"email\": \"ann@mail.example\",}\n")
        let edits: HandEdits = try #require(try disk.profile().directory.handEdits())
        #expect(edits.differences == [DocumentDifference.profile(.mended())])
        try disk.profile().directory.undo(edits)
        #expect(try disk.contents() == good)
        #expect(good == ProfileDisk.file("ann@mail.example", "12345", firstName: "Ann"))
    }
}

/// Undoing a change of an object that has changed again since.
@Suite struct KeyReversalTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        /// Before the change, after it and now.
        let texts: [String]
        let undone: String
        let left: [String]

        init(
            _ name: String, _ before: String, _ after: String, _ present: String, gives undone: String,
            leaving left: [String] = []
        ) {
            (testDescription, texts) = (name, [before, after, present])
            (self.undone, self.left) = (undone, left)
        }
    }

    static let cases: [Case] = [
        Case(
            "nothing of it was later changed", #"{"a":"1","b":"2"}"#, #"{"b":"3"}"#, #"{"b":"3","c":"4"}"#,
            gives: #"{"a":"1","b":"2","c":"4"}"#),
        Case(
            "the key is as it was", #"{"a":"1"}"#, #"{"a":"2"}"#, #"{"a":"1","c":"4"}"#,
            gives: #"{"a":"1","c":"4"}"#),
        Case(
            "a text was changed again", #"{"a":"1"}"#, #"{"a":"2"}"#, #"{"a":"3"}"#,
            gives: #"{"a":"3"}"#, leaving: ["a"]),
        Case(
            "another element was added", #"{"t":["a"]}"#, #"{"t":["a","b"]}"#, #"{"t":["a","b","c"]}"#,
            gives: #"{"t":["a","c"]}"#),
        Case(
            "a removed element goes back to its place", #"{"t":[1,true,"x"]}"#, #"{"t":[1,"x"]}"#,
            #"{"t":[1,"x",2]}"#, gives: #"{"t":[1,true,"x",2]}"#),
        Case(
            "the list was sorted", #"{"t":["a"]}"#, #"{"t":["a","b"]}"#, #"{"t":["b","a"]}"#,
            gives: #"{"t":["a"]}"#),
        Case(
            "somebody has taken it back", #"{"t":["a"]}"#, #"{"t":["a","b"]}"#, #"{"t":["a","c"]}"#,
            gives: #"{"t":["a","c"]}"#),
        Case(
            "a new list has become a text", #"{"a":"1"}"#, #"{"a":"1","t":["b"]}"#, #"{"a":"1","t":"b"}"#,
            gives: #"{"a":"1"}"#),
        Case(
            "a single text stays one", #"{"t":"a"}"#, #"{"t":["a","b"]}"#, #"{"t":["b","c"]}"#,
            gives: #"{"t":"c"}"#),
        Case(
            "a list of objects stays", #"{"t":[{"k":1}]}"#, #"{"t":[]}"#, #"{"t":["x"]}"#,
            gives: #"{"t":["x"]}"#, leaving: ["t"]),
        Case(
            "a list with nothing in it stays", #"{"t":[null]}"#, #"{"t":["a"]}"#, #"{"t":["x"]}"#,
            gives: #"{"t":["x"]}"#, leaving: ["t"]),
        Case(
            "a number in a list of one stays in it", #"{}"#, #"{"n":[1]}"#, #"{"n":[1,2]}"#,
            gives: #"{"n":[2]}"#),
        Case(
            "only the order changed", #"{"t":["a","b"]}"#, #"{"t":["b","a"]}"#, #"{"t":["b","a","c"]}"#,
            gives: #"{"t":["b","a","c"]}"#, leaving: ["t"]),
        Case(
            "a number is no list", #"{"t":["a"]}"#, #"{"t":5}"#, #"{"t":["b"]}"#,
            gives: #"{"t":["b"]}"#, leaving: ["t"]),
    ]

    @Test(arguments: cases)
    func `keys go back as far as nobody changed them since, and lists element by element`(
        row: Case
    ) throws {
        let texts: [[UInt8]] = row.texts.map { Array($0.utf8) }
        let reversal: KeyReversal = try #require(KeyReversal(of: texts[0], to: texts[1], in: texts[2]))
        #expect(String(decoding: reversal.text, as: UTF8.self) == row.undone)
        #expect(reversal.left == row.left)
    }

    @Test func `an element that was removed and added again since is another change's`() throws {
        let texts = [#"{"t":["x"]}"#, #"{"t":["x","a"]}"#, #"{"t":["a","b"]}"#].map { Array($0.utf8) }
        let past = ["t": [#"{"t":["x","a"]}"#, #"{"t":[]}"#].map { Array($0.utf8) }]
        let reversal = try #require(KeyReversal(of: texts[0], to: texts[1], in: texts[2], past: past))
        #expect(reversal.text == texts[2] && reversal.left == [])
        let back = try #require(
            KeyReversal(of: texts[1], to: texts[0], in: Array(#"{"t":["b"]}"#.utf8), past: past))
        #expect(String(decoding: back.text, as: UTF8.self) == #"{"t":["b"]}"#)
    }

    @Test func `a key that a later change touched stays, even if it is again as the change left it`() throws {
        let texts = [#"{"a":"1","b":"1"}"#, #"{"a":"2","b":"2"}"#].map { Array($0.utf8) }
        let reversal = try #require(
            KeyReversal(of: texts[0], to: texts[1], in: texts[1], past: ["a": [texts[1]]]))
        #expect(String(decoding: reversal.text, as: UTF8.self) == #"{"a":"2","b":"1"}"#)
        #expect(reversal.left == ["a"])
    }

    @Test func `a list that later changes touched stays where their texts are not known`() throws {
        let texts = [#"{"t":["x","board"]}"#, #"{"t":["x"]}"#].map { Array($0.utf8) }
        // Somebody has put it back and taken it away again, among so many accounts that no texts are kept.
        let reversal = try #require(KeyReversal(of: texts[0], to: texts[1], in: texts[1], past: ["t": []]))
        #expect(reversal.text == texts[1] && reversal.left == ["t"])
    }

    @Test func `a list of the rules goes back whole, or stays`() throws {
        let texts = [#"{}"#, #"{"required":["email"]}"#, #"{"required":["email","phone"]}"#].map {
            Array($0.utf8)
        }
        let reversal = try #require(
            KeyReversal(of: texts[0], to: texts[1], in: texts[2], isByElement: false))
        #expect(reversal.text == texts[2] && reversal.left == ["required"])
    }

    @Test func `a text that is no object has no keys to undo`() {
        let (object, list): ([UInt8], [UInt8]) = (Array("{}".utf8), Array("[]".utf8))
        #expect(KeyReversal(of: list, to: object, in: object) == nil)
        #expect(KeyReversal(of: object, to: list, in: object) == nil)
        #expect(KeyReversal(of: object, to: object, in: list) == nil)
    }
}
