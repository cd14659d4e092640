// swift-format-ignore
extension Texts {
    static let security = #"""
The boundary is the Unix user. Write access to the registry means full control of every account in it.
Other users get nothing: regapp creates folders with mode 0700 and files with mode 0600, whatever the
umask, and warns about looser modes. It never changes the mode of an existing folder.

# Passwords
A profile holds its password in plain text, so that its owner can read and edit it. A registry holds
hashes, as crypt(5) describes them. No message, log or core dump contains a password that
regapp has read. Messages can
contain emails, names and paths; messages of an import also phones and dates.

Other users can see a password given with --password in the list of processes, so regapp warns. Use
--password-stdin or --password-file instead, or let regapp ask. It also warns about a password file that
others can read.

# Guessed passwords
Failed attempts lock no account; otherwise anyone could lock anyone out. The slow hash limits guessing,
and fail2ban can ban addresses ('regapp help services'). An unknown account gets the same answer as a
wrong password, and regapp computes a hash first. An imported hash of another kind or cost takes longer,
which reveals that its account exists. 'regapp login' replaces a weaker hash, 'regapp accounts password'
any hash.

# The page for passwords
The page of 'regapp accounts change-password --protocol http' answers an unknown account, a wrong
password, a locked and an expired account with the same bytes after the same work. It runs no script,
sets no cookie and loads nothing. A link has 128 random bits; the account's file holds only their SHA-256.
Anyone who reads a person's mail can use a link in it once; the person and the log will notice. Links in
mails get their address from --link, never from a request.

# Former passwords
The folder 'history' keeps what the files held before each change, including old hashes. Only the owner
can read it, whatever the group of the registry. It holds no plain password of a registry, but that of a
profile that was in the folder before. 'regapp history --forget EMAIL' removes a person from it. 'regapp
logout --forget' removes the profile or the session, the profile's history, and saved editor drafts.

# Whose files
Commands that change something work only in a folder of your own. They follow a link only if you own the
link and its target. So root changes nothing in another user's registry; 'runuser -u NAME -- regapp' does
it as NAME. A command that only reads accepts files of its own user, of root and of the folder's owner,
so root or a service can read another user's registry. A link in another user's folder cannot make regapp
read your files. A link in the path of the folder itself must belong to root, to the user who runs the
command, or to the owner of the folder that it leads to.

regapp resolves a path once; renamed folders and exchanged links make no difference afterwards. regapp
does not run if the real and the effective user differ.

# A service in a group
Give the registry to the group of the service, and let the group read it ('chmod 750'). Existing files
keep their modes; 'regapp check' prints one line that corrects them. From then on policy.json and the
accounts get that group and mode 640 at every change. Everything else stays 0600. The user who makes the
changes must be in the group; otherwise the file gets 0600,
and regapp warns.

'chown -R', 'chgrp -R', a copy or a restored backup may take the group away. 'regapp check' then
proposes the group that other files have, or the owner's only other group. If it cannot tell, it writes
GROUP or USER.

# Files that you protect
regapp neither replaces nor removes a file that its owner may not write ('chmod 400'), with two
exceptions: 'regapp logout --forget' removes what it can, and 'export --output' replaces such a file and
keeps its mode. A save replaces the file with a new one, so a hard link keeps the old content; use a
symbolic link.

# What an export replaces
'export --output' keeps the mode, owner, group and access control list of the file that it replaces, and
warns if others can read it. It refuses a file of another user if others can write to its folder, since
the person who made the file would get the hashes. If the new file cannot get the access control list,
only its owner can read it, and regapp warns.

# After a killed command
A killed command or a power cut may leave temporary files with the content of an account, which only their
owner can read. 'regapp check' lists them, and the next command that changes something removes them: in
the registry, in 'accounts', and beside the files that profile.json and policy.json link to. A killed
'export --output' leaves such a file beside FILE; the next export to FILE removes it. Editor drafts are
never removed this way.

"""#
}
