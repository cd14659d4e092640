package import RegappJSON

/// What a generated password is given so that it passes a rule.
enum PasswordIngredient {
    case characters(Int, of: [CharacterKind])
    /// In characters, which are of one byte each; so is the next.
    case atLeast(Int)
    case atMost(Int)
    /// Most passwords pass anyway; another one is tried until one does.
    case nothing
}

extension Policy {
    /// The length of a generated password: at least some 80 bits.
    private static let generatedLength = 14
    /// So many passwords are tried; rules that none of them passes contradict each other.
    private static let mostTries = 100

    /// A new password that passes the rules, from the system's random source (getrandom(2)).
    package func generatedPassword() -> String {
        var random = RandomNumbers.system
        return password(for: passwordRules, from: &random).text
    }

    func canBePassed(_ rules: [PasswordRule]) -> Bool {
        var random = RandomNumbers.same(state: 0)
        return password(for: rules, from: &random).isPassing
    }

    private func password(
        for rules: [PasswordRule], from random: inout RandomNumbers
    ) -> (text: String, isPassing: Bool) {
        // Rules that read other fields are judged with the rest of the account.
        let draft = Draft(self, today: .earliest)
        var text = ""
        for _ in 0..<Self.mostTries {
            text = Self.draw(rules.map(\.ingredient), from: &random)
            if rules.allSatisfy({ $0.isSatisfied(by: text, in: draft) }) { return (text, true) }
        }
        return (text, false)
    }

    private static func draw(
        _ ingredients: [PasswordIngredient], from random: inout RandomNumbers
    ) -> String {
        var (least, most) = (generatedLength, Int.max)
        var wanted: [(count: Int, kinds: [CharacterKind])] = []
        for ingredient in ingredients {
            switch ingredient {
            case .characters(let count, let kinds): wanted.append((count, kinds))
            case .atLeast(let count): least = max(least, count)
            case .atMost(let count): most = min(most, count)
            case .nothing: break
            }
        }
        var characters: [Character] = []
        func add(_ count: Int, of kinds: [CharacterKind]) {
            let set = kinds.flatMap(\.unmistakable)
            for _ in 0..<max(0, count) { characters.append(set[Int.random(in: set.indices, using: &random)]) }
        }
        // Single kinds first: their characters count where one of several kinds is required, too.
        for (count, kinds) in wanted.sorted(by: { $0.kinds.count < $1.kinds.count }) {
            add(
                count - characters.count { character in kinds.contains { $0.contains(character) } }, of: kinds
            )
        }
        add(min(least, most) - characters.count, of: CharacterKind.allCases)
        return String(characters.shuffled(using: &random))
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

/// A source of random numbers.
///
/// `SystemRandomNumberGenerator` is not stored here: it has no size, and the thread sanitizer takes it for a shared variable.
private enum RandomNumbers: RandomNumberGenerator {
    case system
    /// The same numbers each time (SplitMix64), so that the same rules are accepted each time.
    case same(state: UInt64)

    mutating func next() -> UInt64 {
        guard case .same(var state) = self else { return UInt64.random(in: .min ... .max) }
        state &+= 0x9E37_79B9_7F4A_7C15
        self = .same(state: state)
        var value = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
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
