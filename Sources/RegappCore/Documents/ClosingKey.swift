internal import RegappJSON

extension JSONMember {
    /// Whether a key of an account's file says that the account is kept out, such as `"locked": true` or
    /// `"accountLocked": "yes"`, although no such key is read: who wrote it believes that the account is locked.
    var seemsToCloseAccount: Bool {
        let text: String
        switch value.content {
        case .boolean(let isTrue): text = isTrue ? "true" : "false"
        case .number(let digits): text = digits
        case .string(let string): text = string
        case .null, .array, .object: return false
        }
        return OwnValue.seemsToClose(key, text)
    }
}

extension OwnValue {
    /// Whether a text under an own key would say that the account is kept out.
    static func seemsToClose(_ key: String, _ text: String) -> Bool {
        // Most own values are neither yes nor no, so their keys need not be judged.
        guard !NoValue.isMeant(by: text), let truth = TruthWord.truth(of: text.trimmed) else { return false }
        if KeySuggestion.folded(key) == passwordSet { return !truth }
        let name = LoginName(key)
        guard name.isWhole else { return false }
        switch name.sense {
        case .closed: return truth
        case .open: return !truth
        case .state, .end, .start, .access, .shell, nil: return false
        }
    }

    private static let passwordSet = KeySuggestion.folded(AccountStatus.noPassword.key)
}
