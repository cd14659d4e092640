/// A line on standard error that says what is taking so long. It appears only on a terminal and only after a delay,
/// turns a spinner with every ``tick(_:)`` and leaves nothing behind; a ``Style/plain`` line has no spinner and stays.
/// It has no thread: the waiting code calls ``tick(_:)`` a few times a second, and ``clear()`` before it writes.
package struct Progress {
    package enum Style: Sendable {
        /// A line with a spinner, in a palette's characters.
        case turning(Palette)
        /// A line that is written once, as for screen readers.
        case plain
    }

    private let device: TerminalDevice?
    private let style: Style
    private let delay: Int
    private let now: () -> Int
    private let began: Int
    private var spinner = Spinner()
    private var isShown = false

    package init(_ style: Style, afterMilliseconds delay: Int = 400) {
        let device = TerminalDevice(descriptor: Terminal.Stream.standardError.rawValue)
        self.init(
            device: device.isTerminal ? device : nil, style, delay: delay, now: TerminalDevice.milliseconds)
    }

    init(device: TerminalDevice?, _ style: Style, delay: Int, now: @escaping () -> Int) {
        self.device = device
        self.style = style
        self.delay = delay
        self.now = now
        began = now()
    }

    package mutating func tick(_ text: String) {
        guard let device, now() - began >= delay else { return }
        defer {
            spinner.tick()
            isShown = true
        }
        guard case .turning(let palette) = style else {
            if !isShown { try? device.write(Array("\(text.printable)\n".utf8)) }
            return
        }
        let line = palette.text("\(spinner.text) \(text.printable)".truncated(to: max(0, device.columns - 1)))
        let shown = palette.printed(line, .attention)
        try? device.write(Array("\r\(shown)\(EscapeCode.eraseToEndOfLine.sequence)".utf8))
    }

    package mutating func clear() {
        guard let device, isShown, case .turning = style else { return }
        isShown = false
        try? device.write(Array("\r\(EscapeCode.eraseToEndOfLine.sequence)".utf8))
    }
}
