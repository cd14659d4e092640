import Foundation
import RegappTestSupport
import Testing

/// A session in a directory that keeps a registry, with hashes as cheap as they can be.
struct RegistrySession: CommandSession {
    static let cheap = #"{"policy":"authorisation","hash":"bcrypt","hashCost":4}"# + "\n"
    static let albums = #"{"policy":"albums","hash":"bcrypt","hashCost":4}"# + "\n"
    /// Rules of `albums` that require nothing.
    static let lenient = #"{"policy":"albums","hash":"bcrypt","hashCost":4,"required":[]}"#
    /// `password1` under sha512-crypt with 1,000 rounds.
    static let hash =
        "$6$rounds=1000$saltsalt$"
        + "feZmm8z/E1fjlBx97.mIeOr/Xez9yKySeh0vuHIoC654nLqV9O6yRnqDuoNShKmXbRy4ZkJxnMfr2GAyYXsZT."

    let home: TemporaryHome

    /// A registry of these accounts, whose password is `password1`.
    init(policy: String = cheap, of emails: String...) throws {
        home = try TemporaryHome(["policy.json": policy])
        for email in emails { try put(email, hash: Self.hash) }
    }

    /// A registry of Ann, who is logged in.
    static func ann() throws -> RegistrySession {
        let session = try RegistrySession(of: "ann@x.example")
        try session.home.write("session.json", #"{"account":"ann@x.example"}"#)
        return session
    }

    /// - Parameter more: further keys with their values.
    func put(
        _ email: String, _ firstName: String = "Ann", password: String? = nil, hash: String? = nil,
        more: String? = nil
    ) throws {
        var text =
            "{\n  \"email\": \"\(email)\",\n  \"firstName\": \"\(firstName)\",\n  \"lastName\": \"Doe\""
        if let password { text += ",\n  \"password\": \"\(password)\"" }
        if let hash { text += ",\n  \"passwordHash\": \"\(hash)\"" }
        if let more { text += ",\n  \(more)" }
        try home.write("accounts/\(email.lowercased()).json", text + "\n}\n")
    }

    func login(_ key: String, _ value: String, _ password: String) throws -> Answer {
        try self("login", key, value, "--password-stdin", input: .text(password))
    }

    func verify(_ password: String, of email: String = "ann@x.example") throws -> Answer {
        try self("accounts", "verify", email, "--password-stdin", input: .text(password))
    }

    func register(_ email: String, _ firstName: String, _ password: String) throws -> Answer {
        try self(
            "register", "--email", email, "--first-name", firstName, "--last-name", "Doe",
            "--password-stdin", input: .text(password))
    }

    func setPassword(of email: String, to password: String, _ options: String...) throws -> Answer {
        try run(["accounts", "password", email, "--password-stdin"] + options, input: .text(password))
    }

    var accounts: [String: [UInt8]] {
        home.tree().filter { $0.key.hasPrefix("accounts/") && !$0.key.contains("/.") }
    }

    /// The file of the account with this name before `@x.example`.
    func text(of name: String) -> String? { home.text("accounts/\(name)@x.example.json") }

    /// Imports a file of this name and text.
    func importing(_ name: String, _ text: String, _ options: String...) throws -> Answer {
        try run(["accounts", "import", file(name, text)] + options)
    }

    /// Writes a file into the home, outside the documents.
    func file(_ name: String, _ text: String) throws -> String {
        let path = home.path + "/" + name
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        return path
    }
}
