/// The commands for the rules of a documents directory.
enum PolicyCommands {
    /// The built-in policies, the default first.
    static let names = ["profile", "albums", "authorisation"]

    static let show = CommandDeclaration(
        .policyShow, ["policy", "show"], "Show the rules in force",
        discussion: ["Rules that policy.json changes are marked. 'regapp policy' alone does the same."],
        options: [.json],
        examples: [Example("Show the rules", "regapp policy")])

    static let list = CommandDeclaration(
        .policyList, ["policy", "list"], "List the policies there are",
        options: [.json.with("print a JSON array")],
        examples: [Example("List the policies", "regapp policy list")])

    static let use = CommandDeclaration(
        .policyUse, ["policy", "use"], "Choose the policy of this directory",
        discussion: [
            "profile: one local profile; whoever gives a good e-mail and password is logged in.",
            "albums: a registry; registered accounts log in by e-mail and password, then search albums.",
            "authorisation: a registry; registered accounts log in by first name and password.",
            "Profile, accounts and session stay untouched; those of the other kind are just not used.",
        ],
        arguments: [
            ArgumentDeclaration("NAME", .choices(names), "profile, albums or authorisation")
        ],
        options: [.demo],
        examples: [
            Example("Keep a registry for album search", "regapp policy use albums"),
            Example("Try logging in by first name", "regapp policy use authorisation --demo"),
        ])

    static let group = CommandGroup(
        name: "policy", summary: "Show or choose the rules for accounts",
        discussion: [
            "A policy says who may log in and which values are accepted. Each documents directory has one, "
                + "in policy.json; without that file it is 'profile'."
        ],
        alone: show, commands: [show, list, use],
        examples: [
            Example("Show the rules", "regapp policy"),
            Example("Keep a registry for album search", "regapp policy use albums"),
        ])
}
