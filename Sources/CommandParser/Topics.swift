/// The pages of help that are not about one command.
extension HelpTopic {
    static let exitCodes = HelpTopic(
        name: "exit-codes", summary: "What the exit codes mean", manualTitle: "EXIT STATUS",
        blocks: [
            .rows([
                HelpRow("0", "done"),
                HelpRow("1", "a failure that no other code names"),
                HelpRow("64", "the command line is wrong"),
                HelpRow("65", "a value breaks a rule, or a file holds what regapp cannot accept"),
                HelpRow("67", "there is no such account, or no such album"),
                HelpRow("69", "the album catalogue cannot be reached, or answered with an error"),
                HelpRow("73", "it exists already"),
                HelpRow("74", "reading or writing failed; the message names the file and the reason"),
                HelpRow(
                    "75",
                    "busy: another regapp holds the files, somebody changed them meanwhile, a hash found "
                        + "no memory, or the catalogue had too many requests; the same command may work later"
                ),
                HelpRow("77", "nobody is logged in, or the credentials do not match"),
                HelpRow("130", "interrupted, as by Ctrl-C"),
            ])
        ])

    static let files = HelpTopic(
        name: "files", summary: "Where regapp keeps its files, and what is in them", manualTitle: "FILES",
        blocks: [
            .paragraph(
                "All files are in one documents directory: DIR of --documents DIR, else $REGAPP_DOCUMENTS, "
                    + "else 'regapp' in your documents folder. 'login', 'register' and 'policy use' create it; "
                    + "for other commands the DIR of --documents has to exist. They are JSON, yours to read, edit and "
                    + "replace; regapp reads them afresh at each start."),
            .heading("FILES"),
            .rows([
                HelpRow(
                    "profile.json",
                    "the profile: email, password (plain, so that you can edit it), firstName, lastName"),
                HelpRow(
                    "accounts/NAME.json",
                    "a registered account: email, firstName, lastName, birthday, phone, passwordHash, "
                        + "registered; NAME is the e-mail in lowercase, unusual bytes percent-encoded"),
                HelpRow("session.json", "who is logged in to the registry"),
                HelpRow("policy.json", "the rules of the directory; without it they are those of 'profile'"),
                HelpRow("undo.json", "what 'regapp cancel' can take back"),
                HelpRow(".lock", "an empty file that commands lock while they write; leave it there"),
            ]),
            .heading("EDITING BY HAND"),
            .paragraph(
                "An edit by regapp replaces only the values that change: order, indentation and keys that "
                    + "it does not know stay as you wrote them. A plain \"password\" in an account file "
                    + "becomes a passwordHash at the next login. What regapp cannot accept is reported as "
                    + "FILE:LINE:COLUMN and never rewritten; only 'regapp login' may replace a broken "
                    + "profile, which 'regapp cancel' brings back."),
            .heading("KEYS OF POLICY.JSON"),
            .rows([
                HelpRow("policy", "profile, albums or authorisation; required, the others change its rules"),
                HelpRow("passwordLength", "the least number of characters"),
                HelpRow("passwordLetters", "the least number of letters"),
                HelpRow("passwordDigits", "the least number of digits"),
                HelpRow("passwordRequires", "a list of kinds: \"digit\", \"lowercase\", \"uppercase\""),
                HelpRow("passwordAlphabet", "\"any\", or \"alphanumeric\" for ASCII letters and digits only"),
                HelpRow("required", "a list of fields that every account must have"),
                HelpRow("minimumAge", "the least age in years, by the birthday"),
                HelpRow("phoneMask", "\"+7 (***) ***-**-**\" or \"none\""),
                HelpRow("loginKey", "what one logs in by: \"email\" or \"firstName\""),
                HelpRow("hash", "how passwords are hashed: \"yescrypt\", \"sha512-crypt\" or \"bcrypt\""),
                HelpRow("hashCost", "how much work a hash is, in the units of that hash"),
            ]),
            .heading("ENVIRONMENT"),
            .rows([
                HelpRow("REGAPP_DOCUMENTS", "the documents directory, unless --documents names one"),
                HelpRow("REGAPP_ALBUMS_URL", "another album catalogue, for tests and mirrors"),
                HelpRow(
                    "XDG_CONFIG_HOME", "where user-dirs.dirs is found, which names your documents folder"),
                HelpRow("XDG_CACHE_HOME", "where 'regapp albums' keeps its answers, in 'regapp'"),
                HelpRow("NO_COLOR", "if it is not empty, no colour is used"),
                HelpRow(
                    "TERM",
                    "the terminal's type; with 'dumb', or without it, there are no screens and no colour"),
                HelpRow("ACCESSIBLE", "if it is not empty, there are no screens, as suits a screen reader"),
            ]),
        ])
}
