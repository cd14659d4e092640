import Testing

@testable import RegappCore

/// Passwords that look like hashes.
@Suite struct HashLikenessTests {
    @Test(arguments: [
        RegistryDisk.weakHash, "!" + RegistryDisk.weakHash, "$2y$05$abc", "$2a$", "$1$salt$x", "$y$j9T$a$b",
        "$apr1$WzTL7kYQ$f0pTzp9PqkYkzG9rwb6yX/", "$argon2id$v=19$m=65536,t=2,p=1$YQ$Yg",
        "$P$BabcdefghijklmnopqrstuvwxyZ", "$H$9abc", "$S$D55abc", "$md5,rounds=1$x",
        "pbkdf2_sha256$600000$salt$hash=", "pbkdf2:sha256:1$a$b", "bcrypt_sha256$$2b$12$abc",
        "argon2$argon2id$v=19", "scrypt:32768:8:1$a$b", "{SSHA}YWJj", "{sha512-crypt}x", "{bcrypt}$2a$10$x",
        "{SHA512.HEX}00", "{x-php-crypt}a", "_J9..rasmBYk8r9AiWNc", "sha1$Abc1$deadbeef", "md5$Abc1$xx",
        " $2y$05$abc", "$sha256$abc$def", "$8$mTj4RZG8N9ZDOk$elY/asfm", "$14$a$1$b", "$B$salt$hex",
        "$scram-x$0123456789abcdef", "SCRAM-SHA-256$4096:x$a:b", "pbkdf2-sha512$1$a$b",
        "grub.pbkdf2.sha512.10000.AB.CD", "sha256:64000:18:a:b", "PBKDF2_sha256$1$Ab$x",
        "PBKDF2$sha512$100000$a$b", "AQAAAAIAAYagAAAAEJ5h0x8m8k7Q2S3V", "0x0100cadd162276aa89f3",
    ])
    func `a text that begins as only hashes do is a hash`(text: String) {
        #expect(HashLikeness(of: text) == .certain)
    }

    @Test(arguments: [
        "0cc175b9c0f1b6a831c399e269772661", "DA39A3EE5E6B4B0D3255BFEF95601890AFD80709",
        String(repeating: "0f", count: 64), "0cc175b9c0f1b6a831c399e269772661:a salt",
        "*94BDCEBE19083CE2A1F959FD02F964C7AF4CFC29", "md50cc175b9c0f1b6a831c399e269772661",
        "0x0cc175b9c0f1b6a831c399e269772661", "salt:0cc175b9c0f1b6a831c399e269772661",
        "0cc175b9c0f1b6a831c399e269772661$salt", "x.0cc175b9c0f1b6a831c399e269772661.y",
        "0cc175b9c0f1b6a831c399e269772661  \t",
    ])
    func `digits of a digest are one`(text: String) {
        #expect(HashLikeness(of: text) == .digest)
    }

    @Test(arguments: [String(repeating: "0f", count: 17), "rEK1ecacw.7.c", "SilverFoxes12"])
    func `a text in the form of a hash may be one`(text: String) {
        #expect(HashLikeness(of: text) == .possible)
    }

    @Test(arguments: [
        "", "!", "password1", "$ecret$1", "$2", "$money$", "pbkdf2", "{}", "{a}", "{SSHA}", "{a b}c", "{1}x",
        "{:-)}x", "0cc175b9c0f1b6a831c399e26977266", String(repeating: "0", count: 129),
        "0cc175b9c0f1b6a831c399e26977266g", "SilverFoxes11", "SilverFoxes1!", "SilverFoxes123",
        "_J9..rasmBYk8r9AiWN",
    ])
    func `any other password is none`(text: String) { #expect(HashLikeness(of: text) == nil) }

    @Test func `a text of more than 1,024 bytes is no hash, however it begins or ends`() {
        #expect(StoredHash.isHash("{SSHA}" + String(repeating: "a", count: 1018)))
        #expect(!StoredHash.isHash("{SSHA}" + String(repeating: "a", count: 1019)))
        let digest = "0cc175b9c0f1b6a831c399e269772661"
        #expect(!StoredHash.isHash(String(repeating: "word ", count: 200) + ":" + digest))
    }
}
