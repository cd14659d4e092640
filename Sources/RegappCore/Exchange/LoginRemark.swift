/// What people write of an account in their own words, in a column for remarks, a name or a description, and what it says
/// of who may log in.
///
/// A sentence is judged clause by clause, by words that can hardly mean anything else; ``LoginName`` judges the single
/// words and short phrases of a status.
enum LoginRemark {
    /// What is set apart in a text by signs, or by letters that sort it last, and says that an account is closed, as in
    /// `Ann Lee (left 2023)`, `*** LEFT ***` and `zzz left`.
    static func closingRemarks(in text: String) -> [String] {
        guard text.utf8.count <= longestText else { return [] }
        let signs = Array(text)
        let isOfWords = text.contains(" ")
        let separated = signs.indices.map { index -> Character in
            let isInWord = [index - 1, index + 1].allSatisfy {
                signs.indices.contains($0) && (signs[$0].isLetter || signs[$0].isNumber)
            }
            // `left-handed`, `hand_left`
            let isApart =
                "()[]{}<>*#~!|".contains(signs[index]) || "-–—=_.:".contains(signs[index]) && !isInWord
            return isApart || signs[index] == "_" && isOfWords ? "\n" : signs[index]
        }
        let words = String(separated).split(separator: " ").map { word -> Substring in
            word.count > 1 && word.allSatisfy { "xXzZ".contains($0) } ? "\n" : word
        }
        let parts = words.joined(separator: " ").split(separator: "\n").map(\.trimmed)
        guard parts != [text.trimmed] else { return [] }
        return parts.filter { part in
            guard part.utf8.count <= LoginName.longestPhrase, let roles = LoginWords.phrase(of: part),
                LoginName.word(roles) == .keptOut
            else { return false }
            return LoginWords.Roles(roles).isDisjoint(with: [.topic, .secret, .label])
                && roles.contains {
                    !$0.isDisjoint(with: [.closedValue, .strong])
                        || $0.contains(.closed) && !$0.contains(.vague)
                }
        }
    }

    /// The words by which a longer text, most of whose words mean something else, says that an account is closed, as in
    /// `vip disabled` and `VIPDisabled`.
    ///
    /// - Parameter isName: whether people may be called so: `Ann Leaver`.
    static func closingWords(in text: String, isName: Bool = false) -> [String] {
        guard LoginWords.mayClose(text) else { return [] }
        return clauses(of: text).flatMap { closingWords(inClause: $0, isName: isName) }
    }

    /// The parts of a sentence, each of which may say something else: `Left us in May, do not let him back in.` None of a
    /// text that is no sentence.
    private static func clauses(of text: String) -> [String] {
        // What names an entry of a directory is judged by its parts.
        guard text.utf8.count <= longestText, !text.utf8.contains(UInt8(ascii: "=")) else { return [] }
        var clauses = [""]
        var rest = text[...]
        while let sign = rest.popFirst() {
            let isAtEnd = rest.first.map(\.isWhitespace) ?? true
            if ",;:.–—!".contains(sign) && isAtEnd
                || sign == "-" && isAtEnd && clauses[clauses.count - 1].hasSuffix(" ")
            {
                clauses.append("")
            } else {
                clauses[clauses.count - 1].append(sign)
            }
        }
        return clauses
    }

    private static func closingWords(inClause text: String, isName: Bool) -> [String] {
        let words = LoginWords.joiningIdioms(in: text.split { !$0.isLetter }.map(String.init), by: " ")
        let roles = words.map { word -> LoginWords.Roles in
            if let roles = LoginWords.roles(of: LoginWords.folded(word)) { return roles }
            guard word.contains(" ") || LoginWords.mayClose(word) else { return [] }
            return LoginWords.words(of: word).reduce(into: []) {
                $0.formUnion(LoginWords.roles(of: $1) ?? [])
            }
        }
        // `her old dog died`, `blocked sink`, but not `died in car accident`
        func isOfThing(_ index: Int) -> Bool {
            roles.prefix(index + 2).contains { !$0.isDisjoint(with: [.topic, .secret]) }
        }
        return words.indices.filter { index in
            guard roles[index].contains(.strong), !isOfThing(index) else { return false }
            // `is not locked`
            let near = roles[max(0, index - nearWords)...min(index + 1, roles.count - 1)]
            guard near.allSatisfy({ !$0.contains(.negation) }) else { return false }
            // `ex-employee`, but not `ex-navy`
            if roles[index].contains(.vague) {
                return index + 1 < words.count && roles[index + 1].contains(.person)
            }
            if roles[index].contains(.closed) { return true }
            // `LEAVER Ann Lee` is no surname, `Ann.Leaver` has one.
            let isWritten =
                words[index].first?.isUppercase == true && words[index].dropFirst().allSatisfy(\.isLowercase)
            let isSurname = isName && isWritten || text.contains(".") && !text.contains(" ")
            return roles[index].contains(.closedValue) && !isSurname
        }.map { words[$0] }
    }

    /// Whether a part of a remark says what became of the person: `Contract ended`, `no admitido`, and as the first or only
    /// word `deceased`.
    static func isClosingRemark(_ text: String) -> Bool {
        clauses(of: text).enumerated().contains { index, clause in
            guard let roles = LoginWords.phrase(of: clause.trimmed) else { return beginsClosed(clause) }
            let all = LoginWords.Roles(roles)
            guard all.isDisjoint(with: [.topic, .secret, .money, .finite]),
                roles.last.map({ !$0.contains(.person) }) ?? false
            else { return false }
            let isWord = roles.count == 1 && index == 0 && isClosing(roles[0])
            return LoginName.word(roles) == .keptOut && (roles.count > 1 || isWord) || beginsClosed(clause)
        }
    }

    /// Whether a clause begins with what became of the person, and why or by whom, as in `Dismissed for theft`. What stands
    /// behind other words is what it is about: `retired teacher`, `excluded from lunch`, `closed on Mondays`.
    private static func beginsClosed(_ clause: String) -> Bool {
        let words = LoginWords.joiningIdioms(
            in: clause.split { !$0.isLetter }.map { LoginWords.folded(String($0)) })
        let roles = words.map { LoginWords.roles(of: $0) ?? [] }
        guard let index = roles.firstIndex(where: { $0 != .filler }), index + 1 < words.count,
            roles[index].isDisjoint(with: [.topic, .money, .vague]), words[index] != "left"
        else { return false }
        let isEnd = roles[index].contains(.end) && roles[index].isDisjoint(with: [.open, .openValue, .until])
        return (isEnd || isClosing(roles[index])) && wordsOfReasons.contains(words[index + 1])
    }

    /// What precedes a reason, an actor or a first day, folded.
    static let wordsOfReasons = Set(
        """
        for by after because due since wegen wg laut lt durch seit mangels pour par depuis por tras desde per dopo apos
        pelo pela wegens door sinds za przez od за после
        """.split(whereSeparator: \.isWhitespace).map(String.init))

    /// Whether a text says that something does not go on, as in `no longer with us` and `ne fait plus partie`, or that
    /// somebody left, as in `a quitté la société en mars`. That access is closed, ``isAccessClosed(in:)`` tells.
    static func isOver(_ text: String) -> Bool {
        clauses(of: text).contains(where: isOver(inClause:))
    }

    /// `login shut`, `Zugang bis auf Weiteres gesperrt`, `togliere ogni accesso`: what made it so, a password or a fee, may
    /// be named beside it.
    static func isAccessClosed(in text: String) -> Bool {
        clauses(of: text).contains(where: isAccessClosed(inClause:))
    }

    private static func isAccessClosed(inClause text: String) -> Bool {
        let told = told(of: LoginWords.words(of: text).map { LoginWords.roles(of: $0) ?? [] })
        // `No access until the certificate is renewed`, but not `No access card`
        if told.count > 1, told[0].contains(.negation), told[1].contains(.access) {
            return told.dropFirst(2).first?.isDisjoint(with: [.topic, .secret]) ?? true
        }
        guard LoginWords.Roles(told).isDisjoint(with: .negation) else { return false }
        return told.indices.contains { index in
            let near = told[(index + 1)...].prefix(nearWords)
            if told[index].isSuperset(of: [.closed, .verb]) { return near.contains { $0.contains(.access) } }
            // `shut out of the portal until paid`
            if told[index].isSuperset(of: [.closed, .strong]),
                near.prefix(2).contains(.here)
            {
                return true
            }
            // `Zugang zum Mieterportal geschlossen`
            let isLastWord = near.endIndex == told.endIndex && near.last.map(isClosing) ?? false
            return told[index].contains(.access)
                && (near.first.map(isClosing) ?? false || isLastWord
                    || near.contains { isClosing($0) && $0.contains(.strong) })
        }
    }

    /// Without words that only join others.
    private static func told(of roles: [LoginWords.Roles]) -> [LoginWords.Roles] {
        roles.filter { $0 != .filler && $0 != [.until, .vague] && !$0.contains(.modal) }
    }

    private static func isClosing(_ roles: LoginWords.Roles) -> Bool {
        roles.contains(.closed) && !roles.contains(.vague)
    }

    private static func isOver(inClause text: String) -> Bool {
        let roles = LoginWords.words(of: text).map { LoginWords.roles(of: $0) ?? [] }
        let all = LoginWords.Roles(roles)
        let told = told(of: roles)
        // `Account closed at own request`, at whose word a text may be about orders too.
        let isAccountClosed = zip(told, told.dropFirst()).contains { $0.contains(.account) && isClosing($1) }
        if isAccountClosed, !all.contains(.negation) { return true }
        guard all.isDisjoint(with: [.topic, .secret]) else { return false }
        let belongs: LoginWords.Roles = [
            .here, .person, .account, .open, .openValue, .access, .closed, .closedValue,
        ]
        let isEnded =
            all.contains(.still) && !all.isDisjoint(with: belongs)
            && roles.contains { $0.contains(.negation) && !$0.contains(.vague) }
        let isLeft =
            all.contains(.here) && roles.contains(where: isClosing) && !all.contains(.negation)
        // `please do not allow to log in`, `do not reactivate`, `darf nicht ins Portal`
        let isForbidden =
            all.contains(.negation)
            && (all.isSuperset(of: [.verb, .access]) || all.contains(.again)
                || all.isSuperset(of: [.verb, .modal, .here]))
        // `sans accès`, `no darle acceso`
        let isDenied = zip(told, told.dropFirst()).contains {
            $0.contains(.negation) && !$0.contains(.still) && $1.contains(.access)
        }
        // `does not work here`
        let isElsewhere =
            all.contains(.here)
            && zip(told, told.dropFirst()).contains {
                $0.contains(.negation) && !$0.contains(.still) && $1.contains(.open) && !$1.contains(.vague)
            }
        return isEnded || isLeft || isForbidden || isDenied || isElsewhere
    }

    /// In bytes.
    private static let longestText = 300
    /// How far from a word stands what belongs to it.
    private static let nearWords = 3
}
