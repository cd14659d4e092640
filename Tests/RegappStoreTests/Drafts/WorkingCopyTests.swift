import RegappStore
import RegappTestSupport
import Testing

/// The private copies of documents that are open in an editor.
@Suite struct WorkingCopyTests {
    private static let text = Array("{\"a\": 1}\n".utf8)
    private static let other = Array("{\"a\": 2}\n".utf8)
    private let disk = StoreFixture(["main.json": "{\"a\": 1}\n"])

    private func make(_ file: String = "main.json") throws -> WorkingCopy {
        let origin = WorkingCopy.Origin(of: file, holding: Self.text)
        return try disk.store().writing { writer in
            try WorkingCopy.make(of: origin, holding: Self.text, in: writer)
        }
    }

    private func found() throws -> [WorkingCopy.Summary] {
        try disk.store().reading { reader in try WorkingCopy.all(reader) }
    }

    private func adopt(_ found: WorkingCopy.Summary) throws -> WorkingCopy? {
        try disk.store().writing { writer in try WorkingCopy.adopt(found, writer) }
    }

    @Test func `a copy is its owner's alone, named as the document, and goes without a trace`() throws {
        let copy = try make("accounts/ann@x.example.json")
        #expect(copy.path == StoreFixture.path(".regapp-edits/1/ann@x.example.json"))
        #expect(try copy.content() == .text(Self.text))
        for path in disk.files.paths() where path.contains(".regapp-edits") {
            #expect(disk.files.mode(path) == (disk.files.contents(path) == nil ? 0o700 : 0o600), "\(path)")
        }
        #expect(try copy.remove())
        #expect(disk.names.sorted() == [".lock", "main.json"] && disk.files.openFiles == 0)
    }

    @Test func `a copy that is in use is found so, and neither continued nor removed`() throws {
        let copy = try make()
        let found = try #require(try found().first)
        #expect(found.path == copy.path && found.origin == copy.origin && found.isInUse)
        #expect(try adopt(found) == nil)
        #expect(try !disk.store().writing { writer in try WorkingCopy.remove(found, writer) })
        #expect(try copy.content() == .text(Self.text))
    }

    @Test func `a copy that was kept stays through other writers, and can be gone on with`() throws {
        let copy = try make()
        try copy.replace(with: Self.other, of: copy.origin)
        copy.keep()
        try disk.store().put("main.json", "{}")
        let kept = try #require(try found().first)
        #expect(!kept.isInUse && kept.origin == copy.origin)
        let again = try #require(try adopt(kept))
        #expect(try again.content() == .text(Self.other) && again.origin == copy.origin)
        #expect(try again.remove())
        #expect(try found().isEmpty)
    }

    @Test func `the latest copy is found first, and what its regapp did not finish has no origin`() throws {
        for _ in 0..<11 { try make().keep() }
        disk.files.putDirectory(StoreFixture.path(".regapp-edits/12"))
        disk.files.put(StoreFixture.path(".regapp-edits/a file"), "")
        let found = try found()
        #expect(found.map(\.origin?.file) == [nil] + Array(repeating: "main.json", count: 11))
        #expect(found[1].path.hasSuffix("/11/main.json") && found[11].path.hasSuffix("/1/main.json"))
        let isRemoved = try disk.store().writing { writer in try WorkingCopy.remove(found[0], writer) }
        #expect(isRemoved && !disk.files.exists(StoreFixture.path(".regapp-edits/12")))
    }

    @Test func `anything may come back from an editor`() throws {
        let copy = try make()
        let (files, path) = (disk.files, copy.path)
        files.put(path, Self.other, mode: 0o644)
        #expect(try copy.content() == .text(Self.other) && files.mode(path) == 0o600)
        files.put(path, [UInt8](repeating: 0x20, count: (1 << 20) + 1))
        #expect(try copy.content() == .unusable(.tooLarge(limit: 1 << 20)))
        files.remove(path)
        #expect(try copy.content() == .absent)
        let odd: [(FileRefusal, () -> Void)] = [
            (.symbolicLink, { files.putLink(path, to: StoreFixture.path("main.json")) }),
            (.notRegular, { files.putSpecial(path) }), (.notRegular, { files.putDirectory(path + "/deep") }),
        ]
        for (refusal, put) in odd {
            files.remove(path)
            put()
            #expect(try copy.content() == .unusable(refusal))
            try copy.replace(with: Self.other, of: WorkingCopy.Origin(of: "main.json", holding: nil))
            #expect(try copy.content() == .text(Self.other))
        }
        #expect(try disk.text("main.json") == "{\"a\": 1}\n")
        #expect(try found().first?.origin == WorkingCopy.Origin(of: "main.json", holding: nil))
        #expect(try copy.remove())
        #expect(disk.names.sorted() == [".lock", "main.json"])
    }

    @Test func `whichever call fails, there is a whole copy or none`() throws {
        let origin = WorkingCopy.Origin(of: "main.json", holding: Self.text)
        for number in 1... {
            let disk = StoreFixture(["main.json": "{\"a\": 1}\n"])
            let faulty = FaultInjectingFileSystem(disk.files, at: number, .failure(.noSpace))
            let copy = try? disk.store({ _ in faulty }).writing { writer in
                try WorkingCopy.make(of: origin, holding: Self.text, in: writer)
            }
            guard faulty.fired else { return #expect(number > 10) }
            if let copy {
                #expect(try copy.content() == .text(Self.text))
                copy.keep()
            } else {
                #expect(!disk.names.contains { $0.hasPrefix(".regapp-edits") }, "call \(number)")
            }
            #expect(disk.files.openFiles == 0 && disk.files.contents(StoreFixture.path("main.json")) != nil)
        }
    }
}
