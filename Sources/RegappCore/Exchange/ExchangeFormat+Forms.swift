/// A way of writing a format that its reader takes.
package struct ReadForm: Sendable {
    /// What is read, as a part of a list in help.
    package let words: String
    /// A file that is written so, with the account of ann@example.com.
    package let example: String

    fileprivate init(_ words: String, _ example: String) { (self.words, self.example) = (words, example) }
}

extension ExchangeFormat {
    /// What is read in this format: help, the guide and tests derive from it.
    package var forms: [ReadForm] {
        switch self {
        case .csv:
            [
                ReadForm(
                    "commas, semicolons or tabs between cells, or what a first line sep=; names",
                    "SEP=|\nemail|phone\nann@example.com|+4930901820\n"),
                ReadForm("lines that end in LF, CR LF or CR", "email;phone\rann@example.com;\r"),
                ReadForm(
                    "names of columns in the first line: First Name, first_name and firstName are the same",
                    "First Name,E-Mail\nAnn,ann@example.com\n"),
                ReadForm(
                    "spaces around a value, which are left out unless they are quoted",
                    "email, phone\n ann@example.com , +4930901820\n"),
                ReadForm(
                    "cells that are missing at the end of a line, or empty",
                    "email,phone,firstName,\nann@example.com,\n"),
                ReadForm("true and false in any case", "email,mustChange\nann@example.com,TRUE\n"),
                ReadForm(
                    "lists in a column such as team[]: values with ; between them, and ;; for one inside",
                    "email,team[]\nann@example.com,choir;board\n"),
                ReadForm("JSON in a column such as team{}", "email,team{}\nann@example.com,1.50\n"),
            ]
        case .json:
            [
                ReadForm("an array of objects", #"[{"email":"ann@example.com"}]"#),
                ReadForm(
                    "one object a line, as Auth0 and mongoexport write them",
                    "{\"Email\":\"ann@example.com\"}\n{\"Email\":\"bob@example.com\"}\n"),
                ReadForm("a single object, such as an account's file", #"{"email":"ann@example.com"}"#),
                ReadForm("null for a missing key", #"[{"email":"ann@example.com","phone":null}]"#),
                ReadForm(
                    "the fields of a Django dump",
                    #"[{"model":"auth.user","pk":1,"fields":{"email":"ann@example.com","password":""}}]"#),
            ]
        case .htpasswd:
            [
                ReadForm("EMAIL:HASH, with spaces around it", " ann@example.com:{SHA}x \n"),
                ReadForm(
                    "empty lines, lines that begin with #, and fields after the hash, which are left out",
                    "# users\n\nann@example.com:{SHA}x:Ann\n"),
            ]
        case .passwdFile:
            [
                ReadForm("EMAIL:HASH, with or without a scheme", "ann@example.com:{SSHA}x::::::\n"),
                ReadForm(
                    "nologin, which locks the account",
                    "ann@example.com:{SSHA}x::::::nologin=y\n"),
                ReadForm(
                    "passwd(5), without its lines of NIS",
                    "+@staff::::::\nann@example.com:x:1:1:Ann Lee:/home/ann:/bin/sh\n"),
                ReadForm("shadow(5)", "ann@example.com:!!:20000:0:99999:7:::\n"),
                ReadForm(
                    "master.passwd(5) of the BSDs",
                    "ann@example.com:*:1:1:staff:0:1798761600:Ann Lee:/:/bin/sh\n"),
            ]
        case .ldif:
            [
                ReadForm(
                    "entries with mail, of which it takes names, telephone number and hash",
                    "dn: uid=ann\nmail: ann@example.com\nsn: Lee\n"),
                ReadForm(
                    "entries with changetype: add, as ldifde writes them",
                    "dn: uid=ann\nchangetype: add\nmail: ann@example.com\n"),
                ReadForm(
                    "the locks \(LDAPAttribute.locks.joined(separator: ", ")), userAccountControl and \(LDAPAttribute.flags), "
                        + "and the days of \(LDAPAttribute.ends.joined(separator: ", ")), shadowExpire and accountExpires",
                    "dn: uid=ann\nmail: ann@example.com\nuserAccountControl: 514\n"),
                ReadForm(
                    "\(LDAPAttribute.marks.joined(separator: ", ")), which can ask for a new password",
                    "dn: uid=ann\nmail: ann@example.com\npwdLastSet: 0\n"),
            ]
        }
    }
}
