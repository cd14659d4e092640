internal import RegappCore
internal import RegappAlbums
package import RegappCommandLine
internal import RegappStore
package import RegappTerminal

extension Report {
    package init(of error: any Error) {
        switch error {
        case let report as Report: self = report
        case let error as AccountsError: self.init(error)
        case let error as StoreError: self.init(error)
        case let error as UsageError: self.init(error)
        case let error as PromptError: self.init(error)
        case let error as CatalogError: self.init(error)
        case let error as CatalogAddress.ParseError: self.init(error)
        // Only the name of the type: what an error holds may be a secret.
        default: self.init(.failure, "unexpected error: \(type(of: error))")
        }
    }

    package init(_ error: UsageError) {
        let program = Invocation.live.program
        self.init(.usage, error.message(program: program), hint: error.hint(program: program))
    }

    package init(_ error: PromptError) {
        switch error {
        case .interrupted: self = .interrupted
        case .endOfInput:
            self.init(
                error.exitCode, "the input ended before every question was answered; nothing was changed")
        case .failed(let number): self = .terminal(number)
        }
    }

    package init(_ refusal: LoginDialogue.Refusal) {
        switch refusal {
        case .error(let error): self.init(error)
        case .changing:
            self = Report(
                .busy, "another program is changing the account", hint: "try again")
        }
    }

    package static func terminal(_ errno: Int32) -> Report {
        Report(.inputOutput, "cannot use the terminal: \(Errno(rawValue: errno).reason)")
    }

    package static let tooManyOpenFiles = terminal(Errno.tooManyOpenFiles.rawValue)

    package static let noEditor = Report(
        .usage, "no editor is chosen", hint: "set $VISUAL or $EDITOR, as in \(prose: "EDITOR=nano")")
}
