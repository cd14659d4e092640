import Accounts
import CommandParser
import DocumentStore
import TerminalUI

// What has nothing to do with accounts: the command line, the terminal, the process.

extension Report {
    /// Tells a command line that is wrong.
    init(_ error: UsageError) {
        self.init(.usage, error.message(program: Regapp.name), hint: error.hint(program: Regapp.name))
    }

    /// Tells why a question got no answer.
    init(_ error: PromptError) {
        switch error {
        case .interrupted: self = .interrupted
        case .endOfInput:
            self.init(.interrupted, "the input ended before every question was answered; nothing was changed")
        case .failed(let number): self.init(.terminal(number))
        }
    }

    /// Tells what is wrong with how this process was started, or with what surrounds it.
    init(_ error: ProcessError) {
        switch error {
        case .clockNotSet: self.init(.failure, "the clock of this machine is not set")
        case .unreadableArguments:
            self.init(.failure, "cannot read the command line: there is no /proc", hint: "mount /proc")
        case .argumentNotUTF8(let number): self.init(.usage, "argument \(number) is not UTF-8")
        case .borrowedRights(let differences):
            self.init(
                .failure,
                differences.map { difference in
                    let noun = difference.isOfGroup ? "group" : "user"
                    return
                        "regapp does not run with borrowed rights: the real \(noun) is \(difference.real), "
                        + "the effective one \(difference.effective)"
                },
                hints: ["take the set-user-ID and set-group-ID bits off the program that is run"])
        case .output(let number):
            self.init(.inputOutput, "cannot write standard output: \(Errno(rawValue: number).reason)")
        case .terminal(let number):
            self.init(.inputOutput, "cannot use the terminal: \(Errno(rawValue: number).reason)")
        case .terminalClosed: self.init(.inputOutput, [])
        }
    }

    /// Tells what is wrong with the documents directory that is named, or that there is none.
    init(_ error: DocumentsDirectory.Failure) {
        switch error {
        case .noHome:
            self.init(
                .inputOutput, "no home directory: $HOME is not an absolute path",
                hint: "name the directory with --documents DIR or $REGAPP_DOCUMENTS")
        case .notExpanded(let source, let path, let expanded):
            self.init(
                source == .option ? .usage : .inputOutput,
                "no shell has expanded the ~ of \(source.name) \(path)",
                hint: expanded.map { "write \($0), or \("./" + path) for a directory of that name" }
                    ?? "write the whole path, or \("./" + path) for a directory of that name")
        case .notUTF8(let path):
            self.init(.inputOutput, "the path of the documents directory is not UTF-8: \(path)")
        case .noWorkingDirectory(let path):
            self.init(
                .inputOutput, "\(path) is relative, and the working directory is gone",
                hint: "name the directory by its whole path, from '/' on")
        case .notThere(let path):
            let error = Report(StoreError.failed(.read, path: path, .noEntry))
            self.init(
                error.exit, error.errors, hints: ["check the path; \(.regapp("login")) would create it"])
        case .nobodyLoggedIn(let missing):
            let report = Report(AccountsError.nobodyLoggedIn)
            let addition = ", and \(missing), which $REGAPP_DOCUMENTS names, does not exist"
            self.init(report.exit, report.errors.map { $0 + addition }, hints: report.hints)
        case .settings(let error): self.init(error)
        }
    }
}

extension DocumentsDirectory.Source {
    fileprivate var name: String {
        switch self {
        case .option: "--documents"
        case .variable: "$REGAPP_DOCUMENTS"
        }
    }
}
