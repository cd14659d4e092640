import RegappCore
import RegappCommandLine
import RegappStore
import RegappWording

// Messages about the process: how it was started, its streams, and the documents directory.

extension Report {
    // MARK: How this process was started, and what surrounds it

    static let unreadableArguments = Report(
        .failure, "cannot read the command line: there is no /proc", hint: "mount /proc")

    /// - Parameter number: counted from 1.
    static func argumentNotUTF8(_ number: Int) -> Report {
        Report(.usage, "argument \(number) is not UTF-8")
    }

    static func borrowedRights(_ rights: [BorrowedRight]) -> Report {
        Report(
            .failure,
            rights.map { right in
                let noun = right.isOfGroup ? "group" : "user"
                return "regapp does not run with borrowed rights: the real \(noun) is \(right.real), "
                    + "the effective one \(right.effective)"
            },
            hints: ["remove the set-user-ID and set-group-ID bits of the program"])
    }

    static func output(_ errno: Int32) -> Report {
        Report(.inputOutput, "cannot write standard output: \(Errno(rawValue: errno).reason)")
    }

    /// Says nothing: there is no terminal to show it on.
    static let terminalClosed = Report(.inputOutput, [])

    /// Why there are no album screens, and what to type instead.
    init(_ obstacle: ScreenObstacle) {
        self.init(
            .usage, "the album screens \(obstacle.reason)",
            hint: "type \(.regapp("albums", "search", "TERM"))")
    }

    static func accountsScreen(_ obstacle: ScreenObstacle) -> Report {
        Report(.usage, "the screens \(obstacle.reason)", hint: "type \(.regapp("accounts", "list"))")
    }

    // MARK: The documents directory

    static let noHome = Report(
        .inputOutput, "no home directory: $HOME is not an absolute path",
        hint: "name the directory with --documents DIR or $REGAPP_DOCUMENTS")

    /// The path begins with a `~`.
    ///
    /// - Parameter expanded: what a shell would make of it, if known.
    static func notExpanded(
        _ source: DocumentsDirectory.Source, path: String, expanded: String?
    ) -> Report {
        Report(
            source == .option ? .usage : .inputOutput,
            "no shell has expanded the ~ of \(source.name) \(path)",
            hint: expanded.map { "write \($0), or \("./" + path) for a directory of that name" }
                ?? "write the whole path, or \("./" + path) for a directory of that name")
    }

    static func directoryNotUTF8(path: String) -> Report {
        Report(.inputOutput, "the path of the documents directory is not UTF-8: \(path)")
    }

    static func noWorkingDirectory(path: String) -> Report {
        Report(
            .inputOutput, "\(path) is relative, and the working directory is gone",
            hint: "name the directory by its whole path, from '/' on")
    }

    /// - Parameter isOfRegistry: whether the command is about the accounts of a registry, which a login does not make.
    static func directoryNotThere(path: String, isOfRegistry: Bool) -> Report {
        let report = Report(StoreError.failed(.read, path: path, .noEntry))
        let maker = isOfRegistry ? ShellCommand.regapp("policy", "use", "service") : .regapp("login")
        return Report(report.exit, report.errors, hints: ["check the path; \(maker) would create it"])
    }

    static func nobodyLoggedIn(missing path: String) -> Report {
        let report = Report(AccountsError.nobodyLoggedIn)
        let addition = ", and \(path), which $REGAPP_DOCUMENTS names, does not exist"
        return Report(report.exit, report.errors.map { $0 + addition }, hints: report.hints)
    }
}

extension Message {
    /// Which page is shown, if its name was abbreviated.
    static func helpIsOf(_ topic: [String]) -> Message { .hint("this is \(.help(topic))") }
}

extension DocumentsDirectory.Source {
    fileprivate var name: String {
        switch self {
        case .option: "--documents"
        case .variable: "$REGAPP_DOCUMENTS"
        }
    }
}

extension ScreenObstacle {
    fileprivate var reason: String {
        switch self {
        case .noTerminal: "need a terminal"
        case .noInput: "need input, which --no-input forbids"
        }
    }
}
