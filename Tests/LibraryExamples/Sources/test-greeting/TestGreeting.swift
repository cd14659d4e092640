import RegappCore

/// What a program says to a person who has logged in: the code to be tested.
func greeting(for account: Account) -> String {
    account.missing.isEmpty ? "hello \(account.firstName ?? account.email)" : "what is your last name?"
}

/// `test-greeting`: tests it, with accounts of its own and with a directory in memory.
@main struct TestGreeting {
    static func main() async throws {
        let ann = Account(email: "ann@mail.example", firstName: "Ann")
        precondition(greeting(for: ann) == "hello Ann")
        let bob = Account(email: "bob@mail.example", missing: [.lastName])
        precondition(greeting(for: bob) == "what is your last name?")

        let noon = Moment(year: 2026, month: 7, day: 15, secondsSince1970: 1_784_116_800)
        let registry = AccountDirectory.inMemory(rules: Rules(.service), clock: { noon }).registry
        let eve = PersonalValues(email: "eve@mail.example", password: "long enough", firstName: "Eve")
        try await registry.register(eve, with: AdministrativeValues(expires: "2026-07-14"))
        let email = AccountRegistry.LoginName.email("eve@mail.example")
        let expired = try await registry.authenticate(email, password: "long enough")
        precondition(expired == nil)
        try await registry.change("eve@mail.example", to: AdministrativeValues(expires: ""))
        let account = try await registry.authenticate(email, password: "long enough")
        print(account.map(greeting) ?? "no account")
    }
}
