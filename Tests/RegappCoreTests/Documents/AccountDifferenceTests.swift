import Testing

@testable import RegappCore

struct AccountDifferenceTests {
    /// Hashes of libcrypt and of servers; each stands after a lock in the files of locked accounts.
    private static let hashes = [
        "$6$saltsalt$abcdefghijklmnopqrstuv", "$argon2id$v=19$m=65536,t=3,p=4$c2FsdHNhbHQ$aGFzaGhhc2g",
        "{SHA}W6ph5Mm5Pz8GgiULbPgzG37mj9g=", "{SSHA}IyUFmq9f1pXZ0vVxVFVh5b0Jw5JzYWx0c2FsdA==",
    ]

    @Test(arguments: hashes)
    func `a locked account with another hash is neither unlocked nor locked`(hash: String) throws {
        let change = try #require(FieldChange(.field(.password), old: "!$6$a$b", new: "!" + hash))
        #expect(change.locksToo == nil)
        let unlocked = try #require(FieldChange(.field(.password), old: "!" + hash, new: "$6$a$b"))
        #expect(unlocked.locksToo == false)
        let locked = try #require(FieldChange(.field(.password), old: "$6$a$b", new: "!" + hash))
        #expect(locked.locksToo == true)
    }
}
