// swift-format-ignore
extension Texts {
    static let backup = #"""
Everything is in the registry, so a copy of it is a backup. While 'flock' holds the lock, commands that
write wait for up to 5 seconds. 'umask' keeps the copy private:
    {copy}

If the folder once held a profile, the history still has its plain password:
'regapp check' says so, and 'regapp logout --forget' deletes it.

Links are copied as links. If profile.json or policy.json is one, write '-chf' instead of '-cf' to copy
what it points to.

# Restoring and moving
Unpack the copy, here or on another machine, as the user who is to own it, and check it. The folder must
be new or empty; otherwise newer accounts stay beside the old ones:
    mkdir -m 700 restored && tar -C restored -xpf backup.tar
    regapp check --documents restored

If a service reads the accounts through the group of the registry ('regapp help security'), root must
unpack the copy, because only root can restore the group. On a new machine root first creates the user
and the folder with the first lines of 'regapp help services', and then types these lines in the folder
with backup.tar. The last one asks for the password of an account and checks it as the service does:
    tar -C /srv/accounts -xpf backup.tar
    runuser -u keeper -- regapp check --documents /srv/accounts
    runuser -u www-data -- regapp accounts verify ann@example.com --documents /srv/accounts

# A copy made without a lock
A copy made during an import, or a change of an email, may hold half of the change, and a file in history
that ends in .doing. The next command that changes something there completes the change, or drops it if
it had not begun. Without that file, nothing shows that a change was under way.

# An export is no backup
'regapp accounts export' is for other programs, and for moving accounts into another registry. json and
csv bring back every field of an account, but no plain password, and custom keys only with --own-keys.
The rules, the session and the history are only in the registry itself.

"""#
}
