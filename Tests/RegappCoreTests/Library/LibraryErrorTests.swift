import RegappTestSupport
import RegappStore
import RegappValues
import Testing

@testable import RegappCore

/// The errors of the library: cases with facts, each with the program's sentences.
@Suite struct LibraryErrorTests {
    private typealias Reason = DirectoryError.Reason

    private static let violation = Violation(field: .email, rule: .required)

    /// Rows: every error of the core, and what programs that use the library branch on.
    private static let rows: [(AccountsError, Reason)] = [
        (.store(.failed(.read, path: "/d/a", .notPermitted)), .file(path: "/d/a", errno: 1)),
        (.store(.refused(path: "/d/b", .symbolicLink)), .file(path: "/d/b", errno: nil)),
        (.store(.locked(path: "/d/.lock")), .busy(.locked)),
        (.store(.lockLost(path: "/d/.lock")), .busy(.changedMeanwhile)),
        (.store(.changedMeanwhile(path: "/d/a")), .busy(.changedMeanwhile)),
        (.store(.cancelled), .cancelled),
        (.passwordIsOld, .unusablePassword),
        (.tooManyHashes, .busy(.tooManyHashes)),
        (.unusableArgument("a path must be absolute"), .unusableArgument),
        (.noDirectory(path: "/d"), .noDirectory(path: "/d")),
        (.directoryInUse(path: "/d"), .directoryInUse(path: "/d")),
        (.noClock, .unusableArgument),
        (.firstPasswordOver(email: "a@x.example"), .firstPasswordOver(email: "a@x.example")),
        (.keyHoldsMore("team", email: "a@b"), .unusableArgument),
        (.noChange(3), .unusableArgument),
        (.store(.halfway(.failed(.write, path: "/d/c", .notPermitted))), .file(path: "/d/c", errno: 1)),
        (.violations([violation]), .brokenRules([violation])),
        (.noRegistry(directory: "/d"), .noRegistry),
        (.nobodyLoggedIn, .nobodyLoggedIn),
        (.noMatch([.unknown]), .noMatch),
        (.nobodyRegistered, .noMatch),
        (.ambiguousFirstName(2), .noMatch),
        (.accountExists, .accountExists),
        (.fileInTheWay, .accountExists),
        (.emailTaken, .accountExists),
        (.noAccount("a@x.example"), .noAccount(email: "a@x.example")),
        (.nothingToUnlock(email: "a@x.example"), .nothingToUnlock(email: "a@x.example")),
        (.hashing(.unsuitable), .unusablePassword),
        (.hashing(.tooLong(maximumBytes: 72)), .unusablePassword),
        (.hashing(.notComputed(.bcrypt)), .busy(.noMemory)),
        (.rulesChanged(path: "/d/policy.json"), .busy(.changedMeanwhile)),
        (.changedSince(path: "/d/profile.json"), .changedSince(path: "/d/profile.json")),
    ]

    @Test(arguments: rows.indices)
    func `every error has a reason, and the program's sentences`(row: Int) {
        let (error, reason) = Self.rows[row]
        let told = error.explanation
        #expect(told.reason == reason)
        #expect(!told.messages.isEmpty && told.messages == error.explanation.messages)
        #expect(told.description == error.explanation.messages.joined(separator: "\n"))
    }

    @Test func `of the files that were changed meanwhile, at most twenty are named`() {
        func messages(_ count: Int) -> [String] {
            let others = (1..<count).map { "/d/\($0)" }
            return StoreError.changedMeanwhile(path: "/d/0", others: others).explanation.messages
        }
        #expect(messages(20).count == 20 && messages(20).allSatisfy { $0.hasPrefix("/d/") })
        #expect(messages(25).count == 21)
        #expect(messages(25).last == "5 more were changed meanwhile; they were left as they are")
    }

    private func reason(_ work: () async throws -> Void) async -> Reason? {
        await #expect(throws: DirectoryError.self) { try await work() }?.reason
    }

    @Test func `errors of a profile are distinguished`() async throws {
        let disk = ProfileDisk()
        disk.files.putDirectory(ProfileDisk.directory)
        let profile = disk.directory().profile
        let registry = disk.directory().registry
        #expect(await reason { try await profile.logOut() } == .nobodyLoggedIn)
        #expect(
            await reason { try await profile.change(to: PersonalValues(firstName: "Ann")) } == .nobodyLoggedIn
        )
        #expect(
            await reason { _ = try await registry.verify("a@x.example", password: "12345") } == .noRegistry)
        let short = await reason { try await profile.logIn("ann@mail.example", password: "1234") }
        guard case .brokenRules(let violations) = short else {
            Issue.record("\(String(describing: short))")
            return
        }
        #expect(violations.map(\.message) == ["password must have at least 5 characters"])
        try await profile.logIn("ann@mail.example", password: "12345")
        try await profile.change(to: PersonalValues(firstName: "Ann"))
        disk.files.put(
            ProfileDisk.profilePath, #"{"email":"bob@host.example","password":"secret","firstName":"B"}"#)
        #expect(
            await reason { _ = try await disk.directory().undo() }
                == .changedSince(path: ProfileDisk.profilePath)
        )
        disk.files.put(ProfileDisk.profilePath, "{")
        guard case .invalidFiles = await reason({ _ = try await profile.read() }) else {
            Issue.record("a file without an end is read")
            return
        }
    }

    @Test func `errors of a registry are distinguished`() async throws {
        let disk = RegistryDisk()
        let directory = disk.directory()
        let registry = directory.registry
        disk.put("ann@x.example", "Ann", hash: RegistryDisk.weakHash)
        disk.put("bob@x.example", "Bob", hash: "!")
        let missing = Reason.noAccount(email: "eve@x.example")
        #expect(
            await reason { try await registry.change("eve@x.example", to: PersonalValues(lastName: "Lee")) }
                == missing)
        #expect(
            await reason { try await registry.setPassword(of: "eve@x.example", to: "logMeInn123") } == missing
        )
        #expect(await reason { try await registry.lock("eve@x.example") } == missing)
        #expect(await reason { try await registry.unlock("eve@x.example") } == missing)
        #expect(await reason { try await registry.remove("eve@x.example") } == missing)
        let ann = PersonalValues(email: "ann@x.example", firstName: "Ann", lastName: "Lee")
        #expect(await reason { try await registry.register(ann) } == .accountExists)
        let taken = await reason {
            try await registry.change("bob@x.example", to: PersonalValues(email: "ann@x.example"))
        }
        #expect(taken == .accountExists)
        #expect(
            await reason { try await registry.unlock("bob@x.example") }
                == .nothingToUnlock(email: "bob@x.example"))
        let other = await reason {
            try await directory.profile.logIn("ann@x.example", password: "logMeInn123")
        }
        #expect(other == .noMatch)
    }

    @Test func `a clock outside the calendar is an error`() async {
        let directory = AccountDirectory("/d", clock: { nil })
        #expect(await reason { _ = try await directory.rules() } == .unusableArgument)
    }

    @Test func `a missing directory is an error, and a login in one's own folder makes it`() async throws {
        #expect(await reason { _ = try await AccountDirectory("d").rules() } == .unusableArgument)
        let disk = ProfileDisk()
        let missing = Reason.noDirectory(path: ProfileDisk.directory)
        let directory = disk.directory()
        #expect(await reason { _ = try await directory.rules() } == missing)
        #expect(await reason { _ = try await directory.profile.read() } == missing)
        #expect(
            await reason { _ = try await directory.registry.verify("a@x.example", password: "1") } == missing)
        let logIn = { try await directory.profile.logIn("ann@mail.example", password: "12345") }
        #expect(await reason { _ = try await logIn() } == missing)
        disk.files.putDirectory("/home/ann/Documents")
        #expect(try await logIn().email == "ann@mail.example")
    }

    @Test func `errors that only the program meets have their exit codes, and each refusal its words`() {
        let errors: [(AccountsError, ExitCode)] = [
            (.keyHoldsMore("team", email: "a@b"), .data), (.notAnAccount(path: "/x", email: "a@b"), .data),
            (.noChange(3), .notFound), (.valueRefused([]), .data),
        ]
        for (error, exit) in errors { #expect(error.explanation.message.exit == exit, "\(error)") }
        let refusals: [FileRefusal] = [
            .symbolicLink, .notRegular, .ownerNotGiven, .writeProtected(mode: 0o444), .notDirectory, .ownFile,
            .tooLarge(limit: 9), .wouldBeTooLarge(limit: 9),
        ]
        let words = refusals.map { StoreError.refused(path: "/x", $0).explanation.messages[0] }
        #expect(Set(words).count == refusals.count && words.allSatisfy { $0.hasPrefix("cannot use /x: ") })
    }
}
