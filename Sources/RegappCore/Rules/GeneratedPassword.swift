package import RegappJSON

extension Policy {
    /// In characters: at least some 80 bits.
    private static let generatedLength = 14

    /// Satisfies the rules; random by getrandom(2).
    package func generatedPassword() -> String {
        String(characters(for: passwordRules) { .random(in: $0) }.shuffled())
    }

    func canBePassed(_ rules: [PasswordRule]) -> Bool {
        let text = String(characters(for: rules) { $0.lowerBound })
        // Rules that read other fields are judged with the account.
        let draft = Draft(self, today: .earliest)
        return rules.allSatisfy { $0.isSatisfied(by: text, in: draft) }
    }

    /// Characters of a password that satisfies the rules, if any does.
    ///
    /// - Parameter choose: returns the index of the next character among the possible ones.
    private func characters(for rules: [PasswordRule], _ choose: (Range<Int>) -> Int) -> [Character] {
        let needs = rules.map(\.needs)
        let length = needs.reduce(Self.generatedLength) { max($0, $1.least) }
        var characters: [Character] = []
        func add(_ count: Int, of kinds: [CharacterKind]) {
            let set = kinds.flatMap(\.unmistakable)
            for _ in 0..<max(0, count) { characters.append(set[choose(set.indices)]) }
        }
        // Narrow requirements first; their characters also satisfy broader ones.
        for need in needs.sorted(by: { $0.kinds.count < $1.kinds.count }) {
            let present = characters.count { character in need.kinds.contains { $0.contains(character) } }
            add(need.count - present, of: need.kinds)
        }
        // Each character has one byte.
        let most = needs.reduce(length) { min($0, $1.most) }
        add(most - characters.count, of: CharacterKind.allCases)
        return characters
    }
}

extension CharacterKind {
    /// Without characters that are easily confused: 0 O o 1 l I.
    fileprivate var unmistakable: [Character] {
        switch self {
        case .digit: Array("23456789")
        case .lowercase: Array("abcdefghijkmnpqrstuvwxyz")
        case .uppercase: Array("ABCDEFGHJKLMNPQRSTUVWXYZ")
        }
    }
}

package struct GeneratedPassword: Equatable, Sendable {
    package let email: String
    package let password: String
    /// In the order of the columns; empty if none were asked for.
    package let values: [JSONText?]

    package init(email: String, password: String, values: [JSONText?] = []) {
        self.email = email
        self.password = password
        self.values = values
    }
}
