import RegappCommandLine

extension HelpTopic {
    static var systemLog: [HelpBlock] {
        .text(
            """
            # The system's log
            In a registry every answer of 'accounts verify --protocol', every login, and every change go to the
            system's log (syslog, facility AUTHPRIV), where 'journalctl -t regapp' shows them, or /var/log/auth.log
            has them. 'accounts verify EMAIL' by hand is logged only with --log. 'regapp policy set log none' switches
            the log off; this change is the last line.
                refused phase=auth reason=wrong-password,locked rhost=192.0.2.7 account=ann@example.com service=dovecot directory=/srv/accounts
                locked account=ann@example.com command=accounts-lock uid=998 loginuid=1000 sudo_user=bob directory=/srv/accounts

            - phase | auth, or account for PAM's account phase; a hyphen stands wherever nothing is known
            - reason | unknown, wrong-password, no-password, locked, expired, not-selected (by --where),
              unknown-key (--where names a key that no account has), ambiguous-name (several accounts bear the
              first name), password-rules (a first password breaks one), unacceptable-file (the account's or
              policy.json), unreadable, busy or bad-request; the person who logs in is told none of them
            - rhost | the client, as the service names it: PAM_RHOST, or IP of mod_authnz_external
            - account | the email; an unknown name that is not a correct email is not written, because people
              sometimes type a password in its place
            - uid | the Unix user that regapp runs as; loginuid is the user who logged in to the system
            - sudo_user | the variable SUDO_USER, which anyone can set
            - fields | the names of what changed; the only values ever written are emails

            One line is written for each account, or for more than 20 accounts one line with their number. regapp
            never waits for the log: a line is lost if there is no /dev/log, or if nothing reads it fast enough. If a
            crash cuts a change short and the next command completes it, the change is not logged.

            # Guessed passwords: fail2ban
            fail2ban bans an address after wrong passwords and unknown names. regapp gets the address from Dovecot,
            Apache and every other service that sets PAM_RHOST, but not from saslauthd. nginx, AuthUserFile and LDAP
            never ask regapp; fail2ban has filters for their own logs. The journal itself records which user sent a
            line (_UID), and the sender cannot choose it. Here the users are root, for Dovecot, and www-data, for
            Apache; 'id -u www-data' prints the number:
                # /etc/fail2ban/filter.d/regapp.conf
                [INCLUDES]
                before = common.conf
                [Definition]
                _daemon = regapp
                failregex = ^%(__prefix_line)srefused phase=auth reason=(?:unknown(?!-)|wrong-password)[a-z,-]* rhost=<ADDR> account=
                journalmatch = SYSLOG_IDENTIFIER=regapp _UID=0 + SYSLOG_IDENTIFIER=regapp _UID=33

                # /etc/fail2ban/jail.d/regapp.conf
                [regapp]
                enabled = true
                backend = systemd
                port = http,https,smtp,submission,submissions,imap,imaps,pop3,pop3s

            Without the journal, 'backend = auto' and 'logpath = /var/log/auth.log' read a plain file. Its lines do
            not say who sent them, so any local user could have an address banned.

            pam_faillock cannot be used: it counts only the failures of Unix users, and ignores names that are not in
            /etc/passwd, such as every email.
            """)
    }
}
