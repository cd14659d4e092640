import Accounts
import AlbumCatalog
import CommandParser
import DocumentStore
import TerminalUI

extension Report {
    init(of error: any Error) {
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

    init(_ error: UsageError) {
        let program = Invocation.live.program
        self.init(error.exitCode, error.message(program: program), hint: error.hint(program: program))
    }

    init(_ error: PromptError) {
        switch error {
        case .interrupted: self = .interrupted
        case .endOfInput:
            self.init(
                error.exitCode, "the input ended before every question was answered; nothing was changed")
        case .failed(let number): self = .terminal(number)
        }
    }

    init(_ refusal: LoginDialogue.Refusal) {
        switch refusal {
        case .error(let error): self.init(error)
        case .changing: self = .accountKeepsChanging
        }
    }
}
