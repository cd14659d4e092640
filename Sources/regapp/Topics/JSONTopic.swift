import RegappCommandLine

extension HelpTopic {
    static var json: HelpTopic {
        HelpTopic(
            name: "json", summary: "What --json prints, for programs", manualTitle: "JSON",
            blocks: .text(
                """
                Each command prints one object or one array on standard output, in UTF-8; 'accounts list --count'
                prints a number. The exit code says how it went. The keys and their meaning stay within a major version; new keys may be added.
                - show | an object with the known keys that the file has, then the keys of your own; the password only
                  of a profile and with --reveal
                - accounts show | the same without any password, and before your own keys passwordSet, locked, expired
                  (true or false) and missing (the required fields that the account lacks)
                - accounts list | an array of what 'accounts show' prints
                - accounts export | an array with the known keys of the files, hashes included
                - accounts lock | the numbers changed and unchanged, emails with a list for each, and with --dry-run also
                  dryRun, which is true; edit, password, unlock and remove print the same
                - accounts import | the numbers new, changed, unchanged and locked, and emails with a list for each; with
                  --update also notAccepted, how
                  many account files cannot be accepted, and shutOut, how many accounts could no longer log in by expiry
                  dates in the past; with --lock-absent also stillLocked, the emails of accounts in the file that stay
                  locked; with --only-existing also notAdded, the emails that are not registered; with --dry-run also dryRun, and
                  problems, an array of objects with line, field, rule and message
                - --generate | adds passwords, an array of objects with email and password: keep it private
                - policy show | an object with the value of each rule, and rules, an array with key, rule (a sentence)
                  and changed
                - policy list | an array of objects with name, summary and inForce
                - albums | what the catalogue answers, with its own keys

                # How values are written
                Dates are strings like "1990-12-31", times like "2026-01-31T12:00:00Z", phones like "+4930901820". A
                value that is not set has no key; only a profile can hold empty strings. Neither 'show' nor 'list'
                ever prints a hash.
                """))
    }
}
