import RegappCore

/// `password-link`: a person who forgot the password gets a link, and chooses another one on the page that it leads to.
@main struct PasswordLink {
    static func main() async throws {
        let registry = AccountDirectory.inMemory(actor: "page").registry
        try await registry.register(PersonalValues(email: "ann@mail.example", password: "forgotten"))

        let page = "https://mail.example/password"
        let link = try await registry.passwordLink(of: "ann@mail.example", to: page, hours: 1)
        print(link.prefix { $0 != "?" })

        let query = link.drop { $0 != "?" }.dropFirst().split(separator: "&").map { $0.split(separator: "=") }
        let values = Dictionary(uniqueKeysWithValues: query.map { (String($0[0]), String($0[1])) })
        for _ in 0..<2 {
            do throws(DirectoryError) {
                let account = try await registry.changePassword(
                    of: values["email"] ?? "", byLink: values["token"] ?? "", to: "long enough")
                print(account.email)
            } catch { print(error.reason == .noMatch ? "the link is over" : "\(error)") }
        }
    }
}
