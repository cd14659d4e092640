import RegappCommandLine

extension HelpTopic {
    static var security: HelpTopic {
        HelpTopic(
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
                output can contain emails, names and paths. A report of a mistake in a file quotes no value of a
                field, but the path can contain the email.

                Other users can see a password given with --password in the list of processes while the command runs,
                so regapp warns. Use --password-stdin or --password-file instead, or let regapp ask. It also warns of
                a password file that others can reach.

                An unknown account gets the same answer as a wrong password, after at least one hash of the policy. An
                imported hash that costs more takes longer, which shows that its account exists ('regapp help
                services'). Failed attempts are not counted and lock nothing; the slow hash limits guessing, and
                fail2ban can ban addresses by the system's log. The folder history holds what the files held before each change, old hashes too, for their
                owner alone (mode 600), whatever group the directory has. No plain password of a registry is in it:
                undoing brings back its hash. 'regapp history --forget EMAIL' removes a person from it. 'regapp logout
                --forget' removes the profile or the session, what could bring them back, and texts kept from an editor.

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

                'chown -R', 'chgrp -R', a copy or a restored backup may take the group away. A group is no service's if
                it is root's, or the owner's default one without another member; the check then proposes the group
                that other files have, or the only other group of the owner. Where nothing tells, it writes GROUP, and
                USER for an owner. Bits of a mode do not matter where the directory lets nobody in.

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
                in 'accounts', and beside what profile.json and policy.json link to. If you point such a link
                elsewhere in between, they stay beside its old target. 'regapp check' names what is there. A killed
                'export --output' leaves such a file beside its own; the next export into that file removes it. Texts
                from an editor are never removed this way.
                """))
    }
}
