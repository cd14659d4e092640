@testable import RegappCore
import RegappStore
import RegappJSON
import Testing

/// A row: what work on documents throws, and what its caller gets.
struct ThrownCase: CustomTestStringConvertible, Sendable {
    let thrown: any Error
    let error: AccountsError
    var testDescription: String { "\(thrown)" }
}

/// The edge of the module, where errors of several types become one.
@Suite struct AccountsErrorTests {
    static let path = ProfileDisk.directory + "/history/00000001.json"
    static let start = SourcePosition(of: 0, in: [])

    static let cases = [
        ThrownCase(thrown: AccountsError.noMatch([]), error: .noMatch([])),
        ThrownCase(thrown: StoreError.locked(path: path), error: .store(.locked(path: path))),
        ThrownCase(
            thrown: StoreError.damaged(path: path, start, .shape),
            error: .invalidFile([FileProblem(path: path, position: start, reason: .damaged)])),
        ThrownCase(thrown: HashingError.unsuitable, error: .hashing(.unsuitable)),
    ]

    @Test(arguments: cases) func `errors of any type reach the caller as one type`(row: ThrownCase) {
        let store = ProfileDisk().store()
        #expect(throws: row.error) { try store.readingAccounts { _ in throw row.thrown } }
        #expect(throws: row.error) { try store.writingAccounts { _ in throw row.thrown } }
        #expect(throws: row.error) { try [0].mapCollectingErrors { _ in throw row.thrown } }
    }
}
