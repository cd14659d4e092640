import RegappCore
import RegappStore
import RegappJSON
import RegappTestSupport
import Testing

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
