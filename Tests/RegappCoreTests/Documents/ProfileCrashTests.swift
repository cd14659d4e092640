import RegappStore
import RegappTestSupport
import Testing

/// Power cuts at every call of every command, and the proof that the check would notice.
@Suite struct ProfileCrashTests {
    @Test(arguments: ProfileAction.all)
    func `a power cut leaves the old or the new profile, and success the new one`(action: ProfileAction)
        throws
    {
        let check = try CrashCheck(action, recovering: true)
        #expect(check.problems.isEmpty)
        #expect(check.states > 3, "the check has looked at something")
    }

    @Test(arguments: ProfileAction.all)
    func `the check goes red where files are not synchronised`(action: ProfileAction) throws {
        // A logout writes no document, only its record.
        let isExpected = { (problem: CrashProblem) in
            if case .torn = problem { true } else { action.new == nil }
        }
        let check = try CrashCheck(action, until: isExpected) { WithoutFileSync($0) }
        #expect(check.problems.contains(where: isExpected))
    }

    @Test(arguments: ProfileAction.all)
    func `the check goes red where directories are not synchronised`(action: ProfileAction) throws {
        let check = try CrashCheck(action, until: { $0 == .lost }) { WithoutDirectorySync($0) }
        #expect(check.problems.contains(.lost))
    }

    @Test(arguments: ProfileAction.all.filter { $0.canBeCancelled && $0.old != nil })
    func `the check goes red where the change comes before its record`(action: ProfileAction) throws {
        let isExpected = { (problem: CrashProblem) in
            if case .cannotCancel = problem { true } else { false }
        }
        let check = try CrashCheck(action, until: isExpected) { WithoutHistorySync($0) }
        #expect(check.problems.contains(where: isExpected))
    }
}
