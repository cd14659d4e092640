import RegappAlbums
import Synchronization
import RegappWording
import RegappTerminal

/// The question to the catalogue, in a few lines: in progress, answered, or failed with a button that asks again.
struct QuestionLine: Hashable, Sendable {
    enum State: Hashable, Sendable {
        /// Nothing has been asked; the text says what to do.
        case idle(String)
        case asking(String, number: Int)
        /// The text says what was found. With an error, the answer is an outdated one from the cache.
        case answered(String, CatalogError? = nil)
        case failed(CatalogError)

        static let beforeSearch = Self.idle("Type a few words and press Enter.")

        /// - Parameter words: what was found; if they are empty, only an outdated answer has a text.
        init(_ words: String, _ freshness: Freshness) {
            switch freshness {
            case .fetched, .cached: self = .answered(words)
            case .outdated(let age, let error):
                let parts = [words, .asOf(age)].filter { !$0.isEmpty }
                self = .answered(parts.joined(separator: ", "), error)
            }
        }
    }

    private static let mostRows = 3
    /// In milliseconds.
    static let second = 1_000
    private static let retry = "Retry"

    /// How many questions were asked by all pages.
    private static let count = Atomic(0)

    private(set) var state: State
    private var spinner = Spinner()
    /// When a busy catalogue may be asked again; known from the first tick after its answer on.
    private var mayAskAt: ContinuousClock.Instant?

    init(_ state: State) { self.state = state }

    var isAsking: Bool { activity != nil }

    var activity: String? { if case .asking(let words, _) = state { words } else { nil } }

    /// Why the last question has no answer, or only an outdated one.
    private var error: CatalogError? {
        switch state {
        case .failed(let error), .answered(_, let error?): error
        case .idle, .asking, .answered: nil
        }
    }

    var canRetry: Bool { error != nil }

    /// The name of the button that asks again; nil before the first question and during one.
    var again: String? {
        switch state {
        case .idle, .asking: nil
        case .answered(_, nil): "Refresh"
        case .answered, .failed: Self.retry
        }
    }

    mutating func set(_ state: State) {
        self.state = state
        spinner = Spinner()
        mayAskAt = nil
    }

    mutating func ask(_ question: AlbumQuestion, _ words: String) -> ScreenEffect {
        let number = Self.count.wrappingAdd(1, ordering: .relaxed).newValue
        set(.asking(words, number: number))
        return .albums(.ask(question, number: number))
    }

    func isOpen(_ number: Int) -> Bool { if case .asking(_, number) = state { true } else { false } }

    /// Whether seconds are counted down until a busy catalogue may be asked again.
    var isCounting: Bool {
        if case .rateLimited(let seconds)? = error { seconds > 0 } else { false }
    }

    /// Turns the spinner, or counts the seconds down until a busy catalogue may be asked again.
    mutating func tick(_ now: ContinuousClock.Instant) {
        switch state {
        case .asking: spinner.tick()
        case .failed(.rateLimited(let seconds)):
            state = .failed(.rateLimited(seconds: secondsLeft(of: seconds, now)))
        case .answered(let words, .rateLimited(let seconds)?):
            state = .answered(words, .rateLimited(seconds: secondsLeft(of: seconds, now)))
        case .idle, .answered, .failed: break
        }
    }

    private mutating func secondsLeft(of seconds: Int, _ now: ContinuousClock.Instant) -> Int {
        let end = mayAskAt ?? now.advanced(by: .seconds(seconds))
        mayAskAt = end
        let left = now.duration(to: end).components
        return max(0, Int(left.seconds) + (left.attoseconds > 0 ? 1 : 0))
    }

    /// At least one line, of at most `columns` columns; the button follows the last word.
    func lines(columns: Int, hasFocus: Bool) -> [StyledLine] {
        switch state {
        case .idle, .answered(_, nil): return [StyledLine(text.truncated(to: columns), .label)]
        case .asking:
            let words = text.truncated(to: columns - 2)
            return [StyledLine("\(spinner.text) \(words)", .attention)]
        case .answered: return Self.wrapped("! " + text.sentenceCased, .attention, columns, hasFocus)
        case .failed: return Self.wrapped("✗ " + text.sentenceCased, .problem, columns, hasFocus)
        }
    }

    var text: String {
        switch state {
        case .idle(let words), .answered(let words, nil): words
        case .asking(let words, _): words.sentenceCased
        case .answered(let words, let error?): "\(words). \(error.sentence)"
        case .failed(let error): error.sentence
        }
    }

    /// Line by line: none before the first question and during one.
    var sentences: [String] { again == nil || text.isEmpty ? [] : [text] }

    private static func wrapped(_ words: String, _ style: Style, _ columns: Int, _ hasFocus: Bool)
        -> [StyledLine]
    {
        let button = StyledLine(button: Self.retry, isFocused: hasFocus)
        var texts = words.printable.wrapped(to: columns)
        if texts.count > mostRows {
            texts = texts[..<(mostRows - 1)] + [texts[(mostRows - 1)...].joined(separator: " ")]
        }
        let isTight = texts.count == mostRows
        var lines = texts.enumerated().map { index, text in
            let room = isTight && index == texts.count - 1 ? columns - button.columns - 2 : columns
            return StyledLine(text.truncated(to: room), style)
        }
        if (lines.last?.columns ?? 0) + 2 + button.columns > columns { lines.append(StyledLine()) }
        if lines[lines.count - 1].columns > 0 { lines[lines.count - 1].append("  ") }
        lines[lines.count - 1].append(button)
        return lines
    }
}
