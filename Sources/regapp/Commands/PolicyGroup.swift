import RegappCommandLine

enum PolicyGroup: CommandGroup {
    static let name = "policy"

    static let page = CommandPage(
        "Show or choose the rules for accounts", section: .registry,
        discussion: [
            "A policy says who may log in and which values are accepted. Each documents directory has one, "
                + "in policy.json; without that file it is 'profile'."
        ],
        examples: [
            Example("Show the rules", "regapp policy"),
            Example("Keep a registry for a web or mail server", "regapp policy use service"),
        ])

    static var alone: (any Command.Type)? { PolicyShowCommand.self }
}
