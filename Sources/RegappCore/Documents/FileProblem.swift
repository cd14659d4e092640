internal import RegappStore
package import RegappJSON
package import RegappValues

package struct FileProblem: Equatable, Sendable {
    package enum Reason: Equatable, Sendable {
        /// Not JSON by RFC 8259.
        case syntax(JSONError.Reason)
        case rule(Violation)
        /// A key is ignored, although a known one was meant; if `isMistake`, the file must be corrected.
        case notRead(String, isMistake: Bool)
        /// Callers do not tell these apart.
        case plain(String, hint: String? = nil)
    }

    /// An absolute path.
    package let path: String
    package let position: SourcePosition
    package let reason: Reason
    /// The registered account's email, if setting a new password would repair the file.
    package fileprivate(set) var repairable: String?
}

extension JSONDocument {
    init(parsing bytes: [UInt8], path: String) throws(AccountsError) {
        do throws(JSONError) { try self.init(parsing: bytes) } catch {
            throw .invalidFile(
                error.problems.map { problem in
                    FileProblem(
                        path: path, position: SourcePosition(of: problem.offset, in: bytes),
                        reason: .syntax(problem.reason))
                })
        }
    }

    func problem(_ path: String, at offset: Int, _ reason: FileProblem.Reason) -> FileProblem {
        FileProblem(path: path, position: SourcePosition(of: offset, in: bytes), reason: reason)
    }

    /// The first problems in the order of the text; the order at one offset stays.
    func problems(
        _ path: String, _ found: [(offset: Int, reason: FileProblem.Reason)], repairable: String? = nil
    ) -> [FileProblem] {
        let sorted = found.enumerated().sorted {
            ($0.element.offset, $0.offset) < ($1.element.offset, $1.offset)
        }
        return sorted.prefix(JSONError.mostProblems).map { _, found in
            var problem = problem(path, at: found.offset, found.reason)
            problem.repairable = repairable
            return problem
        }
    }
}

extension FileProblem {
    /// As compilers write it: `FILE:LINE:COLUMN: what is wrong`.
    package var sentence: String { "\(path):\(position): \(message)" }

    /// A sentence, lowercase, without a period and without the value.
    package var message: String {
        switch reason {
        case .syntax(.comment) where FileAccess.name(of: path) == StoreLayout.policy:
            JSONError.Reason.comment.message
                + "; this file takes no custom keys, so keep notes elsewhere"
        case .syntax(.comment):
            JSONError.Reason.comment.message + #"; put a note in a custom key, such as "note": "…""#
        case .syntax(let reason): reason.message
        case .rule(let violation): violation.message
        case .notRead(let message, _), .plain(let message, _): message
        }
    }

    /// What to type instead, if known.
    package var hint: String? {
        switch reason {
        // A file cannot hold a span such as +14d: spans can only be typed.
        case .rule(let violation) where violation.field == .expires: Rule.dateHint()
        case .rule(let violation): violation.hint
        case .plain(_, let hint): hint
        case .syntax, .notRead: nil
        }
    }

    package var isMistake: Bool {
        if case .notRead(_, isMistake: true) = reason { true } else { false }
    }
}

extension [FileProblem] {
    private var isOfRecord: Bool {
        first.map { FileAccess.name(of: FileAccess.folder(of: $0.path)) } == StoreLayout.regapp.history
    }

    /// For programs that use the library.
    var libraryHint: String? {
        lazy.compactMap(\.hint).first ?? (isOfRecord ? nil : "correct the file in an editor")
    }

    /// What to do about the problems of one file.
    var hints: [Sentence] {
        guard let path = first?.path else { return [] }
        let ofValues = compactMap { problem -> Sentence? in
            if let email = problem.repairable {
                return "type \(.regapp("accounts", "password", argument: email))"
            }
            if case .syntax(let reason) = problem.reason { return reason.conversion(of: problem.path) }
            return problem.hint.map(Sentence.init(prose:))
        }.withoutDuplicates
        if allSatisfy({ $0.repairable != nil }) { return ofValues }
        let folder = FileAccess.name(of: FileAccess.folder(of: path))
        let repair: Sentence =
            switch FileAccess.name(of: path) {
            case _ where isOfRecord: "remove the file; what could be undone is in it"
            case let name where name == StoreLayout.policy || folder == StoreLayout.accounts:
                "\(.correct), or restore its last version with \(.regapp("undo", "--by-hand"))"
            case StoreLayout.profile: "\(.correct), or replace it with \(.regapp("login"))"
            case StoreLayout.session: "\(.correct), or log out with \(.regapp("logout"))"
            default: .correct
            }
        return ofValues + [repair]
    }
}

extension Sentence {
    package static let correct: Sentence = "correct the file in an editor"
}

extension JSONError.Reason {
    /// How to convert a file in another encoding to UTF-8, if that encoding is known.
    package func conversion(of path: String) -> Sentence? {
        switch kind {
        case .notUTF8(isWindows1251: true):
            return Self.conversion(of: path, from: "WINDOWS-1251").map { "if it is Windows-1251, \($0)" }
        case .otherEncoding(let encoding): return Self.conversion(of: path, from: encoding.rawValue)
        default: return nil
        }
    }

    /// The commands that convert a file to UTF-8; it stays the same file, with its mode, and a link stays one.
    private static func conversion(of path: String, from encoding: String) -> Sentence? {
        // iconv would take the name for an option.
        if path.hasPrefix("-") { return nil }
        let convert = ["iconv", "-f", encoding, "-t", "UTF-8"]
        if path.hasPrefix("/dev/") || path == ExternalFiles.standardInputName {
            return "send it through \(.words(convert))"
        }
        let new = path + ".utf8"
        let first = ShellCommand.words(convert + ["-o", new, path])
        return "type \(bare: first) && \(bare: .words("cp", new, path)) && \(bare: .words("rm", new))"
    }
}

extension FileProblem.Reason {
    static let notAnObject = Self.plain("expected an object, from '{' to '}'")
    static let unknownKey = Self.plain(
        "unknown key",
        hint: "its keys are \(PolicyKey.allCases.map(\.rawValue).joined(separator: ", "))")
    /// The key is one that `show` prints, or looks like it, and no file has it.
    static let closesNothing = Self.plain(
        "this key keeps nobody out: remove it", hint: "'regapp accounts lock EMAIL' locks an account")
    static let emailTaken = Self.plain(AccountsError.emailTaken.explanation.messages.joined())
    static let damaged = Self.plain(StoreError.foreignContent)

    /// - Parameter written: a misspelt key that was probably meant to be this one.
    static func missing(_ noun: String, key: String, writtenAs written: String? = nil) -> Self {
        let advice =
            switch written.map(isLookalike) {
            case nil: "add \"\(key)\": \"…\""
            case true: "this key only looks like \"\(key)\", type it again"
            case false: "write this key as \"\(key)\""
            }
        return plain("\(noun) is required: \(advice)")
    }
}

extension JSONValue.Content {
    /// Says of a value that it is not a string, and what to do about it.
    func notAString(_ noun: String) -> String {
        let advice =
            switch self {
            case .number, .boolean: ": put it in quotes"
            case .null: ", not null"
            case .array: ", not an array"
            case .object: ", not an object"
            case .string: ""
            }
        return "\(noun) must be a string" + advice
    }
}

// A misspelt key is never quoted: with a misplaced quotation mark, the key itself may be a secret.
extension FileProblem.Reason {
    /// - Parameter line: the line of the key that is meant, if the file has that key too.
    static func misspelt(_ written: String, meant: String, _ isMistake: Bool, line: Int? = nil) -> Self {
        let advice =
            isMistake && !isLookalike(written)
            ? "write it as \"\(meant)\", or give it a name of its own" : question(written, meant, line)
        return .notRead("this key is not read: " + advice, isMistake: isMistake)
    }

    static func unknownKey(_ written: String, meant: String) -> Self {
        plain("unknown key: " + question(written, meant, nil))
    }

    private static func question(_ written: String, _ meant: String, _ line: Int?) -> String {
        if isLookalike(written) { return "it only looks like \"\(meant)\", type it again" }
        return KeySuggestion.didYouMean(meant, line)
    }

    /// Whether a key only looks like a known one, because of a foreign or invisible character.
    private static func isLookalike(_ written: String) -> Bool {
        !written.unicodeScalars.allSatisfy(\.isASCII)
    }
}
