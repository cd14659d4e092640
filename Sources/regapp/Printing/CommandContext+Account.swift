import RegappCore
import RegappCommandLine
import RegappWording

extension CommandContext {
    /// Prints an account, and warns of what its owner or the administrator should know about it.
    ///
    /// - Parameter isOwn: whether it is the current user's account, not one that an administrator changed.
    mutating func print(
        _ text: AccountText, reveal: Bool = false, isOwn: Bool = true, obstacle: String? = nil
    ) throws {
        for line in text.lines(reveal: reveal, obstacle: obstacle) { try output.labelled(line) }
        if reveal && text.hasOnlyHash { Diagnostics.report(.onlyHashIsKept) }
        Diagnostics.report(.misspelt(text.file.misspeltKeys(under: text.policy)))
        let missing = text.file.missing.filter { isOwn || $0 != .password }
        if !missing.isEmpty { Diagnostics.report(.missing(missing, path: text.file.path, isOwn: isOwn)) }
        if missing != text.file.missing { Diagnostics.report(.hasNoPassword(email: text.file.email)) }
    }

    /// Prints an account as a command left it, at once, unless the run is quiet. Then `report` says what was done, even
    /// if the output fails.
    mutating func printOutcome(
        _ account: AccountFile, _ policy: Policy, isOwn: Bool = true, report: () -> Void
    ) throws {
        defer { report() }
        if options.isQuiet { return }
        try print(AccountText(file: account, policy: policy), isOwn: isOwn)
        try output.flush()
    }
}

extension AccountFile {
    /// Warns if the first login sets the password.
    func warnIfPasswordless(_ policy: Policy) {
        guard hasNoPassword, policy.allowsFirstPassword else { return }
        Diagnostics.report(.mayTakeFirstPassword(by: policy.loginKey))
    }
}

extension Registry {
    /// Warns if the file of an account prevents logging in, locked or not.
    func warnIfBroken(_ email: String) {
        do throws(AccountsError) {
            if try account(of: email)?.isExpired == true { Diagnostics.report(.isExpired(email: email)) }
        } catch {
            if case .invalidFile = error {
                Diagnostics.report(
                    Message(
                        .warning("\(email) cannot log in until its file is corrected"),
                        .hint("see what is wrong with \(.regapp("accounts", "show", argument: email))")))
            }
        }
    }
}
