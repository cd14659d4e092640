internal import Dispatch
internal import Glibc

/// A catalogue service on this machine: a real HTTP/1.1 server on loopback for tests and measurements.
///
/// The first piece of a path may name a way to misbehave (`FakeCatalogueBehaviour`), so one server plays all of them
/// at once: `http://127.0.0.1:PORT/stalls/search?term=x`. Without one it answers well:
/// - `/search` gives the fixture `search-TERM.json` (`noch` for the term `ночь`), or else `nothing-found.json`;
/// - `/lookup` gives `lookup-ID.json`, or else `nothing-found.json`;
/// - `/many-N/search` gives N made-up albums;
/// - `/recorded/NAME/…` gives a recorded answer, where those are at hand;
/// - `/art/KIND/…` gives a picture (`FakeCataloguePictures`).
///
/// In fixtures, `{{origin}}` stands for the server's own address. Every connection gets a thread; only those for
/// pictures are kept for further requests.
package final class FakeCatalogue: Sendable {
    package let port: UInt16
    /// The address without a slash at its end.
    package var address: String { "http://127.0.0.1:\(port)" }

    private let listener: FakeCatalogueSocket
    private let content: FakeCatalogueContent

    /// Listens on a port of loopback, any free one by default, and serves at once.
    package init(port: UInt16 = 0) throws {
        listener = try FakeCatalogueSocket(listeningOn: port)
        self.port = try listener.localPort()
        content = FakeCatalogueContent(origin: "http://127.0.0.1:\(self.port)")
        let (listener, content) = (listener, content)
        WaitingThread {
            while let connection = listener.accept() {
                content.countConnection()
                WaitingThread {
                    defer { connection.close() }
                    while let request = FakeCatalogueRequest(connection) {
                        guard content.serve(request, on: connection) else { return }
                    }
                }.start()
            }
        }.start()
    }

    /// Serves until the process ends: for a program of its own.
    package func run() -> Never { while true { pause() } }

    /// The targets of all requests so far, such as `/search?term=x`.
    package var requests: [String] { content.requests }

    /// Waits for so many requests that were not waited for yet.
    package func waitForRequests(_ count: Int = 1) {
        for _ in 0..<count { content.arrivals.wait() }
    }

    package var connections: Int { content.connections }

    package func address(_ behaviour: FakeCatalogueBehaviour) -> String {
        "\(address)/\(behaviour.rawValue)"
    }

    /// Stops listening, and lets connections end that wait for something.
    package func stop() { listener.close() }

    deinit {
        stop()
    }
}
