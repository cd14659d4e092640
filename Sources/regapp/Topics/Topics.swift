import RegappCore
import RegappCommandLine
import RegappScreens
import RegappTerminal
import RegappWording

extension HelpTopic {
    static let files = HelpTopic(
        name: "files", summary: "Where regapp keeps its files, and what is in them", manualTitle: "Files",
        blocks: .text(
            """
            All files are in one documents directory, which is the registry folder if it has many accounts: DIR of
            --documents DIR, else $REGAPP_DOCUMENTS, else 'regapp' in your documents folder, as user-dirs.dirs names
            it, or in ~/Documents. 'login' and 'policy use' create it; so do other changes of the policy, unless
            --documents names it. The files are JSON, yours to read, edit and replace; regapp re-reads them each time.
            - profile.json | the profile: email, password (plain, so that you can edit it), firstName, lastName
            - accounts/NAME.json | a registered account:
              \(AccountRecord.exportedFields.map(\.rawValue).joined(separator: ", ")); NAME is the email in
              lowercase, unusual bytes percent-encoded
            - session.json | who is logged in to the registry
            - policy.json | the rules of the directory; without it they are those of 'profile'
            - history/NUMBER.json | a record of one change, which 'regapp undo' can undo: who made it, when and by
              which command, and what each file held before; only you can read it. Beside the records, 'last'
              names the newest, and 'renewals' says which hashes logins have renewed
            - .regapp-changes | changes of several files that a command is making, or that a killed command left;
              the next command that writes completes or removes them
            - .regapp-edits | texts that are open in an editor, or were kept for the next 'regapp edit --editor';
              they go when they are saved or discarded, or with 'regapp logout --forget'
            - .lock | an empty file that commands lock while they write; leave it there

            # Editing by hand
            An edit by regapp replaces only the values that change: order, indentation and keys that it does not
            know stay as you wrote them. A plain "password" in an account file becomes a passwordHash at the next
            'regapp login'; a ! before the hash locks the account. Keys of your own are welcome. But a known key in other
            capitals, such as Expires, or a misspelt 'expires' before a date, is refused, because it would have no
            effect. What regapp cannot accept is reported as FILE:LINE:COLUMN and never rewritten; only 'regapp
            login' can replace a broken profile, and 'regapp undo' brings it back. You can edit while regapp runs: if
            you save a file that a command is about to change, your text stays, and the command ends with 75.

            ## Environment
            - REGAPP_DOCUMENTS | the documents directory, unless --documents names one
            - VISUAL, EDITOR | the editor that --editor and 'policy edit' run, the first that is set; without one,
              on a terminal, 'editor' or 'vi'
            - PAGER | the program that shows long help and the manual on a terminal; without it 'less -FRX', with
              'cat' none
            - REGAPP_COMMAND | what hints begin with instead of 'regapp --documents DIR': a script that names the
              directory, as in 'regapp help services' (letters, digits, '.', '_' and '-')
            - REGAPP_ALBUMS_URL | another album catalogue, for tests and mirrors
            - XDG_CONFIG_HOME | the folder of user-dirs.dirs, which names your documents folder
            - XDG_CACHE_HOME | where 'regapp albums' keeps its answers, in 'regapp'; ~/.cache without it
            - TMPDIR | where more than 1 MiB of changes for an LDAP directory waits, in a file without a name;
              /tmp without it
            - PATH | the folders that are searched for 'curl', 'editor' and 'vi'
            - https_proxy, all_proxy, no_proxy | the proxy of 'regapp albums', and the hosts without one, as curl
              understands them
            - SSL_CERT_FILE | the certificates that 'regapp albums' trusts, as curl reads them
            - TZ | the time zone by which birthdays count; the day by which an account expires is always that of
              /etc/localtime, if there is such a file
            - NO_COLOR | if it is not empty, it does what --no-color does, unless --color says otherwise
            - FORCE_COLOR, CLICOLOR_FORCE | if it is neither empty, '0' nor 'false', it does what '--color always'
              does, unless NO_COLOR is set
            - CLICOLOR | with '0', it does what --no-color does, unless one of those is set
            - REGAPP_MOUSE | with 'off', it does what --no-mouse does
            - COLORTERM | with 'truecolor', screens use 24-bit colours, chosen for the background
            - COLORFGBG | a hint about the background, until the terminal itself reports it
            - LC_ALL, LC_CTYPE, LANG | the locale, the first that is set; if it is not UTF-8, screens use ASCII
              alone
            - LC_ALL, LC_COLLATE, LANG | the order of album titles, by the first that is set
            - TERM | the terminal's type; with 'dumb', 'emacs', 'unknown' or 'cons25', or without it, 'regapp' and 'regapp albums' converse line
              by line, without colour; with 'linux' screens use ASCII alone
            - ACCESSIBLE | if it is neither empty, '0' nor 'false', 'regapp' and 'regapp albums' converse line by line instead of
              showing screens, as suits a screen reader
            """))

    /// From the same tables as the overlay with the keys.
    static let keys = HelpTopic(
        name: "keys", summary: "The keys of the screens", manualTitle: "Keys of the screens",
        blocks: [
            .paragraph(
                "The last line of a screen names the keys that matter there; '?' shows all of the page, and F1 "
                    + "does so while something is typed.")
        ] + ScreenKeys.tables.flatMap(blocks))

    private static func blocks(_ table: KeyTable) -> [HelpBlock] {
        [
            .heading(table.title),
            .rows(table.bindings.map { HelpRow($0.names, $0.meaning) }),
        ]
    }

    static var policies: HelpTopic {
        let rules = Rules.System.allCases.flatMap { kind -> [HelpBlock] in
            let policy = Policy.builtIn(kind)
            let rules = policy.rulesInWords.map { HelpRow($0.key, $0.words) }
            return [
                .heading("Policy \(kind.rawValue)"),
                .paragraph(policy.summary.prefix(1).uppercased() + policy.summary.dropFirst() + "."),
                .rows(rules),
            ]
        }
        return HelpTopic(
            name: "policies", summary: "What each policy asks of an account", manualTitle: "Policies",
            blocks: [
                .paragraph(
                    "'regapp policy use POLICY' chooses the policy of a documents directory. Its rules apply "
                        + "to values that are typed, imported or written into the files by hand. Under each of "
                        + "them a first or last name has at most \(NameRule.maximumLength) characters.")
            ] + rules + [
                .heading("Keys of policy.json"),
                .paragraph("Each of them changes one rule; only 'policy' is required."),
                .rows(PolicyKey.allCases.map { HelpRow($0.rawValue, $0.help) }),
            ])
    }

    static let json = HelpTopic(
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
              dryRun, which is true; edit, password, unlock and remove print the same; seen also unknown, how many
              emails of the log no account has
            - accounts list --count-by KEY | an array of objects with value, null for none, and accounts, a number
            - accounts import | the numbers new, changed, unchanged and locked, and emails with a list for each; with
              --match also moved, and moves, an array of objects with from and to; with --update also notAccepted, how
              many account files cannot be accepted, and shutOut, how many accounts could no longer log in by expiry
              dates in the past; with --lock-absent also stillLocked, the emails of accounts in the file that stay
              locked; with --only-existing also notAdded, the emails that are not registered; with --dry-run also dryRun, and
              problems, an array of objects with line, field, rule and message
            - --generate | adds passwords, an array of objects with email and password, or what --fields names: keep it private
            - policy show | an object with the value of each rule, and rules, an array with key, rule (a sentence)
              and changed
            - policy list | an array of objects with name, summary and inForce
            - albums | what the catalogue answers, with its own keys

            # How values are written
            Dates are strings like "1990-12-31", times like "2026-01-31T12:00:00Z", phones like "+4930901820". A
            value that is not set has no key; only a profile can hold empty strings.
            """))

    /// Copies the documents directory while it cannot be written to.
    static let backupLine =
        #"(umask 077; flock "$(regapp path)/.lock" tar -C "$(regapp path)" -cf backup.tar .)"#

    static let backup = HelpTopic(
        name: "backup", summary: "Copy, restore and move everything", manualTitle: "Backup",
        blocks: .text(
            """
            Everything is in the documents directory, so a copy of it is a backup. 'flock' keeps commands that
            write waiting while the copy is made, for up to 5 seconds; 'umask' keeps the copy from other users:
                \(backupLine)

            Links are copied as links. If profile.json or policy.json is one, write '-chf' for '-cf', and the copy
            holds what it points to.

            # Restoring and moving
            Unpack the copy, here or on another machine, as the user who is to own it, and let regapp look at it:
                mkdir -m 700 restored && tar -C restored -xpf backup.tar
                regapp check --documents restored

            A service reads the accounts through the group of the directory ('regapp help security'), and only root
            can unpack that too. On a new machine root first makes the user and the directory with the first lines
            of 'regapp help services', and then types these, beside backup.tar. The last one asks as the service
            does, and for the password of an account:
                tar -C /srv/accounts -xpf backup.tar
                runuser -u keeper -- regapp check --documents /srv/accounts
                runuser -u www-data -- regapp accounts verify ann@example.com --documents /srv/accounts

            # A copy made without a lock
            If the copy was made in the middle of an import, or of a change of the email, it may hold half of the
            change, and a folder .regapp-changes with the rest. The next command that changes something there
            completes the change, or undoes it if a part of it is missing. If the folder itself is missing,
            because the change began or ended during the copy, there is no trace of it.

            # An export is no backup
            'regapp accounts export' is for other programs, and for moving accounts into another registry. json
            and csv bring back every field of an account, byte for byte. They hold no plain password, and keys of
            your own only with --own-keys. Files with errors are skipped and listed. The rules, the profile, the session
            and the history of changes are in the directory alone.
            """))

    static let security = HelpTopic(
        name: "security", summary: "What regapp protects, and what it does not", manualTitle: "Security",
        blocks: .text(
            """
            The boundary is the Unix user. Anyone who can read the documents directory can read the password in
            profile.json; anyone who can write there can become any account in it. Other users get nothing: regapp
            creates the directory with mode 0700 and its files with mode 0600, whatever the umask, and warns about
            looser modes that it finds. It never changes the mode of a directory that exists.

            # Passwords
            A profile holds its password as plain text, so that its owner can read and edit it. A registry holds
            hashes, as crypt(5) describes them. No message, log or core dump contains a password. Messages and
            output can contain emails, names and paths, those of an import also phones and dates.

            Other users can see a password given with --password in the list of processes while the command runs,
            so regapp warns. Use --password-stdin or --password-file instead, or let regapp ask. It also warns of
            a password file that others can reach.

            # Guessed passwords
            Failed attempts are not counted and lock no account, or anyone could lock anyone out. The slow hash
            limits guessing, and fail2ban can ban addresses by the system's log ('regapp help services'). An unknown
            account gets the same answer as a wrong password, after at least one hash of the policy. An imported
            hash of another kind or cost takes longer, which shows that its account exists: a weaker one until its
            owner logs in with 'regapp login', a more expensive one until 'regapp accounts password' sets a new one.

            # Former passwords
            The folder history holds what the files held before each change, old hashes too, for their owner alone,
            whatever group the directory has. No plain password of a registry is in it: undoing brings back its
            hash. 'regapp history --forget EMAIL' removes a person from it. 'regapp logout --forget' removes the
            profile or the session, what could bring them back, and texts kept from an editor.

            # Whose files
            A command that changes something works only in a directory of its own user, and follows only links of
            that user to files and folders of that user. So root changes nothing in another user's directory;
            'runuser -u NAME -- regapp' does it as NAME. A command that only reads accepts files of its own user,
            of root and of the directory's owner, so that root or a service can read the directory of another
            user. In a directory of another user, no link makes it read a file of its own user. A link in the path
            of the directory itself has to belong to root, to the user who runs the command, or to the user who
            owns the directory at its end.

            regapp follows a path once and works with what it then opened. If another process renames folders or
            exchanges links while it runs, that changes nothing. regapp does not run where the real and the
            effective user differ.

            # A service in a group
            Give the directory to the group of the service; let the group read it and others nothing ('chmod
            750'). Files that are there already keep their modes: 'regapp check' finds what the group cannot read
            and prints the one line that corrects it. From then on policy.json and the accounts have that group
            and mode 640 after every change. Everything else stays 0600. The user who makes the changes has to be
            in the group, or the directory has to hand it on ('chmod g+s'); otherwise the file gets 0600 and a
            warning says so.

            'chown -R', 'chgrp -R', a copy or a restored backup may take the group away. The check then proposes the
            group that other files have, or the owner's only other group; if it cannot tell, it writes GROUP or USER.

            # Files that you protect
            A file that its owner may not write ('chmod 400') is neither replaced nor removed. There are two
            exceptions: 'regapp logout --forget' removes what it can, and 'export --output' keeps the mode of the
            file that it replaces. A save puts a new file in place of the old one, so a hard link keeps the old
            content; use a symbolic link.

            # What an export replaces
            'export --output' keeps the mode, owner, group and access control list of the file that it replaces,
            and warns if others can read it. A file of another user is refused if its folder can be written by its
            group, by others or through an access control list: the user who made it there would get the hashes.
            If a list cannot be given to the new file, only its owner gets in, and a warning says so.

            # After a killed command
            A command that is killed, or a power cut, may leave temporary files with the content of an account,
            readable by their owner alone. The next command that changes something removes them: in the directory,
            in 'accounts', and beside what profile.json and policy.json link to. 'regapp check' names what is
            there. A killed 'export --output' leaves such a file beside its own; the next export into that file
            removes it. Texts from an editor are never removed this way.
            """))

    static let exitCodes = HelpTopic(
        name: "exit-codes", summary: "What exit codes and messages mean", manualTitle: "Exit status",
        blocks: [.rows(ExitCode.allCases.map { HelpRow("\($0.rawValue)", $0.meaning) })]
            + .text(
                """
                ## Diagnostics
                Results go to standard output. Messages go to standard error, one line each:
                - regapp: error: | why it failed; the exit code says what kind of failure it is
                - regapp: warning: | it was done, but something needs attention
                - regapp: hint: | what to type next; commands in it can be pasted
                - regapp: | what was done

                FILE:LINE:COLUMN names a place in a file, both counted from 1, so that editors can go there.
                """))

    static let questions = HelpTopic(
        name: "questions", summary: "What people ask, and what to type", manualTitle: "Questions",
        blocks: .text(
            """
            - undo a mistake | 'regapp undo' undoes the last change, 'regapp undo NUMBER' any in 'regapp history'
            - who changed this | 'regapp history EMAIL'
            - stop a person | 'regapp accounts lock EMAIL'; 'regapp accounts unlock EMAIL' lets the person in again
            - cannot log in | 'regapp accounts show EMAIL' says why; for everyone, 'regapp check'
            - forgotten password | 'regapp accounts password EMAIL' sets a new one; 'regapp show --field password'
              prints that of a profile
            - rename, new email | 'regapp accounts edit EMAIL' with --first-name, --last-name or --email
            - expire, expiry date | 'regapp accounts edit EMAIL --expires DATE'; 'never' removes the date
            - team, group, class | 'regapp accounts edit EMAIL --set team=board'; then --where team=board
            - broken file | correct it at the place named, or with 'regapp accounts edit EMAIL --editor'
            - kept text, draft | 'regapp edit --editor' continues with it
            - killed command | 'regapp check' says what it left and what to do
            - wrong folder | 'regapp path' prints the one in use; --documents names another
            - Nextcloud, Prosody | they ask an LDAP directory ('regapp help ldap'); for Gitea, Radicale and others
              see WhichHash.md
            - more administrators | 'regapp help registry' has the lines for sudo
            - ssh, sudo, Unix users | no: regapp keeps no Unix accounts
            - sign-on, sign-up, 2FA | no: regapp has no web page and asks for a password only
            - Docker, Mac, Windows | Linux only, in a container too: see OtherSystems.md
            - library, Swift | the package offers RegappCore: see Library.md
            - install, uninstall | see Installing.md; your files stay
            - leave | 'regapp accounts export --own-keys' writes everything: see LeavingRegapp.md
            - licence, license | none yet: you may not pass regapp on
            - bug | see the end of 'regapp manual'

            The pages named here are those of the guide: /usr/share/doc/regapp/guide, or Sources/regapp/Guide.docc.

            ## Several accounts
            'regapp accounts edit', 'lock', 'unlock', 'remove' and 'password --generate' take several emails, or
            --from FILE with one a line. They find all accounts before they change the first, and change all or
            none, even in a crash. One 'regapp undo' undoes the change. --dry-run only says what would happen.

            A list can choose the accounts, such as those of a team:
                regapp accounts list --where team=board --fields email | regapp accounts lock --from -
            """))
}

extension [HelpBlock] {
    /// What only the manual contains, after the help topics.
    static var manualEnd: [HelpBlock] {
        .text(
            """
            ## Bugs
            If another program saves a file in the microseconds between its last comparison and its replacement, what
            was saved is lost.

            To report another bug, fill in the form for issues of the project. Say what you typed, what regapp wrote
            and what 'regapp --version' prints. Replace emails, names and paths before you paste.

            ## See also
            curl(1), flock(1), htpasswd(1), ldapmodify(1), runuser(1), xdg-user-dir(1), crypt(5), pam_exec(8)
            """)
    }
}
