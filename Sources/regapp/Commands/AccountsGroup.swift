import CommandParser

/// `regapp accounts …`: the commands for the registry.
enum AccountsGroup: CommandGroup {
    static let name = "accounts"

    static var page: CommandPage {
        CommandPage(
            "Keep the registry of accounts", section: .registry,
            discussion: [
                "A registry is there under the policies 'albums' and 'authorisation'; see 'regapp policy'. "
                    + "Whoever may write the documents directory may use these commands."
            ],
            examples: [
                Example("List the accounts", "regapp accounts list"),
                Example("Take in the accounts of a file", "regapp accounts import people.csv"),
            ])
    }

    static var alone: (any Command.Type)? { nil }
}
