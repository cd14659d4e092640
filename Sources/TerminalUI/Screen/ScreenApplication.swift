/// A full-screen program as a value: the session feeds it events and draws its frames.
package protocol ScreenApplication {
    /// The message that background work sends through a ``Mailbox``.
    associatedtype Message: Sendable

    /// Handles an event; a command asks something of the session.
    mutating func update(_ event: Event) -> ScreenCommand?

    mutating func receive(_ message: Message) -> ScreenCommand?

    /// The frame to show now, in exactly this size.
    func render(_ size: Size) -> Frame

    /// The interval at which ``Event/tick`` is wanted now, in milliseconds; nil for no ticks.
    var tickInterval: Int? { get }
}

/// A request of an application to its session.
package enum ScreenCommand {
    /// Leave the screen; the terminal is restored and ``ScreenSession/run(_:palette:mailbox:)`` returns.
    case quit
    /// Give the terminal to a foreground child while this runs; the screen is left meanwhile. ``Event/resumed`` follows.
    case outside(() -> Void)
}

/// How a screen ended.
package enum ScreenEnd: Hashable, Sendable {
    case quit
    /// Ctrl-C or SIGINT: exit with 130.
    case interrupted
    /// The terminal closed: no one is left to read anything.
    case closed
}

/// Why a screen could not be shown.
package enum ScreenError: Error, Hashable, Sendable {
    /// The process has no terminal that it can open.
    case noTerminal
    /// The system refused; the payload is the errno.
    case failed(errno: Int32)
}
