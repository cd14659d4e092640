import RegappJSON
import RegappStore
@testable import RegappCore
import Testing

/// The edge of the module, where errors of several types become one.
@Suite struct AccountsErrorTests {
    static let path = ProfileDisk.directory + "/history/00000001.json"
    static let start = SourcePosition(of: 0, in: [])

    static let cases: [(any Error, AccountsError)] = [
        (AccountsError.noMatch([]), .noMatch([])),
        (StoreError.locked(path: path), .store(.locked(path: path))),
        (
            StoreError.damaged(path: path, start),
            .invalidFile([FileProblem(path: path, position: start, reason: .damaged)])
        ),
        (HashingError.unsuitable, .hashing(.unsuitable)),
    ]

    @Test(arguments: cases) func `errors of any type reach the caller as one type`(
        thrown: any Error, error: AccountsError
    ) {
        let store = ProfileDisk().store()
        #expect(throws: error) { try store.readingAccounts { _ in throw thrown } }
        #expect(throws: error) { try store.writingAccounts { _ in throw thrown } }
        #expect(throws: error) { try [0].mapCollectingErrors { _ in throw thrown } }
    }
}
