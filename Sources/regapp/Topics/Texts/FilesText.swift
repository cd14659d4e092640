// swift-format-ignore
extension Texts {
    static let files = #"""
All files are in one folder: DIR of --documents DIR, else $REGAPP_DOCUMENTS, else 'regapp' in your
documents directory, which user-dirs.dirs names, or in ~/Documents. 'login' and 'policy use' create it.
The files are JSON. You can read, edit and replace them: regapp reads them afresh each time.
- profile.json | the profile: email, password (plain, so that you can edit it), firstName, lastName
- accounts/NAME.json | an account: {fields}; NAME is the email in lowercase, with unusual bytes
  percent-encoded
- session.json | who is logged in to the registry
- policy.json | the rules; without it the policy is 'profile'
- history/NUMBER.json | the record of a change, for 'regapp undo': who made it, when and with which
  command, and what each file held before; only you can read it. 'last' has the newest number, 'renewals'
  the hashes that logins renewed. NUMBER.doing is a change that a command is making, or that a killed
  command left for the next one to complete
- .regapp-edits | texts that are open in an editor, or kept for the next 'regapp edit --editor'
- .lock | an empty file that commands lock while they write; do not remove it

# Editing by hand
regapp replaces only the values that change: order, indentation and custom keys stay as you wrote them. The
next 'regapp login' turns a plain "password" in an account file into a passwordHash. A ! before the hash
locks the account; a date under "lockedUntil" locks it until that day. A known key with different
capitalization, such as Expires, or a misspelt 'expires' before a date, is an error, because it would have
no effect. Mistakes are reported as FILE:LINE:COLUMN. regapp never rewrites a file with a mistake; only
'regapp login' can replace a broken profile, and 'regapp undo' brings it back. If you save a file that a
command is about to change, your text stays, and the command exits with 75.

## Environment
- REGAPP_DOCUMENTS | the registry, unless --documents names one
- VISUAL, EDITOR | the editor that --editor and 'policy edit' run; without one, on a terminal, 'editor'
  or 'vi'
- PAGER | the program that shows long help and the manual on a terminal, by default 'less -FRX'; 'cat'
  turns paging off
- REGAPP_COMMAND | what commands in hints begin with instead of 'regapp --documents DIR': the name of a
  script, as in 'regapp help registry'
- REGAPP_ALBUMS_URL | another album catalogue, for tests and mirrors
- XDG_CONFIG_HOME | the folder of user-dirs.dirs, which names your documents directory
- XDG_CACHE_HOME | where 'regapp albums' keeps its answers, in 'regapp'; by default ~/.cache
- TMPDIR | where regapp keeps LDAP changes beyond 1 MiB until it prints them, by default /tmp
- PATH | the folders that are searched for 'curl', 'editor' and 'vi'
- https_proxy, all_proxy, no_proxy | the proxy of 'regapp albums', and the hosts without one
- SSL_CERT_FILE | the certificates that 'regapp albums' trusts
- TZ | the time zone for birthdays; accounts always expire by /etc/localtime, if that exists
- NO_COLOR | if not empty, like --no-color, unless there is --color
- FORCE_COLOR, CLICOLOR_FORCE | if not empty, '0' or 'false', like '--color always', unless NO_COLOR is set
- CLICOLOR | with '0', like --no-color, unless one of these is set
- REGAPP_MOUSE | with 'off', like --no-mouse
- COLORTERM | with 'truecolor', screens use 24-bit colours, chosen for the background
- COLORFGBG | a hint about the background, until the terminal itself reports it
- LC_ALL, LC_CTYPE, LANG | the first that is set is the locale; if it is not UTF-8, screens use only ASCII
- LC_ALL, LC_COLLATE, LANG | the first that is set orders album titles
- TERM | 'dumb', 'emacs', 'unknown', 'cons25', 'network', 'dialup', 'vt52' or none is like ACCESSIBLE; with
  'linux' screens use only ASCII
- ACCESSIBLE | if not empty, '0' or 'false', 'regapp' and 'regapp albums' work line by line, without
  colour, for a screen reader

"""#
}
