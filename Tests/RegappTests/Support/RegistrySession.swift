import Foundation
import RegappTestSupport
import Testing

/// A session in a directory that keeps a registry, with hashes as cheap as they can be.
struct RegistrySession {
    static let cheap = #"{"policy":"authorisation","hash":"bcrypt","hashCost":4}"# + "\n"
    static let albums = #"{"policy":"albums","hash":"bcrypt","hashCost":4}"# + "\n"
    /// `password1` under sha512-crypt with 1,000 rounds.
    static let hash =
        "$6$rounds=1000$saltsalt$"
        + "feZmm8z/E1fjlBx97.mIeOr/Xez9yKySeh0vuHIoC654nLqV9O6yRnqDuoNShKmXbRy4ZkJxnMfr2GAyYXsZT."

    let session: Session
    var home: TemporaryHome { session.home }

    init(policy: String = cheap) throws {
        session = try Session()
        try home.write("policy.json", policy)
    }

    func put(
        _ email: String, _ firstName: String = "Ann", password: String? = nil, hash: String? = nil
    ) throws {
        var text =
            "{\n  \"email\": \"\(email)\",\n  \"firstName\": \"\(firstName)\",\n  \"lastName\": \"Doe\""
        if let password { text += ",\n  \"password\": \"\(password)\"" }
        if let hash { text += ",\n  \"passwordHash\": \"\(hash)\"" }
        try home.write("accounts/\(email.lowercased()).json", text + "\n}\n")
    }

    func callAsFunction(_ arguments: String..., input: ProgramInput = .nothing) throws -> Answer {
        Answer(try BuiltProgram.regapp.run(arguments, in: home, input: input), in: home)
    }

    func login(_ key: String, _ value: String, _ password: String) throws -> Answer {
        try self("login", key, value, "--password-stdin", input: .text(password))
    }

    func register(_ email: String, _ firstName: String, _ password: String) throws -> Answer {
        try self(
            "register", "--email", email, "--first-name", firstName, "--last-name", "Doe",
            "--password-stdin", input: .text(password))
    }

    var accounts: [String: [UInt8]] {
        home.tree().filter { $0.key.hasPrefix("accounts/") }
    }

    /// Writes a file into the home, outside the documents.
    func file(_ name: String, _ text: String) throws -> String {
        let path = home.path + "/" + name
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        return path
    }
}
