import StrictJSON
import Testing

/// A row of the grammar's table: a text, and whether the scanner takes it or what it reports where.
struct JSONCase: CustomTestStringConvertible, Sendable {
    enum Expectation: Equatable {
        case accepted
        /// The problems, each as `LINE:COLUMN reason`.
        case refused([String])
    }

    let bytes: [UInt8]
    let expectation: Expectation

    static func takes(_ text: String) -> JSONCase {
        JSONCase(bytes: Array(text.utf8), expectation: .accepted)
    }

    static func refuses(_ text: String, _ problems: String...) -> JSONCase {
        JSONCase(bytes: Array(text.utf8), expectation: .refused(problems))
    }

    static func refuses(bytes: [UInt8], _ problems: String...) -> JSONCase {
        JSONCase(bytes: bytes, expectation: .refused(problems))
    }

    var testDescription: String {
        let shown = String(decoding: bytes.prefix(60), as: UTF8.self).debugDescription
        switch expectation {
        case .accepted: return "takes \(shown)"
        case .refused(let problems): return "refuses \(shown): \(problems.joined(separator: ", "))"
        }
    }
}

/// What the scanner says of some bytes.
func outcome(of bytes: [UInt8]) -> JSONCase.Expectation {
    do throws(JSONError) {
        _ = try JSONDocument(parsing: bytes)
        return .accepted
    } catch {
        return .refused(
            error.problems.map { "\(SourcePosition(of: $0.offset, in: bytes)) \($0.reason.message)" })
    }
}

extension JSONDocument {
    /// The document, or nil where the scanner refuses the bytes.
    init?(taking bytes: [UInt8]) {
        do throws(JSONError) { try self.init(parsing: bytes) } catch { return nil }
    }

    init?(_ text: String) {
        self.init(taking: Array(text.utf8))
    }
}
