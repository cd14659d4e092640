import Testing

@testable import RegappTerminal

@Suite struct SentenceTests {
    @Test(arguments: [
        ("saved", "Saved"), ("logged out; type it", "Logged out; type it"), ("theirs: lime", "Theirs: lime"),
        ("a pasted line", "A pasted line"), ("saved, as before", "Saved, as before"), ("Saved", "Saved"),
        ("", ""),
        ("1 of 3: at least", "1 of 3: at least"), ("profile.json:2:1: wrong", "profile.json:2:1: wrong"),
        ("ann@mail.example is logged in", "ann@mail.example is logged in"),
        ("iTunes is silent", "iTunes is silent"),
        ("élan", "Élan"), ("$VISUAL is not set", "$VISUAL is not set"),
    ])
    func `a sentence begins with a capital, but for a name`(text: String, sentence: String) {
        #expect(text.sentence == sentence)
    }
}
