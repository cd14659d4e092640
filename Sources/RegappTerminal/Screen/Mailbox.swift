internal import Synchronization

/// Messages from background work to a screen: any thread may post, which wakes the screen's loop.
package final class Mailbox<Message: Sendable>: Sendable {
    private let messages = Mutex<[Message]>([])
    private let pipe: WakePipe

    package init?() {
        guard let pipe = WakePipe() else { return nil }
        self.pipe = pipe
    }

    /// Messages from one thread arrive in order.
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
