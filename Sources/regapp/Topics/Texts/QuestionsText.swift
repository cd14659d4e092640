// swift-format-ignore
extension Texts {
    static let questions = #"""
- undo a mistake | 'regapp undo' undoes the last change, 'regapp undo NUMBER' any in 'regapp history'
- who changed this | 'regapp history EMAIL' lists the changes of an account
- lock someone out | 'regapp accounts lock EMAIL'; 'regapp accounts unlock EMAIL' lets them in again
- cannot log in | 'regapp accounts show EMAIL' says why; for everyone, 'regapp check'
- forgotten password | 'regapp accounts password EMAIL' sets a new one; 'regapp show --field password'
  prints a profile's
- rename, new email | 'regapp accounts edit EMAIL' with --first-name, --last-name or --email
- expire, expiry date | 'regapp accounts edit EMAIL --expires DATE'; 'never' removes the date
- team, group, class | 'regapp accounts edit EMAIL --set team=board'; then --where team=board
- broken file | correct it at the place named, or with 'regapp accounts edit EMAIL --editor'
- kept text, draft | 'regapp check' names the command that continues with it
- killed command | 'regapp check' says what it left behind, and what to do
- wrong folder | 'regapp path' prints the folder in use; --documents names another
- Matrix, Roundcube, Radicale | how to connect these and other services: see WhichHash.md
- more administrators | 'regapp help registry' has the lines for sudo; see SeveralAdministrators.md
- ssh, sudo, Unix users | no: regapp keeps no Unix accounts
- sign-on, sign-up, 2FA | no: regapp only checks passwords
- Docker, Mac, Windows | only on Linux, or in a container: see Container.md
- library, Swift | the package has the library RegappCore: see Library.md
- install, uninstall | see Installing.md; your files stay
- leave | 'regapp accounts export --own-keys' writes everything: see OtherTools.md
- licence, license | none yet: you may not redistribute regapp
- bug | see the end of 'regapp manual'

These pages are in the guide: {guide}.

## Several accounts
'regapp accounts edit', 'lock', 'unlock', 'remove' and 'password --generate' take several emails, or
--from FILE with one a line. They check every account before changing any, and change all or none, even
in a crash. One 'regapp undo' undoes it all. --dry-run previews the change. If people log in by a custom key
('regapp policy set loginKey login'), a login name can be typed instead of an email.

Pipe emails from a list, such as a team's:
    regapp accounts list --where team=board --fields email | regapp accounts lock --from -

"""#
}
