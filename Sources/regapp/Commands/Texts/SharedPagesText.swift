extension Texts {
    /// What the pages of several commands say, and the page of a group without a command of that name, in the form of
    /// ``/RegappCommandLine/CommandPage/all(in:)``.
    static let sharedPages = #"""
        # {conditions}
        --where team=board selects accounts by a field, a custom key or another key that --json prints. A list matches if
        it contains the value. Case does not matter in emails and names; dates and phones can be in any form. team!=board
        selects all other accounts, team= accounts without a value. 'registered<2026-05' compares with a number, a day, a
        month or a year: its accounts are from before May. An account must meet all conditions.

        # {letters}
        --fields email,firstName,team,password prints these values instead; 'password' must be one of them. --csv adds a
        header, for a mail merge. If no account has one of the keys, nothing changes, and regapp exits with 65.

        # {keys}
        --json prints an account's fields, then "passwordSet", "locked" and "expired" (true or false), "missing" (the
        required keys that it lacks), and its custom keys.

        # {consequences}
        If accounts could no longer log in, or only by another name, regapp lists them and asks. It also asks before
        it removes profile.json, which a registry does not use; the history keeps the plain password, and 'regapp logout
        --forget' deletes it. Without a terminal, add --yes.

        # policy | ACCOUNTS FOR SERVERS
        Show or choose the rules for accounts

        A policy says who may log in, and which values an account may have. It is in policy.json; without that file, the
        policy is 'profile'.

        - Keep a registry for a web or mail server | regapp policy use service

            rules, config, settings
        """#
}
