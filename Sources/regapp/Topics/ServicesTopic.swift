import RegappCommandLine

extension HelpTopic {
    /// `.ci/services` runs the configuration as it is, and `.ci/package` makes a file of whatever follows a line
    /// `# /PATH`.
    static var services: HelpTopic {
        let program = ProcessEnvironment.installedProgram
        let ask = "pam_exec.so seteuid"
        let question = "quiet \(program) accounts verify --protocol pam --documents /srv/accounts"
        let auth = "auth    required \(ask) expose_authtok \(question)"
        let account = "account required \(ask) \(question)"
        return HelpTopic(
            name: "services", summary: "Let web, mail and login servers ask for passwords",
            manualTitle: "Services",
            blocks: .text(
                """
                # Who owns the registry
                The registry belongs to a user of its own, here 'keeper'; the administrator changes the accounts as
                that user. A service can run as root, as keeper, or as a user in the group of the directory, here
                'www-data': the accounts get that group too, so that the service can read them. Root types:
                    useradd --system --groups www-data keeper
                    install -d -m 750 -o keeper -g www-data /srv/accounts
                    runuser -u keeper -- regapp policy use service --documents /srv/accounts

                Verifying a password only reads, so a service sees each change at once; a login to a locked, expired
                or unknown account fails as if the password were wrong, and takes at least as long as a hash of the
                policy. An imported hash of another kind or cost takes longer than that, which reveals that the
                account exists: a weaker one until its owner logs in with 'regapp login', a more expensive one until
                'regapp accounts password' sets a new one.

                An executable script of five lines saves root some typing. 'keeper completions bash keeper' prints its
                completions, for a file below /etc/bash_completion.d. Hints name the command in REGAPP_COMMAND and
                leave --documents out:
                    #!/bin/sh
                    # /usr/local/bin/keeper
                    # regapp, as keeper and for the registry of the services
                    export REGAPP_COMMAND=keeper
                    exec runuser -u keeper -- \(program) --documents /srv/accounts "$@"

                Several administrators need not be root. With sudo, and after 'groupadd --system registrars', the
                members of that group may type 'sudo keeper ...', and nothing else as another user. This gives them
                all rights of keeper, because --editor starts an editor as keeper, which can start a shell. The
                system's log names the user who typed the command:
                    # /etc/sudoers.d/keeper
                    %registrars ALL = (root) /usr/local/bin/keeper

                With this executable script, each Unix user may change the password of an account if they know the old
                one: 'sudo -u keeper account-passwd ann@example.com'. It takes exactly one word, and passes it on
                after --; an asterisk in sudoers would match several. A web page's program can call it too, and writes
                three lines:
                    #!/bin/sh
                    # /usr/local/bin/account-passwd
                    [ $# = 1 ] || exit 64
                    exec \(program) accounts passwd --documents /srv/accounts -- "$1"

                    # /etc/sudoers.d/account-passwd
                    ALL ALL = (keeper) NOPASSWD: /usr/local/bin/account-passwd

                # PAM: Dovecot, saslauthd and others
                Each service has a file with two lines. 'auth' asks for the password. 'account' asks, without one,
                whether there is such an account that is neither locked nor expired; this matters if something other
                than a password proved who the user is. Put a condition such as --where team=board into both lines.
                The user has to be an email, so this is not for sudo and sshd, whose users are Unix users. This file
                is Dovecot's:
                    # /etc/pam.d/dovecot
                    \(auth)
                    \(account)

                Dovecot asks PAM, and keeps all mail as one user, which 'useradd --system vmail' makes. Take '!include
                auth-system.conf.ext' out of Debian's conf.d/10-auth.conf, or Unix users get in too. PAM cannot say
                which users exist, so mail is accepted for any address:
                    # /etc/dovecot/local.conf
                    passdb {
                      driver = pam
                      args = dovecot
                    }
                    userdb {
                      driver = static
                      args = uid=vmail gid=vmail home=/var/vmail/%Lu allow_all_users=yes
                    }

                saslauthd, which Postfix and others ask, has the same lines in the file that is named after the
                service, such as /etc/pam.d/smtp. It must keep the part after the @ (-r) and must not cache answers
                (leave out -c, which Debian sets):
                    # /etc/pam.d/smtp
                    \(auth)
                    \(account)

                    # /etc/default/saslauthd
                    START=yes
                    DESC="SASL Authentication Daemon"
                    NAME="saslauthd"
                    MECHANISMS="pam"
                    MECH_OPTIONS=""
                    THREADS=5
                    OPTIONS="-r -m /var/run/saslauthd"

                # Apache
                Through PAM, with mod_authnz_pam (Debian: libapache2-mod-authnz-pam), under every MPM:
                    # /etc/pam.d/apache
                    \(auth)
                    \(account)

                Every request asks again, even for each picture on a page, and costs about twenty milliseconds of
                processor time and one hash.
                    # /etc/apache2/conf-available/regapp.conf
                    <Location /private>
                      AuthType Basic
                      AuthName private
                      AuthBasicProvider PAM
                      AuthPAMService apache
                      Require valid-user
                    </Location>

                Until these lines have been typed, and 'systemctl reload apache2', /private is open to anyone:
                    a2enmod authnz_pam
                    a2enconf regapp

                mod_authnz_external (Debian: libapache2-mod-authnz-external), which '--protocol external' is for, asks
                without PAM. Now and then it loses an answer under Debian's default MPM, event; it needs mpm_prefork:
                    # /etc/apache2/conf-available/regapp-external.conf
                    DefineExternalAuth regapp pipe "\(program) accounts verify --protocol external --documents /srv/accounts"
                    <Location /private>
                      AuthType Basic
                      AuthName private
                      AuthBasicProvider external
                      AuthExternal regapp
                      Require valid-user
                    </Location>

                    a2dismod mpm_event
                    a2enmod mpm_prefork authnz_external
                    a2enconf regapp-external

                A busy site lets Apache read the file that nginx reads instead; Apache compares the emails in it
                exactly, as nginx does:
                    # /etc/apache2/conf-available/regapp-file.conf
                    <Location /private>
                      AuthType Basic
                      AuthName private
                      AuthBasicProvider file
                      AuthUserFile /etc/nginx/accounts.htpasswd
                      Require valid-user
                    </Location>

                    a2enconf regapp-file

                # nginx
                nginx reads a file, which you have to export after each change, or let the timer below do so. Root
                creates it once so that the workers can read it; an export keeps mode, owner and group:
                    install -m 640 -g www-data /dev/null /etc/nginx/accounts.htpasswd
                    regapp accounts export --format htpasswd --output /etc/nginx/accounts.htpasswd --documents /srv/accounts

                The emails in it are in lower case. nginx compares user names exactly, so people have to type theirs
                in lower case; through PAM the case does not matter.

                You need not reload nginx. The file is replaced in one step, and stays as it is if the export ends
                with a code other than 0 or 65; 65 says that account files were left out. The file also stays as it is
                if a folder of the registry is not mounted (64 or 74), or if there are no accounts (65), unless you
                give --allow-empty.
                    # /etc/nginx/snippets/regapp.conf
                    location /private {
                      auth_basic private;
                      auth_basic_user_file /etc/nginx/accounts.htpasswd;
                    }

                After 'systemctl enable --now accounts-htpasswd.timer' this timer exports every minute:
                    # /etc/systemd/system/accounts-htpasswd.timer
                    [Timer]
                    OnCalendar=minutely
                    [Install]
                    WantedBy=timers.target
                    # /etc/systemd/system/accounts-htpasswd.service
                    [Service]
                    Type=oneshot
                    SuccessExitStatus=65
                    ExecStart=\(program) accounts export --quiet --format htpasswd --output /etc/nginx/accounts.htpasswd --documents /srv/accounts
                """) + systemLog + directories)
    }
}
