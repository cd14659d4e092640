/// A kind of character that a password can be asked to contain; all kinds are ASCII.
public enum CharacterKind: String, CaseIterable, Hashable, Sendable {
    case digit, lowercase, uppercase

    /// Tells whether the character, as a person sees it, is of this kind: an `é` is not lowercase here.
    public func contains(_ character: Character) -> Bool {
        // Ranges of Character would compare by canonical equivalence and take the Kelvin sign for a K.
        guard let byte = character.asciiValue, character.utf8.count == 1 else { return false }
        return switch self {
        case .digit: byte >= 0x30 && byte <= 0x39
        case .lowercase: byte >= 0x61 && byte <= 0x7A
        case .uppercase: byte >= 0x41 && byte <= 0x5A
        }
    }
}

extension Character {
    /// Whether this is one of `A–Z a–z`.
    var isEnglishLetter: Bool {
        CharacterKind.lowercase.contains(self) || CharacterKind.uppercase.contains(self)
    }
}
