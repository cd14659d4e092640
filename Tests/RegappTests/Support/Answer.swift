import RegappCore
import RegappTestSupport

/// All that a command says: exit status, standard output, standard error, with `~` for the home directory.
struct Answer: Equatable, CustomStringConvertible {
    /// Nil where a signal ended the command.
    let status: Int32?
    let out: String
    let err: String

    init(_ status: Int32?, out: String = "", err: String = "") {
        self.status = status
        self.out = out
        self.err = err
    }

    init(_ result: ProgramResult, in home: TemporaryHome) {
        self.init(
            result.status, out: result.stdout.replacing(home.path, with: "~"),
            err: result.stderr.replacing(home.path, with: "~"))
    }

    var description: String {
        "exit \(status.map(String.init) ?? "by a signal")\n--- out\n\(out)--- err\n\(err)---"
    }

    /// Whether it ended like this, and standard error has these texts.
    func says(_ status: Int32, _ texts: String...) -> Bool {
        self.status == status && texts.allSatisfy(err.contains)
    }

    /// An error with its hint, on standard error alone.
    static func error(_ status: Int32, _ error: String, hint: String? = nil) -> Answer {
        Answer(status, err: "regapp: error: \(error)\n" + (hint.map { "regapp: hint: \($0)\n" } ?? ""))
    }

    /// What was done, and nothing else.
    static func done(_ outcome: String) -> Answer { Answer(0, err: "regapp: \(outcome)\n") }

    /// What a wrong password and everything else that keeps an account out get, by what people log in with.
    static func refused(_ key: String = "email") -> Answer {
        error(77, "wrong \(key) or password, or the account is locked or expired")
    }

    /// What every command without a profile answers.
    static let notLoggedIn = error(77, nobody, hint: logIn)

    /// What a command answers before the documents directory exists, which the tests' environment names.
    static let notLoggedInYet = error(
        77, "\(nobody), and ~/documents, which $REGAPP_DOCUMENTS names, does not exist", hint: logIn)

    /// What `show` prints of a profile in which no other field has a value.
    static func profile(_ email: String, firstName: String = "", lastName: String = "") -> String {
        let values: [Field: String] = [
            .email: email, .password: "********", .firstName: firstName, .lastName: lastName,
        ]
        let labels = Policy.profile.fields.map { $0.label + ":" }
        let columns = labels.map(\.count).max() ?? 0
        return zip(Policy.profile.fields, labels).map { field, label in
            guard let value = values[field], !value.isEmpty else { return label + "\n" }
            return label + String(repeating: " ", count: columns + 1 - label.count) + value + "\n"
        }.joined()
    }

    /// What follows a change that was made.
    static let undoes = "; 'regapp undo' undoes it"
    /// What standard error says after a saved edit.
    static let saved = "regapp: \(wasSaved)\(undoes)\n"
    /// What standard error says after an edit of these fields was saved.
    static func saved(_ changes: String...) -> String {
        changes.map { "regapp: \($0)\n" }.joined() + saved
    }
    /// What a cancel answers that brought these values back.
    static func undone(_ lines: String...) -> Answer {
        Answer(0, out: lines.map { $0 + "\n" }.joined(), err: "regapp: undone; \(seeIt("show"))\n")
    }
    /// What standard error says after an edit that changed nothing.
    static let unchanged = "regapp: \(nothingChanged)\n"
    /// What standard error says where a password stood on the command line.
    static let visiblePassword =
        "regapp: warning: other users of this machine can see a password given with --password\n"
    /// The hint about a broken profile.
    static let correctIt = "regapp: hint: \(correctFile), or replace it with 'regapp login'\n"

    /// What answers say in the same words, alone or in a longer sentence.
    static let wasSaved = "saved"
    static let nothingChanged = "nothing was changed"
    static let nothingImported = "nothing was imported"
    static let nothingToUndo = "there is nothing to undo"
    static let nothingWrong = "nothing is wrong"
    static let nobody = "nobody is logged in"
    static let nobodyYet = "nobody is registered yet"
    static let logIn = "type 'regapp login'"
    static let register = "begin with 'regapp register'"
    static let canLogIn = "you can log in now"
    static let loggedInNow = "is logged in now"
    static let shutOut = "could no longer log in"
    static let undoBrings = "'regapp undo' brings"
    static let emailIsTaken = "an account with this email already exists"
    static let passwordIsSet = "password set for ann@x.example"
    static let passwordsDiffer = "the two passwords differ"
    static let passwordIsOld = "this is the old password"
    static let noPassword = "no password is set"
    static let merged = "changed meanwhile, and merged: "
    static let textIsKept = "your text is kept in "
    static let typedIsKept = "what you typed is kept here"
    static let correctFile = "correct the file in an editor"
    static let correctPolicy =
        "\(correctFile), or restore its last version with 'regapp undo --by-hand'"
    static let notAccepted = "could not be accepted"
    static let notRegular = "not a regular file"
    static let othersReach = "other users can reach"
    static func seeIt(_ command: String) -> String { "see it with 'regapp \(command)'" }
    static func didYouMean(_ word: String) -> String { "did you mean '\(word)'?" }
    static func editorEnded(_ status: Int) -> String { "the editor ended with \(status)" }
    static func noKey(_ key: String) -> String { "no account has the key '\(key)'" }
    static func sameName(_ count: Int) -> String { "\(count) accounts have this first name" }
    static func isRequired(_ field: String) -> String { "\(field) is required" }
    static func mustHave(_ least: String) -> String { "password must have at least \(least)" }
    static func inRegistry(_ count: Int) -> String { "accounts in the registry: \(count)\n" }
    static func lacking(_ count: Int) -> String { "accounts without required fields: \(count)" }
    static func changed(_ field: String) -> String { "another program changed the \(field) meanwhile" }

    /// How many accounts an import registered, updated and left as they are.
    static func imported(_ registered: Int, updated: Int = 0, unchanged: Int = 0) -> String {
        [(registered, "registered"), (updated, "updated"), (unchanged, "unchanged")]
            .filter { $0.0 > 0 || $0.1 == "registered" }
            .map { "\($0.0) account\($0.0 == 1 ? "" : "s") \($0.1)" }.joined(separator: ", ")
    }
}
