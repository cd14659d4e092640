extension Policy {
    /// The length of a generated password: at least some 80 bits.
    private static let generatedLength = 14

    // Without characters that are easily confused: 0 O o 1 l I.
    private static let digits = Array("23456789")
    private static let lowercase = Array("abcdefghijkmnpqrstuvwxyz")
    private static let uppercase = Array("ABCDEFGHJKLMNPQRSTUVWXYZ")

    /// A new password that passes the rules, from the system's random source (getrandom(2)).
    package func generatedPassword() -> String {
        var random = SystemRandomNumberGenerator()
        let letters = Self.lowercase + Self.uppercase
        var characters: [Character] = []
        func add(_ count: Int, of set: [Character]) {
            for _ in 0..<max(0, count) { characters.append(set[Int.random(in: set.indices, using: &random)]) }
        }
        for kind in passwordRequires {
            switch kind {
            case .digit: break
            case .lowercase: add(1, of: Self.lowercase)
            case .uppercase: add(1, of: Self.uppercase)
            }
        }
        add(passwordLetters - characters.count, of: letters)
        add(max(passwordDigits, passwordRequires.contains(.digit) ? 1 : 0), of: Self.digits)
        add(max(Self.generatedLength, passwordLength) - characters.count, of: letters + Self.digits)
        return String(characters.shuffled(using: &random))
    }
}

/// A generated password, to be handed over.
package struct GeneratedPassword: Equatable, Sendable {
    package let email: String
    package let password: String

    package init(email: String, password: String) { (self.email, self.password) = (email, password) }
}
