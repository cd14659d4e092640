/// Documents that screen tests begin with. Hashes are cheap ones, so that the tests are not slow.
enum ScreenFiles {
    static let profile = """
        {
          "email": "ann@example.org",
          "password": "12345",
          "firstName": "Ann",
          "lastName": "Lee"
        }

        """
    static let albumsPolicy = policy("albums")
    static let authorisationPolicy = policy("authorisation")

    private static func policy(_ name: String) -> String {
        "{\"policy\": \"\(name)\", \"hash\": \"sha512-crypt\", \"hashCost\": 1000}\n"
    }

    /// An account of `albums` with the password `Secret1`, in plain text as an owner may write it.
    static let bob = """
        {
          "email": "bob@example.org",
          "password": "Secret1",
          "firstName": "Bob",
          "lastName": "Stone",
          "birthday": "1990-05-17",
          "phone": "+79161234567"
        }

        """

    /// What Ann types to register, by the ids of the fields.
    static let ann = [
        ("firstName", "Ann"), ("lastName", "Lee"), ("birthday", "1990-05-17"), ("phone", "9161234567"),
        ("email", "ann@example.org"), ("password", "Secret1"),
    ]

    /// A registry of `albums` with Bob in it.
    static let albums = ["policy.json": albumsPolicy, "accounts/bob@example.org.json": bob]
    static let bobLoggedIn = albums.merging(["session.json": "{\"account\": \"bob@example.org\"}\n"]) { $1 }

    /// A registry of `authorisation` in which so many bear the name Alex, without passwords.
    static func alexes(_ count: Int) -> [String: String] {
        var files = ["policy.json": authorisationPolicy]
        for number in 1...max(1, count) {
            files["accounts/alex\(number)@demo.example.json"] =
                "{\"email\": \"alex\(number)@demo.example\", \"firstName\": \"Alex\", \"lastName\": \"Ray\"}\n"
        }
        return files
    }
}
