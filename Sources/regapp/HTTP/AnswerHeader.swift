import RegappCommandLine
import RegappCore
import RegappJSON
import RegappValues

/// A header of the answer 200, with a value of the account.
struct AnswerHeader: Sendable {
    let name: String
    fileprivate let column: AccountColumn

    /// Sent even if empty, since some proxies pass on the client's own header where the answer has none.
    func value(of account: AccountFile) -> String {
        guard case .array(let elements)? = column.value(of: account) else {
            return column.value(of: account)?.cell.headerValue ?? ""
        }
        return elements.map { $0.cell.headerValue.replacingEach(",", with: UInt8(ascii: ",").percentEncoded) }
            .joined(separator: ",")
    }
}

/// In lowercase: what an answer has anyway.
private let takenHeaders = [
    "cache-control", "connection", "content-length", "remote-email", "remote-name", "remote-user",
    "transfer-encoding",
]

extension ValueType<AnswerHeader> {
    static var answerHeader: ValueType {
        ValueType(
            expected:
                "NAME=KEY, with a name such as Remote-Groups that no other header of the answer has, and a "
                + "key other than the password's",
            sample: AnswerHeader(name: "", column: .field(.email))
        ) { typed in
            guard let (name, key) = typed.parts(around: typed.firstIndex(of: "=")),
                HTTPRequest.isToken(Array(name.utf8)), !takenHeaders.contains(name.lowercased()),
                let column = AccountColumn(key: key)
            else { return nil }
            return AnswerHeader(name: name, column: column)
        }
    }
}
