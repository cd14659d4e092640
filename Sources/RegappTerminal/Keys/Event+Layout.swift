extension Event {
    /// A letter of the Russian keyboard as the Latin one on the same key, so that shortcuts work on both; any other
    /// event as it is.
    package var onLatinLayout: Event {
        guard case .key(let key) = self, case .character(let character) = key.code,
            let latin = Self.latin[character]
        else { return self }
        return .key(KeyPress(.character(latin), key.modifiers))
    }

    private static let latin: [Character: Character] = {
        let russian = "йцукенгшщзфывапролдячсмитьЙЦУКЕНГШЩЗФЫВАПРОЛДЯЧСМИТЬ"
        let english = "qwertyuiopasdfghjklzxcvbnmQWERTYUIOPASDFGHJKLZXCVBNM"
        return Dictionary(zip(russian, english)) { first, _ in first }
    }()
}
