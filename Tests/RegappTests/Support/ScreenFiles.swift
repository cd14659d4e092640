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
    /// A registry in which each account of the list is in another state.
    static let severalAccounts = albums.merging([
        "accounts/ann@example.org.json": account(
            "ann", "Ann", "Lee", #", "passwordHash": "!\#(RegistrySession.hash)""#),
        "accounts/cid@example.org.json": account(
            "cid", "Cid", "Moe", #", "passwordHash": "\#(RegistrySession.hash)", "expires": "2020-12-31""#),
        "accounts/dee@example.org.json": account("dee", "Dee", "Poe", #", "team": ["Board", "Café"]"#),
        "accounts/eve@example.org.json": #"{"email": "eve@example.org", "firstName": "Eve"}"# + "\n",
        "accounts/fay@example.org.json": #"{"email": "fay@example.org", "firstName": 5}"# + "\n",
    ]) { $1 }

    private static func account(_ name: String, _ first: String, _ last: String, _ more: String) -> String {
        """
        {"email": "\(name)@example.org", "firstName": "\(first)", "lastName": "\(last)", "birthday": "1990-05-17", \
        "phone": "+79161234567"\(more)}

        """
    }

    static let bobLoggedIn = albums.merging(["session.json": "{\"account\": \"bob@example.org\"}\n"]) { $1 }

    /// A registry of `authorisation` with this many accounts, all with the first name Alex and no password.
    static func alexes(_ count: Int) -> [String: String] {
        var files = ["policy.json": authorisationPolicy]
        for number in 1...max(1, count) {
            files["accounts/alex\(number)@demo.example.json"] =
                "{\"email\": \"alex\(number)@demo.example\", \"firstName\": \"Alex\", \"lastName\": \"Ray\"}\n"
        }
        return files
    }
}
