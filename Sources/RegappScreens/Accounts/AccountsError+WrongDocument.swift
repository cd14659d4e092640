import RegappCore
import RegappStore

extension AccountsError {
    /// The document that cannot be accepted, if an editor can correct it.
    var wrongDocument: Edit.Subject? {
        guard case .invalidFile(let problems) = self,
            let path = problems.first?.path
        else { return nil }
        switch FileAccess.name(of: path) {
        case StoreLayout.policy: return .policy
        case StoreLayout.session, StoreLayout.regapp.undo: return nil
        default: return .own
        }
    }
}

extension SignIn {
    /// The document that prevents logging in, if an editor can correct it.
    var wrongDocument: Edit.Subject? {
        if case .unusable(let error) = user { error.wrongDocument } else { nil }
    }
}
