import RegappAlbums
import Testing

@testable import RegappScreens

/// The line about the question to the catalogue.
@Suite struct QuestionLineTests {
    @Test func `a busy catalogue counts its seconds down`() {
        var line = QuestionLine(.idle(""))
        line.set(.failed(.rateLimited(seconds: 30)))
        let start = ContinuousClock.now
        let steps: [(seconds: Int, words: String)] = [
            (0, "retry in 30 s"), (12, "retry in 18 s"), (29, "retry in 1 s"), (31, "retry now"),
        ]
        for step in steps {
            line.tick(start.advanced(by: .seconds(step.seconds)))
            #expect(line.text.hasSuffix(step.words))
        }
    }
}
