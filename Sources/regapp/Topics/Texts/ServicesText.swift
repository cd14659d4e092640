// swift-format-ignore
extension Texts {
    /// The lines of a service's file in /etc/pam.d; services stand alone there, or include /etc/pam.d/regapp.
    static let pam = """
        auth    required pam_exec.so seteuid expose_authtok quiet {program} accounts verify --protocol pam --documents /srv/accounts
            account required pam_exec.so seteuid quiet {program} accounts verify --protocol pam --documents /srv/accounts
        """

    static let services = #"""
# Who owns the registry
A separate user, here 'keeper', owns the registry, and administrators change accounts as that user. A service can
run as root, as keeper, or as a user in the group of the registry, here 'www-data', which can read the accounts.
Root types:
    useradd --system --groups www-data keeper
    install -d -m 750 -o keeper -g www-data /srv/accounts
    runuser -u keeper -- regapp policy use service --documents /srv/accounts

This executable script saves root some typing. 'keeper completions bash keeper' prints completions for it, to put
into /etc/bash_completion.d. REGAPP_COMMAND makes hints name the script, without --documents:
    #!/bin/sh
    # /usr/local/bin/keeper
    # regapp, as keeper and for the registry of the services
    export REGAPP_COMMAND=keeper
    exec runuser -u keeper -- {program} --documents /srv/accounts "$@"

keeper can neither read nor write files in your home, so let your shell open them; 'import' then needs --format:
    umask 077
    keeper accounts import - --format csv --keep-unknown --generate < joiners.csv > passwords.txt
    keeper accounts lock --from - < leavers.txt
    keeper accounts export --format csv > accounts.csv

Administrators need not be root. With this sudo rule, and after 'groupadd --system registrars', the members of that
group can type 'sudo keeper ...'. This gives them all rights of keeper: --editor starts an editor as keeper, which
can start a shell. Root should type 'sudo keeper' too, because use_pty gives it a separate terminal, into which no
program of keeper's can type commands. The file needs mode 440; 'visudo -c' checks it:
    # /etc/sudoers.d/keeper
    Defaults!/usr/local/bin/keeper use_pty
    %registrars ALL = (root) /usr/local/bin/keeper

With this executable script, Unix users can change the password of an account if they know the old one: 'sudo -u
keeper account-passwd ann@example.com'. It takes exactly one word, whereas an asterisk in sudoers would match
several. The program behind a web page can run it too, and writes three lines to it:
    #!/bin/sh
    # /usr/local/bin/account-passwd
    [ $# = 1 ] || exit 64
    exec {program} accounts change-password --documents /srv/accounts -- "$1"

    # /etc/sudoers.d/account-passwd
    ALL ALL = (keeper) NOPASSWD: /usr/local/bin/account-passwd

# PAM: Dovecot, Postfix, saslauthd
All services share two lines. 'auth' checks the password. 'account' checks that the account exists and is neither
locked nor expired, for logins without a password. Each service has a file that includes them, or both lines with a
condition such as --where team=board. The user name must be an email or a login name, so this is not for sudo and
sshd. A service that uses PAM as a separate user needs the group of the registry: 'usermod -aG www-data USER'. For
Dovecot:
    # /etc/pam.d/regapp
    {pam}
    # /etc/pam.d/dovecot
    auth    include regapp
    account include regapp

Dovecot (Debian: dovecot-imapd) uses PAM, and one Unix user owns all mail. Without the first line, addresses such as
o'neil@example.com could not log in:
    # /etc/dovecot/local.conf
    auth_username_chars =
    mail_location = maildir:~/Maildir
    recipient_delimiter =
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

The custom key 'mailbox' names the folder of a person's mail. It stays when the email changes, so the next owner of
the address gets another folder. A person without this key has no mail, and Dovecot logs that. Dovecot runs this
executable script:
    #!/bin/sh
    # /usr/local/bin/mail-home
    user=$(tr '\0' '\n' <&3 | head -n 1)
    box=$({program} accounts show --field mailbox --documents /srv/accounts -- "$user")
    case $?:$box in
    0: | 65:)
      echo "mail-home: $user has no mailbox; keeper accounts edit EMAIL --set mailbox=NAME gives one, or keeper check says why" >&2
      exit 111 ;;
    67:*) exit 3 ;;
    0:. | 0:.. | 0:*[/:%[:cntrl:]]*)
      echo "mail-home: the mailbox of $user cannot be a folder: it may not be . or .. or hold / : % or control characters" >&2
      exit 111 ;;
    [!0]*) exit 111 ;;
    esac
    HOME=/var/vmail/$box AUTHORIZED=2 userdb_uid=vmail userdb_gid=vmail EXTRA='userdb_uid userdb_gid' exec "$@"

Root types this. Without the line with sed, Unix users could log in too. The last line checks a password as Dovecot
does. After a lock, existing sessions stay open until 'doveadm kick ann@example.com'. Two people with the same
mailbox would read each other's mail. New people get a mailbox with 'keeper register --set mailbox=NAME', or from a
column 'mailbox' of an import with --keep-unknown:
    useradd --system --home-dir /var/vmail vmail
    install -d -m 700 -o vmail -g vmail /var/vmail
    sed -i '/^!include auth-system/d' /etc/dovecot/conf.d/10-auth.conf
    keeper accounts edit ann@example.com --set mailbox=ann
    systemctl restart dovecot
    doveadm auth test ann@example.com

Postfix (Debian: postfix, dovecot-lmtpd) authenticates against Dovecot and delivers mail to it. Dovecot passes on the
client's address for the log:
    # /etc/dovecot/conf.d/90-postfix.conf
    service auth {
      unix_listener /var/spool/postfix/private/auth {
        mode = 0660
        user = postfix
        group = postfix
      }
    }
    service lmtp {
      unix_listener /var/spool/postfix/private/dovecot-lmtp {
        mode = 0600
        user = postfix
        group = postfix
      }
    }

A list tells Postfix which addresses have a mailbox, and each person can send mail only under their own address.
This executable script renews the list, and keeps the old one if an account file is invalid. If people log in by a
custom key such as login, write --fields email,login:
    #!/bin/sh -e
    # /usr/local/bin/postfix-follows
    list=$({program} accounts list --where mailbox!= --fields email --documents /srv/accounts)
    cd /etc/postfix
    printf '%s\n' "$list" | tr A-Z a-z | sed -n 's/\t/,/; s/[^,][^,]*/& &/p' >people.new
    [ people.db -nt people ] && cmp -s people.new people || { mv people.new people; postmap people; }

    # /etc/systemd/system/postfix-follows.timer
    [Timer]
    OnCalendar=minutely
    [Install]
    WantedBy=timers.target
    # /etc/systemd/system/postfix-follows.path
    [Path]
    PathChanged=/srv/accounts/accounts
    [Install]
    WantedBy=multi-user.target
    # /etc/systemd/system/postfix-follows.service
    [Unit]
    StartLimitIntervalSec=0
    [Service]
    Type=oneshot
    ExecStart=/usr/local/bin/postfix-follows

These lines are for mail to example.com, which must not be in mydestination. People send through port 587, with TLS
only. Put your own certificate into smtpd_tls_cert_file and smtpd_tls_key_file, and into Dovecot's 10-ssl.conf:
    systemctl enable --now postfix-follows.timer postfix-follows.path && systemctl start postfix-follows
    postconf -e smtpd_sasl_type=dovecot smtpd_sasl_path=private/auth smtpd_tls_auth_only=yes recipient_delimiter=
    postconf -e mydestination=localhost
    postconf -e virtual_mailbox_domains=example.com virtual_mailbox_maps=hash:/etc/postfix/people
    postconf -e virtual_transport=lmtp:unix:private/dovecot-lmtp smtpd_sender_login_maps=hash:/etc/postfix/people
    postconf -M submission/inet='submission inet n - y - - smtpd'
    postconf -P submission/inet/smtpd_tls_security_level=encrypt submission/inet/smtpd_sasl_auth_enable=yes
    postconf -P submission/inet/smtpd_sender_restrictions=reject_sender_login_mismatch
    postconf -P submission/inet/smtpd_recipient_restrictions=permit_sasl_authenticated,reject
    systemctl restart dovecot postfix

saslauthd (Debian: sasl2-bin), for Cyrus and others, needs a file named after the service, such as /etc/pam.d/imap.
If that file is missing, PAM uses /etc/pam.d/other and lets Unix users in. With -r saslauthd keeps the part after the
@. Leave out -c, which Debian sets, because it caches answers:
    # /etc/pam.d/imap
    auth    include regapp
    account include regapp

    sed -i -e '$aSTART=yes' -e 's|^OPTIONS=.*|OPTIONS="-r -m /var/run/saslauthd"|' /etc/default/saslauthd
    systemctl enable saslauthd && systemctl restart saslauthd
    testsaslauthd -s imap -u ann@example.com -p PASSWORD

Dovecot 2.4 (Debian 13: dovecot-imapd dovecot-auth-lua) has another syntax, and Lua instead of checkpassword. These
files replace /etc/dovecot/local.conf; all other steps stay the same:
    # /etc/dovecot/conf.d/99-regapp.conf
    auth_username_chars =
    mail_driver = maildir
    mail_home =
    mail_path = ~/Maildir
    mail_inbox_path = ~/Maildir
    recipient_delimiter =
    passdb pam {
    }
    userdb lua {
      lua_file = /etc/dovecot/mail-home.lua
    }
    service auth {
      extra_groups = www-data
    }
    protocol lmtp {
      auth_username_format = %{user | lower}
    }
    # /etc/dovecot/mail-home.lua
    function auth_userdb_lookup(request)
      local user = "'" .. request.user:gsub("'", "'\\''") .. "'"
      local answer = io.popen("printf %s " .. user .. " | /usr/local/bin/mail-home printenv HOME 3<&0")
      local home = answer:read("l")
      local _, _, code = answer:close()
      if code == 3 then return dovecot.auth.USERDB_RESULT_USER_UNKNOWN, "unknown" end
      if not home then return dovecot.auth.USERDB_RESULT_INTERNAL_FAILURE, "see mail-home" end
      return dovecot.auth.USERDB_RESULT_OK, { home = home, uid = "vmail", gid = "vmail" }
    end

# Other servers that use PAM: lighttpd, Squid, FreeRADIUS, OpenVPN
lighttpd (Debian: lighttpd lighttpd-mod-authn-pam), for a site that has only https:
    # /etc/pam.d/lighttpd
    {pam}
    # /etc/lighttpd/conf-available/90-regapp.conf
    server.modules += ( "mod_auth", "mod_authn_pam" )
    auth.backend = "pam"
    auth.backend.pam.opts = ( "service" => "lighttpd" )
    auth.require = ( "/private" => ( "method" => "basic", "realm" => "private", "require" => "valid-user" ) )

    lighty-enable-mod regapp && systemctl restart lighttpd

Squid (Debian: squid), which uses PAM as the user 'proxy'. On Debian 13, remove the line 'http_access allow localhost'
from squid.conf, or programs on this machine need no password:
    # /etc/pam.d/squid
    {pam}
    # /etc/squid/conf.d/regapp.conf
    auth_param basic program /usr/lib/squid/basic_pam_auth -n squid
    auth_param basic credentialsttl 1 minute
    acl people proxy_auth REQUIRED
    http_access allow people

    usermod -aG www-data proxy
    systemctl restart squid

FreeRADIUS (Debian: freeradius), which uses PAM as the user 'freerad', for passwords in plain text (PAP, and TTLS
with PAP inside). PEAP and MS-CHAP need a hash that regapp does not keep:
    # /etc/pam.d/radiusd
    {pam}

    usermod -aG www-data freerad
    ln -sf ../mods-available/pam /etc/freeradius/3.0/mods-enabled/pam
    echo 'DEFAULT EAP-Message !* ANY, Auth-Type := PAM' >> /etc/freeradius/3.0/mods-config/files/authorize
    cd /etc/freeradius/3.0/sites-available && sed -i -e 's/^#\tpam$/\tpam/' -e 's/^\tsuffix$/#&/' default inner-tunnel
    systemctl restart freeradius

OpenVPN (Debian: openvpn): add the line 'config /etc/openvpn/regapp.conf' to the server's configuration. People then
need no certificate:
    # /etc/openvpn/regapp.conf
    plugin /usr/lib/openvpn/openvpn-plugin-auth-pam.so openvpn
    verify-client-cert none
    username-as-common-name
    # /etc/pam.d/openvpn
    {pam}

# Apache
Apache uses PAM with mod_authnz_pam (Debian: 'apt-get install apache2 libapache2-mod-authnz-pam'), under every
MPM. Basic sends the password with every request, so put this into a site that has only https:
    # /etc/pam.d/apache
    {pam}

    # /etc/apache2/conf-available/regapp.conf
    <Location /private>
      AuthType Basic
      AuthName private
      AuthBasicProvider PAM
      AuthPAMService apache
      Require valid-user
    </Location>

Root types this. Until then, /private is open to anyone. The last line must print 401:
    a2enmod authnz_pam && a2enconf regapp
    systemctl restart apache2
    curl -s -o /dev/null -w '%{http_code}\n' http://localhost/private

Apache checks the password on every request, images included. Each check costs one hash, some 0.03 s of processor
time. A busy site can cache right answers in memory for a minute; locks then take effect after
that minute. Use this instead of regapp.conf:
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

mod_authnz_external (Debian: libapache2-mod-authnz-external) needs no PAM; it uses '--protocol external'. Under
Debian's default MPM, event, it occasionally loses an answer, so it needs mpm_prefork:
    # /etc/apache2/conf-available/regapp-external.conf
    DefineExternalAuth regapp pipe "{program} accounts verify --protocol external --documents /srv/accounts"
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

# HTTP: nginx, Caddy, Traefik
These servers check the password on every request, so a change takes effect at once, or with nginx's cache after a
minute. systemd listens on a socket and starts regapp for each check, as a user who can read the registry. Only the
group of the socket can connect; for Caddy write 'SocketGroup=caddy':
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
    ExecStart=-{program} accounts verify --protocol http --documents /srv/accounts

Root types this. The last line sends no password, and must print 401:
    systemctl enable --now regapp-http.socket
    curl -s -o /dev/null -w '%{http_code}\n' --unix-socket /run/regapp-http.socket http://localhost/

Use this with https only, because the browser sends the password with every request. If nothing listens on the socket,
nginx and Traefik answer 500 and Caddy 502, so the site stays closed.

nginx (Debian: nginx-light) caches successful checks for a minute; otherwise each picture on a page would need a check. The
cache contains passwords, so nginx keeps it in memory, in a folder in /run that only its workers can read. nginx
passes on the person's email in Remote-User and Remote-Email, and drops such headers from the client:
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

/private is a folder of the site, and /app/ a program that trusts Remote-User; it must listen on this machine only. Put
the line 'include snippets/regapp.conf;' into the site's server block, beside its root; until then both stay open.
Then type 'nginx -t && systemctl reload nginx'; 'curl -I https://SITE/private' must say 401.
A location with a regular expression, such as one for .php files, comes before /private: put the line
'auth_request /regapp-verify;' into it too.

Radicale (Debian: radicale), a calendar server, trusts nginx. Every user of this machine can connect to its port, so
use a machine on which nobody else has a shell. Include this snippet beside the one above. Then type the last line,
and 'systemctl reload nginx'. The calendars are at /radicale/:
    # /etc/radicale/config
    [server]
    hosts = 127.0.0.1:5232
    [auth]
    type = http_x_remote_user
    [storage]
    filesystem_folder = /var/lib/radicale/collections
    # /etc/nginx/snippets/radicale.conf
    location /radicale/ {
      auth_request /regapp-verify;
      auth_request_set $regapp_user $upstream_http_remote_user;
      proxy_set_header X-Remote-User $regapp_user;
      proxy_set_header X-Script-Name /radicale;
      proxy_pass http://127.0.0.1:5232/;
    }

    install -d -m 750 -o radicale -g radicale /var/lib/radicale/collections
    systemctl enable radicale && systemctl restart radicale

Caddy (Debian: caddy) passes on three headers, and drops such headers from the client:
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

Then type 'systemctl reload caddy'; 'curl -I https://app.example.org' must say 401. Traefik connects only by TCP: write
'ListenStream=127.0.0.1:9099' instead of the socket's stream, mode and group. Every user of this machine can then
connect. Set Traefik's 'providers.file.directory' to the folder of this file, and add 'middlewares: [regapp@file]'
to a router:
    # /etc/traefik/dynamic/regapp.yml
    http:
      middlewares:
        regapp:
          chain:
            middlewares: [remote-headers, regapp-verify]
        remote-headers:
          headers:
            customRequestHeaders: {Remote_User: "", Remote_Email: "", Remote_Name: "", Remote_Groups: ""}
        regapp-verify:
          forwardAuth:
            address: http://127.0.0.1:9099/
            authResponseHeaders: [Remote-User, Remote-Email, Remote-Name, Remote-Groups]

# A page for passwords
People without a Unix account change their password on a page. systemd starts regapp for each request, as the owner
of the registry, without a network, and able to write only to the registry:
    # /etc/systemd/system/regapp-page.socket
    [Socket]
    ListenStream=/run/regapp-page.socket
    SocketMode=0660
    SocketGroup=www-data
    Accept=yes
    MaxConnections=256
    TriggerLimitIntervalSec=0
    [Install]
    WantedBy=sockets.target
    # /etc/systemd/system/regapp-page@.service
    [Unit]
    CollectMode=inactive-or-failed
    [Service]
    User=keeper
    UMask=0077
    StandardInput=socket
    StandardOutput=socket
    StandardError=journal
    ExecStart=-{program} accounts change-password --protocol http --documents /srv/accounts
    RuntimeMaxSec=120
    MemoryMax=512M
    TasksMax=16
    ProtectSystem=strict
    ReadWritePaths=/srv/accounts
    ProtectHome=yes
    ProtectProc=invisible
    ProtectControlGroups=yes
    PrivateTmp=yes
    PrivateNetwork=yes
    CapabilityBoundingSet=

A second file forbids setuid programs, and all system calls that regapp does not need:
    # /etc/systemd/system/regapp-page@.service.d/seccomp.conf
    [Service]
    NoNewPrivileges=yes
    RestrictAddressFamilies=AF_UNIX
    RestrictNamespaces=yes
    RestrictSUIDSGID=yes
    RestrictRealtime=yes
    LockPersonality=yes
    MemoryDenyWriteExecute=yes
    PrivateDevices=yes
    ProtectClock=yes
    ProtectHostname=yes
    ProtectKernelLogs=yes
    ProtectKernelModules=yes
    ProtectKernelTunables=yes
    SystemCallArchitectures=native
    SystemCallFilter=@system-service

Root types this; the last line must print 200:
    systemctl enable --now regapp-page.socket
    curl -s -o /dev/null -w '%{http_code}\n' --unix-socket /run/regapp-page.socket http://localhost/

The page is for https only. nginx (Debian: nginx-light) allows each address ten requests a minute, and keeps links out
of its log:
    # /etc/nginx/conf.d/regapp-page.conf
    limit_req_zone $binary_remote_addr zone=regapp_page:1m rate=10r/m;

    # /etc/nginx/snippets/regapp-page.conf
    location = /password {
      limit_req zone=regapp_page burst=20 nodelay;
      limit_req_status 429;
      client_max_body_size 16k;
      access_log off;
      error_log /dev/null;
      proxy_pass http://unix:/run/regapp-page.socket;
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-Host $http_host;
      proxy_set_header X-Real-IP $remote_addr;
    }

Put the line 'include snippets/regapp-page.conf;' into the site's server block, and type 'nginx -t && systemctl reload
nginx'. The page is then at https://SITE/password. If nginx caches right answers for a minute ('regapp help nginx'), the
old password works for that minute too.

Caddy serves the page on a separate site; write 'SocketGroup=caddy' into the socket. Caddy needs an extra module to
limit requests, so use fail2ban ('regapp help fail2ban') instead. Put the line 'import regapp-page.caddy' into the Caddyfile:
    # /etc/caddy/regapp-page.caddy
    accounts.example.org {
      request_body {
        max_size 16KB
      }
      reverse_proxy unix//run/regapp-page.socket {
        header_up X-Real-IP {remote_host}
      }
    }

Apache passes requests on after 'a2enmod proxy_http headers && a2enconf regapp-page', and a restart. End the site's line
CustomLog with env=!unlogged, or its log has the links that were opened:
    # /etc/apache2/conf-available/regapp-page.conf
    SetEnvIf Request_URI ^/password$ unlogged
    <Location /password>
      ProxyPass unix:/run/regapp-page.socket|http://localhost/
      ProxyPreserveHost On
      LimitRequestBody 16384
      RequestHeader set X-Real-IP expr=%{REMOTE_ADDR}
    </Location>

An administrator sends links with which people choose their first password. A link works once, within three days:
    keeper accounts password ann@example.com --link https://SITE/password

fail2ban's filter ('regapp help fail2ban') counts the page's refusals too.

With --forgot-mail the page mails links. Debian's sendmail is a setgid program, so remove the file that forbids such
programs. Its queue, here Postfix's, must be writable:
    # /etc/systemd/system/regapp-page@.service.d/mail.conf
    [Service]
    ReadWritePaths=/var/spool/postfix/maildrop
    ExecStart=
    ExecStart=-{program} accounts change-password --protocol http --documents /srv/accounts --forgot-mail --link https://SITE/password

    rm /etc/systemd/system/regapp-page@.service.d/seccomp.conf
    systemctl daemon-reload

# nginx with a file
Without the socket, nginx reads a file. Export it after each change, or use the timer below. Root creates the file once
so that the workers can read it; an export keeps its mode, owner and group:
    install -m 640 -g www-data /dev/null /etc/nginx/accounts.htpasswd
    regapp accounts export --format htpasswd --output /etc/nginx/accounts.htpasswd --documents /srv/accounts

The emails in it are in lower case. nginx compares user names exactly, so people must type theirs in lower case; with
HTTP or PAM, case does not matter.

You need not reload nginx after an export. The export replaces the file in one step; if it fails, the file stays as it
was. Exit code 65 means that it left out accounts. Put 'include snippets/regapp-file.conf;' into the server block of a
site that has only https, and type 'nginx -t && systemctl reload nginx' once; then 'curl -I https://SITE/private' must
say 401:
    # /etc/nginx/snippets/regapp-file.conf
    location /private {
      auth_basic private;
      auth_basic_user_file /etc/nginx/accounts.htpasswd;
    }

This timer exports every minute, after 'systemctl enable --now accounts-htpasswd.timer':
    # /etc/systemd/system/accounts-htpasswd.timer
    [Timer]
    OnCalendar=minutely
    [Install]
    WantedBy=timers.target
    # /etc/systemd/system/accounts-htpasswd.service
    [Service]
    Type=oneshot
    SuccessExitStatus=65
    ExecStart={program} accounts export --quiet --format htpasswd --output /etc/nginx/accounts.htpasswd --documents /srv/accounts

# The system's log
regapp writes every answer of 'accounts verify --protocol', every login and every change of a registry to the system's
log (syslog, facility AUTHPRIV). Read it with 'journalctl -t regapp' or in /var/log/auth.log. 'accounts verify EMAIL'
by hand is logged only with --log. 'regapp policy set log none' switches the log off.
    refused phase=auth reason=wrong-password,locked rhost=192.0.2.7 account=ann@example.com service=dovecot directory=/srv/accounts
    locked account=ann@example.com change=17 command=accounts-lock uid=998 loginuid=1000 sudo_user=bob directory=/srv/accounts
    password-changed account=ann@example.com by=link rhost=192.0.2.7 change=18 command=accounts-change-password uid=998 directory=/srv/accounts
    denied service=change-password reason=wrong-password rhost=192.0.2.7 account=ann@example.com command=accounts-change-password uid=998 directory=/srv/accounts

- phase | auth, or account for PAM's account phase; a hyphen means unknown
- reason | {reasons}. On the page for passwords also no-link (a link that does not work), too-soon (a link was
  mailed a moment ago) or another-site; of link-not-mailed no-sendmail, late, exit-N, signal-N or errno-N. People who
  log in never see it
- rhost | the client: PAM_RHOST, IP of mod_authnz_external, or X-Real-IP or the last X-Forwarded-For of an HTTP
  request
- login | the login name, if people log in by one
- account | the email. A name that is unknown and not a valid email is left out, because it may be a password
- change | the number of the change, for 'regapp history' and 'regapp undo'
- uid | the Unix user that regapp runs as; loginuid is the user who logged in to the system
- sudo_user | the variable SUDO_USER, which anyone can set, or the user who started runuser or su
- by | owner (with the current password) or link
- until, lockReason | the day on which a lock ends, and its reason
- fields | the names of what changed

Each account has its own line, but a change of more than 20 accounts has only one, with their number, and a lock's day
and reason if all have the same; 'regapp history NUMBER' lists them. A line is lost if there is no /dev/log,
or if its reader takes more than 50 ms. A change that the next command completes after a crash is not logged.

# Guessed passwords: fail2ban
fail2ban (Debian: fail2ban) bans an address after wrong passwords and unknown names. Dovecot, Apache, services that
use HTTP and any other service that sets PAM_RHOST tell regapp the address; saslauthd does not. LDAP and nginx with a
file never run regapp; fail2ban has filters for their own logs. The journal records which user sent a line (_UID):
root for Dovecot, www-data for Apache and HTTP ('id -u www-data' prints the number), keeper for the page for
passwords. Debian 12 has nftables and no iptables. Without the [sshd] lines, Debian's own jail for sshd needs rsyslog:
    # /etc/fail2ban/filter.d/regapp.conf
    [INCLUDES]
    before = common.conf
    [Definition]
    _daemon = regapp
    failregex = ^%(__prefix_line)srefused phase=auth reason=(?:unknown(?!-)|wrong-password)[a-z,-]* rhost=<ADDR> account=
                ^%(__prefix_line)sdenied service=change-password reason=(?:unknown(?!-)|wrong-password|no-link)[a-z,-]* rhost=<ADDR> account=
    journalmatch = SYSLOG_IDENTIFIER=regapp _UID=0 + SYSLOG_IDENTIFIER=regapp _UID=33 + SYSLOG_IDENTIFIER=regapp _UID=KEEPER

    # /etc/fail2ban/jail.d/regapp.conf
    [sshd]
    backend = systemd
    [regapp]
    enabled = true
    backend = systemd
    banaction = nftables-multiport
    port = http,https,smtp,submission,submissions,imap,imaps,pop3,pop3s

    sed -i "s/KEEPER/$(id -u keeper)/" /etc/fail2ban/filter.d/regapp.conf
    systemctl restart fail2ban
    timeout 30 sh -c 'until fail2ban-client status regapp; do sleep 1; done'

Without the journal, 'backend = auto' and 'logpath = /var/log/auth.log' read a plain file. It does not record who sent a
line, so any local user can get an address banned.

pam_faillock does not help: it counts only failures of Unix users.

# When an email changes
An account that gets a new email keeps its password and everything else. From then on services know only the new email,
and their data for the old one stays where it is. Dovecot, configured as 'regapp help dovecot' says, finds the mail by
the key 'mailbox', which does not change; make the old address forward to the new one. In an LDAP directory, the script
of 'regapp help openldap' adds an entry with the new email and deletes the old one, with everything that other programs keep in it, such as groups.

# OpenLDAP, for more machines
An LDAP directory can follow the registry: regapp compares its entries with the accounts, and 'ldapmodify' applies the
differences. They touch only cn, sn, givenName, telephoneNumber and userPassword of entries mail=EMAIL directly below
the base, and delete nothing without --delete. This slapd.conf is for a separate directory. An anonymous client can
only log in. People can read their own entries, 'services' can find entries by email, and 'replica' can read
everything:
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
    access to attrs=entry,objectClass,entryUUID,mail,cn,sn,givenName
      by dn.exact=cn=replica,ou=people,dc=example,dc=org read
      by dn.exact=cn=services,ou=people,dc=example,dc=org read
      by self read
      by * none
    access to *
      by dn.exact=cn=replica,ou=people,dc=example,dc=org read
      by self read
      by * none
    overlay syncprov

Create the entry above the accounts once:
    # /etc/ldap/people.ldif
    dn: ou=people,dc=example,dc=org
    objectClass: organizationalUnit
    ou: people

Debian's slapd (slapd, ldap-utils) has another configuration and a directory of its own, which stays. These lines make
passwords and the directory, and switch slapd to slapd.conf; it listens on this machine only. Root types them, and
then 'systemctl restart slapd':
    for name in admin services replica; do
        install -m 600 /dev/null /etc/ldap/$name-password
        openssl rand -hex 24 | tr -d '\n' >/etc/ldap/$name-password
    done
    chown keeper /etc/ldap/admin-password
    install -m 640 -g openldap /dev/null /etc/ldap/rootpw.conf
    echo "rootpw $(slappasswd -n -T /etc/ldap/admin-password)" >/etc/ldap/rootpw.conf
    chown root:openldap /etc/ldap/slapd.conf && chmod 640 /etc/ldap/slapd.conf
    install -d -m 700 -o openldap -g openldap /var/lib/ldap/people
    {
        cat /etc/ldap/people.ldif
        for name in services replica; do
            printf '\ndn: cn=%s,ou=people,dc=example,dc=org\n' $name
            printf 'objectClass: %s\n' organizationalRole simpleSecurityObject
            printf 'cn: %s\nuserPassword: %s\n' $name "$(slappasswd -n -T /etc/ldap/$name-password)"
        done
    } | runuser -u openldap -- slapadd -f /etc/ldap/slapd.conf
    sed -i 's|^SLAPD_CONF=.*|SLAPD_CONF=/etc/ldap/slapd.conf|' /etc/default/slapd
    sed -i 's|^SLAPD_SERVICES=.*|SLAPD_SERVICES="ldap://localhost/ ldapi:///"|' /etc/default/slapd

For replicas the directory needs a certificate for its name, here directory.example.org. These lines create a
certificate authority, which signs this certificate and one for a replica:
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

These lines, and 'systemctl restart slapd', open the directory to the network, with encryption only. Attackers can then
guess passwords over the network:
    sed -i '1a include /etc/ldap/tls.conf' /etc/ldap/slapd.conf
    sed -i 's|^SLAPD_SERVICES=.*|SLAPD_SERVICES="ldap://localhost/ ldapi:/// ldaps:///"|' /etc/default/slapd

On the replica, install slapd and ldap-utils, and copy these files to the same places: slapd.conf, tls.conf and
replica-password in /etc/ldap, and ca.pem, replica.pem and replica.key in /etc/ldap/tls. Add this file, and type the
lines below it. The last one logs in at the replica:
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
    printf 's/PASSWORD/%s/' "$(cat /etc/ldap/replica-password)" | sed -i -f /dev/stdin /etc/ldap/replica.conf
    install -d -m 700 -o openldap -g openldap /var/lib/ldap/people
    sed -i 's|^SLAPD_CONF=.*|SLAPD_CONF=/etc/ldap/slapd.conf|' /etc/default/slapd
    sed -i 's|^SLAPD_SERVICES=.*|SLAPD_SERVICES="ldap://localhost/ ldapi:///"|' /etc/default/slapd
    systemctl restart slapd
    ldapwhoami -x -H ldap://localhost -D mail=ann@example.com,ou=people,dc=example,dc=org -W

This executable script copies changes to the directory. It prints only errors:
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

It exits with 65 if an account file cannot be accepted, but makes all other changes; -c continues after a change that the
directory refuses. cron runs it every minute:
    # /etc/cron.d/directory-follows
    * * * * * keeper timeout 60 /usr/local/bin/directory-follows

Or systemd runs it, after 'systemctl enable --now directory-follows.timer directory-follows.path'. The path unit makes
changes arrive at once; the timer catches expiry dates, and changes made while the script ran. 'ldapwhoami -x -H
ldap://localhost -D mail=ann@example.com,ou=people,dc=example,dc=org -W' then logs in as a program does:
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

# Programs that speak only LDAP: Prosody, Gitea, Grafana, Jellyfin, Nextcloud
A program on this machine, such as Nextcloud, connects to the directory above as 'services'. The file with its password
has no line end. This prints the name of one entry:
    ldapsearch -x -LLL -H ldap://localhost -D cn=services,ou=people,dc=example,dc=org -y /etc/ldap/services-password -b ou=people,dc=example,dc=org -s one '(mail=ann@example.com)' mail

Prosody (Debian: prosody prosody-modules lua-ldap) needs these lines. People log in by the whole email. Its domain must
be one of Prosody's hosts and have a certificate:
    # /etc/prosody/conf.avail/regapp.cfg.lua
    VirtualHost "example.com"
      authentication = "ldap"
      ldap_server = "localhost"
      ldap_base = "ou=people,dc=example,dc=org"
      ldap_scope = "onelevel"
      ldap_rootdn = "cn=services,ou=people,dc=example,dc=org"
      ldap_password = "PASSWORD"
      ldap_filter = "(mail=$user@$host)"
      ldap_mode = "bind"

    chgrp prosody /etc/prosody/conf.avail/regapp.cfg.lua && chmod 640 /etc/prosody/conf.avail/regapp.cfg.lua
    printf 's/PASSWORD/%s/' "$(cat /etc/ldap/services-password)" | sed -i -f /dev/stdin /etc/prosody/conf.avail/regapp.cfg.lua
    ln -sf ../conf.avail/regapp.cfg.lua /etc/prosody/conf.d/regapp.cfg.lua
    systemctl restart prosody

User names in Gitea have no @: people type what stands before it, and the filter adds the domain. If Gitea runs
as 'git', root types:
    runuser -u git -- gitea admin auth add-ldap --config /etc/gitea/app.ini --work-path /var/lib/gitea \
        --name regapp --host localhost --port 389 --security-protocol unencrypted \
        --bind-dn cn=services,ou=people,dc=example,dc=org --bind-password "$(cat /etc/ldap/services-password)" \
        --user-search-base ou=people,dc=example,dc=org --user-filter '(mail=%s@example.com)' \
        --firstname-attribute givenName --surname-attribute sn --email-attribute mail

Tested with the requests that Gitea, Grafana, Jellyfin and Nextcloud send, but not with these programs. What programs
ask for:
- server | ldap://localhost; on other machines the address of a replica, or ldaps://directory.example.org
- base | ou=people,dc=example,dc=org, one level
- name | cn=services,ou=people,dc=example,dc=org, with the password in /etc/ldap/services-password
- filter of a login | (mail=%s), with whatever the program uses for the typed name; the program must escape it
- name of a person | mail=EMAIL,ou=people,dc=example,dc=org; in EMAIL put a backslash before each of
  + , " \ < > ; and before a # at the beginning
- attributes | mail, cn, givenName and sn; the user name of Grafana and Jellyfin is mail
- unique ID | entryUUID, which Nextcloud finds by itself

"""#
}
