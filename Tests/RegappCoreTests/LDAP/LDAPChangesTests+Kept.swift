import RegappTestSupport
import Testing

@testable import RegappCore

/// Entries that stay because a file with another name holds their account, or an editor may.
extension LDAPChangesTests {
    /// Names that no account's file has, which hold Ann's account while its own name is free.
    @Test(arguments: [
        "Ann@x.example.json", "ann%40x.example.json", "copy.json", "ann@x.example.JSON", "ann@x.example",
        "4913", "sedAbC123", ".goutputstream-ABC123", "ann.txt",
    ])
    func `an account in a file of another name keeps its entry, and is reported`(name: String) throws {
        disk.put("bob@x.example", "Bob", hash: Self.hash)
        let file = RegistryDisk.path("accounts/\(name)")
        disk.files.put(file, RegistryDisk.account("Ann@x.example", "Ann", hash: Self.hash))
        for deletes in [true, false] {
            let (records, findings, changes) = try changes(Self.entry(), deletes: deletes)
            #expect(records.contains("dn: mail=bob@x.example") && !records.contains("delete"))
            #expect(findings == ["Ann@x.example in \(name)"] && changes.undeleted == 0)
        }
        var told: [String] = []
        for case .failure(.notAnAccount(let path, let email)) in try RegistryWalk(disk.registry()).parts({
            Array($0)
        })
        .joined() {
            told += [path, email]
        }
        let isNamed = name.lowercased().hasSuffix(".json")
        #expect(told == (isNamed ? [file, "Ann@x.example"] : []))
        disk.put("ann@x.example", "Ann", hash: Self.hash)
        #expect(try changes(Self.entry(), deletes: true).findings == [])
    }

    /// Names of other accounts' files.
    @Test(arguments: ["someone@else.example.json", "ann@x.example..json", "ann@x.exampl.json"])
    func `an account in another one's file keeps its entry, and is reported`(name: String) throws {
        disk.put("bob@x.example", "Bob", hash: Self.hash)
        let file = RegistryDisk.path("accounts/\(name)")
        let account = RegistryDisk.account("Ann@x.example", "Ann", hash: Self.hash)
        // The second cannot be accepted.
        for text in [account, account.replacing("{", with: #"{"birthday": "1.1.1","#)] {
            disk.files.put(file, text)
            let finding = text == account ? "not the account of Ann@x.example" : "rejected"
            for deletes in [true, false] {
                let (records, findings, changes) = try changes(Self.entry(), deletes: deletes)
                #expect(records.contains("dn: mail=bob@x.example") && !records.contains("delete"))
                #expect(findings == [finding] && changes.undeleted == 0)
            }
        }
        disk.files.remove(file)
        #expect(try changes(Self.entry(), deletes: true).records.contains("changetype: delete"))
    }

    @Test(
        arguments: ["Ann@x.example.json", "ann%40x.example.json", "ANN%40X.example.JSON"],
        ["", "{\"email\": \"Ann@x.ex", "{\"email\": \"ann@x.example\" \"firstName\": \"Ann\"}"])
    func `a file that is being written under almost an account's name keeps the entry, and is reported`(
        name: String, text: String
    ) throws {
        disk.put("bob@x.example", "Bob", hash: Self.hash)
        disk.files.put(RegistryDisk.path("accounts/\(name)"), text)
        let (records, findings, _) = try changes(Self.entry(), deletes: true)
        #expect(!records.contains("changetype: delete"))
        #expect(findings == ["ann@x.example in \(name)"])
        disk.put("ann@x.example", "Ann", hash: Self.hash)
        #expect(try changes(Self.entry(), deletes: true).findings == [])
    }

    /// Texts of a file that cannot be parsed, and whether they may be Ann's account.
    @Test(arguments: [
        (#"{"email": "ANN@x.example", "email": "b@x.example"}"#, true),
        (#"{"email": "ann@x.example",}"#, true),
        (#"{"email": "cy@x.example",}"#, false),
    ])
    func `a file that cannot be parsed keeps the entries of the emails in it, and is reported`(
        text: String, keeps: Bool
    ) throws {
        disk.put("bob@x.example", "Bob", hash: Self.hash)
        disk.files.put(RegistryDisk.path("accounts/zz.json"), text)
        let (records, findings, _) = try changes(Self.entry(), deletes: true)
        #expect(records.contains("changetype: delete") != keeps)
        #expect(findings == ["stray"])
    }

    @Test func `a file that cannot be read keeps all entries, and is reported`() throws {
        disk.put("bob@x.example", "Bob", hash: Self.hash)
        disk.files.putLink(RegistryDisk.path("accounts/zz.json"), to: "/somewhere/else.json")
        let (records, findings, _) = try changes(Self.entry(), deletes: true)
        #expect(!records.contains("changetype: delete") && findings == ["stray"])
    }

    /// Names that editors and people give to an account's file, or to one beside it.
    static let edited = [
        "ann@x.example.json~", ".ann@x.example.json.swp", "ann@x.example.json.bak", "#ann@x.example.json#",
        ".#ann@x.example.json", ".~lock.ann@x.example.json#", "ann@x.example.json.~12~",
        "ann@x.example.json.orig", "Ann@x.example.json~", "ann%40x.example.json.bak",
    ]

    @Test(arguments: edited)
    func `an editor's file or a backup spares the entry for ten minutes`(name: String) throws {
        disk.put("bob@x.example", "Bob", hash: Self.hash)
        let file = RegistryDisk.path("accounts/\(name)")
        disk.files.put(file, RegistryDisk.account("ann@x.example", "Ann", hash: Self.hash))
        let now = Int64(try #require(RegistryDisk.now).timestamp.secondsSince1970)
        for (age, isSpared) in [(0, true), (599, true), (-60, true), (600, false), (86_400, false)] {
            disk.files.setChanged(file, now - Int64(age))
            let (records, findings, _) = try changes(Self.entry(), deletes: true)
            #expect(records.contains("changetype: delete") != isSpared, "\(age) s")
            #expect(findings == (isSpared ? ["ann@x.example spared by \(name)"] : []))
        }
    }

    @Test func `an account that goes while changes are printed spares its entry as well`() throws {
        var changes = try underWay()
        let file = RegistryDisk.path("accounts/ann@x.example.json~")
        disk.files.put(file, RegistryDisk.account("ann@x.example", "Ann"))
        disk.files.setChanged(file, Int64(try #require(RegistryDisk.now).timestamp.secondsSince1970))
        let next = try #require(try changes.nextDeletions())
        #expect(
            next.bytes.isEmpty
                && next.findings.map(Self.text) == ["ann@x.example spared by ann@x.example.json~"])
    }

    @Test func `a file that gets another account's name while changes are printed spares it too`() throws {
        var changes = try underWay()
        disk.put("cy@x.example", text: RegistryDisk.account("ann@x.example", "Ann"))
        while let next = try changes.nextDeletions() {
            #expect(next.bytes.isEmpty && next.findings.isEmpty)
        }
    }

    /// Changes of which all but the deletions have been made, with Ann's deletion to come.
    private func underWay() throws -> LDAPChanges {
        disk.put("bob@x.example", "Bob", hash: Self.hash)
        let base = try #require(DistinguishedName(Self.base))
        var changes = try LDAPChanges(of: try disk.registry(), below: base, deletes: true)
        changes.read(Array(Self.entry().utf8)) { _ in }
        var records: [UInt8] = []
        changes.finish { records += $0.bytes }
        #expect(!records.isEmpty)
        return changes
    }
}
