import RegappCommandLine
import RegappWording

extension HelpTopic {
    static var exitCodes: HelpTopic {
        HelpTopic(
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

                    FILE:LINE:COLUMN names a place in a file, both counted from 1, so that editors can go there. No message
                    holds a password.

                    # What to do when
                    - a file cannot be accepted | correct it at the place named, or run 'regapp edit --editor' or 'regapp
                      accounts edit EMAIL --editor'
                    - a change was a mistake | 'regapp undo' undoes the last one, 'regapp undo NUMBER' any in 'regapp history'
                    - a profile's password is forgotten | 'regapp show --field password' prints it
                    - an account's password is forgotten | 'regapp accounts password EMAIL' sets a new one
                    - nobody can log in | 'regapp accounts list' shows who has a password and is not locked
                    - a command ends with 75 | run it again; another program was writing
                    - a text was kept | 'regapp edit --editor' continues with it
                    - a command was killed | 'regapp check' says what it left and what to do
                    - the wrong files are used | 'regapp path' prints the directory; see --documents
                    - albums are not found | try --country, or --refresh to ask the catalogue again
                    """))
    }
}

/// What only the manual contains, after the help topics.
enum ManualEnd {
    static var blocks: [HelpBlock] {
        .text(
            """
            ## Bugs
            If another program saves a file in the microseconds between its last comparison and its replacement, what
            was saved is lost.

            Logging in by first name reads every account, so it takes longer the more there are.

            To report another bug, fill in the form for issues of the project. Say what you typed, what regapp wrote
            and what 'regapp --version' prints. No message holds a password; messages and output can contain emails,
            names and paths: replace them before you paste.

            ## See also
            curl(1), flock(1), htpasswd(1), ldapmodify(1), runuser(1), xdg-user-dir(1), crypt(5), pam_exec(8)
            """)
    }
}
