import Accounts
import CommandParser
import DocumentStore
import RegappProcess
import StrictJSON

/// `regapp accounts show`.
enum AccountsShowCommand {
    static func run(_ context: inout CommandContext) throws(Report) {
        let policy = try context.policy()
        let registry = try context.registry(policy)
        let account = try existing(context.invocation.accountEmail, in: registry)
        let text = AccountText(file: account, policy: policy)
        if context.invocation.has(.json) {
            try context.output.bytes(text.json(reveal: false).fileBytes)
            return
        }
        for line in text.lines(reveal: false) { try context.output.line(line) }
        let missing = account.missing.filter { $0 != .password }
        if !missing.isEmpty {
            Diagnostics.warning("missing: \(missing.map(\.noun).joined(separator: ", "))")
            Diagnostics.hint("add \(prose: missing.count == 1 ? "it" : "them") in \(account.path)")
        }
        if account.hasNoPassword {
            Diagnostics.hint(
                "set a password with \(.regapp("accounts", "password", argument: account.email))")
        }
    }

    /// The account of an e-mail, or a report that there is none.
    static func existing(_ email: String, in registry: Registry) throws(Report) -> AccountFile {
        try reporting { () throws(AccountsError) in
            guard let account = try registry.account(of: email) else { throw AccountsError.noAccount(email) }
            return account
        }
    }
}

extension Invocation {
    /// The e-mail that a command about one account is given.
    var accountEmail: String { arguments.first ?? "" }
}
