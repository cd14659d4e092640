// swift-format-ignore
extension Texts {
    static let manualEnd = #"""
## Bugs
If another program saves a file in the microseconds after regapp last compared it and before regapp
replaces it, that save is lost.

To report another bug, open an issue. Say what you typed, what regapp printed and what 'regapp --version'
prints. Replace emails, names and paths before you paste.

## See also
curl(1), flock(1), htpasswd(1), ldapmodify(1), runuser(1), xdg-user-dir(1), crypt(5), pam_exec(8)

"""#
}
