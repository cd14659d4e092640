import RegappCore
import RegappCommandLine
import RegappValues
import RegappStore
import RegappWording

struct PasswordSource {
    /// The most bytes of a password file or of standard input that are read.
    private static let maximumSize = 64 << 10

    let isGenerated: Bool
    let mark: FirstPasswordMark?
    let typed: Asked?
    /// Whether it is for an account of others, where an empty one on standard input is a mistake and not a wrong one.
    private let isForOthers: Bool
    let isOnStandardInput: Bool
    private let file: String?

    /// - Parameter isAsked: whether a person without these options is asked for the password.
    init(
        _ line: inout CommandLineReader, mayGenerate: Bool = false, mayRemoveMark: Bool = false,
        isAsked: Bool = true
    ) {
        isForOthers = mayGenerate
        typed = line.askable(
            "password", .text, "PASSWORD", noun: "password", oneOf: "password", isSecret: true,
            isAlwaysAsked: isAsked,
            "the password (other users of the machine can see it)")
        isOnStandardInput = line.flag(
            "password-stdin", oneOf: "password", isSecret: true,
            "read a one-line password from standard input")
        file = line.option(
            "password-file", .file, "FILE", oneOf: "password", "read a one-line password from FILE")
        isGenerated =
            mayGenerate
            && line.flag(
                "generate", oneOf: "password",
                "generate a password that passes the rules, and print it with the email")
        mark =
            mayGenerate ? line.firstPasswordMark("make the account owner", mayRemove: mayRemoveMark) : nil
    }

    var isGiven: Bool { isGenerated || typed != nil || isOnStandardInput || file != nil }

    /// - Parameter isRequired: whether an empty one on standard input can only be a mistake.
    func read(isRequired: Bool = false) throws -> Asked? {
        if let typed {
            if case .given(let password) = typed {
                Diagnostics.report(
                    .warning("other users of this machine can see a password given with --password"))
                if password.isInCurlyQuotes {
                    Diagnostics.report(
                        .warning(
                            "the curly quotes are part of the password; a shell removes only straight ones"))
                }
            }
            return typed
        }
        if isOnStandardInput {
            let password = try Self.line(of: Self.standardInput(), path: nil)
            guard !password.isEmpty || !isForOthers && !isRequired else {
                throw Message(
                    .data, "standard input holds no password",
                    hint: "pipe one line into the command, as in printf '%s\\n' \"$password\" | …")
            }
            return .given(password)
        }
        guard let file else { return nil }
        guard let secret = try ExternalFiles().secret(in: file, limit: Self.maximumSize) else {
            throw StoreError.failed(.read, path: file, .noEntry)
        }
        // No warning about an open descriptor, whose mode was not chosen here.
        let isDescriptor = ["/dev/std", "/dev/fd/", "/proc/"].contains(where: file.hasPrefix)
        if let warning = secret.warning, !isDescriptor { Diagnostics.report(warning.message) }
        return .given(try Self.line(of: secret.bytes, path: file))
    }

    static func standardInput() throws -> [UInt8] {
        try ExternalFiles().standardInput(limit: maximumSize)
    }

    /// The only line of the bytes, without its end; `path` is their file, nil for standard input.
    private static func line(of bytes: [UInt8], path: String?) throws -> String {
        guard !bytes.starts(with: [0xEF, 0xBB, 0xBF]) else {
            throw Message(
                .data, "the password from \(path ?? .standardInput) starts with a byte order mark (U+FEFF)",
                hint: "save it without one: as 'UTF-8', not as 'UTF-8 with BOM'")
        }
        var line = bytes[...]
        if line.last == UInt8(ascii: "\n") {
            line.removeLast()
            if line.last == UInt8(ascii: "\r") { line.removeLast() }
        }
        guard !line.contains(UInt8(ascii: "\n")) else {
            throw Message(.data, "the password from \(path ?? .standardInput) has more than one line")
        }
        return try text(of: line, path: path)
    }

    static func text(of bytes: ArraySlice<UInt8>, path: String? = nil) throws -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw Message(.data, "the password from \(path ?? .standardInput) is not UTF-8")
        }
        return text
    }
}

extension String {
    /// Whether it is in quotes as a web page shows them.
    fileprivate var isInCurlyQuotes: Bool {
        guard let first, let last, count > 1 else { return false }
        return "“„‘".contains(first) && "”“’".contains(last)
    }
}

/// Whether an account owner has to change the password at the next login: the new value of `mustChange`.
enum FirstPasswordMark: Sendable {
    case set, removed
    /// Servers accept the password until the end of this day.
    case until(DayOption)

    /// The value of the field; empty to remove it. Throws a message if a span ends beyond the calendar.
    func text(from today: CalendarDate) throws -> String {
        switch self {
        case .set: Field.setFlag
        case .removed: ""
        case .until(let day): try day.day(from: today).isoString
        }
    }
}

extension CommandLineReader {
    /// - Parameter whom: how help begins the sentence, such as `make the account owner`.
    mutating func firstPasswordMark(
        _ whom: String, mayRemove: Bool = false, with need: OptionNeed = []
    ) -> FirstPasswordMark? {
        let isSet = flag(
            "must-change", oneOf: "mark", with: need,
            "\(whom) change the password at the next 'regapp login'")
        let day = option(
            "must-change-by", .day(.ahead), "DATE", oneOf: "mark", with: need,
            "like --must-change, and servers refuse the password after DATE, such as +14d")
        let isRemoved =
            mayRemove
            && flag(
                "no-must-change", oneOf: "mark",
                "do not require another password change")
        if let day { return .until(day) }
        if isSet { return .set }
        return isRemoved ? .removed : nil
    }
}
