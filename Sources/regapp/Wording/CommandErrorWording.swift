import Accounts
import CommandParser
import RegappProcess

extension Report {
    /// Tells why a command ends that no error of a module explains.
    init(_ error: CommandError) {
        switch error {
        case .nothingToEdit:
            self.init(
                .usage, "nothing to change",
                hint: "type for example \(.regapp("edit", "--first-name", "Ann"))")
        case .nobodyToConfirmRemoval(let email):
            self.init(
                .usage, "nobody can be asked whether to remove \(email)",
                hint: "add --yes to remove it without being asked")
        case .nobodyToAskForPassword:
            self.init(
                .usage, "nobody can be asked for the password",
                hint: "give the password with --password-stdin or --password-file")
        case .unknownField(let field, let path, let known):
            let names = known.map(\.rawValue).joined(separator: ", ")
            self.init(
                .usage, "\(field.rawValue) is no field of \(path)", hint: "its fields are \(prose: names)")
        case .standardInputIsNoFile:
            self.init(.usage, "'-' is no file", hint: "use /dev/stdin for standard input, with --format")
        case .unknownFormat(let path):
            let names = ExchangeFormat.readable.map(\.rawValue).listed(last: "or")
            self.init(
                .usage, "the ending of '\(path)' is none that regapp knows",
                hint: "add --format \(prose: names)")
        case .onlyExported(let format): self.init(.usage, "\(format.rawValue) can only be exported")
        case .missingFieldValue(let field, let path):
            self.init(.data, "\(field.rawValue) is not in \(path)")
        case .onlyHashIsKept(let path):
            self.init(.data, "the password cannot be shown: only its hash is kept in \(path)")
        case .passwordsDiffer:
            self.init(
                .data, "the two passwords differ; nothing was set", hint: "type \(.regapp("login")) again")
        case .unusablePassword(let problem, let source): self.init(problem, source.name)
        case .tooManyAccounts(let path, let limit):
            self.init(.data, "\(path) has more than \(limit) accounts")
        case .tooManyProblems(let path, let limit):
            self.init(.data, "\(path) has more than \(limit) problems; the rest of it was not read")
        case .wrongPassword: self.init(.denied, "no account matches these details")
        case .accountKeepsChanging:
            self.init(.busy, "the account is being changed by somebody else", hint: "try again")
        case .filesLeftOut(let count):
            self.init(
                .data, count == 1 ? "1 file is left out" : "\(count) files are left out",
                hint: "see \(.regapp("check"))")
        case .unrepresentable(let count, let format):
            self.init(.data, "\(format.rawValue) cannot represent \(accounts(count))")
        case .thingsAreWrong(let count, let checked):
            let things = count == 1 ? "1 thing is wrong" : "\(count) things are wrong"
            self.init(.data, checked.map { "\(accounts($0)), \(things)" } ?? things)
        }
    }

    private init(_ problem: PasswordProblem, _ source: String) {
        switch problem {
        case .byteOrderMark:
            self.init(
                .data, "the password from \(source) starts with a byte order mark (U+FEFF)",
                hint: "save it without one: as 'UTF-8', not as 'UTF-8 with BOM'")
        case .severalLines: self.init(.data, "the password from \(source) has more than one line")
        case .notUTF8: self.init(.data, "the password from \(source) is not UTF-8")
        }
    }

    /// Tells that an import took nothing in, after its problems have been told one by one.
    ///
    /// - Parameter hints: what to do about them.
    init(nothingImported problems: Int, onlyExisting: Bool, hints: [Hint]) {
        let count = problems == 1 ? "1 problem" : "\(problems) problems"
        self.init(onlyExisting ? .exists : .data, ["nothing was imported: \(count)"], hints: hints)
    }
}

extension Report {
    /// The most accounts that are named.
    private static let mostNamed = 100

    /// Tells which accounts an import left alone, since somebody else changed them at the last moment.
    init(leftAlone paths: [String]) {
        var errors = paths.prefix(Self.mostNamed).map { "\($0) was changed meanwhile; it was left as it is" }
        let more = paths.count - errors.count
        if more > 0 { errors.append("\(more) more were changed meanwhile; they were left as they are") }
        let others = "the other accounts were imported"
        self.init(
            .busy, errors + [others],
            hints: ["import the file again with --update to change them too, or with --skip-existing"])
    }
}

extension PasswordOrigin {
    fileprivate var name: String {
        switch self {
        case .standardInput: "standard input"
        case .file(let path): path
        }
    }
}

/// `1 account`, or `2 accounts`.
func accounts(_ count: Int) -> String { count == 1 ? "1 account" : "\(count) accounts" }
