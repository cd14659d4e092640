import RegappAlbums
import Synchronization
import RegappWording
import RegappTerminal

/// The question to the catalogue, in a few lines: in progress, answered, or failed with a button that asks again.
struct QuestionLine: Hashable, Sendable {
    enum State: Hashable, Sendable {
        /// Nothing has been asked; the text says what to do.
        case idle(String)
        case asking(String)
        /// The text says what was found. After an error, an outdated cached answer is shown.
        case answered(String, CatalogError? = nil)
        case failed(CatalogError)
        case cancelled

        static let beforeSearch = Self.idle("Type a few words and press Enter.")

        /// - Parameter words: what was found; if they are empty, only an answer that is not recent says something.
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
    private static let retry = "Retry"

    /// How many questions were asked, by whichever page.
    private static let count = Atomic(0)

    private(set) var state: State
    /// The number of the last question.
    private(set) var number = 0
    /// The time from which a busy catalogue may be asked again.
    private var busyUntil: ContinuousClock.Instant?
    private var spinner = Spinner()

    init(_ state: State) { self.state = state }

    var isAsking: Bool { if case .asking = state { true } else { false } }

    var activity: ScreenActivity? {
        if case .asking(let words) = state { return .waiting(words) }
        return secondsLeft == nil ? nil : .countdown
    }

    var canRetry: Bool { again == Self.retry }

    /// The name of the button that asks again; nil while nothing has been asked.
    var again: String? {
        switch state {
        case .idle, .asking: nil
        case .answered(_, nil): "Refresh"
        case .answered, .failed, .cancelled: Self.retry
        }
    }

    /// - Parameter now: the time of an answer.
    mutating func set(_ state: State, _ now: ContinuousClock.Instant? = nil) {
        self.state = state
        spinner = Spinner()
        busyUntil = secondsLeft.flatMap { now?.advanced(by: .seconds($0)) }
    }

    /// Puts a question to the catalogue.
    mutating func ask(_ question: AlbumQuestion, _ words: String) -> ScreenEffect {
        set(.asking(words))
        number = Self.count.wrappingAdd(1, ordering: .relaxed).newValue
        return .albums(.ask(question, number: number))
    }

    /// Whether an answer with this number is to the question that is open.
    func isOpen(_ number: Int) -> Bool { isAsking && number == self.number }

    mutating func tick(_ now: ContinuousClock.Instant) {
        if isAsking { spinner.tick() }
        guard let busyUntil, secondsLeft != nil else { return }
        count(to: max(0, Int((now.duration(to: busyUntil) / .seconds(1)).rounded(.up))))
    }

    /// Seconds until a busy catalogue may be asked again; nil if it is not busy, or no longer.
    var secondsLeft: Int? {
        switch state {
        case .answered(_, .rateLimited(let seconds)), .failed(.rateLimited(let seconds)):
            seconds > 0 ? seconds : nil
        case .idle, .asking, .answered, .failed, .cancelled: nil
        }
    }

    private mutating func count(to seconds: Int) {
        switch state {
        case .answered(let words, .rateLimited): state = .answered(words, .rateLimited(seconds: seconds))
        case .failed(.rateLimited): state = .failed(.rateLimited(seconds: seconds))
        case .idle, .asking, .answered, .failed, .cancelled: break
        }
    }

    /// At least one line, of at most `columns` columns; the button follows the last word.
    func lines(columns: Int, hasFocus: Bool) -> [StyledLine] {
        switch state {
        case .idle, .answered(_, nil): return [StyledLine(text.truncated(to: columns), .label)]
        case .asking:
            let words = text.truncated(to: columns - 2)
            return [StyledLine("\(spinner.text) \(words)", .attention)]
        case .answered: return Self.wrapped("! " + text.sentence, .attention, columns, hasFocus)
        case .failed, .cancelled: return Self.wrapped("✗ " + text.sentence, .problem, columns, hasFocus)
        }
    }

    var text: String {
        switch state {
        case .idle(let words), .answered(let words, nil): words
        case .asking(let words): words.sentence
        case .answered(let words, let error?): "\(words). \(error.sentence)"
        case .failed(let error): error.sentence
        case .cancelled: CatalogError.cancelled.words
        }
    }

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
