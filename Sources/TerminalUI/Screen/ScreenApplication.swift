/// What a program shows on the whole screen, as a value that the session feeds and draws.
public protocol ScreenApplication {
    /// What work done elsewhere sends through a ``Mailbox``.
    associatedtype Message: Sendable = Never

    /// Answers an event; a command asks something of the session.
    mutating func update(_ event: Event) -> ScreenCommand?

    /// Answers a message.
    mutating func receive(_ message: Message) -> ScreenCommand?

    /// What is to be seen now, in exactly this size.
    func render(_ size: Size) -> Frame

    /// How often ``Event/tick`` is wanted now, in milliseconds; nil for not at all.
    var tickInterval: Int? { get }
}

extension ScreenApplication {
    /// No ticks.
    public var tickInterval: Int? { nil }
}

extension ScreenApplication where Message == Never {
    /// Never called: there are no messages.
    public mutating func receive(_ message: Never) -> ScreenCommand? {}
}

/// What an application asks of its session.
public enum ScreenCommand {
    /// Leave the screen; the terminal is restored and ``ScreenSession/run(_:mailbox:)`` returns.
    case quit
    /// Leave the screen for as long as this runs, such as a foreground child; ``Event/resumed`` follows, unless
    /// it says how the screen is to end.
    case outside(() -> ScreenEnd?)
    /// Stop the process as Ctrl-Z does; ``Event/resumed`` follows.
    case suspend
}

/// How a screen ended.
public enum ScreenEnd: Hashable, Sendable {
    /// The application asked for it.
    case quit
    /// Ctrl-C or SIGINT: exit with 130.
    case interrupted
    /// The terminal closed: nobody is there to read anything any more.
    case closed
}

/// Why there is no screen.
public enum ScreenError: Error, Hashable, Sendable {
    /// This process has no terminal that it can open.
    case noTerminal
    /// The system refused; the payload is the errno.
    case failed(errno: Int32)
}
