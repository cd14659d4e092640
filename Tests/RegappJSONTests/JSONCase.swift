import Testing

@testable import RegappJSON

/// A row of a table: a text, and whether it is accepted or what is wrong with it where.
struct JSONCase: CustomTestStringConvertible, Sendable {
    enum Expectation: Equatable {
        case accepted
        /// Each problem as `LINE:COLUMN`, or as `LINE:COLUMN message`.
        case refused([String])
    }

    let bytes: [UInt8]
    let expectation: Expectation

    static func takes(_ text: String) -> JSONCase {
        JSONCase(bytes: Array(text.utf8), expectation: .accepted)
    }

    static func refuses(_ text: String, at problems: String...) -> JSONCase {
        JSONCase(bytes: Array(text.utf8), expectation: .refused(problems))
    }

    static func refuses(bytes: [UInt8], at problems: String...) -> JSONCase {
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

/// Where a scanner stops that does with some bytes what `scan` says.
func stop(
    in bytes: [UInt8], _ scan: (inout JSONScanner) throws(JSONSyntaxError) -> Void
) -> JSONCase.Expectation {
    var scanner = JSONScanner(bytes)
    do throws(JSONSyntaxError) {
        try scan(&scanner)
        return .accepted
    } catch {
        return .refused(["\(SourcePosition(of: error.offset, in: bytes))"])
    }
}

/// What is reported of some bytes.
func problems(in bytes: [UInt8]) -> [JSONError.Problem] {
    do throws(JSONError) {
        _ = try JSONDocument(parsing: bytes)
        return []
    } catch {
        return error.problems
    }
}

/// What is reported of some bytes, with or without its sentences.
func outcome(of bytes: [UInt8], withMessages: Bool = true) -> JSONCase.Expectation {
    do throws(JSONError) {
        _ = try JSONDocument(parsing: bytes)
        return .accepted
    } catch {
        return .refused(
            error.problems.map { problem in
                let place = SourcePosition(of: problem.offset, in: bytes)
                return "\(place)" + (withMessages ? " \(problem.reason.message)" : "")
            })
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
