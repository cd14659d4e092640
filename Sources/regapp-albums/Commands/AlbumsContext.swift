import Accounts
import AlbumCatalog
import CommandParser
import RegappProcess
import TerminalUI

/// What the album commands work with.
struct AlbumsContext: ~Copyable {
    let invocation: Invocation
    let environment: ProcessEnvironment
    let catalogue: Catalogue
    let reader: ReaderLocale
    let waiting = Waiting()
    var output = Output()

    /// The value of an option, if given.
    func text(_ option: OptionID) -> String? {
        if case .given(let text) = invocation.value(option) { text } else { nil }
    }

    /// The store that the command line names.
    func namedStore() throws(Report) -> Storefront? {
        guard let code = text(.country) else { return nil }
        guard let store = Storefront(code) else {
            throw Report(.usage, "'\(code)' is no country", hint: "give two letters, such as '--country US'")
        }
        return store
    }

    /// The width of the terminal on standard output; nil if there is none.
    var columns: Int? {
        guard Terminal.isTerminal(.standardOutput) else { return nil }
        return Terminal.size(of: .standardOutput)?.columns ?? 80
    }

    /// The abilities of the terminal on standard output.
    var abilities: TerminalAbilities {
        columns == nil ? .none : .detect(environment: environment.variable)
    }

    /// The printer of covers; nil if none are wanted or can be seen.
    var covers: CoverPrinter? {
        guard !invocation.has(.noColor) else { return nil }
        return CoverPrinter(
            text(.covers) ?? "auto", isTerminal: columns != nil, environment: environment.variable)
    }

    /// Says on standard error which store is asked if none was named.
    func tell(_ store: Storefront) {
        Diagnostics.hint("the store is that of \(store.code); '--country' names another")
    }

    /// Says on standard error that an answer is outdated or incomplete.
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
