import RegappCommandLine

extension HelpTopic {
    static var systemLog: [HelpBlock] {
        [
            .heading("The system's log"),
            .paragraph(
                "In a registry every answer of 'accounts verify --protocol', every login, and every change go to the "
                    + "system's log (syslog, facility AUTHPRIV), where 'journalctl -t regapp' shows them, or "
                    + "/var/log/auth.log has them. 'accounts verify EMAIL' by hand is told only with --log. "
                    + "'regapp policy set log none' switches it off; that is the last line."),
            .lines([
                "refused phase=auth reason=wrong-password,locked rhost=192.0.2.7 account=ann@example.com service=dovecot directory=/srv/accounts",
                "locked account=ann@example.com command=accounts-lock uid=998 loginuid=1000 sudo_user=bob directory=/srv/accounts",
            ]),
            .rows([
                HelpRow(
                    "phase",
                    "auth, or account for PAM's account phase; a hyphen stands wherever nothing is known"),
                HelpRow(
                    "reason",
                    "unknown, wrong-password, no-password, locked, expired, not-selected (by --where), "
                        + "unacceptable-file (the account's or policy.json), unreadable, busy or bad-request; the "
                        + "person is told none of them"),
                HelpRow(
                    "rhost", "the client, as the service names it: PAM_RHOST, or IP of mod_authnz_external"),
                HelpRow(
                    "account",
                    "the email; an unknown name that is no correct email is not written, since people type "
                        + "passwords where names belong"),
                HelpRow(
                    "uid",
                    "the Unix user that regapp runs as; in loginuid the one who logged in to the system"),
                HelpRow("sudo_user", "the variable SUDO_USER, which anyone can set"),
                HelpRow("fields", "the names of what changed; no value is ever written but emails"),
            ]),
            .paragraph(
                "One line is written for each account, or for more than 20 accounts one line with their number. "
                    + "regapp never waits for the log: a line is lost if there is no /dev/log, or nothing reads it "
                    + "fast enough. A change that a crash cut short, and the next command completes, is not told."
            ),
            .heading("Guessed passwords: fail2ban"),
            .paragraph(
                "fail2ban bans an address after wrong passwords and unknown names. An address comes from Dovecot, Apache "
                    + "and every service that sets PAM_RHOST. saslauthd tells none. nginx, AuthUserFile and LDAP "
                    + "never ask regapp; fail2ban has filters for their own logs. The journal notes by itself which user "
                    + "sent a line (_UID), and no sender can choose that. Here these are root, as whom Dovecot asks, and "
                    + "www-data, as whom Apache does; 'id -u www-data' prints the number:"),
            .lines([
                "# /etc/fail2ban/filter.d/regapp.conf",
                "[INCLUDES]",
                "before = common.conf",
                "[Definition]",
                "_daemon = regapp",
                "failregex = ^%(__prefix_line)srefused phase=auth reason=(?:unknown|wrong-password)[a-z,-]* rhost=<ADDR> account=",
                "journalmatch = SYSLOG_IDENTIFIER=regapp _UID=0 + SYSLOG_IDENTIFIER=regapp _UID=33",
            ]),
            .lines([
                "# /etc/fail2ban/jail.d/regapp.conf",
                "[regapp]",
                "enabled = true",
                "backend = systemd",
                "port = http,https,smtp,submission,submissions,imap,imaps,pop3,pop3s",
            ]),
            .paragraph(
                "Without the journal, 'backend = auto' and 'logpath = /var/log/auth.log' read a plain file. Its lines "
                    + "do not say who sent them, so any local user could have an address banned."),
            .paragraph(
                "pam_faillock cannot be used: it counts the failures of Unix users alone, and passes over a user whom "
                    + "/etc/passwd does not have, as it does with every email."),
        ]
    }
}
