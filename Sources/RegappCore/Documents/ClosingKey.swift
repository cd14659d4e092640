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
    /// Whether a text under a custom key would say that the account is kept out.
    static func seemsToClose(_ key: String, _ text: String) -> Bool {
        guard !NoValue.isMeant(by: text) else { return false }
        // `"userAccountControl": 514`
        if let attribute = LoginAttribute.named(key), attribute.isDistinctive {
            return LoginFacts(attribute, text).map { $0.isLocked || $0.lastDay != nil } ?? true
        }
        guard let truth = TruthWord.truth(of: text.trimmed) else {
            // `"state": "locked"`; few values are such words, so few keys need to be judged.
            if LoginName.isCertainlyClosed(text) {
                let name = LoginName(key)
                return name.sense == .state && (name.isWhole || name.isVague)
            }
            // `"lockedAt": "2026-01-31"`
            guard LoginName.day(of: text) != nil else { return false }
            let name = LoginName(key)
            return name.sense == .closed && name.isWhole
        }
        if KeySuggestion.folded(key) == passwordSet { return !truth }
        let name = LoginName(key)
        guard name.isWhole else { return false }
        switch name.sense {
        case .closed: return truth
        case .open, .access: return !truth
        case .state, .end, .start, .shell, nil: return false
        }
    }

    private static let passwordSet = KeySuggestion.folded(AccountStatus.noPassword.key)
}
