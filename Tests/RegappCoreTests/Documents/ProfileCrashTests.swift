import RegappJSON
import RegappStore
import RegappCore
import RegappTestSupport
import Testing

/// Power cuts at every call of every command, and the proof that the check would notice.
@Suite struct ProfileCrashTests {
    @Test(arguments: ProfileAction.all)
    func `a power cut leaves the old or new profile, success the new one`(action: ProfileAction) throws {
        let check = try CrashCheck(action, recovering: true)
        #expect(check.problems.isEmpty)
        #expect(check.states > 3, "the check has looked at something")
    }

    @Test(
        arguments: ProfileAction.all.map { ($0, OmittedSync.Omitted.files) }
            + ProfileAction.all.map { ($0, .directories) }
            + ProfileAction.all.filter { $0.canBeCancelled && $0.old != nil }.map { ($0, .history) })
    func `the check goes red where what it is about is not synchronised`(
        action: ProfileAction, omitted: OmittedSync.Omitted
    ) throws {
        let isExpected = { (problem: CrashProblem) in
            switch (omitted, problem) {
            case (.files, .torn), (.directories, .lost), (.history, .cannotCancel): true
            // A logout writes no document, only its record.
            default: omitted == .files && action.new == nil
            }
        }
        let check = try CrashCheck(action, until: isExpected) { OmittedSync(of: omitted, $0) }
        #expect(check.problems.contains(where: isExpected))
    }
}

@Suite struct ProfileFaultTests {
    @Test(arguments: StorageFault.all)
    func `a fault at any call leaves the old data in reach and says what failed`(fault: StorageFault) throws {
        let points = try ProfileAction.all.map { try FaultCheck($0, fault).points }
        print("\(fault.testDescription): \(points.reduce(0, +)) points")
        #expect(points.reduce(0, +) >= (fault.isShortTransfer ? 10 : 500 / FaultCheck.stride(of: fault)))
    }

    @Test(arguments: StorageFault.all)
    func `a fault while reading ends in the profile or in what failed where`(fault: StorageFault) throws {
        let disk = ProfileDisk.holding(ProfileDisk.ann)
        for number in 1... {
            let faulty = FaultInjectingFileSystem(disk.files, at: number, fault.fault, forEver: fault.forEver)
            do throws(AccountsError) {
                let file = try disk.profile { _ in faulty }.directory.current()
                #expect(file?.document.bytes == ProfileDisk.ann)
            } catch {
                guard case .store(.failed(.read, ProfileDisk.profilePath, fault.reported)) = error else {
                    Issue.record("\(error)")
                    return
                }
            }
            #expect(disk.files.openFiles == 0)
            guard faulty.fired else { return }
        }
    }
}

extension StorageFault {
    var isShortTransfer: Bool { fault == .shortRead || fault == .shortWrite }
}

@Suite struct SavedAccountTests {
    @Test func `saving returns the saved account, even if a logout follows`() throws {
        let disk = ProfileDisk()
        let profile = disk.profile()
        let values: AccountRecord = [.email: "ann@mail.example", .password: "12345"]
        let new = try profile.login(profile.directory.draft(values)).account
        let edited = try profile.directory.edit(new, [.lastName: "Lee"]).account
        try disk.profile().directory.logout()
        #expect(new.document.bytes == ProfileDisk.ann && edited?.value(.lastName) == "Lee")
    }
}
