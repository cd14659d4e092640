import RegappCore
import RegappStore
import RegappJSON
import RegappTestSupport
import Testing

@Suite struct ProfileFaultTests {
    @Test(arguments: StorageFault.all)
    func `a fault at any call leaves the old data within reach and says what failed where`(
        fault: StorageFault
    ) throws {
        let points = try ProfileAction.all.map { try FaultCheck($0, fault).points }
        print("\(fault.testDescription): \(points.reduce(0, +)) points")
        #expect(
            points.reduce(0, +) >= (fault.isShortTransfer ? 20 : 500 / FaultCheck.stride(of: fault)))
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
