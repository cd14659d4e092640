import Accounts

extension AccountsError {
    /// The document that cannot be accepted, if an editor can correct it.
    var wrongDocument: Edit.Subject? {
        guard case .invalidFile(let problems) = self,
            let name = problems.first?.path.split(separator: "/").last
        else { return nil }
        switch name {
        case "policy.json": return .policy
        case "session.json", "undo.json": return nil
        default: return .own
        }
    }
}

extension Snapshot {
    /// The document that prevents logging in, if an editor can correct it.
    var wrongDocument: Edit.Subject? {
        if case .unusable(let error) = account { error.wrongDocument } else { nil }
    }
}
