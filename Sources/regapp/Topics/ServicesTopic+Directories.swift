import RegappCommandLine

extension HelpTopic {
    static var directories: [HelpBlock] {
        .text(
            """
            # When an email changes
            An account that gets a new email, by 'regapp accounts edit EMAIL --email NEW' or by an import with --match,
            keeps its password and all else; services know it by the new email alone from then on. What they keep under
            the old one stays there. Dovecot with the lines above finds the mail by the key 'mailbox', which stays; let
            the old address forward to the new one. In an LDAP directory the script below adds an entry with the new
            email and deletes the old one, with whatever other programs keep in that, such as groups.

            # OpenLDAP, for more machines
            If several machines need the same accounts, an LDAP directory can follow the registry: its entries are
            compared with the accounts, and 'ldapmodify' gets the differences. Only cn, sn, givenName, telephoneNumber
            and userPassword of entries mail=EMAIL directly below the base are touched, and nothing is deleted without
            --delete. For a directory of its own, slapd.conf has these lines. An anonymous client can only log in.
            Each person can read their own entry, 'services' can find entries by their email for other programs, and
            'replica' can read everything:
                # /etc/ldap/slapd.conf
                include /etc/ldap/schema/core.schema
                include /etc/ldap/schema/cosine.schema
                include /etc/ldap/schema/inetorgperson.schema
                pidfile /var/run/slapd/slapd.pid
                modulepath /usr/lib/ldap
                moduleload back_mdb
                moduleload syncprov
                database mdb
                maxsize 1073741824
                suffix ou=people,dc=example,dc=org
                rootdn cn=admin,ou=people,dc=example,dc=org
                include /etc/ldap/rootpw.conf
                directory /var/lib/ldap/people
                index entryCSN,entryUUID,mail eq
                limits dn.exact=cn=replica,ou=people,dc=example,dc=org size=unlimited time=unlimited
                access to attrs=userPassword
                  by dn.exact=cn=replica,ou=people,dc=example,dc=org read
                  by anonymous auth
                  by * none
                access to attrs=entry,objectClass,mail,cn,sn,givenName
                  by dn.exact=cn=replica,ou=people,dc=example,dc=org read
                  by dn.exact=cn=services,ou=people,dc=example,dc=org read
                  by self read
                  by * none
                access to *
                  by dn.exact=cn=replica,ou=people,dc=example,dc=org read
                  by self read
                  by * none
                overlay syncprov

            You make the entry above the accounts once:
                # /etc/ldap/people.ldif
                dn: ou=people,dc=example,dc=org
                objectClass: organizationalUnit
                ou: people

            Debian's slapd reads its configuration from another place until these lines change that, and already has a
            directory, which stays. The lines also make the passwords, each in a file of its own. Root types them, and
            then 'systemctl restart slapd'. slapd (Debian: slapd, ldap-utils) listens on this machine only:
                for name in admin services replica; do
                    install -m 600 /dev/null /etc/ldap/$name-password
                    openssl rand -hex 24 | tr -d '\\n' >/etc/ldap/$name-password
                done
                chown keeper /etc/ldap/admin-password
                install -m 640 -g openldap /dev/null /etc/ldap/rootpw.conf
                echo "rootpw $(slappasswd -n -T /etc/ldap/admin-password)" >/etc/ldap/rootpw.conf
                chown root:openldap /etc/ldap/slapd.conf && chmod 640 /etc/ldap/slapd.conf
                install -d -m 700 -o openldap -g openldap /var/lib/ldap/people
                {
                    cat /etc/ldap/people.ldif
                    for name in services replica; do
                        printf '\\ndn: cn=%s,ou=people,dc=example,dc=org\\n' $name
                        printf 'objectClass: %s\\n' organizationalRole simpleSecurityObject
                        printf 'cn: %s\\nuserPassword: %s\\n' $name "$(slappasswd -n -T /etc/ldap/$name-password)"
                    done
                } | runuser -u openldap -- slapadd -f /etc/ldap/slapd.conf
                sed -i 's|^SLAPD_CONF=.*|SLAPD_CONF=/etc/ldap/slapd.conf|' /etc/default/slapd
                sed -i 's|^SLAPD_SERVICES=.*|SLAPD_SERVICES="ldap://localhost/ ldapi:///"|' /etc/default/slapd

            For replicas the directory needs a certificate for its name, here directory.example.org. These lines make
            an authority of your own that signs it, and one for a replica:
                install -d -m 755 /etc/ldap/tls && cd /etc/ldap/tls && umask 077
                openssl req -x509 -newkey rsa:3072 -nodes -days 3650 -subj /CN=authority -keyout ca.key -out ca.pem
                for name in directory replica; do
                    openssl req -newkey rsa:3072 -nodes -subj /CN=$name.example.org -keyout $name.key -out $name.csr
                    echo subjectAltName=DNS:$name.example.org >$name.ext
                    openssl x509 -req -in $name.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 3650 -extfile $name.ext -out $name.pem
                done
                chmod 644 *.pem && chgrp openldap directory.key && chmod 640 directory.key

                # /etc/ldap/tls.conf
                TLSCACertificateFile /etc/ldap/tls/ca.pem
                TLSCertificateFile /etc/ldap/tls/directory.pem
                TLSCertificateKeyFile /etc/ldap/tls/directory.key

            These lines open it to the network, with encryption only, after 'systemctl restart slapd'. Attackers can
            then guess passwords over the network:
                sed -i '1a include /etc/ldap/tls.conf' /etc/ldap/slapd.conf
                sed -i 's|^SLAPD_SERVICES=.*|SLAPD_SERVICES="ldap://localhost/ ldapi:/// ldaps:///"|' /etc/default/slapd

            A replica has Debian's slapd and ldap-utils, and these files of the directory at the same places:
            slapd.conf, tls.conf and replica-password of /etc/ldap, and ca.pem, replica.pem and replica.key of
            /etc/ldap/tls. Add this file, and type the lines below; the last one asks the replica:
                # /etc/ldap/replica.conf
                syncrepl rid=001 provider=ldaps://directory.example.org type=refreshAndPersist retry="10 +"
                  searchbase=ou=people,dc=example,dc=org
                  bindmethod=simple binddn=cn=replica,ou=people,dc=example,dc=org credentials=PASSWORD
                  tls_cacert=/etc/ldap/tls/ca.pem tls_reqcert=demand
                updateref ldaps://directory.example.org

                sed -i '$d; s|^include /etc/ldap/rootpw.conf$||' /etc/ldap/slapd.conf
                echo 'include /etc/ldap/replica.conf' >>/etc/ldap/slapd.conf
                sed -i 's|/directory[.]|/replica.|' /etc/ldap/tls.conf
                chown root:openldap /etc/ldap/slapd.conf /etc/ldap/replica.conf /etc/ldap/tls/replica.key
                chmod 640 /etc/ldap/slapd.conf /etc/ldap/replica.conf /etc/ldap/tls/replica.key
                sed -i "s/PASSWORD/$(cat /etc/ldap/replica-password)/" /etc/ldap/replica.conf
                install -d -m 700 -o openldap -g openldap /var/lib/ldap/people
                sed -i 's|^SLAPD_CONF=.*|SLAPD_CONF=/etc/ldap/slapd.conf|' /etc/default/slapd
                sed -i 's|^SLAPD_SERVICES=.*|SLAPD_SERVICES="ldap://localhost/ ldapi:///"|' /etc/default/slapd
                systemctl restart slapd
                ldapwhoami -x -H ldap://localhost -D mail=ann@example.com,ou=people,dc=example,dc=org -W

            This script copies changes to the directory; make it executable. It prints only errors:
                #!/bin/sh
                # /usr/local/bin/directory-follows
                PATH=/usr/local/bin:/usr/bin:/bin
                base=ou=people,dc=example,dc=org
                admin="-x -H ldap://localhost -D cn=admin,$base -y /etc/ldap/admin-password"
                changes=$(mktemp) || exit
                trap 'rm -f "$changes"' EXIT
                ldapsearch -LLL $admin -b "$base" |
                    regapp accounts export --quiet --format ldif --base "$base" --changes - --delete --documents /srv/accounts >"$changes"
                code=$?
                case $code in 0 | 65) ldapmodify -c $admin -f "$changes" >/dev/null || exit ;; esac
                exit $code

            It ends with 65 if an account file cannot be accepted; all other changes are still made, also after one that
            the directory refuses (-c). cron runs it every minute:
                # /etc/cron.d/directory-follows
                * * * * * keeper timeout 60 /usr/local/bin/directory-follows

            or systemd, after 'systemctl enable --now directory-follows.timer directory-follows.path'. The timer
            also sees expiry dates, and what changed while the script ran; the path makes it faster. Then 'ldapwhoami
            -x -H ldap://localhost -D mail=ann@example.com,ou=people,dc=example,dc=org -W' asks as a program does:
                # /etc/systemd/system/directory-follows.timer
                [Timer]
                OnCalendar=minutely
                [Install]
                WantedBy=timers.target
                # /etc/systemd/system/directory-follows.path
                [Path]
                PathChanged=/srv/accounts/accounts
                [Install]
                WantedBy=multi-user.target
                # /etc/systemd/system/directory-follows.service
                [Unit]
                StartLimitIntervalSec=0
                [Service]
                Type=oneshot
                TimeoutStartSec=60
                SuccessExitStatus=65
                User=keeper
                ExecStart=/usr/local/bin/directory-follows
            """)
    }

    static var systemLog: [HelpBlock] {
        .text(
            """
            # The system's log
            In a registry every answer of 'accounts verify --protocol', every login, and every change go to the
            system's log (syslog, facility AUTHPRIV), where 'journalctl -t regapp' shows them, or /var/log/auth.log
            has them. 'accounts verify EMAIL' by hand is logged only with --log. 'regapp policy set log none' switches
            the log off; this change is the last line.
                refused phase=auth reason=wrong-password,locked rhost=192.0.2.7 account=ann@example.com service=dovecot directory=/srv/accounts
                locked account=ann@example.com change=17 command=accounts-lock uid=998 loginuid=1000 sudo_user=bob directory=/srv/accounts

            - phase | auth, or account for PAM's account phase; a hyphen stands wherever nothing is known
            - reason | unknown, wrong-password, no-password, locked, expired, not-selected (by --where),
              unknown-key (--where names a key that no account has), ambiguous-name (several accounts bear the
              first name), password-rules (a first password breaks one), unacceptable-file (the account's or
              policy.json), unreadable, busy or bad-request; the person who logs in is told none of them
            - rhost | the client, as the service names it: PAM_RHOST, IP of mod_authnz_external, or X-Real-IP or the last
              of X-Forwarded-For in a request of HTTP
            - account | the email; an unknown name that is not a correct email is not written, because people
              sometimes type a password in its place
            - change | the number of the change, which 'regapp history' and 'regapp undo' take
            - uid | the Unix user that regapp runs as; loginuid is the user who logged in to the system
            - sudo_user | the variable SUDO_USER, which anyone can set
            - fields | the names of what changed; the only values ever written are emails

            One line is written for each account. For more than 20 accounts it is one line that says how many were
            locked, unlocked, removed or changed, or by an import registered, updated and locked; 'regapp history'
            with the number of the change has every name. regapp never waits for the log: a line is lost if there is no /dev/log, or if nothing reads it fast enough. If a
            crash cuts a change short and the next command completes it, the change is not logged.

            # Guessed passwords: fail2ban
            fail2ban (Debian: fail2ban) bans an address after wrong passwords and unknown names. regapp gets the address from Dovecot,
            Apache, every other service that sets PAM_RHOST, and those that ask by HTTP, but not from saslauthd. LDAP
            and nginx with a file never ask regapp; fail2ban has filters for their own logs. The journal itself records which user sent a
            line (_UID), and the sender cannot choose it. Here the users are root, for Dovecot, and www-data, for
            Apache and HTTP; 'id -u www-data' prints the number. Without the lines of sshd Debian's own jail needs rsyslog:
                # /etc/fail2ban/filter.d/regapp.conf
                [INCLUDES]
                before = common.conf
                [Definition]
                _daemon = regapp
                failregex = ^%(__prefix_line)srefused phase=auth reason=(?:unknown(?!-)|wrong-password)[a-z,-]* rhost=<ADDR> account=
                journalmatch = SYSLOG_IDENTIFIER=regapp _UID=0 + SYSLOG_IDENTIFIER=regapp _UID=33

                # /etc/fail2ban/jail.d/regapp.conf
                [sshd]
                backend = systemd
                [regapp]
                enabled = true
                backend = systemd
                port = http,https,smtp,submission,submissions,imap,imaps,pop3,pop3s

                systemctl restart fail2ban
                timeout 30 sh -c 'until fail2ban-client status regapp; do sleep 1; done'

            Without the journal, 'backend = auto' and 'logpath = /var/log/auth.log' read a plain file. Its lines do
            not say who sent them, so any local user could have an address banned.

            pam_faillock cannot be used: it counts only the failures of Unix users, and ignores names that are not in
            /etc/passwd, such as every email.
            """)
    }
}
