internal import Synchronization

/// Messages from background work to a screen: any thread posts, and the screen's loop wakes up and takes them.
package final class Mailbox<Message: Sendable>: Sendable {
    private let messages = Mutex<[Message]>([])
    private let pipe: WakePipe

    /// Makes an empty mailbox; nil if the process is out of descriptors.
    package init?() {
        guard let pipe = WakePipe() else { return nil }
        self.pipe = pipe
    }

    /// Posts a message and wakes the loop; messages of one thread arrive in order.
    package func post(_ message: Message) {
        messages.withLock { $0.append(message) }
        pipe.wake()
    }

    /// Readable while there may be messages.
    var descriptor: Int32 { pipe.readEnd }

    /// Removes and returns all messages, oldest first.
    func takeAll() -> [Message] {
        while pipe.next() != nil {}
        return messages.withLock { messages in
            defer { messages = [] }
            return messages
        }
    }
}
