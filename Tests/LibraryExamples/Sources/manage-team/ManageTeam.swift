import RegappCore

/// `manage-team DIRECTORY`: makes a registry with two accounts, gives them teams, and prints a page of the board.
@main struct ManageTeam {
    static func main() async throws {
        let directory = try await AccountDirectory(CommandLine.arguments[1]).create(rules: .service)
        let registry = directory.by("jane@mail.example").registry
        try await registry.register(
            PersonalValues(email: "ann@mail.example", password: "long enough", firstName: "Ann"),
            with: AdministrativeValues(custom: ["team": ["board"]]))
        try await registry.register(PersonalValues(email: "bob@mail.example", password: "long enough"))

        let both = ["ann@mail.example", "bob@mail.example"]
        print(try await registry.set("board", under: "team", of: both).changed)
        _ = try await registry.add("chess", under: "clubs", of: both)
        _ = try await registry.add("choir", under: "clubs", of: both)
        _ = try await registry.remove("chess", under: "clubs", of: ["bob@mail.example"])
        let board = [AccountFilter.holding("board", under: "team")]
        let page = try await registry.accounts(where: board, sortedBy: "-email", from: 0, limit: 20)
        for account in page.accounts { print(account.email, account.custom["clubs"] ?? []) }
        print("\(page.count) in all")
    }
}
