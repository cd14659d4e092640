import Accounts
import DocumentStore
import StrictJSON
import TestSupport
import Testing

@Suite struct SavedAccountTests {
    @Test func `what was saved is handed out, whoever logs out next`() throws {
        let disk = ProfileDisk()
        let new = try disk.profile().login([.email: "ann@mail.example", .password: "12345"]).account
        let edited = try disk.profile().edit([.lastName: "Lee"], of: new.email).account
        try disk.profile().logout()
        #expect(new.document.bytes == ProfileDisk.ann && edited.value(.lastName) == "Lee")
    }
}
