import Testing

/// Characters that are not seen and belong to names and passwords; `EveryRuleTests` shows where others are refused.
@Suite struct UnseenCharacterTests {
    @Test func `emoji and Persian are names and passwords, but no registry's email`() throws {
        let session = try RegistrySession(
            policy: RegistrySession.cheap.replacing("}", with: #","passwordAlphabet":"any"}"#))
        let (name, password) = ("می\u{200C}خواهم 👩\u{200D}💻", "password1❤\u{FE0F}")
        #expect(try session.register("ann@x.example", name, password).status == 0)
        #expect(try session("show --field firstName").out == name + "\n")
        #expect(try session.login("--first-name", name, password).status == 0)
        #expect(
            try session.register("bob\u{200D}@x.example", "Bob", "password1")
                == .error(65, "email must have no invisible characters (zero-width joiner, U+200D)"))
    }
}
