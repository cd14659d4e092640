internal import Synchronization

/// A full-screen program as a value: a ``ScreenSession`` feeds it events and draws its frames. A ``ConversationSession``
/// shows its page line by line instead, and feeds it ``Event/filled(_:with:)`` and ``Event/chosen(_:)`` instead of keys.
package protocol ScreenApplication {
    /// What background work sends through a ``Mailbox``.
    associatedtype Outcome: Sendable

    mutating func update(_ event: Event) -> ScreenCommand?

    mutating func receive(_ outcome: Outcome) -> ScreenCommand?

    /// The frame to show now, of exactly this size.
    func render(_ size: Size) -> Frame

    var page: ConversationPage { get }
    /// What is being done in the background while the answers of a conversation wait for it; nil while nothing is.
    var work: String? { get }

    /// The end of the input (Ctrl-D) at a menu: it quits, unless something would be lost by that.
    mutating func endInput() -> ScreenCommand?

    /// Called once the terminal shows the frame: what is typed from now on is typed by a person who can see it.
    mutating func didShow()

    /// Asks whether to leave if typed text would be lost; false if there is nothing to ask, or it was asked already.
    mutating func asksBeforeLeaving() -> Bool

    /// How often ``Event/tick`` is wanted now, in milliseconds; nil for never.
    var tickInterval: Int? { get }
}

package enum ScreenCommand {
    case quit
    /// Leave the screen, run this while a child process may use the terminal, and come back with ``Event/resumed``.
    case outside(() -> Void)
    /// Ask the terminal to put a text on its clipboard; terminals that do not allow it ignore this.
    case copy(String)
}

/// Why a screen, a conversation or a question ended.
package enum TerminalEnd: Error, Hashable, Sendable {
    case quit
    /// Ctrl-C or SIGINT: the terminal is restored; exit with 130.
    case interrupted
    /// The input ended (Ctrl-D), or the terminal was closed, so that no message can be read.
    case closed
    case failed(errno: Int32)

    init(_ error: DeviceError) { self = error.isHangup ? .closed : .failed(errno: error.errno) }
}

/// Messages from background work to a screen. Any thread may post; those from one thread arrive in order.
package final class Mailbox<Message: Sendable>: Sendable {
    private let messages = Mutex<[Message]>([])
    private let pipe: WakePipe

    package init?() {
        guard let pipe = WakePipe() else { return nil }
        self.pipe = pipe
    }

    package func post(_ message: Message) {
        messages.withLock { $0.append(message) }
        pipe.wake()
    }

    /// Readable while there may be messages.
    var descriptor: Int32 { pipe.readEnd }

    func drain() -> [Message] {
        while pipe.next() != nil {}
        return messages.withLock { messages in
            defer { messages = [] }
            return messages
        }
    }
}
