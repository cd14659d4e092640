internal import RegappJSON

extension JSONMember {
    /// Where a key of an account's file, or one inside its value, says that the account is kept out, such as
    /// `"locked": true`, although no such key is read: who wrote it believes that the account is locked. Nil if none does.
    ///
    /// - Parameter path: the key, behind those of the objects that it is in.
    func closingKey(under path: String) -> Int? {
        switch value.content {
        case .object(let members): return Self.closingKey(in: members, under: path)
        case .array(let elements):
            return elements.lazy.compactMap { element in
                switch element.content {
                case .object(let members): return Self.closingKey(in: members, under: path)
                // Of a list, such as `"blockedUsers": ["eve"]`, only what certainly says so.
                case .string(let text) where LoginName.isCertainlyClosed(text):
                    return OwnValue.seemsToClose(path, text) ? keyRange.lowerBound : nil
                case .boolean:
                    return OwnValue.seemsToClose(path, JSONText(element).cell) ? keyRange.lowerBound : nil
                case .array, .null, .number, .string: return nil
                }
            }.first
        case .null: return nil
        case .boolean, .number, .string:
            return OwnValue.seemsToClose(path, JSONText(value).cell) ? keyRange.lowerBound : nil
        }
    }

    private static func closingKey(in members: [JSONMember], under path: String) -> Int? {
        members.lazy.compactMap { $0.closingKey(under: "\(path).\($0.key)") }.first
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
        guard LoginWords.mayDecide(key) || KeySuggestion.folded(key) == overdue else { return false }
        guard let truth = TruthWord.truth(of: text.trimmed) else {
            // `"locked": "since May"`
            if LoginWords.mayClose(key: key), case let name = LoginName(key), name.isCertain, name.isWhole {
                return name.verdict(on: text, at: nil) == .keptOut
            }
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
        if KeySuggestion.folded(key) == overdue { return truth }
        let name = LoginName(key)
        // `"passwordSet": false`, `"noPassword": true`
        if name.isOfSecret { return truth == name.isNegated }
        // `"office": {"open": false}`
        guard name.isWhole, !name.isLabel else { return false }
        switch name.sense {
        case .closed: return truth
        case .open, .access: return !truth
        // `"suspension": {"active": true}`
        case .state: return truth && name.verdict(on: text, at: nil) == .keptOut
        case .end, .start, .shell, nil: return false
        }
    }

    private static let overdue = AccountStatus.overdue.option?.name
}
