/// A full-screen program as a value: the session feeds it events and draws its frames.
public protocol ScreenApplication {
    /// The message that background work sends through a ``Mailbox``.
    associatedtype Message: Sendable

    /// Handles an event; a command asks something of the session.
    mutating func update(_ event: Event) -> ScreenCommand?

    /// Handles a message.
    mutating func receive(_ message: Message) -> ScreenCommand?

    /// The frame to show now, in exactly this size.
    func render(_ size: Size) -> Frame

    /// The interval at which ``Event/tick`` is wanted now, in milliseconds; nil for no ticks.
    var tickInterval: Int? { get }
}

/// A request of an application to its session.
public enum ScreenCommand {
    /// Leave the screen; the terminal is restored and ``ScreenSession/run(_:palette:mailbox:onCallersScreen:)``
    /// returns.
    case quit
    /// Give the terminal to a foreground child while this runs. ``Event/resumed`` follows, unless the screen is to end.
    ///
    /// The child gets the screen as it is if `keepingScreen`, and is to take it with
    /// ``ScreenSession/run(_:palette:mailbox:onCallersScreen:)``; else the screen is left meanwhile.
    case outside(keepingScreen: Bool, () -> Return)

    /// What a foreground child leaves behind.
    public enum Return: Hashable, Sendable {
        /// The child ended by itself: the terminal is as it got it.
        case asBefore
        /// A signal ended the child: nobody knows how the terminal is.
        case unknown
        /// The child ended by itself, and this screen is to end too.
        case ended(ScreenEnd)
    }
}

/// How a screen ended.
public enum ScreenEnd: Hashable, Sendable {
    /// The application quit.
    case quit
    /// Ctrl-C or SIGINT: exit with 130.
    case interrupted
    /// The terminal closed: no one is left to read anything.
    case closed
}

/// Why a screen could not be shown.
public enum ScreenError: Error, Hashable, Sendable {
    /// The process has no terminal that it can open.
    case noTerminal
    /// The system refused; the payload is the errno.
    case failed(errno: Int32)
}
