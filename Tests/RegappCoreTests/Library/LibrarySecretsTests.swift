import Foundation
import RegappAlbums
import RegappCore
import Testing

/// What a log or a debugger shows of the library's values.
@Suite struct LibrarySecretsTests {
    /// The names of the public types in the sources of a module, without those that they are in.
    private static func publicTypes(of module: String) throws -> Set<String> {
        let root = (0..<4).reduce(URL(fileURLWithPath: #filePath)) { url, _ in url.deletingLastPathComponent()
        }
        let sources = root.appendingPathComponent("Sources/\(module)")
        let files = try FileManager.default.subpathsOfDirectory(atPath: sources.path).filter {
            $0.hasSuffix(".swift")
        }
        return try files.reduce(into: []) { names, file in
            let text = try String(contentsOf: sources.appendingPathComponent(file), encoding: .utf8)
            for match in text.matches(of: /public (?:final )?(?:struct|enum|class|actor) (\w+)/) {
                names.insert(String(match.1))
            }
        }
    }

    @Test func `no public type shows a password, a hash or a file when it is printed`() async throws {
        let disk = RegistryDisk()
        disk.put("bob@x.example", "Bob", hash: RegistryDisk.weakHash)
        let (directory, rules) = (disk.directory(), try await disk.directory().rules())
        let registry = directory.registry
        let typed = PersonalValues(email: "e", password: "logMeInn123")
        var iterator = registry.accounts().makeAsyncIterator()
        let bob = try #require(try await iterator.next())
        let broken = PersonalValues(password: "password1")
        let refused = await #expect(throws: DirectoryError.self) { try await registry.register(broken) }
        let file = Array("email,password\nx,logMeInn123\n".utf8)
        let mistaken = await #expect(throws: DirectoryError.self) {
            try await registry.importAccounts(file, as: .csv)
        }
        try await registry.lock("bob@x.example")
        let export = try await registry.export(.json)
        disk.put("eve@x.example", text: #"{"email": "eve@x.example", "passwordHash": "$6$saltsalt"}"#)
        let unreadable = await #expect(throws: DirectoryError.self) {
            try await registry.account(withEmail: "eve@x.example")
        }
        guard case .invalidImport(let mistakes) = mistaken?.reason,
            case .invalidFiles(let places) = unreadable?.reason
        else {
            Issue.record("\(String(describing: mistaken)) \(String(describing: unreadable))")
            return
        }
        let imported = try await AccountDirectory.inMemory().registry.importAccounts(
            Array("email,password\nx@x.example,logMeInn123\n".utf8), as: .csv)
        let album = Album(collectionId: 1, collectionName: "Night")
        let noCatalogue = #expect(throws: AlbumSearchError.self) { try AlbumSearch(catalogue: "ftp://x") }
        let change = try #require(try await directory.history().first)
        let values: [Any] = [
            album, AlbumContents(album: album, songs: []), album.collectionExplicitness,
            Track(trackId: 1, trackName: "Song"), AlbumSearch(), try #require(noCatalogue),
            try #require(noCatalogue).reason, typed,
            AdministrativeValues(expires: "2026-12-31", passwordHash: RegistryDisk.weakHash), bob,
            directory, change, try #require(change.values.first), UndoOutcome.unknown,
            AccountDirectory.inMemory(),
            registry, directory.profile, registry.accounts(), iterator,
            try await registry.accounts(sortedBy: "email"), try await registry.unlock(["bob@x.example"]),
            export, rules, rules.policyName, AccountFilter.locked,
            try #require(refused), try #require(refused).reason, DirectoryError.Busy.locked,
            try #require(mistakes.first), try #require(places.first), try #require(mistaken),
            try #require(rules.violations(in: broken).first),
            try #require(rules.checklist(for: .password, in: broken).first),
            AccountRegistry.LoginName.email("e"), AccountRegistry.Existing.refused, ImportColumns(),
            ImportColumns.Others.kept, imported, try #require(Moment.current), ExchangeFormat.json,
            Field.password, TextEncoding.koi8R,
            try #require(CalendarDate(year: 2026, month: 7, day: 15)),
        ]
        for value in values {
            var dumped = ""
            dump(value, to: &dumped)
            for text in ["\(value)", String(reflecting: value), dumped] {
                for secret in ["logMeInn123", "password1", "$6$", "saltsalt"] {
                    #expect(!text.contains(secret), "\(type(of: value))")
                }
            }
        }
        let shown = values.map { "\(type(of: $0))".split(separator: ".").last.map(String.init) ?? "" }
        let types = try ["RegappCore", "RegappValues", "RegappAlbums"].map(Self.publicTypes)
            .reduce(Set()) { $0.union($1) }
        #expect(types.subtracting(shown) == [], "every public type has a value above")
    }
}
