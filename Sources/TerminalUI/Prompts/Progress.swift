/// A line on standard error that says what is taking so long.
///
/// It appears only on a terminal and only after a delay, turns a spinner with every ``tick(_:)`` and leaves nothing
/// behind. It has no thread: the waiting code calls ``tick(_:)`` a few times a second, and ``clear()`` before it
/// writes anything else.
public struct Progress {
    private let device: TerminalDevice?
    private let delay: Int
    private let now: () -> Int
    private let began: Int
    private var spinner = Spinner()
    private var isShown = false

    /// Makes a line that appears if the wait takes longer than `delay` milliseconds.
    public init(afterMilliseconds delay: Int = 400) {
        let device = TerminalDevice(descriptor: Terminal.Stream.standardError.rawValue)
        self.init(device: device.isTerminal ? device : nil, delay: delay, now: TerminalDevice.milliseconds)
    }

    init(device: TerminalDevice?, delay: Int, now: @escaping () -> Int) {
        self.device = device
        self.delay = delay
        self.now = now
        began = now()
    }

    /// Shows `text`, with the spinner turned.
    public mutating func tick(_ text: String) {
        guard let device, now() - began >= delay else { return }
        defer { spinner.tick() }
        isShown = true
        let columns = device.size?.columns ?? 80
        let line = "\(spinner.text) \(text.printable)".truncated(to: max(0, columns - 1))
        try? device.write(Array("\r\(line)\(EscapeCode.eraseToEndOfLine.sequence)".utf8))
    }

    /// Removes the line if it is shown.
    public mutating func clear() {
        guard let device, isShown else { return }
        isShown = false
        try? device.write(Array("\r\(EscapeCode.eraseToEndOfLine.sequence)".utf8))
    }
}
