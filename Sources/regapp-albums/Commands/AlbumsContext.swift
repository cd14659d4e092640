import Accounts
import AlbumCatalog
import CommandParser
import RegappProcess
import TerminalUI

/// What the commands for albums work with.
struct AlbumsContext: ~Copyable {
    let invocation: Invocation
    let environment: ProcessEnvironment
    let catalogue: Catalogue
    let reader: ReaderLocale
    let waiting = Waiting()
    var output = Output()

    /// The value of an option, where it was given.
    func text(_ option: OptionID) -> String? {
        if case .given(let text) = invocation.value(option) { text } else { nil }
    }

    /// The store that the command line names.
    func namedStore() throws(Report) -> Storefront? {
        guard let code = text(.country) else { return nil }
        guard let store = Storefront(code) else {
            throw Report(
                .usage, "'\(code)' is no country",
                hint: "give two letters, such as \(.words("--country", "US"))")
        }
        return store
    }

    /// How wide the terminal on standard output is; nil where there is none.
    var columns: Int? {
        guard Terminal.isTerminal(.standardOutput) else { return nil }
        return Terminal.size(of: .standardOutput)?.columns ?? 80
    }

    /// What the terminal on standard output can do besides text.
    var abilities: TerminalAbilities {
        columns == nil ? .none : .detect(environment: environment.variable)
    }

    /// How covers are drawn; nil where none are wanted or can be seen.
    var covers: CoverPrinter? {
        guard !invocation.has(.noColor) else { return nil }
        return CoverPrinter(
            text(.covers) ?? "auto", isTerminal: columns != nil, environment: environment.variable)
    }

    /// Tells on standard error which store is asked where nobody named one.
    func tell(_ store: Storefront) {
        Diagnostics.hint("the store is that of \(store.code); \(.words("--country")) names another")
    }

    /// Tells on standard error what one should know about an answer.
    func tell(_ freshness: Freshness, droppedCount: Int) {
        if case .outdated(let age, let reason) = freshness {
            Diagnostics.warning("\(reason.words); this answer is \(AgeWords.text(milliseconds: age)) old")
        }
        if droppedCount > 0 {
            let (items, were) = droppedCount == 1 ? ("1 item", "was") : ("\(droppedCount) items", "were")
            Diagnostics.warning("\(items) of the catalogue's answer could not be read, and \(were) left out")
        }
    }
}
