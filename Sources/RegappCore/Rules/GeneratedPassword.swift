package import RegappJSON

extension Policy {
    /// The length of a generated password: at least some 80 bits.
    private static let generatedLength = 14

    /// A new password that passes the rules, from the system's random source (getrandom(2)).
    package func generatedPassword() -> String {
        String(characters(for: passwordRules) { .random(in: $0) }.shuffled())
    }

    /// Whether a password can have all that the rules ask for; which characters of a kind it has does not matter.
    func canBePassed(_ rules: [PasswordRule]) -> Bool {
        let text = String(characters(for: rules) { $0.lowerBound })
        // Rules that read other fields are judged with the rest of the account.
        let draft = Draft(self, today: .earliest)
        return rules.allSatisfy { $0.isSatisfied(by: text, in: draft) }
    }

    /// Characters with which a password passes, if any does.
    ///
    /// - Parameter choose: the index of the next character among those that are possible.
    private func characters(for rules: [PasswordRule], _ choose: (Range<Int>) -> Int) -> [Character] {
        let needs = rules.map(\.needs)
        let length = needs.reduce(Self.generatedLength) { max($0, $1.least) }
        var characters: [Character] = []
        func add(_ count: Int, of kinds: [CharacterKind]) {
            let set = kinds.flatMap(\.unmistakable)
            for _ in 0..<max(0, count) { characters.append(set[choose(set.indices)]) }
        }
        // Single kinds first: their characters count where one of several kinds is required, too.
        for need in needs.sorted(by: { $0.kinds.count < $1.kinds.count }) {
            let present = characters.count { character in need.kinds.contains { $0.contains(character) } }
            add(need.count - present, of: need.kinds)
        }
        // Each has one byte.
        let most = needs.reduce(length) { min($0, $1.most) }
        add(most - characters.count, of: CharacterKind.allCases)
        return characters
    }
}

extension CharacterKind {
    /// Its characters without those that are easily confused: 0 O o 1 l I.
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
    /// What is to be printed with it, in the order of the columns that were asked for; none if none were.
    package let values: [JSONText?]

    package init(email: String, password: String, values: [JSONText?] = []) {
        (self.email, self.password, self.values) = (email, password, values)
    }
}
