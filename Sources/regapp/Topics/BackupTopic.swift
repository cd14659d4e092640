import RegappCommandLine

extension HelpTopic {
    /// Copies the documents directory while it cannot be written to.
    static let backupLine =
        #"(umask 077; flock "$(regapp path)/.lock" tar -C "$(regapp path)" -cf backup.tar .)"#

    static var backup: HelpTopic {
        HelpTopic(
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

                The history is no backup either: whatever destroys the directory destroys it too, and its oldest changes
                go.
                """))
    }
}
