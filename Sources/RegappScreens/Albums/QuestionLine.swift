import RegappAlbums
import RegappWording
import RegappTerminal

/// The question to the catalogue, in a few lines: in progress, answered, or failed with a button that asks again.
struct QuestionLine: Hashable, Sendable {
    enum State: Hashable, Sendable {
        /// Nothing has been asked; the text says what to do.
        case idle(String)
        case asking(String)
        /// The text says what was found.
        case answered(String)
        /// An error came, so an outdated cached answer is shown.
        case outdated(String, CatalogError)
        case failed(CatalogError)
        case cancelled
    }

    /// The most rows of words.
    private static let mostRows = 3

    private(set) var state: State
    private var spinner = Spinner()

    init(_ state: State) { self.state = state }

    var isAsking: Bool { if case .asking = state { true } else { false } }

    var activity: ScreenActivity? {
        if case .asking(let words) = state { return .waiting(words) }
        return secondsLeft == nil ? nil : .countdown
    }

    /// Whether there is a button that asks again.
    var canRetry: Bool {
        switch state {
        case .failed, .outdated, .cancelled: true
        case .idle, .asking, .answered: false
        }
    }

    mutating func set(_ state: State) {
        self.state = state
        spinner = Spinner()
    }

    mutating func tick() { if isAsking { spinner.tick() } }

    /// Seconds until a busy catalogue may be asked again; nil if it is not busy, or no longer.
    var secondsLeft: Int? {
        switch state {
        case .outdated(_, .rateLimited(let seconds)), .failed(.rateLimited(let seconds)):
            seconds > 0 ? seconds : nil
        case .idle, .asking, .answered, .outdated, .failed, .cancelled: nil
        }
    }

    /// Counts those seconds down.
    mutating func count(to seconds: Int) {
        switch state {
        case .outdated(let words, .rateLimited): state = .outdated(words, .rateLimited(seconds: seconds))
        case .failed(.rateLimited): state = .failed(.rateLimited(seconds: seconds))
        case .idle, .asking, .answered, .outdated, .failed, .cancelled: break
        }
    }

    /// At least one line, of at most `columns` columns; the button follows the last word.
    func lines(columns: Int, hasFocus: Bool) -> [StyledLine] {
        switch state {
        case .idle(let words), .answered(let words): return [StyledLine(words.truncated(to: columns), .label)]
        case .asking(let words):
            var line = StyledLine(spinner.text + " ", .attention)
            line.append(words.sentence.truncated(to: columns - 2), .attention)
            return [line]
        case .outdated(let words, let error):
            return Self.wrapped("\(words). \(error.sentence)", .label, columns, hasFocus)
        case .failed(let error): return Self.wrapped("✗ " + error.sentence, .problem, columns, hasFocus)
        case .cancelled: return Self.wrapped("✗ " + Self.cancelled.sentence, .problem, columns, hasFocus)
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
