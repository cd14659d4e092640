import RegappCore
import RegappStore
import RegappCommandLine
import RegappValues
import RegappWording

// Messages about an export, and about LDAP changes.

extension Message {
    static func leftOut(_ error: ExportError, email: String) -> Message {
        .warning("\(email) \(error.message); it is left out")
    }

    static func expiryLost(_ count: Int, _ format: ExchangeFormat) -> Message {
        let accounts = count.counted("expired account is", "expired accounts are")
        let them = count == 1 ? "it" : "them"
        return .warning(
            "\(accounts) written as locked, since \(format.rawValue) has no expiry date; an import of the "
                + "file would lock \(them) for good")
    }

    // MARK: Entries of an LDAP server

    static func showsNoPassword(path: String) -> Message {
        .warning(
            "no entry in \(path) shows a password, so every password is set again",
            hint: "search as a user who may read userPassword: \(.words("ldapsearch", "-D", "DN"))")
    }

    /// - Parameter removal: the lines of LDIF that remove one of them.
    static func attributesStay(_ count: Int, removal: [String]) -> Message {
        let attributes = count.counted("attribute of an entry is", "attributes of entries are")
        let stay: Sentence = "\(prose: attributes) not in the registry, and not removed"
        let print = ShellCommand.words(["printf", "%s\\n"] + removal)
        return .hint("\(stay); this removes one: \(bare: print) | ldapmodify")
    }
}

extension Report {
    static func unrepresentable(_ count: Int, _ format: ExchangeFormat) -> Report {
        Report(.data, "\(format.rawValue) cannot represent \(count.counted("account"))")
    }
}
