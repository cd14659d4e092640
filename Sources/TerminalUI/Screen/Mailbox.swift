internal import Synchronization

/// Messages from work done elsewhere to a screen: any thread posts, the screen's loop wakes and takes them.
public final class Mailbox<Message: Sendable>: Sendable {
    private let messages = Mutex<[Message]>([])
    private let pipe: WakePipe

    /// An empty mailbox; nil when the process is out of descriptors.
    public init?() {
        guard let pipe = WakePipe() else { return nil }
        self.pipe = pipe
    }

    /// Adds a message and wakes the loop; messages of one thread arrive in order.
    public func post(_ message: Message) {
        messages.withLock { $0.append(message) }
        pipe.wake()
    }

    /// Readable while messages may be waiting.
    var descriptor: Int32 { pipe.readEnd }

    /// All messages so far, oldest first.
    func takeAll() -> [Message] {
        while pipe.next() != nil {}
        return messages.withLock { messages in
            defer { messages = [] }
            return messages
        }
    }
}
