import RegappCore
import RegappCommandLine

extension HelpTopic {
    /// `.ci/services` runs the configuration as it is, and `.ci/package` makes a file of whatever follows a line
    /// `# /PATH`.
    static var services: HelpTopic {
        let program = ProcessEnvironment.installedProgram
        return HelpTopic(
            name: "services", summary: "Let web, mail and login servers ask for passwords",
            manualTitle: "Services",
            blocks: [
                .heading("Who owns the registry"),
                .paragraph(
                    "The registry belongs to a user of its own, here 'keeper', as whom its accounts are changed. A "
                        + "service may run as root, as keeper, or as a user in the group of the directory, "
                        + "here 'www-data': the accounts get that group too, and let it read them. Root "
                        + "types:"),
                .lines([
                    "useradd --system --groups www-data keeper",
                    "install -d -m 750 -o keeper -g www-data /srv/accounts",
                    "runuser -u keeper -- regapp policy use service --documents /srv/accounts",
                ]),
                .paragraph(
                    "Verifying a password only reads, so a service sees each change at once; a login to a "
                        + "locked, an expired or an unknown account fails as with a wrong password, and "
                        + "takes at least as long as a hash of the policy's. An imported hash of another "
                        + "kind or cost takes longer than that, which reveals that the account exists: a "
                        + "weaker one until its owner logs in with 'regapp login', a more expensive one "
                        + "until 'regapp accounts password' sets a new one."),
                .paragraph(
                    "An executable script of five lines saves root some typing. 'keeper completions bash "
                        + "keeper' prints its completions, for a file below /etc/bash_completion.d. Hints name the command in "
                        + "REGAPP_COMMAND and leave --documents out:"),
                .lines([
                    "#!/bin/sh",
                    "# /usr/local/bin/keeper",
                    "# regapp, as keeper and for the registry of the services",
                    "export REGAPP_COMMAND=keeper",
                    "exec runuser -u keeper -- \(program) --documents /srv/accounts \"$@\"",
                ]),
                .heading("PAM: Dovecot, saslauthd, sshd and others"),
                .paragraph(
                    "In the file of the service, such as this one for Dovecot (sshd also wants a Unix user "
                        + "of that name):"
                ),
                .lines([
                    "# /etc/pam.d/dovecot",
                    "auth    required pam_exec.so seteuid expose_authtok quiet \(program) accounts verify "
                        + "--protocol pam --documents /srv/accounts",
                    "account required pam_permit.so",
                ]),
                .paragraph(
                    "Dovecot asks PAM, and keeps everybody's mail as one user, whom 'useradd --system vmail' "
                        + "makes. Take '!include auth-system.conf.ext' out of Debian's conf.d/10-auth.conf, "
                        + "or Unix users get in too. PAM cannot say who exists, so mail is accepted for "
                        + "anybody:"),
                .lines([
                    "# /etc/dovecot/local.conf",
                    "passdb {",
                    "  driver = pam",
                    "  args = dovecot",
                    "}",
                    "userdb {",
                    "  driver = static",
                    "  args = uid=vmail gid=vmail home=/var/vmail/%Lu allow_all_users=yes",
                    "}",
                ]),
                .heading("Apache"),
                .paragraph(
                    "Through PAM, with mod_authnz_pam (Debian: libapache2-mod-authnz-pam), under every MPM. "
                        + "mod_authnz_external, which '--protocol external' is for, now and then loses an answer under "
                        + "Debian's default MPM, event; it needs mpm_prefork."),
                .lines([
                    "# /etc/pam.d/apache",
                    "auth    required pam_exec.so seteuid expose_authtok quiet \(program) accounts verify "
                        + "--protocol pam --documents /srv/accounts",
                    "account required pam_permit.so",
                ]),
                .paragraph(
                    "Every request asks again, even for each picture on a page, and costs some ten "
                        + "milliseconds of processor time and one hash."),
                .lines([
                    "# /etc/apache2/conf-available/regapp.conf",
                    "<Location /private>",
                    "  AuthType Basic",
                    "  AuthName private",
                    "  AuthBasicProvider PAM",
                    "  AuthPAMService apache",
                    "  Require valid-user",
                    "</Location>",
                ]),
                .paragraph(
                    "A busy site lets Apache read the file that nginx reads instead; Apache compares the "
                        + "emails in it exactly, as nginx does:"),
                .lines([
                    "# /etc/apache2/conf-available/regapp-file.conf",
                    "<Location /private>",
                    "  AuthType Basic",
                    "  AuthName private",
                    "  AuthBasicProvider file",
                    "  AuthUserFile /etc/nginx/accounts.htpasswd",
                    "  Require valid-user",
                    "</Location>",
                ]),
                .heading("nginx"),
                .paragraph(
                    "nginx reads a file, which has to be exported after each change, at the latest by the timer below. Root "
                        + "creates it once so that the workers may read it; an export keeps mode, owner and group:"
                ),
                .lines([
                    "install -m 640 -g www-data /dev/null /etc/nginx/accounts.htpasswd",
                    "regapp accounts export --format htpasswd --output /etc/nginx/accounts.htpasswd --documents /srv/accounts",
                ]),
                .paragraph(
                    "The emails in it are in lower case. nginx compares user names exactly, so people have to "
                        + "type theirs in lower case; through PAM the case does not matter."),
                .paragraph(
                    "nginx need not be reloaded. The file is replaced in one step, and left as it is if the "
                        + "export ends with a code other than 0 or 65; 65 says that account files were left "
                        + "out. A registry without any account, such as a folder that is not mounted, leaves "
                        + "the file as it is too (65), unless --allow-empty is given."),
                .lines([
                    "# /etc/nginx/snippets/regapp.conf",
                    "location /private {",
                    "  auth_basic private;",
                    "  auth_basic_user_file /etc/nginx/accounts.htpasswd;",
                    "}",
                ]),
                .paragraph("Every minute, after 'systemctl enable --now accounts-htpasswd.timer':"),
                .lines([
                    "# /etc/systemd/system/accounts-htpasswd.timer",
                    "[Timer]",
                    "OnCalendar=minutely",
                    "[Install]",
                    "WantedBy=timers.target",
                    "# /etc/systemd/system/accounts-htpasswd.service",
                    "[Service]",
                    "Type=oneshot",
                    "SuccessExitStatus=65",
                    "ExecStart=\(program) accounts export --quiet --format htpasswd --output "
                        + "/etc/nginx/accounts.htpasswd --documents /srv/accounts",
                ]),
                .heading("OpenLDAP, for more machines"),
                .paragraph(
                    "When several machines are to know the same accounts, an LDAP directory follows the "
                        + "registry: its entries are compared with the accounts, and 'ldapmodify' gets the "
                        + "differences. Only cn, sn, givenName, telephoneNumber and userPassword of entries "
                        + "mail=EMAIL directly below the base are touched, and nothing is deleted without "
                        + "--delete. For a directory of its own, slapd.conf has these lines:"),
                .lines([
                    "# /etc/ldap/slapd.conf",
                    "include /etc/ldap/schema/core.schema",
                    "include /etc/ldap/schema/cosine.schema",
                    "include /etc/ldap/schema/inetorgperson.schema",
                    "pidfile /var/run/slapd/slapd.pid",
                    "modulepath /usr/lib/ldap",
                    "moduleload back_mdb",
                    "moduleload syncprov",
                    "database mdb",
                    "suffix ou=people,dc=example,dc=org",
                    "rootdn cn=admin,ou=people,dc=example,dc=org",
                    "rootpw secret",
                    "directory /var/lib/ldap/people",
                    "index entryCSN,entryUUID eq",
                    "access to attrs=userPassword by anonymous auth by * none",
                    "access to * by * read",
                    "overlay syncprov",
                ]),
                .paragraph(
                    "The entry above the accounts is made once:"
                ),
                .lines([
                    "# /etc/ldap/people.ldif",
                    "dn: ou=people,dc=example,dc=org",
                    "objectClass: organizationalUnit",
                    "ou: people",
                ]),
                .paragraph(
                    "Debian's slapd reads its configuration from another place until it is told otherwise, "
                        + "and has a directory already, beside which this one is put. Root types, and then "
                        + "'systemctl restart slapd':"),
                .lines([
                    "chown root:openldap /etc/ldap/slapd.conf && chmod 640 /etc/ldap/slapd.conf",
                    "install -d -m 700 -o openldap -g openldap /var/lib/ldap/people",
                    "runuser -u openldap -- slapadd -f /etc/ldap/slapd.conf -l /etc/ldap/people.ldif",
                    "sed -i 's|^SLAPD_CONF=.*|SLAPD_CONF=/etc/ldap/slapd.conf|' /etc/default/slapd",
                ]),
                .paragraph(
                    "Each replica has the same slapd.conf, but 'include /etc/ldap/replica.conf' instead of its last line:"
                ),
                .lines([
                    "# /etc/ldap/replica.conf",
                    "syncrepl rid=001 provider=ldaps://directory.example.org "
                        + "type=refreshAndPersist retry=\"10 +\"",
                    "  searchbase=ou=people,dc=example,dc=org",
                    "  bindmethod=simple binddn=cn=admin,ou=people,dc=example,dc=org credentials=secret",
                    "updateref ldaps://directory.example.org",
                ]),
                .paragraph(
                    "This script takes what has changed to the directory; make it executable. The password "
                        + "is, without a line end, in a file that keeper owns, mode 0600:"),
                .lines([
                    "#!/bin/sh",
                    "# /usr/local/bin/directory-follows",
                    "PATH=/usr/local/bin:/usr/bin:/bin",
                    "base=ou=people,dc=example,dc=org",
                    "admin=\"-x -H ldap://localhost -D cn=admin,$base -y /etc/ldap/admin-password\"",
                    "changes=$(mktemp) || exit",
                    "trap 'rm -f \"$changes\"' EXIT",
                    "ldapsearch -LLL $admin -b \"$base\" |",
                    "    regapp accounts export --format ldif --base \"$base\" --changes - "
                        + "--delete --documents /srv/accounts >\"$changes\"",
                    "code=$?",
                    "case $code in 0 | 65) ldapmodify $admin -f \"$changes\" || exit ;; esac",
                    "exit $code",
                ]),
                .paragraph(
                    "It ends with 65 if an account file cannot be accepted; the changes of all other "
                        + "accounts are made anyway."
                ),
                .paragraph(
                    "cron runs it every five minutes:"),
                .lines([
                    "# /etc/cron.d/directory-follows",
                    "*/5 * * * * keeper /usr/local/bin/directory-follows",
                ]),
                .paragraph(
                    "or systemd whenever a file of the accounts changes, after "
                        + "'systemctl enable --now directory-follows.path':"),
                .lines([
                    "# /etc/systemd/system/directory-follows.path",
                    "[Path]",
                    "PathChanged=/srv/accounts/accounts",
                    "[Install]",
                    "WantedBy=multi-user.target",
                    "# /etc/systemd/system/directory-follows.service",
                    "[Service]",
                    "Type=oneshot",
                    "User=keeper",
                    "ExecStart=/usr/local/bin/directory-follows",
                ]),
            ])
    }
}
