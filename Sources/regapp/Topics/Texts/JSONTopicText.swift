// swift-format-ignore
extension Texts {
    static let json = #"""
Each command prints one object or one array on standard output, in UTF-8; 'accounts list --count' prints
a number. Within a major version the keys keep their meaning; new keys may be added.
- show | an object with the known keys in the file, then the custom keys; the password only of a profile, with
  --reveal
- accounts show | the same without any password; before the custom keys, passwordSet, locked, expired (true or
  false) and missing (the required fields that the account lacks)
- accounts list | an array of what 'accounts show' prints
- accounts export | an array with the known keys of the files, hashes included
- accounts lock | the numbers changed and unchanged, and emails with a list for each; --dry-run adds
  dryRun (true); edit, password, unlock and remove print the same; seen adds unknown (how many emails of
  the log have no account)
- accounts list --count-by KEY | an array of objects with value, null for none, and accounts, a number
- accounts import | the numbers new, changed, unchanged and locked, and emails with a list for each;
  --match adds moved, and moves (objects with from and to); --update adds notAccepted (how many account
  files cannot be accepted) and shutOut (how many accounts dates in the past shut out);
  --lock-absent adds stillLocked (the emails of accounts in the file that stay locked); --only-existing
  adds notAdded (the emails that are not registered); --dry-run adds dryRun, and problems (objects with
  line, field, rule and message)
- --generate | adds passwords (objects with email and password, or what --fields chooses): keep it private
- policy show | an object with the value of each rule, and rules, an array with key, rule (a sentence)
  and changed
- policy list | an array of objects with name, summary and inForce
- albums | what the catalogue answers, with its own keys

# How values are written
Dates are strings like "1990-12-31", times like "2026-01-31T12:00:00Z", phones like "+4930901820". A
value that is not set has no key; only a profile can hold empty strings.

"""#
}
