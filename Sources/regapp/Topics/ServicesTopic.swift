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
            name: "services", summary: "Let web and mail servers check passwords",
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
                all rights of keeper, because --editor starts an editor as keeper, which can start a shell. Root should
                type 'sudo keeper' too: on a terminal of its own (use_pty) no program of keeper's can type commands
                into root's. The file needs mode 440; 'visudo -c' checks it:
                    # /etc/sudoers.d/keeper
                    Defaults!/usr/local/bin/keeper use_pty
                    %registrars ALL = (root) /usr/local/bin/keeper

                With this executable script, each Unix user may change the password of an account if they know the old
                one: 'sudo -u keeper account-passwd ann@example.com'. It takes exactly one word, and passes it on
                after --; an asterisk in sudoers would match several. A web page's program can call it too, and writes
                three lines:
                    #!/bin/sh
                    # /usr/local/bin/account-passwd
                    [ $# = 1 ] || exit 64
                    exec \(program) accounts change-password --documents /srv/accounts -- "$1"

                    # /etc/sudoers.d/account-passwd
                    ALL ALL = (keeper) NOPASSWD: /usr/local/bin/account-passwd

                # PAM: Dovecot, Postfix, saslauthd
                Each service has a file with two lines. 'auth' asks for the password. 'account' asks, without one,
                whether there is such an account that is neither locked nor expired; this matters if something other
                than a password proved who the user is. Put a condition such as --where team=board into both lines.
                The user has to be an email, so this is not for sudo and sshd, whose users are Unix users. This file
                is Dovecot's:
                    # /etc/pam.d/dovecot
                    \(auth)
                    \(account)

                Dovecot (Debian: dovecot-imapd) asks PAM, and keeps all mail as one user. Without the first line,
                addresses such as o'neil@example.com could not log in:
                    # /etc/dovecot/local.conf
                    auth_username_chars = abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_@+'
                    passdb {
                      driver = pam
                      args = dovecot
                    }
                    userdb {
                      driver = checkpassword
                      args = /usr/local/bin/mail-home
                    }
                    service auth {
                      extra_groups = www-data
                    }

                A key of your own, 'mailbox', names the folder of a person's mail, and stays when the email changes.
                Who has none gets no mail. Dovecot runs this executable script, which finds no other addresses:
                    #!/bin/sh
                    # /usr/local/bin/mail-home
                    box=$(\(program) accounts show --field mailbox --documents /srv/accounts -- "$(tr '\\0' '\\n' <&3 | head -n 1)")
                    case $?:$box in 67:*) exit 3 ;; 0:*[!A-Za-z0-9_-]* | 0: | [!0]*) exit 111 ;; esac
                    HOME=/var/vmail/$box AUTHORIZED=2 userdb_uid=vmail userdb_gid=vmail EXTRA='userdb_uid userdb_gid' exec "$@"

                The last line of these asks as Dovecot does. A person who is logged in stays so after a lock, until
                'doveadm kick ann@example.com'. Without sed's line Unix users get in too:
                    useradd --system --home-dir /var/vmail vmail
                    install -d -m 700 -o vmail -g vmail /var/vmail
                    sed -i '/^!include auth-system/d' /etc/dovecot/conf.d/10-auth.conf
                    keeper accounts edit ann@example.com --set mailbox=ann
                    systemctl restart dovecot
                    doveadm auth test ann@example.com

                Postfix asks Dovecot, which also tells it the client's address for the log. Dovecot's socket is in
                the folder that Postfix locks itself into:
                    # /etc/dovecot/conf.d/90-postfix.conf
                    service auth {
                      unix_listener /var/spool/postfix/private/auth {
                        mode = 0660
                        user = postfix
                        group = postfix
                      }
                    }

                    postconf -e smtpd_sasl_type=dovecot smtpd_sasl_path=private/auth
                    postconf -e smtpd_sasl_auth_enable=yes smtpd_tls_auth_only=yes
                    systemctl restart dovecot postfix

                saslauthd (Debian: sasl2-bin), which Cyrus and others ask, has the same lines in the file that is
                named after the service, such as /etc/pam.d/imap. If that file is missing, PAM asks
                /etc/pam.d/other, and lets Unix users in. It must keep the part after the @ (-r) and must not cache
                answers (leave out -c, which Debian sets):
                    # /etc/pam.d/imap
                    \(auth)
                    \(account)

                    sed -i -e '$aSTART=yes' -e 's|^OPTIONS=.*|OPTIONS="-r -m /var/run/saslauthd"|' /etc/default/saslauthd
                    systemctl enable saslauthd && systemctl restart saslauthd
                    testsaslauthd -s imap -u ann@example.com -p PASSWORD

                # Apache
                Through PAM, with mod_authnz_pam (Debian: libapache2-mod-authnz-pam), under every MPM. Basic sends the
                password with every request, so put this into a site that has only https:
                    # /etc/pam.d/apache
                    \(auth)
                    \(account)

                    # /etc/apache2/conf-available/regapp.conf
                    <Location /private>
                      AuthType Basic
                      AuthName private
                      AuthBasicProvider PAM
                      AuthPAMService apache
                      Require valid-user
                    </Location>

                Until these lines have been typed, /private is open to anyone. The last one must print 401:
                    a2enmod authnz_pam && a2enconf regapp
                    systemctl restart apache2
                    curl -s -o /dev/null -w '%{http_code}\\n' http://localhost/private

                Apache checks the password on every request, images included, which costs about twenty milliseconds of
                processor time and one hash. A busy site remembers right answers for a minute, in memory; a lock
                counts after that minute. Put this in place of regapp.conf:
                    # /etc/apache2/conf-available/regapp-minute.conf
                    <Location /private>
                      AuthType Basic
                      AuthName private
                      AuthBasicProvider socache PAM
                      AuthnCacheProvideFor PAM
                      AuthnCacheTimeout 60
                      AuthPAMService apache
                      Require valid-user
                    </Location>

                    a2enmod authn_socache socache_shmcb
                    a2disconf regapp && a2enconf regapp-minute
                    systemctl restart apache2

                mod_authnz_external (Debian: libapache2-mod-authnz-external), which '--protocol external' is for, asks
                without PAM. It occasionally loses an answer under Debian's default MPM, event; it needs mpm_prefork:
                    # /etc/apache2/conf-available/regapp-external.conf
                    DefineExternalAuth regapp pipe "\(program) accounts verify --protocol external --documents /srv/accounts"
                    <Location /private>
                      AuthType Basic
                      AuthName private
                      AuthBasicProvider external
                      AuthExternal regapp
                      Require valid-user
                    </Location>

                    a2dismod mpm_event && a2enmod mpm_prefork authnz_external
                    a2enconf regapp-external
                    systemctl restart apache2

                # Asked by HTTP: nginx, Caddy and Traefik
                These ask at every request, and a change counts at once. systemd listens on a socket and starts
                regapp for each question. Only the group of the socket may ask; for Caddy write
                'SocketGroup=caddy'. regapp runs as a user who may read the registry:
                    # /etc/systemd/system/regapp-http.socket
                    [Socket]
                    ListenStream=/run/regapp-http.socket
                    SocketMode=0660
                    SocketGroup=www-data
                    Accept=yes
                    MaxConnections=256
                    TriggerLimitIntervalSec=0
                    [Install]
                    WantedBy=sockets.target
                    # /etc/systemd/system/regapp-http@.service
                    [Unit]
                    CollectMode=inactive-or-failed
                    [Service]
                    User=www-data
                    StandardInput=socket
                    StandardOutput=socket
                    StandardError=journal
                    ExecStart=-\(program) accounts verify --protocol http --documents /srv/accounts

                Root types this; the last line asks without a password, and must print 401:
                    systemctl enable --now regapp-http.socket
                    curl -s -o /dev/null -w '%{http_code}\\n' --unix-socket /run/regapp-http.socket http://localhost/

                Use all this with https only: the browser sends the password with every request. If nothing
                answers at the socket, the site is closed: nginx answers 500, Caddy 502.

                nginx (Debian: nginx-light) remembers right answers for a minute, or a page of pictures would cost a
                hash for each. A lock counts after that minute. The cache contains passwords; nginx makes its
                folder in /run, which is in memory, for its workers alone (mode 0700). It passes on who logged in as
                Remote-User and Remote-Email, and nothing under such names from the client:
                    # /etc/nginx/conf.d/regapp.conf
                    proxy_cache_path /run/nginx-regapp keys_zone=regapp:1m max_size=16m inactive=1m use_temp_path=off;

                    # /etc/nginx/snippets/regapp.conf
                    location = /regapp-verify {
                      internal;
                      proxy_pass http://unix:/run/regapp-http.socket:/;
                      proxy_pass_request_body off;
                      proxy_pass_request_headers off;
                      proxy_set_header Authorization $http_authorization;
                      proxy_set_header X-Real-IP $remote_addr;
                      proxy_set_header X-Forwarded-Host $host;
                      proxy_cache regapp;
                      proxy_cache_key $uri$http_authorization;
                      proxy_cache_valid 200 1m;
                      proxy_ignore_headers Cache-Control;
                    }
                    location /private {
                      auth_request /regapp-verify;
                    }
                    location /app/ {
                      auth_request /regapp-verify;
                      auth_request_set $regapp_user $upstream_http_remote_user;
                      proxy_set_header Remote-User $regapp_user;
                      proxy_set_header Remote-Email $regapp_user;
                      proxy_set_header Remote-Name "";
                      proxy_set_header Remote-Groups "";
                      proxy_pass http://127.0.0.1:8080;
                    }

                /private is a folder of the site, and /app/ a program that trusts Remote-User; it must listen on
                this machine only. They stay open until the site's server block includes the snippet, with the line
                'include snippets/regapp.conf;' beside its root. Then type 'nginx -t && systemctl reload nginx';
                'curl -I https://SITE/private' must say 401.

                Caddy (Debian: caddy) passes on three headers, and no such header of the client's:
                    # /etc/caddy/Caddyfile
                    app.example.org {
                      route {
                        request_header -Remote-*
                        request_header -Remote_*
                        forward_auth unix//run/regapp-http.socket {
                          uri /
                          header_up X-Real-IP {remote_host}
                          copy_headers Remote-User Remote-Email Remote-Name
                        }
                        reverse_proxy 127.0.0.1:8080
                      }
                    }

                Then type 'systemctl reload caddy'; 'curl -I https://app.example.org' must say 401. Traefik asks only over TCP: write
                'ListenStream=127.0.0.1:9099' in place of three lines of the socket, its stream, mode and group. Every
                user of this machine may then ask. Traefik's 'providers.file.directory' is the folder of this file, and
                a router asks with 'middlewares: [regapp@file]':
                    # /etc/traefik/dynamic/regapp.yml
                    http:
                      middlewares:
                        regapp:
                          forwardAuth:
                            address: http://127.0.0.1:9099/
                            authResponseHeaders: [Remote-User, Remote-Email, Remote-Name, Remote-Groups]

                # nginx with a file
                Without systemd, nginx reads a file, which you have to export after each change, or let the timer below
                do so. Root creates it once so that the workers can read it; an export keeps mode, owner and group:
                    install -m 640 -g www-data /dev/null /etc/nginx/accounts.htpasswd
                    regapp accounts export --format htpasswd --output /etc/nginx/accounts.htpasswd --documents /srv/accounts

                The emails in it are in lower case. nginx compares user names exactly, so people have to type theirs
                in lower case; asked by HTTP or PAM the case does not matter.

                You need not reload nginx after an export. The file is replaced in one step, and stays as it is if the
                export ends with a code other than 0 or 65; 65 says that account files were left out. The site's
                server block needs 'include snippets/regapp-file.conf;', for https only, and 'nginx -t && systemctl
                reload nginx' once; then 'curl -I https://SITE/private' must say 401:
                    # /etc/nginx/snippets/regapp-file.conf
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
