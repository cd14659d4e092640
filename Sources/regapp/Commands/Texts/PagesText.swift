// swift-format-ignore
extension Texts {
    /// The pages of help of commands, in the form of ``/RegappCommandLine/CommandPage/all(in:)``.
    static let pages = #"""
# {conditions}
--where team=board selects accounts by a field, a custom key or another key that --json prints. A list matches if
it contains the value. Case does not matter in emails and names; dates and phones can be in any form. team!=board
selects all other accounts, team= accounts without a value. 'registered<2026-05' compares with a number, a day, a
month or a year: its accounts are from before May. An account must meet all conditions.

# {letters}
--fields email,firstName,team,password prints these values instead; 'password' must be one of them. --csv adds a
header, for a mail merge. If no account has one of the keys, nothing changes, and regapp exits with 65.

# {keys}
--json prints an account's fields, then "passwordSet", "locked" and "expired" (true or false), "missing" (the
required keys that it lacks), and its custom keys.

# {consequences}
If accounts could no longer log in, or only by another name, regapp lists them and asks. It also asks before it
removes a profile.json that a registry would not use; the history keeps the plain password, and 'regapp logout
--forget' deletes it. Without a terminal, add --yes.

# regapp
Email-and-password accounts for web and mail servers, as files you can edit

A registry is a folder with one JSON file per person. Your web or mail server runs regapp to check a password.
Without a registry, regapp keeps one profile, with a plain password, for tests.

Without a terminal, 'regapp' alone prints what 'regapp show' prints.

On a terminal, 'regapp' alone opens a full-screen interface.

- Open the full-screen interface | regapp

    gui, tui, ui, screens, menu, home, --usage = help, -? = help
    -u = --email, --user = --email, --username = --email, --mail = --email, --login = --email, -e = --email
    -p = --password, --pw = --password, --pwd = --password, --pass = --password, --passwd = --password
    --stdin = --password-stdin, -i = --password-stdin, --random = --generate, --random-password = --generate
    --generate-password = --generate, --generate-passwords = --generate, --gen = --generate
    -y = --yes, -f = --yes, --force = --yes, --assume-yes = --yes, --preview = --dry-run, --simulate = --dry-run
    -C = --documents, -d = --documents, --dir = --documents, --directory = --documents, --folder = --documents
    --path = --documents, --home = --documents, --registry = --documents, --profile = --documents
    --verbose =, --debug =, --test = --dry-run, --noop = --dry-run
    -o = --output, --out = --output, --to = --output, --file = --output, --silent = --quiet
    --surname = --last-name, --lastname = --last-name, --family-name = --last-name, --given-name = --first-name
    --tel = --phone, --telephone = --phone, --mobile = --phone, --dob = --birthday, --birthdate = --birthday
    --valid-until = --expires, --until = --expires, --expire-date = --expires, --for = --until, -c = --first-name
    --fname = --first-name, --lname = --last-name, --date = --until, --date = --expires
    --where = help several, --all = help several, --delimiter = --separator, --delim = --separator, --sep = --separator

# policy | ACCOUNTS FOR SERVERS
Show or choose the rules for accounts

A policy says who may log in, and which values an account may have. It is in policy.json; without that file, the
policy is 'profile'.

- Keep a registry for a web or mail server | regapp policy use service

    rules, config, settings

# policy show
Show the rules in force

Rules that policy.json changes are marked. 'regapp policy' alone does the same.

- Show the rules | regapp policy

    rules, config, settings, policy get, policy view, policy info, show rules, config list, config show, config get

# policy list
List the available policies

- List the policies | regapp policy list

    policies, policy ls, policy all, show policies, list policies

# policy check
Check the rules in a file

Lists the mistakes in FILE with their places, and says what the rules would mean for the accounts. It changes
nothing, and exits with 65 if it finds a mistake.

- Try rules before they apply | regapp policy check new.json

    policy validate, policy test, policy lint, policy verify

# policy edit
Edit the rules in your editor

Opens policy.json, with every rule in force, as 'regapp edit --editor' opens an account.

{consequences}

- Change a rule | regapp policy edit

    policy editor, policy modify, edit rules

# policy use
Choose the policy of this folder

{policies}

Accounts and the session stay as they are.

{consequences}

- Keep a registry for a web or mail server | regapp policy use service
- Try logging in by first name | regapp policy use authorisation --demo

    init = service, setup = service, initialize = service, initialise = service, install = service
    createregistry = service, newregistry = service, create registry = service, policy create = service
    registry create = service, registry new = service, registry init = service, new registry = service
    policy init = service, policy change = service, policy switch = service, policy select = service
    policy choose = service, set policy = service, policy web = service, policy mail = service, policy server = service

# policy set
Change one rule

VALUE is JSON, such as 12 or true, a text, such as bcrypt, or a list, such as email,phone. 'regapp help policies'
lists the keys.

{consequences}

- Require longer passwords | regapp policy set passwordLength 12
- Require names | regapp policy set required firstName,lastName

    policy add

# policy unset
Reset one rule to what the policy says

Removes the key from policy.json.

{consequences}

- Reset a rule | regapp policy unset passwordLength

    policy reset, policy remove, policy delete, policy rm, policy del, policy clear

# register | ACCOUNTS FOR SERVERS
Register an account

On a terminal, regapp asks for what is missing. If you give any field as an option, it asks only for the password
and what the policy requires. Under 'profile' you cannot register accounts. Under 'authorisation' the new account
is also logged in, and its first login can set the password. --generate prints only the email and the password,
before the account is registered.

- Register from a script | regapp register --email ann@example.com --first-name Ann --last-name Lee
  --password-stdin

    add, signup, useradd, adduser, createuser, new, create, enroll, join, invite, accounts add, accounts create,
    accounts new, accounts register, sign up, htpasswd
    --file = accounts import FILE, --from = accounts import FILE, --csv = accounts import FILE
    --expires = accounts edit EMAIL --expires DATE

# accounts | ACCOUNTS FOR SERVERS
Manage the registry of accounts

These commands are for administrators: users who may write to the registry. Every policy except 'profile' has a
registry. Some commands change several accounts at once ('regapp help several').

- Import the accounts of a file | regapp accounts import people.csv

    user, account, members, registry

# accounts list
List the accounts

Only accounts that match TEXT and every option are listed. Each word of TEXT must be in the email, a name, the
phone or the value of a custom key; case, accents and apostrophes do not matter. DATE can also be today, yesterday,
'in 3 days', '2 weeks ago' or a weekday.

On a terminal you see an aligned table, without columns that are empty or do not fit. In a pipe, each account is one
line, without a header. The columns, separated by tabs, are always: {columns}. The password is 'set', 'not set',
'locked' or 'expired', the registration time is in UTC, and missing values are empty. --must-change adds a column:
'true', or the last day on which servers accept the password.

{keys}

{conditions}

--fields chooses the columns. --csv adds a header and ends lines in CR LF (RFC 4180). No list holds a password or a
hash.

--not-seen-since reads lastSeen, which 'regapp accounts seen' writes, and adds it as the last column. Without
lastSeen, the day of registration counts.

--count-by team prints each value of the key with the number of accounts that have it, the most frequent first. A
list counts once for each of its values; accounts without the key count for the empty value.

- Find a person | regapp accounts list lee
- Count the people of each team | regapp accounts list --count-by team
- See who expires in the next two weeks | regapp accounts list --expires-before +14d
- Make a table of a team | regapp accounts list --where team=board --fields email,lastName,phone --csv
- See who could log in on 1 May | regapp accounts list --as-of 2026-05-01

    list, ls, ll, users, people, find, search, grep, finger, getent, getent passwd, accounts all, accounts search
    accounts count = --count, count = --count, locked = --locked, expired = --expired
    inactive = --not-seen-since DATE, show accounts, show users, teams = --count-by KEY, roles = --count-by KEY
    --all =, -a =, --long =, -l =, --table =, --no-header =, --order = --sort, --order-by = --sort
    --columns = --fields, --search = TEXT, --find = TEXT, --grep = TEXT, --name = TEXT, --email = TEXT
    --group-by = --count-by, --inactive = --not-seen-since, -o = --json, --number = --count, --yaml = --json
    --status = --where locked=true, --state = --where locked=true, --disabled = --locked
    --active = --where locked=false, --enabled = --where locked=false, --unlocked = --where locked=false
    --output = accounts export --output FILE

# accounts show
Show an account

{keys}

--field prints one value exactly. Neither the password nor its hash is ever shown.

- Use one value in a script | regapp accounts show ann@example.com --field phone

    accounts get, accounts view, accounts info, accounts cat, user, account, member, members, id, who, whois
    get, status, info, view, cat, passwd s, chage l
    --reveal = accounts password EMAIL, --password = accounts password EMAIL, --all = accounts list

# accounts verify
Check the password of an account, for services

A service runs 'regapp accounts verify --password-stdin -- "$user"'. After --, a user name is never mistaken for
an option.

The exit code is the answer: 0 means that the password is right, 77 that it is wrong, or that the account is
unknown, locked or expired. 74 and 75 say nothing about it: the files could not be read, or the machine was busy. Nothing
else returns 0, except --help on a terminal. No session starts or ends.

With --protocol a service needs no wrapper, as 'regapp help services' shows. Use 'pam' with pam_exec, and
'external' with Apache's mod_authnz_external. Both print only the reason for a failure, as one line on standard
error. A mistyped key such as Expires in an account file refuses the account without a reason; 'regapp check'
lists it.

--protocol http reads the head of one HTTP request on standard input and answers on standard output. If the name and
password of 'Authorization: Basic' are right, it answers 200, with Remote-User, Remote-Email and Remote-Name; if
they are wrong or missing, 401. 503 tells the server to try again, and 500 that a file cannot be accepted. A
malformed, slow or large request gets 400, 408 or 431. Only the system's log has the reason. Header values are
printable ASCII: every other byte, % and a comma in a list's value are percent-encoded.

If people log in by a custom key ('regapp policy set loginKey email,login'), a name without an @ is a value of that
key, and regapp reads every account.

--where team=board lets in only that team; everyone else is refused as if the password were wrong. If no account
has the key, everyone is refused, and the system's log says 'unknown-key'.

- Let only a team in | regapp accounts verify --where team=board --password-stdin -- "$user"
- Check a password | regapp accounts verify ann@example.com --password-stdin < secret.txt

    checkpassword, verifypassword, testpassword, check password, accounts test, accounts auth, accounts authenticate, auth test, htpasswd v, htpasswd vb

# accounts edit
Change accounts

Works like 'regapp edit', but for any account. A new email renames the file and moves the session. Several accounts
get the same values; --email and --password are for one account only.

The expiry date is the last day on which an account can log in, and can be in the past. From the next day on, every
service treats the account as locked. DATE can also be today, yesterday, tomorrow, 'in 3 days', '2 weeks ago' or a
weekday, which means the next one. +14d, +6m and +1y count from today; a month that is too short ends them on its
last day. 'never' and --expires= remove the date. If the account expires or becomes valid, its session ends.

--set team=board stores a text under a custom key, and --set team= removes the key. --add team=choir adds a value
and --remove team=board removes one: a text becomes a list, and a list with one value a text again. --set asks
before it replaces a list or an object; without a terminal, add --yes. --set-json sets any JSON.

- Change a name | regapp accounts edit ann@example.com --last-name Roe
- Set an expiry date | regapp accounts edit ann@example.com --expires 2026-12-31
- Put an account into a team | regapp accounts edit ann@example.com --set team=board
- Extend a whole team by half a year | regapp accounts list --where team=board --fields email | regapp accounts edit
  --from - --expires +6m

    usermod, set, update, change, modify, accounts set, accounts change, accounts update, accounts modify
    usermod e = EMAIL --expires DATE, usermod ag = EMAIL --add KEY=VALUE, usermod g = EMAIL --add KEY=VALUE
    groupadd = EMAIL --add KEY=VALUE, addgroup = EMAIL --add KEY=VALUE, gpasswd = EMAIL --add KEY=VALUE
    vipw = EMAIL --editor, vi = EMAIL --editor, vim = EMAIL --editor, nano = EMAIL --editor, emacs = EMAIL --editor
    email = EMAIL --email NEW, move = EMAIL --email NEW
    rename = EMAIL --email NEW, mv = EMAIL --email NEW, accounts rename = EMAIL --email NEW
    accounts move = EMAIL --email NEW, chage = EMAIL --expires DATE, expire = EMAIL --expires DATE
    expires = EMAIL --expires DATE, expiry = EMAIL --expires DATE, extend = EMAIL --expires DATE
    prolong = EMAIL --expires DATE, renew = EMAIL --expires DATE, tag = EMAIL --add KEY=VALUE
    untag = EMAIL --remove KEY=VALUE
    group = EMAIL --add KEY=VALUE, group add = EMAIL --add KEY=VALUE, groups = EMAIL --add KEY=VALUE, team = EMAIL --add KEY=VALUE
    role = EMAIL --add KEY=VALUE, group remove = EMAIL --remove KEY=VALUE, team remove = EMAIL --remove KEY=VALUE
    role remove = EMAIL --remove KEY=VALUE, delgroup = EMAIL --remove KEY=VALUE, --unset = --set KEY=, --delete = --set KEY=, --clear = --set KEY=
    --append = --add, --rename = --email
    --lock = accounts lock EMAIL, --locked = accounts lock EMAIL, --unlock = accounts unlock EMAIL
    --disable = accounts lock EMAIL, --enable = accounts unlock EMAIL, -L = accounts lock EMAIL
    -U = accounts unlock EMAIL

# accounts password
Set the password of an account, or generate several

Without an option, on a terminal, regapp asks for the new password twice.

--generate gives each account a random password, and prints it once on standard output, as EMAIL, a tab and
PASSWORD, before it sets it. If it cannot be printed, nothing changes, and regapp exits with 74.

{letters}

--must-change makes the new password a first password: 'regapp login' and the screens ask its owner for another one
before anything else. Without a terminal, 'login' exits with 65. Servers cannot ask, so they let the owner in. With
--must-change-by +14d they refuse the password after 14 days; the owner can still choose another one with 'regapp
login' or 'regapp accounts change-password'. The file keeps "mustChange", as true or the last day, until the owner
chooses a password or you use --no-must-change. A password set by an administrator or an import does not remove it.

--link sets no password, but prints a link to the page of 'regapp accounts change-password --protocol http' for each
account, once. The owner opens it within three days, or the time of --valid, and chooses a password; until then the
present one stays. A link works once. It ends with a newer link, another email or password, 'regapp undo', a lock or
the expiry date, and then never works again. For a locked account, regapp warns that the link works only once it is
unlocked. The file keeps "passwordLink": until when the link works, the SHA-256 of its token, and when it was made.

- Set a password | regapp accounts password ann@example.com
- Let people choose their first passwords | regapp accounts password --from new.txt --csv --fields
  firstName,email,link --link https://accounts.example.org/password
- Make a table for letters | regapp accounts password --from new.txt --generate --csv --fields
  firstName,lastName,team,password

    passwd, password, setpassword, chpasswd, resetpassword, accounts reset, accounts setpassword
    accounts resetpassword, set password, change password, reset password, link = EMAIL --link URL
    accounts link = EMAIL --link URL, accounts invite = EMAIL --link URL, --reset =, --expire = --must-change
    --mail = --link, --send = --link, --force = --must-change, --force-change = --must-change
    pw, reset, passwd e = EMAIL --must-change, chage d = EMAIL --must-change, token = EMAIL --link URL
    generate = EMAIL --generate, genpass = EMAIL --generate, pwgen = EMAIL --generate, mkpasswd = EMAIL --generate

# accounts change-password
Change your own password; asks for the old one

This command is for the account owner; an administrator sets a password with 'regapp accounts password'. On a
terminal, regapp asks for the old password, and then for the new one twice. Elsewhere it reads these three lines
from standard input. 'regapp accounts passwd' is the same command. With the sudo rule in 'regapp help services',
every Unix user can run it.

A wrong password, an unknown, locked or expired account and a file that cannot be accepted all get the same answer,
and exit code 77. Only the system's log has the reason.

--protocol http answers one HTTP request with a page, for people without a Unix account. 'regapp help services' has
the configuration of systemd, nginx, Caddy and Apache. GET shows the page, and POST changes the password. The answer
is 200, 400 with every broken rule, or 403 for any mistake in the email or the current password. With a link from
'regapp accounts password --link', the page asks only for the new password; a link that no longer works gets 410.
'regapp help page' prints the page, and --page takes a changed one.

With --forgot-mail the page offers to mail a link, and always answers 202. If there is such an account, it can log
in, and it got no link in the last 15 minutes, 'sendmail -t -i' gets a mail to the address of the account, with a
link to URL that works for an hour. --mail FILE replaces the text: 'Subject:', perhaps 'From:' and 'Reply-To:', an
empty line, and the words, with '{{email}}' and '{{link}}'.

- Change a password | regapp accounts change-password ann@example.com
- Let a web page change it | printf '%s\n' "$old" "$new" "$again" | regapp accounts change-password -- "$user"

# accounts lock
Lock accounts, and log them out

A locked account cannot log in: it fails as if the password were wrong, and cannot set a first password. regapp puts
a ! before the hash, which 'regapp accounts unlock' removes. A new password keeps the lock.

With --until the account can log in again from that day on: the file has lockedUntil instead of the !. --reason is for
administrators: 'accounts show', 'accounts list --locked', the history and the system's log show it, but a refused login
never does. Another lock replaces the present one; without --reason its reason stays.

- Lock an account for two weeks | regapp accounts lock ann@example.com --until +14d --reason 'lost laptop'
- Lock everyone in a list | regapp accounts lock --from leavers.txt

    disable, block, ban, suspend, deactivate, accounts deactivate, kick, usermod l, passwd l
    --message = --reason, --comment = --reason, --note = --reason, -m = --reason, --force =, -y =
    --name = accounts edit EMAIL --first-name NAME

# accounts unlock
Unlock accounts

The account gets its old password back, or the one that was set while it was locked.

- Unlock an account | regapp accounts unlock ann@example.com

    enable, unblock, unban, activate, usermod u, passwd u, --force =, -y =

# accounts remove
Remove accounts, and log them out

--forget also deletes their history, even of accounts that are already removed.

- Remove everyone in a list, from a script | regapp accounts remove --from leavers.txt --yes

    rm, delete, del, userdel, deluser, unregister, htpasswd d, --purge = --forget, -r = --forget

# accounts seen
Note from the system's log when each account was last seen

Reads regapp's lines in the system's log, as 'journalctl -o short-iso' prints them or a file such as
/var/log/auth.log holds them, and stores the day of each account's last successful login under lastSeen. It never
sets an earlier day. A login under a former email counts for the person who had it that day. If a time stamp has no
year, regapp takes the latest one that is not in the future. All other lines are ignored.

'regapp undo' undoes this change only by its number. The log does not show logins through an exported file or LDAP,
and any program on the machine can write such lines.

- Note who was seen since yesterday | journalctl -o short-iso -t regapp --since yesterday | regapp accounts
  seen -
- See what a log would change | regapp accounts seen /var/log/auth.log --dry-run

    lastlog, accounts lastseen

# accounts import
Register the accounts in a file

A file is imported as a whole or not at all. regapp lists each bad line with its number and what is wrong, at most
ten of a kind. It skips and lists account files that are invalid or cannot be written, and then exits with 65.
Without --format, the file name extension decides: {endings}.

{forms}

Files are UTF-8, UTF-16 with a byte order mark, or in the encoding that --encoding names. Dates and phones can be
written as for 'regapp edit'.

--map Abteilung=team stores a column under the key team, and --map 'Notes=' drops one. --map Name=firstName+lastName
splits a name at its last space, lastName+firstName at its first; if there is a comma, the last name comes first.
team[] makes a list of a cell with ; between its values, of an array, or of an LDAP attribute with several values.
team+ adds them to what an account has, and team- removes them. --keep-unknown keeps all other columns under their
names, --ignore-unknown drops them.

A column, key or attribute such as suspended, Allow Login or Termination Date may say who must not log in, and so may
any in which some have a word such as active and others another one. If it keeps anyone out, regapp refuses the file
until you say what it means: --locked-if suspended=true, active!=true or deleted_at!= locks accounts, --map
'Termination Date=expires' makes it an expiry date, and --map suspended= drops it. true and false also stand for yes, no, 1, 0 and an empty cell. NULL, \N, N/A, - and dates of zeros are no value.

--fill-missing takes only what an account lacks, but a lock or an earlier end in the file always counts. The report
says how many accounts have the same password, another one, or none.

A csv or json file with the key registered or mustChange is an export of regapp, and its names have to be exact. What
--own-keys exported comes back as it was, from json with --keep-unknown. Computed columns of a list, such as passwordSet,
are left out.

A hash belongs under the key or column passwordHash. Under password it would become the password itself, so regapp
refuses a text there that looks like a hash.

Hashes of crypt(3), bcrypt, apr1 (htpasswd), {SHA} and {SSHA} (LDAP) are imported unchanged and keep working. Others,
such as PBKDF2, argon2 and {SSHA512}, are counted and refused. --allow-missing imports their accounts without a
password.

In passwd files, --map user=KEY, uid=KEY, home=KEY or, of master.passwd, class=KEY stores a field under a key. With
--match, the first field of htpasswd, passwd and shadow finds the account.

--match id finds accounts by the key id instead of the email. If the line has another email, the account moves to it,
with its file, session and history, and keeps its password, its lock and all keys that the file does not have. regapp
refuses a line if its key is empty, if another line or several accounts have that key, or if another account has its
email. Without --match, regapp asks before it registers a person who, by a unique phone or key, seems to have an
account already; without a terminal, add --yes.

With --update and --lock-absent the file decides who may log in: regapp says how many accounts are not in it, asks,
and locks them. Without a terminal you have to set a limit, --at-most N. If more would be locked, or the file has no
accounts, nothing changes, and regapp exits with 65. --where limits which accounts are locked. Accounts that reappear
in the file are listed and stay locked.

If expiry dates in the past would shut out accounts that can log in, regapp asks; without a terminal, add --yes.

--generate prints only the generated passwords on standard output, as 'regapp accounts password --generate' does;
--generate-links prints links, as --link does there. With --update an account keeps its password, or a link that still
works. Locked accounts get no links.

- Follow people to new emails | regapp accounts import people.csv --update --match id
- See what an import would do | regapp accounts import people.csv --dry-run
- Let new people choose their first passwords | regapp accounts import people.csv --csv --fields
  firstName,email,link --generate-links https://accounts.example.org/password
- Import what regapp knows from an address book | regapp accounts import contacts.csv --ignore-unknown
  --allow-missing --skip-existing
- Import the users of a web server | regapp accounts import users --format htpasswd --domain example.org
  --allow-missing

    load, accounts read, accounts load, accounts sync, sync, csv, excel, spreadsheet
    --file = FILE, --from = FILE, --input = FILE, -f = FILE, --delimiter =, --header =, --columns = --map
    --overwrite = --update, --replace = --update, --merge = --update, -n = --dry-run, --prune = --lock-absent
    --delete = --lock-absent, --lock-missing = --lock-absent, --send-mail = --generate-links
    --generate-link = --generate-links, --links = --generate-links, --force = --update, --locked = --locked-if
    --password = --generate, --passwords = --generate, import nginx = --format htpasswd, import apache = --format htpasswd
    --name =, import dovecot = --format passwd-file, import ldap = --format ldif, import openldap = --format ldif

# accounts export
Print the accounts for another program

{whole} hold every field of an account and can be imported again. For servers there are {served}. Server formats
omit accounts without a password hash, or with one that not all of these servers can verify, and list them on
standard error: htpasswd takes apr1 and {SHA}, the others {SHA} and {SSHA}. --own-keys adds custom keys to json and
csv. In csv a list is in a column such as team[], any other JSON in one such as team{}. No format holds a plain
password, or the hash that it overrides. To copy everything, see 'regapp help backup'.

--strip-domain example.com writes ann@example.com as ann, for services with plain user names. Emails of other
domains stay whole. 'regapp accounts verify --domain example.com' accepts the same names. --name-key login writes
the value under that key, in lower case, and leaves out accounts without one.

{conditions}

A spreadsheet program that opens a csv may run formulas that people put into their names. --safe-for-spreadsheets
quotes every cell, and puts an apostrophe before anything that can begin a formula, phones too. Use such a file only
for viewing: 'import' would take the apostrophes as part of the values.

--output replaces FILE in one step, so a server can read it at any moment. If something cannot be read or written,
FILE stays as it was. It keeps its mode, owner and group; a new one has mode 0600. An account file that cannot be
accepted is listed and left out, and regapp exits with 65. If there are no accounts, or none has a key of --where,
regapp also exits with 65, and FILE is emptied only with --allow-empty. If the folder of the accounts is missing, for
example not mounted, FILE is never emptied, and regapp exits with 74.

A format without an expiry date shows expired accounts as locked. Importing the file would lock them permanently, so
regapp reports how many there are. htpasswd has no locks either, so it omits these accounts. Server formats have all
emails in lower case.

With --changes an LDAP directory follows the registry. NOW.ldif is what 'ldapsearch -LLL' or 'slapcat' prints, and
regapp prints change records for 'ldapmodify'. They touch only attributes that regapp writes, and delete nothing
without --delete. If an account has no value for an attribute, the attribute stays; regapp reports how many there
are, with the line that removes one. An account file that cannot be accepted, or has the wrong name, is listed, the
rest is printed, and regapp exits with 65. Its entry stays as it is, except that a locked account is locked there
too. An entry also stays if a backup or editor file of its account is less than ten minutes old.

- Give nginx the passwords of a team | regapp accounts export --where team=board --format htpasswd --output
  /etc/nginx/board.htpasswd
- Keep an LDAP directory up to date | ldapsearch -LLL -b ou=people,dc=example | regapp accounts export
  --format ldif --base ou=people,dc=example --changes - | ldapmodify
- Give another office names and phones | regapp accounts export --without-hashes --safe-for-spreadsheets
  --output people.csv

    dump, accounts save, accounts dump, export dovecot = --format passwd-file, export nginx = --format htpasswd
    export apache = --format htpasswd, export openldap = --format ldif, export ldap = --format ldif
    --xlsx = --format csv, --excel = --format csv, --csv = --format csv
    --json = --format json, --fields = accounts list --csv --fields KEY

# check | ACCOUNTS FOR SERVERS
Check every file

Reads the rules, the profile or every account, the session and the history, and changes nothing. It lists each
problem with its remedy: syntax, broken rules, wrong file names, duplicates, owners and modes of files, and what
interrupted commands left behind. It lists ten problems of a kind, then counts the rest. If anything is wrong, it
exits with 65.

If a group can read the registry ('chmod 750'), such as a service's group, it must be able to read the accounts and
the rules too, and the registry's owner must own them. Run by the owner or by root, the check prints one line that
corrects all owners, groups and modes.

Notes do not change the exit code. They name files that are not regapp's, such as an editor's backups, accounts
whose password the first login sets, accounts without a password under 'service', and weak hashes from other
programs.

- Check all files after editing them by hand | regapp check

    accounts check, doctor, fsck, lint, validate, test, audit, pwck, fix, repair, --fix =, --repair =, --all =

# history | ACCOUNTS FOR SERVERS
Show who changed what, when

Prints a line for each change, the newest first: its number, the local time, the Unix user, the command and what
changed. 'dana as keeper' means that dana became keeper. The system knows who logged in; if it does not, the name
comes from the variable SUDO_USER, which anyone can set, or from the user who started runuser or su. In a pipe, tabs
separate the columns. Records that cannot be read are listed at the end.

An email shows the changes of the person who has it, under all their former addresses; with --before DATE, of the
person who had it before that day. A number shows all that the change did, whether files were edited by hand before,
and which later changes concern the same files. Passwords and hashes are shown as stars. All changes that an owner
makes to their own password share one line, '(and 12 more)', and so do the days that 'accounts seen' stores.

--forget deletes a person's history, even from changes of several accounts, and saved editor drafts. With --before it
deletes all changes before that day, too; without an email, only these. Neither this nor the deleted changes can be
undone. A record without details remains, which says who deleted something. If it is interrupted, repeat it.

- See who changed an account | regapp history ann@example.com
- See all that a change did | regapp history 1
- Forget a person | regapp history --forget ann@example.com --yes

    log, logs, last, diff, changes, journal, blame, commit, forget = --forget, --email = EMAIL, -n = --limit
    --user = EMAIL, --author =, --all =, --reverse =, --from = --since, --after = --since, --until = --before
    --clear = --forget, --delete = --forget, --stat = NUMBER, --patch = NUMBER, -p = NUMBER

# undo | ACCOUNTS FOR SERVERS
Undo the last change, or another one

'regapp cancel' is the same command.

Without NUMBER it undoes the newest change that is in effect; the next 'regapp undo' goes one change further back. It
skips what 'accounts seen' stored. 'regapp history' has the numbers, and 'regapp redo' redoes an undone change. A
change of several accounts is undone as a whole. If nothing is left of the newest change, if it cannot be undone, or if
its record cannot be read, 'undo' without NUMBER changes nothing, exits with 65 and names the change before it.

If a file is still as the change left it and holds no plain password, its former text comes back byte for byte.
Otherwise only keys and list elements that have not changed since come back. What a later change set stays,
even to the same value: a person who was locked again stays locked. regapp lists these keys and changes. A change of
one account is then refused as a whole, with exit code 65; in a change of several accounts, the rest is undone. An
account is found under its present email. What a change created is removed only if it is unchanged.

Invalid rules are never restored. If accounts could no longer log in or be accepted, regapp lists them and
asks; --show lists them too. If another person made the newest change, regapp names that person and asks. That is also
so for a password that the account's owner changed. Without a terminal, add --yes; for another person's change, NUMBER
is enough. If a registry comes back over a profile, the profile stays, and a warning says how to remove it.

--by-hand is for a policy.json or account files that cannot be accepted after an edit by hand: each gets its last
acceptable text from the history.

regapp keeps the last 500 changes, in at most 256 MiB. It cannot undo the login that creates a profile, nor a login or
logout in a registry, except the first password that a login sets.

- See what it would undo | regapp undo --show
- Undo another change | regapp undo 1

    revert, rollback, back, restore, checkout, accounts restore, accounts undelete, undelete
    --last =, --all =, --number = NUMBER, --dry-run = --show, --preview = --show, -n = --show

# redo | ACCOUNTS FOR SERVERS
Redo the last undone change

It undoes the last 'regapp undo', unless something else was changed since. The next 'regapp redo' undoes the
one before; NUMBER chooses the change that was undone, or its undo. Like 'regapp undo', it asks if accounts
could no longer log in, or another person undid it.

- See what it would change | regapp redo --show

# login | YOUR OWN ACCOUNT
Log in, or create the profile of this folder

Under the policy 'profile' this is also how you register: regapp saves an email and a password that pass the rules in
profile.json. Under the other policies only registered accounts can log in: by email and password, or under
'authorisation' by first name and password. On a terminal, regapp asks for what is missing.

- Log in from a script | regapp login --email ann@example.com --password-file secret.txt

    signin, logon, auth, authenticate, su, log in, sign in, auth login

# show | YOUR OWN ACCOUNT
Show the account that is logged in

The password is shown as stars. --field prints the stored value exactly, even a plain password. FIELD is a key of the
file: {fields}, or a custom key. --json prints one object: the fields of the account, without the password, and then
the custom keys.

- Use one value in a script | regapp show --field email

    status, whoami, who, info, me, view, cat, get, profile, id, display, auth status

# edit | YOUR OWN ACCOUNT
Change the account that is logged in

Values given as options are saved at once. Without any, on a terminal, regapp asks for each field, then whether to
save. An empty value clears a field that is not required.

--editor opens the whole text in $VISUAL or $EDITOR, else, on a terminal, in 'editor' or 'vi'. A correct text is saved
as you wrote it. If there are mistakes, regapp lists them with their places. You can edit again, keep the text for
the next 'regapp edit --editor', or discard it: regapp then exits with 65 or 1. Changes that others made
meanwhile are merged key by key.

- Change one value | regapp edit --first-name Ann
- Clear a value | regapp edit --last-name ""
- Enter a new password | regapp edit --password

    set, update, change, modify, rename, chfn
    passwd = --password, password = --password, setpassword = --password, editor = --editor, open = --editor

# logout | YOUR OWN ACCOUNT
Log out, and remove the profile (undo brings it back)

Under 'profile' this removes profile.json. 'regapp undo' brings it back, and so does a login with the same email
and password.

- Log out and delete the history | regapp logout --forget

    signout, logoff, log out, sign out, auth logout, --yes =, -y =, --all = --forget

# albums | MORE
Search albums in the iTunes catalogue

You must be logged in. On a terminal, 'regapp albums' alone opens the album screens. Words that are not a command are
searched for.

The program 'curl' on your PATH fetches the answers, with the proxies and certificates that the environment names, but
without ~/.curlrc. Without curl you still see cached answers.

- Search | regapp albums kind of blue

# albums search
Search albums by title or artist

Albums are sorted by title, and answers cached for a day. Without --country, regapp searches the RU store for a term in
Cyrillic letters, else the store of your locale, else the US store.

A terminal shows a table, with covers if it has colours. Elsewhere each album is a line of six columns, separated by
tabs: title, artist, number of songs, year, id, and 'explicit', 'cleaned' or nothing.

- Search the Japanese store | regapp albums search --country JP miles davis

    music, songs

# albums show
Show an album and its songs

Without --country, regapp uses the store where the last search found the album, else the one that a search would use.

- Show an album | regapp albums show 268443092

# path | MORE
Print where the files are

Without NAME it prints the folder, even if policy.json is broken. The folder and the profile need not exist yet, but an
account must.

- Edit the profile by hand | vi "$(regapp path profile)"
- Make a private backup | {copy}

    dir, directory, pwd, file, where, which, location, documents, folder

# completions | MORE
Print a script that lets a shell complete regapp's commands

- bash, in ~/.bashrc | source <(regapp completions bash)
- zsh, in a directory of $fpath | mkdir -p ~/.zfunc && regapp completions zsh > ~/.zfunc/_regapp
- fish | mkdir -p ~/.config/fish/completions && regapp completions fish >
  ~/.config/fish/completions/regapp.fish
- A script 'keeper' that runs regapp | source <(regapp completions bash keeper)

# manual | MORE
Show the manual

On a terminal, $PAGER or 'less -FRX' shows it page by page. In a pipe or a file it is the source of a manual page.

- Read it as a manual page | regapp manual | man -l -
- Install it | mkdir -p ~/.local/share/man/man1 && regapp manual > ~/.local/share/man/man1/regapp.1

    man, docs, doc

# help | MORE
Explain a command, or a topic ('topics' lists them)

$PAGER or 'less -FRX' shows a page that is longer than the terminal.

- Explain a command | regapp help accounts import
- Print the lines for nginx | regapp help nginx

    serve = services, server = services, daemon = services, start = services, run = services, web = nginx
    stop = services, restart = services, reload = services, listen = services, mail = dovecot, smtp = postfix, quit, exit
    page = page, usage, commands, topics, ?, /?, accounts backup = backup, backup = backup, lost = backup, move = backup
    man, options, guide, tutorial, examples, about, faq = questions, uninstall = questions, upgrade = questions
    bug = questions, license = questions, licence = questions, support = questions, push = backup, clone = backup
    container = questions, git = backup, tls = nginx, bcrypt = policies, letters = accounts password, links = accounts password
    troubleshooting = exit-codes, systemd = services, errors = exit-codes
    --all =, -a =

"""#
}
