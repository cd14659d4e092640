import RegappCore
import RegappCommandLine

extension HelpTopic {
    /// `.ci/services` runs the configuration as it is, and `.ci/package` makes a file of whatever follows a line
    /// `# /PATH`.
    static var services: HelpTopic {
        let program = ProcessEnvironment.installedProgram
        let ask = "pam_exec.so seteuid"
        let question = "quiet \(program) accounts verify --protocol pam --documents /srv/accounts"
        let pamLines = [
            "auth    required \(ask) expose_authtok \(question)", "account required \(ask) \(question)",
        ]
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
                .paragraph(
                    "Several administrators need not be root. With sudo, and after 'groupadd --system registrars', the "
                        + "members of that group may type 'sudo keeper ...', and nothing else as another user. That is "
                        + "being keeper: --editor starts an editor, which can start a shell, as keeper. The system's "
                        + "log names who typed it:"),
                .lines([
                    "# /etc/sudoers.d/keeper",
                    "%registrars ALL = (root) /usr/local/bin/keeper",
                ]),
                .paragraph(
                    "With this script, executable, each Unix user may change the password of an account whose old one "
                        + "they know: 'sudo -u keeper account-passwd ann@example.com'. It takes exactly one word, and "
                        + "passes it on after --; an asterisk in sudoers would match several. A web page's program can "
                        + "call it too, and writes three lines:"),
                .lines([
                    "#!/bin/sh",
                    "# /usr/local/bin/account-passwd",
                    "[ $# = 1 ] || exit 64",
                    "exec \(program) accounts passwd --documents /srv/accounts -- \"$1\"",
                ]),
                .lines([
                    "# /etc/sudoers.d/account-passwd",
                    "ALL ALL = (keeper) NOPASSWD: /usr/local/bin/account-passwd",
                ]),
                .heading("PAM: Dovecot, saslauthd and others"),
                .paragraph(
                    "Each service has a file with two lines. 'auth' asks for the password. 'account' asks, without one, "
                        + "whether there is such an account that is neither locked nor expired; it matters where "
                        + "something else than a password proved who the user is. A condition such as --where "
                        + "team=board belongs into both lines. The user has to be an email, so this is not for sudo "
                        + "and sshd, whose users are Unix users. This file is Dovecot's:"),
                .lines(["# /etc/pam.d/dovecot"] + pamLines),
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
                .paragraph(
                    "saslauthd, which Postfix and others ask, has the same lines in the file that is named after "
                        + "the service, such as /etc/pam.d/smtp. It has to keep the part after the @ (-r), and to "
                        + "remember no answers (no -c, which Debian sets):"),
                .lines(["# /etc/pam.d/smtp"] + pamLines),
                .lines([
                    "# /etc/default/saslauthd",
                    "START=yes",
                    "DESC=\"SASL Authentication Daemon\"",
                    "NAME=\"saslauthd\"",
                    "MECHANISMS=\"pam\"",
                    "MECH_OPTIONS=\"\"",
                    "THREADS=5",
                    "OPTIONS=\"-r -m /var/run/saslauthd\"",
                ]),
                .heading("Apache"),
                .paragraph(
                    "Through PAM, with mod_authnz_pam (Debian: libapache2-mod-authnz-pam), under every MPM:"),
                .lines(["# /etc/pam.d/apache"] + pamLines),
                .paragraph(
                    "Every request asks again, even for each picture on a page, and costs some twenty "
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
                    "Until these lines have been typed, and 'systemctl reload apache2', /private is open to anyone:"
                ),
                .lines(["a2enmod authnz_pam", "a2enconf regapp"]),
                .paragraph(
                    "mod_authnz_external (Debian: libapache2-mod-authnz-external), which '--protocol external' is for, "
                        + "asks without PAM. Now and then it loses an answer under Debian's default MPM, event; it "
                        + "needs mpm_prefork:"),
                .lines([
                    "# /etc/apache2/conf-available/regapp-external.conf",
                    "DefineExternalAuth regapp pipe \"\(program) accounts verify --protocol external "
                        + "--documents /srv/accounts\"",
                    "<Location /private>",
                    "  AuthType Basic",
                    "  AuthName private",
                    "  AuthBasicProvider external",
                    "  AuthExternal regapp",
                    "  Require valid-user",
                    "</Location>",
                ]),
                .lines([
                    "a2dismod mpm_event", "a2enmod mpm_prefork authnz_external", "a2enconf regapp-external",
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
                .lines(["a2enconf regapp-file"]),
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
            ] + systemLog + directories)
    }
}
