import RegappStore
import Foundation
import Testing

@testable import RegappAlbums

/// A clock that stands still until a test sets it; pauses let its time pass.
final class ManualClock: Sendable {
    private let time: Locked<Int64>
    private let waits = Locked<[Int]>([])

    init(_ time: Int64 = 1_700_000_000_000) {
        self.time = Locked(time)
    }

    var now: Int64 { time.withLock { $0 } }
    /// The pauses so far, in milliseconds.
    var pauses: [Int] { waits.withLock { $0 } }

    func advance(seconds: Int64) {
        time.withLock { $0 += seconds * 1000 }
    }

    func surroundings(deadline: Int = 400) -> Surroundings {
        Surroundings(
            now: { self.now },
            pause: { milliseconds, _ in
                self.waits.withLock { $0.append(milliseconds) }
                self.time.withLock { $0 += Int64(milliseconds) }
            }, deadline: deadline, coverDeadline: deadline)
    }
}

/// A transport that gives prepared answers in turn, and fails a test that asks for more.
final class ScriptedTransport: Transport {
    enum Step {
        case answer(Int, String, [String: String] = [:])
        case failure(CatalogError)
    }

    private let steps: Locked<[Step]>
    private let urls = Locked<[String]>([])

    init(_ steps: Step...) {
        self.steps = Locked(steps)
    }

    /// What was asked so far.
    var asked: [String] { urls.withLock { $0 } }

    func send(
        _ requests: [TransportRequest], patience: Int, cancellation: Cancellation,
        receive: (Int, Result<TransportAnswer, CatalogError>) -> Void
    ) {
        for (index, request) in requests.enumerated() {
            receive(index, Result { () throws(CatalogError) in try answer(request) })
        }
    }

    private func answer(_ request: TransportRequest) throws(CatalogError) -> TransportAnswer {
        urls.withLock { $0.append(request.url) }
        let step = steps.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        switch step {
        case .answer(let status, let body, let headers):
            return TransportAnswer(status: status, headers: headers, body: Array(body.utf8))
        case .failure(let error): throw error
        case nil:
            Issue.record("the transport was asked once too often: \(request.url)")
            throw .offline
        }
    }
}

extension CurlTransport {
    /// The system's curl, with no variable of this process's environment.
    static var test: CurlTransport { CurlTransport { $0 == "PATH" ? "/usr/local/bin:/usr/bin:/bin" : nil } }
}

/// A directory of its own that goes with the test.
final class TemporaryDirectory {
    let path: String

    init() {
        path = FileManager.default.temporaryDirectory.appending(path: "albums-\(UUID().uuidString)").path
        try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Every file below, by its path from here.
    var files: [String] {
        let all = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
        return all.filter { FileManager.default.contents(atPath: "\(path)/\($0)") != nil }.sorted()
    }

    func bytes(_ name: String) -> [UInt8] {
        FileManager.default.contents(atPath: "\(path)/\(name)").map { Array($0) } ?? []
    }

    func write(_ bytes: [UInt8], to name: String) {
        #expect(FileManager.default.createFile(atPath: "\(path)/\(name)", contents: Data(bytes)))
    }
}

let english = ReaderLocale(allCategories: nil, collation: nil, language: "en_US.UTF-8")
let russian = ReaderLocale(allCategories: nil, collation: nil, language: "ru_RU.UTF-8")

/// The error that a piece of work throws.
func failure(_ work: @autoclosure () throws(CatalogError) -> some Any) -> CatalogError? {
    do throws(CatalogError) {
        _ = try work()
        return nil
    } catch {
        return error
    }
}
