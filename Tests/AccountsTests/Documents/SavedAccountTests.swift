import Accounts
import DocumentStore
import StrictJSON
import TestSupport
import Testing

@Suite struct SavedAccountTests {
    @Test func `what was saved is handed out, whoever logs out next`() throws {
        let disk = ProfileDisk()
        let profile = disk.profile()
        let values: AccountRecord = [.email: "ann@mail.example", .password: "12345"]
        let new = try profile.login(try profile.directory.accepting(newAccount: values)).account
        let changes = try profile.directory.accepting(changes: [.lastName: "Lee"])
        let edited = try profile.edit(changes, of: new.email).account
        try disk.profile().logout()
        #expect(new.document.bytes == ProfileDisk.ann && edited.value(.lastName) == "Lee")
    }
}
