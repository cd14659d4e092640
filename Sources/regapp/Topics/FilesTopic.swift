import RegappCore
import RegappCommandLine

extension HelpTopic {
    static var files: HelpTopic {
        HelpTopic(
            name: "files", summary: "Where regapp keeps its files, and what is in them", manualTitle: "Files",
            blocks: .text(
                """
                All files are in one documents directory: DIR of --documents DIR, else $REGAPP_DOCUMENTS, else
                'regapp' in your documents folder, as user-dirs.dirs names it, or in ~/Documents. 'login' and 'policy
                use' create it, and so does 'policy edit' unless --documents names it; for other commands the DIR of
                --documents must exist. The files are JSON, yours to read, edit and replace; regapp re-reads them at
                each start.
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
                login' can replace a broken profile, and 'regapp undo' brings it back.

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
    }
}
