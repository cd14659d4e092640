import Accounts
import CommandParser

extension Report {
    /// Tells why a command ends that no error of a module explains.
    init(_ error: CommandError) {
        switch error {
        case .nothingToEdit:
            self.init(
                .usage, "nothing to change",
                hint: "type for example \(.regapp("edit", "--first-name", "Ann"))")
        case .noEditor:
            self.init(
                .usage, "no editor is chosen",
                hint: "set $VISUAL or $EDITOR, as in \(prose: "EDITOR=nano")")
        case .editorTakesNoValues:
            self.init(
                .usage, "--editor opens the whole text, so it takes no values",
                hint: "leave out --editor, or the values")
        case .nobodyToConfirmRemoval(let email):
            self.init(
                .usage, "nobody can be asked whether to remove \(email)",
                hint: "add --yes to remove it without being asked")
        case .nobodyToAskForPassword:
            self.init(
                .usage, "nobody can be asked for the password",
                hint: "give the password with --password-stdin or --password-file")
        case .notAskedByPAM(let variable, let value):
            let state = value.map { "'\($0)'" } ?? "not set"
            self.init(.usage, "--protocol pam is for pam_exec and type auth: \(variable) is \(state)")
        case .unknownField(let field, let path, let known):
            let names = known.map(\.rawValue).joined(separator: ", ")
            self.init(
                .usage, "\(field.rawValue) is no field of \(path)", hint: "its fields are \(prose: names)")
        case .standardInputIsNoFile:
            self.init(.usage, "'-' is no file", hint: "use /dev/stdin for standard input, with --format")
        case .standardOutputIsNoFile(let path):
            self.init(
                .usage, "'\(path)' is no file", hint: "leave --output out to print the accounts")
        case .unknownFormat(let path):
            let names = ExchangeFormat.allCases.map(\.rawValue).listed(last: "or")
            self.init(
                .usage, "the ending of '\(path)' is none that regapp knows",
                hint: "add --format \(prose: names)")
        case .optionNeeds(let option, let needed):
            self.init(.usage, "\(option) needs \(needed)", hint: "add \(prose: needed)")
        case .changesOfSomeAccounts:
            self.init(
                .usage, "--changes compares all accounts", hint: "leave the emails out")
        case .missingFieldValue(let field, let path):
            self.init(.data, "\(field.rawValue) is not in \(path)")
        case .onlyHashIsKept(let path):
            self.init(.data, "the password cannot be shown: only its hash is kept in \(path)")
        case .unusablePassword(let problem, let source): self.init(problem, source.name)
        case .notTwoLines:
            self.init(.data, "standard input must hold two lines, the user and the password, and no more")
        case .tooManyAccounts(let path, let limit):
            self.init(.data, "\(path) has more than \(limit) accounts", hint: "import it in parts")
        case .tooManyPasswords(let path, let limit):
            self.init(
                .data, "\(path) has more than \(limit) plain passwords to hash", hint: "import it in parts")
        case .wrongPassword: self.init(.denied, "no account matches these details")
        case .accountKeepsChanging:
            self.init(.busy, "the account is being changed by somebody else", hint: "try again")
        case .filesLeftOut(let count):
            self.init(
                .data, count == 1 ? "1 file is left out" : "\(count) files are left out",
                hint: "see \(.regapp("check"))")
        case .changesWithheld(becauseOfAccounts: true):
            self.init(
                .data, "no changes were printed, since what is not accepted would look removed",
                hint: "see \(.regapp("check"))")
        case .changesWithheld(becauseOfAccounts: false):
            self.init(
                .data, "no changes were printed",
                hint: "print what the directory has with 'ldapsearch -LLL' or 'slapcat'")
        case .everyEntryWouldGo:
            self.init(
                .data, "there is no account at all, so every entry of an account would be deleted",
                hint: "see \(.regapp("path")); to delete them all the same, leave that to 'ldapdelete'")
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
