import RegappJSON
import Testing

@testable import RegappCore

@Suite struct `Password hashes` {
    static let known: [(String, String, HashScheme, Int)] = [
        (
            "password1", "$y$j75$eEDHeH63HMc/ShvnGM3bU0$fN70ua.I9841qXwaBuIc/g5AJ3GFxv61mUiE5fIqvR5",
            .yescrypt, 1
        ),
        (
            "password1", "$y$j7T$UJrYTGek43BJzNDBkOg1t/$1Vl0.DBHOHyXwyMTx/0wugB.C9C.mzaY.D7hTguiCV8",
            .yescrypt, 3
        ),
        ("U*U", "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW", .bcrypt, 5),
        ("U*U", "$2y$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW", .bcrypt, 5),
        ("password1", "$2b$04$5OLjMlegWpTE9wsDy.g/PuLdKlONRwIRI7LO9drMB6Ba5ghIkz.Fq", .bcrypt, 4),
        (
            "Hello world!",
            "$6$saltstring$svn8UoSVapNtMuq1ukKS4tPQd8iKwSMHWjl/O817G3uBnIFNjnQJuesI68u4OTLiBFdcbYEdFCoE"
                + "OfaS35inz1", .sha512Crypt, 5000
        ),
        (
            "password1",
            "$6$rounds=1000$OK1Cm5ouCNusU4av$1gw9cagri5qVkasO4OyZDwpMDzDvkHSF1ENmvtQh4qC7aC7Mpfb0MwsYNDgAFGtDDA"
                + "lY7dM8FoNclInD00XL11", .sha512Crypt, 1000
        ),
        ("Hello world!", "$5$saltstring$5B8vYYiY.CVt1RlTTf8KbXBH3hsxY/GNooZaBBGWEc5", .sha256Crypt, 5000),
        // Of the programs htpasswd, slappasswd and openssl passwd, and of Perl's crypt.
        ("sunny day", "$apr1$Ks5ex30s$1eD1ewLwGr5sXvo2I8gIX.", .apr1, 0),
        ("p", "$apr1$x$ya00XvwA0viq10Nb5bv6L.", .apr1, 0),
        ("пароль пароль пароль пароль пароль ", "$apr1$saltsalt$I7ZDhOphoCqPC9CJHIku/.", .apr1, 0),
        ("sunny day", "{SHA}SF7bnmKellHllE59Gs7DKGqtic8=", .sha, 0),
        ("sunny day", "{sha}SF7bnmKellHllE59Gs7DKGqtic8=", .sha, 0),
        ("sunny day", "{SSHA}zLcN7zAdWabsX3dSXv8VnmvilNDTAiS/", .ssha, 0),
        ("password1", "{SSHA}XISompl+M7U9/BQiLuIjs3OBYlhzYWx0", .ssha, 0),
        ("sunny day", "$1$saltsalt$Ow8vtP7O2PBte7Hvu/JGc/", .md5Crypt, 0),
        ("sunny d", "abpCJDiPBe6r2", .des, 0),
        ("password1", "_J9..CCCClJbJXdvKLPI", .bsdi, 725),
    ]

    @Test(arguments: known)
    func `a known hash matches its password and no other`(
        password: String, text: String, scheme: HashScheme, cost: Int
    ) throws {
        let hash = try PasswordHash(text)
        #expect(hash.scheme == scheme)
        #expect(hash.cost == cost)
        #expect(hash.text == text)
        #expect(try hash.matches(password))
        #expect(try !hash.matches(password + "x"))
        #expect(try !hash.matches(""))
        #expect(try !hash.matches(password + "\0"))
    }

    @Test func `DES counts eight characters, as it does in every program`() throws {
        let hash = try PasswordHash("abJnggxhB/yWI")
        #expect(try hash.matches("password1") && hash.matches("password2") && !hash.matches("passwort1"))
    }

    /// RFC 1321, A.5; FIPS 180-4's examples of NIST.
    @Test(arguments: [
        ("", "d41d8cd98f00b204e9800998ecf8427e", "da39a3ee5e6b4b0d3255bfef95601890afd80709"),
        ("a", "0cc175b9c0f1b6a831c399e269772661", "86f7e437faa5a7fce15d1ddcb9eaeaea377667b8"),
        ("abc", "900150983cd24fb0d6963f7d28e17f72", "a9993e364706816aba3e25717850c26c9cd0d89d"),
        ("message digest", "f96b697d7cb7938d525a2f31aaf161d0", "c12252ceda8be8994d5fa0290a47231c1d16aae3"),
        (
            "abcdefghijklmnopqrstuvwxyz", "c3fcd3d76192e4007dfb496cca67e13b",
            "32d10c7b8cf96570ca04ce37f2a19d84240d3a89"
        ),
        (
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789",
            "d174ab98d277d9f5a5611c2c9f419d9f",
            "761c457bf73b14d27e9e9265c46f4b4dda11f940"
        ),
        (
            "12345678901234567890123456789012345678901234567890123456789012345678901234567890",
            "57edf4a22be3c955ac49da2e2107b67a", "50abf5706a150990a08b2c5ea40fa0e585554732"
        ),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", "8215ef0796a20bcaaae116d3876c664a",
            "84983e441c3bd26ebaae4aa1f95129e5e54670f1"
        ),
    ])
    func `the published vectors of MD5 and SHA-1`(message: String, md5: String, sha1: String) {
        func hexadecimal(_ bytes: [UInt8]) -> String {
            bytes.map { String(UInt16($0) | 0x100, radix: 16).dropFirst() }.joined()
        }
        #expect(hexadecimal(WeakDigests.md5(Array(message.utf8))) == md5)
        #expect(hexadecimal(WeakDigests.sha1(Array(message.utf8))) == sha1)
    }

    @Test(arguments: HashMethod.allCases)
    func `a fresh hash at the lowest cost matches and differs each time`(method: HashMethod) throws {
        let cost = method.form.costRange.lowerBound
        let hash = try PasswordHash(hashing: "pässword1", method: method, cost: cost)
        #expect(try PasswordHash(hash.text) == hash)
        #expect(hash.scheme == method.form.scheme)
        #expect(hash.cost == cost)
        #expect(try hash.matches("pässword1"))
        let decomposed = "pa\u{308}ssword1"
        #expect(try hash.matches(decomposed), "typed on another keyboard")
        #expect(try PasswordHash(hashing: decomposed, method: method, cost: cost).matches("pässword1"))
        #expect(try PasswordHash(hashing: "pässword1", method: method, cost: cost) != hash)
    }

    @Test func `a cost below the range counts as the lowest`() throws {
        #expect(try PasswordHash(hashing: "a", method: .bcrypt, cost: -1).cost == 4)
    }

    static let dots22 = String(repeating: ".", count: 22)
    static let dots43 = String(repeating: ".", count: 43)
    static let dots53 = String(repeating: ".", count: 53)
    static let dots86 = String(repeating: ".", count: 86)

    @Test(
        arguments: [
            ("$1$MzACZVKb$309JNStsFBrumRyiDyyVJz", .malformed),
            ("$apr1$MzACZVKb9$309JNStsFBrumRyiDyyVJ1", .malformed),
            ("$apr1$MzACZVKb$309JNStsFBrumRyiDyyVJ", .malformed),
            ("{SHA}2jmj7l5rSw0yVb/vlWAYkK/YBw==", .malformed),
            ("{SSHA}2jmj7l5rSw0yVb/vlWAYkK/YBwk=", .malformed),
            ("{SHA}XISompl+M7U9/BQiLuIjs3OBYlhzYWx0", .malformed),
            ("pbkdf2_sha256$1$a$b", .unsupported(scheme: "PBKDF2")),
            ("$P$BabcdefghijklmnopqrstuvwxyzABC", .unsupported(scheme: "phpass")),
            ("$wp$2y$10$abcdefghijklmnopqrstuu", .unsupported(scheme: "WordPress bcrypt")),
            ("sha1$a1976$a36cc8cbf81742a8fb52e221aaeab48ed7f58ab4", .unsupported(scheme: "Django SHA-1")),
            ("xQb2Tn8WZc4LrVyKd6HsPm0GuJf3AeRo9iNtYwXq", .unsupported(scheme: "Django placeholder")),
            ("5f4dcc3b5aa765d61d8327deb882cf99", .unsupported(scheme: "hexadecimal")),
            ("{ssha512}abc", .unsupported(scheme: "{SSHA512}")),
            ("{SECRET}word", .unsupported(scheme: "{SECRET}")),
            ("{a secret}word", .unsupported(scheme: "unknown")),
            ("$6$c2FsdA==$aGFzaA==", .unsupported(scheme: "Mosquitto SHA-512")),
            ("*94BDCEBE19083CE2A1F959FD02F964C7AF4CFC29", .unsupported(scheme: "hexadecimal")),
            ("SCRAM-SHA-256$4096:x$a:b", .unsupported(scheme: "SCRAM")),
            ("{sasl}ann@x.example", .unsupported(scheme: "{SASL}")), ("{bcrypt}x", .malformed),
            ("$7$101$c2FsdA==$aGFzaA==", .unsupported(scheme: "PBKDF2")),
            ("$7$BU..../....a5FWQ5$95TLJxjUDFt", .unsupported(scheme: "scrypt")),
            ("$gy$jAT$ICvrrWR7$zupZJzJ1", .unsupported(scheme: "gost-yescrypt")),
            ("$argon2id$v=19$m=1$x", .unsupported(scheme: "argon2")),
            ("$fshp1$c2FsdA==$aGFzaGhhc2hoYXNo", .unsupported(scheme: "unknown")),
            ("$8$salt$hash", .unsupported(scheme: "unknown")), ("$apr1$salt", .malformed),
            ("$ecret", .malformed),
            ("$2x$04$\(dots53)", .unsupported(scheme: "bcrypt 2x")), ("abiQ6Ep3EYTHd", .plain),
            ("_....CCCCXBrJUJV154M", .malformed), ("_zzzzCCCCXBrJUJV154M", .tooCostly(scheme: "BSDi crypt")),
            ("", .malformed), ("*0", .malformed), ("*1", .malformed), ("!!", .malformed), ("$", .malformed),
            ("$$$", .malformed), ("secret", .plain), ("x$2b$04$\(dots53)", .plain),
            ("$2b$04$\(dots53).", .malformed), ("$2b$03$\(dots53)", .malformed),
            ("$2b$4$\(dots53)", .malformed),
            ("$2b$04$\(dots53)$", .malformed), ("$2b$04$\(dots53.dropLast())!", .malformed),
            ("$2b$ab$\(dots53)", .malformed), ("$2b$16$\(dots53)", .tooCostly(scheme: "bcrypt")),
            ("$2b$31$\(dots53)", .tooCostly(scheme: "bcrypt")), ("$6$salt$\(dots43)", .malformed),
            ("$6$rounds=999$salt$\(dots86)", .malformed), ("$6$rounds=05000$salt$\(dots86)", .malformed),
            ("$6$rounds=$salt$\(dots86)", .malformed), ("$6$rounds=1000000000$salt$\(dots86)", .malformed),
            ("$6$sa:lt$\(dots86)", .malformed), ("$6$12345678901234567$\(dots86)", .malformed),
            ("$6$salt", .malformed), ("$6$rounds=5000001$salt$\(dots86)", .tooCostly(scheme: "sha512-crypt")),
            ("$5$rounds=999999999$salt$\(dots43)", .tooCostly(scheme: "sha256-crypt")),
            ("$y$jGT$\(dots22)$\(dots43)", .tooCostly(scheme: "yescrypt")),
            ("$y$jFU$\(dots22)$\(dots43)", .tooCostly(scheme: "yescrypt")),
            ("$y$jzz$\(dots22)$\(dots43)", .tooCostly(scheme: "yescrypt")),
            ("$y$jiT$\(dots22)$\(dots43)", .tooCostly(scheme: "yescrypt")),
            ("$y$j9T.$\(dots22)$\(dots43)", .tooCostly(scheme: "yescrypt")),
            ("$y$j!T$\(dots22)$\(dots43)", .tooCostly(scheme: "yescrypt")),
            ("$y$k9T$\(dots22)$\(dots43)", .malformed), ("$y$j9$\(dots22)$\(dots43)", .malformed),
            ("$y$j9T$\(dots22)$\(dots22)", .malformed), ("$y$j9T$\(dots43)", .malformed),
            ("$y$j.T$\(dots22)$\(dots43)", .malformed), ("$y$j75$.$\(dots43)", .malformed),
        ] as [(String, HashRule)])
    func `a hash that cannot be verified is refused with its reason, without computing`(
        text: String, rule: HashRule
    ) {
        #expect(throws: rule) { try PasswordHash(text) }
        #expect(Policy.albums.brokenRules(by: text, for: .passwordHash) == (text.isEmpty ? [] : ["hash"]))
    }

    @Test func `the limits themselves are within the limits`() throws {
        #expect(try PasswordHash("$y$jFT$\(Self.dots22)$\(Self.dots43)").cost == 11)
        #expect(try PasswordHash("$y$j/.$$\(Self.dots43)").cost == 0)
        #expect(try PasswordHash("$2b$15$\(Self.dots53)").cost == 15)
        #expect(try PasswordHash("$6$rounds=5000000$$\(Self.dots86)").cost == 5_000_000)
        #expect(Policy.albums.brokenRules(by: "$2b$15$\(Self.dots53)", for: .passwordHash) == [])
    }

    /// Hashes of the empty phrase.
    @Test(arguments: [
        "$6$rounds=1000$saltsalt$"
            + "VEHSITfYmhRDpD6t31S9LUhNne.FOx10qNSjfu2skYK5wKPYCkdF/995SUbfpqIy5BFbEit9G4aDmW4aq4oX9.",
        "$2b$04$5OLjMlegWpTE9wsDy.g/PunjAQ51t8Cv6jE6gEn4lgJsRRZeU0r1W",
        "$y$j75$eDEHeH63HMc/ShvnGM3bU0$VBziezCfU2TkV9v4hgG22YVeP4aIsR1S/XqsRTTUyg/",
    ])
    func `an empty password does not even match its own hash`(text: String) throws {
        #expect(Crypt.hash("", setting: text) == text)
        #expect(try !PasswordHash(text).matches(""))
    }

    /// Characters of every value modulo 64 that a salt can end in, and parameters of at most 1 MiB.
    @Test func `what has the form of a yescrypt hash is computed, so that a failure is never the hash's`() {
        let digits = Array("./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")
        var texts: [String] = []
        for (logN, first) in digits.prefix(13).enumerated() {
            for (blocks, second) in digits.prefix(48).enumerated() where (blocks + 1) << logN <= 4096 {
                texts.append("$y$j\(first)\(second)$\(Self.dots22)$\(Self.dots43)")
            }
        }
        for count in [0, 1, 2, 3, 4, 5, 21, 22, 23, 83, 84, 85, 86] {
            let salt = String(repeating: "x", count: max(0, count - 1))
            texts += digits.prefix(count == 0 ? 1 : 64)
                .map { "$y$j/.$\(salt)\(count == 0 ? "" : String($0))$\(Self.dots43)" }
        }
        let wrong = texts.filter {
            ((try? PasswordHash($0)) != nil) != (Crypt.hash("password1", setting: $0) != nil)
        }
        #expect(wrong == [])
        #expect(texts.count > 1000)
    }

    @Test func `phrases that a hash would cut or refuse are not hashed`() throws {
        func failure(_ password: String, _ method: HashMethod) -> HashingError? {
            do {
                _ = try PasswordHash(
                    hashing: password, method: method, cost: method.form.costRange.lowerBound)
                return nil
            } catch { return error }
        }
        #expect(failure("", .yescrypt) == .unsuitable)
        #expect(failure("a\0b", .yescrypt) == .unsuitable)
        #expect(failure(String(repeating: "a", count: 511), .sha512Crypt) == nil)
        #expect(failure(String(repeating: "a", count: 512), .sha512Crypt) == .tooLong(maximumBytes: 511))
        #expect(failure(String(repeating: "é", count: 36), .bcrypt) == nil)
        #expect(failure(String(repeating: "é", count: 37), .bcrypt) == .tooLong(maximumBytes: 72))
    }

    @Test func `bcrypt does not match a password for its first 72 bytes`() throws {
        let password = String(repeating: "a", count: 72)
        let hash = try PasswordHash(hashing: password, method: .bcrypt, cost: 4)
        #expect(try hash.matches(password))
        #expect(try !hash.matches(password + "b"))
        #expect(try !hash.matches(String(repeating: "a", count: 600)))
    }

    @Test func `a hash is weaker than a policy of a stronger scheme or a higher cost`() throws {
        let weak = try PasswordHash("$2b$04$\(Self.dots53)")
        let yescrypt = try PasswordHash("$y$jAT$\(Self.dots22)$\(Self.dots43)")
        let sha = try PasswordHash("$5$salt$\(Self.dots43)")
        let bcrypt = Policy.albums.with([.hash: .string("bcrypt")]).policy
        #expect(weak.isWeaker(than: .albums))
        #expect(weak.isWeaker(than: bcrypt))
        #expect(!yescrypt.isWeaker(than: bcrypt))
        #expect(!yescrypt.isWeaker(than: .albums))
        #expect(sha.isWeaker(than: bcrypt))
    }

    @Test(arguments: [(HashMethod.yescrypt, 1), (.yescrypt, 3), (.sha512Crypt, 1000), (.bcrypt, 4)])
    func `a decoy costs a hash and matches nothing`(method: HashMethod, cost: Int) throws {
        let policy = Policy.albums.with([.hash: .string(method.rawValue), .hashCost: .integer(cost)]).policy
        let decoy = PasswordHash.decoy(for: policy)
        #expect(try PasswordHash(decoy.text) == decoy)
        #expect(decoy.cost == cost && decoy.scheme == method.form.scheme)
        #expect(try !decoy.matches("password1"))
        // Refused as a setting, it would cost nothing and give an unknown account away.
        let computed = try #require(Crypt.hash("password1", setting: decoy.text))
        #expect(computed.utf8.count == decoy.text.utf8.count && computed != decoy.text)
        let real = try PasswordHash(hashing: "password1", method: policy.hash, cost: policy.hashCost)
        #expect(real.text.split(separator: "$").prefix(2) == decoy.text.split(separator: "$").prefix(2))
    }

    @Test func `a text that libcrypt refuses is not a hash`() {
        #expect(Crypt.hash("x", setting: "$6$rounds=999$salt$") == nil)
        #expect(Crypt.hash("x", setting: "*0") == nil)
        #expect(Crypt.setting(prefix: "$2b$", cost: 3) == nil)
        #expect(Crypt.setting(prefix: "$2b$", cost: -4) == nil)
    }

    @Test func `every cost has a decoy that can be read`() throws {
        for method in HashMethod.allCases {
            for cost in [
                method.form.costRange.lowerBound, method.form.defaultCost, method.form.costRange.upperBound,
            ] {
                let keys: [PolicyKey: JSONText] = [
                    .hash: .string(method.rawValue), .hashCost: .integer(cost),
                ]
                let decoy = PasswordHash.decoy(for: Policy.albums.with(keys).policy)
                #expect(try PasswordHash(decoy.text).cost == cost)
            }
        }
    }
}
