/// The commands for the account that is logged in.
enum ProfileCommands {
    static let login = CommandDeclaration(
        .login, ["login"], "Log in, or create the profile of this directory",
        discussion: [
            "Under the policy 'profile' this is the registration form: an e-mail and a password that pass "
                + "the rules are saved in profile.json. Under 'albums' and 'authorisation' only registered "
                + "accounts log in: by e-mail and password, or by first name and password.",
            "Options that are missing, or stand without a value, are asked for on a terminal.",
        ],
        options: [
            .email.with("the e-mail to log in with"),
            .firstName.with("the first name to log in with, under 'authorisation'"),
        ] + OptionDeclaration.passwordSources,
        examples: [
            Example("Be asked for the e-mail and the password", "regapp login"),
            Example(
                "Log in from a script", "regapp login --email ann@example.com --password-file secret.txt"),
        ])

    static let show = CommandDeclaration(
        .show, ["show"], "Show the account that is logged in",
        discussion: [
            "The password shows as stars. With --field the stored value is printed exactly, a plain "
                + "password included, and nothing else."
        ],
        options: [
            .reveal,
            .json.with("print one JSON object with the fields of the file"),
            .field,
        ],
        examples: [
            Example("Show the account", "regapp show"),
            Example("Use one value in a script", "regapp show --field email"),
        ])

    /// The keys that `show --field` knows, over both kinds of account file.
    static let fields = ["email", "password", "firstName", "lastName", "birthday", "phone", "registered"]

    static let edit = CommandDeclaration(
        .edit, ["edit"], "Change the account that is logged in",
        discussion: [
            "With values it saves them at once. Without any, on a terminal, it asks for each field, then "
                + "whether to save. Only the values that change are replaced in the file; an empty value "
                + "clears a field that is not required."
        ],
        options: [
            .email.with("the new e-mail"), .firstName.with("the new first name"),
            .lastName.with("the new last name"), .birthday.with("the new birthday, as YYYY-MM-DD"),
            .phone.with("the new phone, such as '+7 916 123-45-67'"),
        ] + OptionDeclaration.passwordSources,
        examples: [
            Example("Change one value", "regapp edit --first-name Ann"),
            Example("Clear a value", "regapp edit --last-name \"\""),
            Example("Be asked for a new password", "regapp edit --password"),
        ])

    static let cancel = CommandDeclaration(
        .cancel, ["cancel"], "Take back the last edit, logout or replacing login",
        discussion: [
            "The files come back byte for byte. It is one step, and it refuses if the file was changed "
                + "since. In a registry it takes back only the last edit of the account that is logged in."
        ],
        examples: [Example("Undo an edit", "regapp cancel")])

    static let logout = CommandDeclaration(
        .logout, ["logout"], "Log out",
        discussion: ["Under 'profile' this removes profile.json; 'regapp cancel' brings it back."],
        options: [.forget],
        examples: [
            Example("Log out", "regapp logout"),
            Example("Log out for good", "regapp logout --forget"),
        ])

    static let register = CommandDeclaration(
        .register, ["register"], "Register an account",
        discussion: [
            "For the policies 'albums' and 'authorisation', which say what is required. What is missing is "
                + "asked for on a terminal. 'authorisation' also logs the new account in, and its password "
                + "may be left for the first login."
        ],
        options: [
            .firstName, .lastName, .birthday, .phone, .email,
        ] + OptionDeclaration.passwordSources,
        required: [.firstName, .lastName, .birthday, .phone, .email],
        examples: [
            Example("Be asked for everything", "regapp register"),
            Example(
                "Register from a script",
                "regapp register --first-name Ann --last-name Lee --birthday 1990-05-31 "
                    + "--phone 9161234567 --email ann@example.com --password-stdin"),
        ])

    static let all = [login, show, edit, cancel, logout, register]
}
