import AlbumCatalog
import CommandParser
import DocumentStore
import RegappProcess
import TerminalUI

/// What the commands for albums work with.
struct AlbumsContext: ~Copyable {
    let options: CommonOptions
    let environment: ProcessEnvironment
    let store: DocumentStore
    let catalogue: Catalogue
    let reader: ReaderLocale
    lazy var waiting = Waiting()
    var output = Output()

    /// Makes sure that somebody is logged in: nobody else may ask.
    func requireVisitor() throws(Report) { _ = try Visitor(in: store, environment) }

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
    func covers(_ choice: CoversChoice) -> CoverPrinter? {
        guard !options.noColor else { return nil }
        return CoverPrinter(choice, isTerminal: columns != nil, environment: environment.variable)
    }

    /// Tells on standard error which store is asked where nobody named one.
    func tell(_ store: Storefront) {
        Diagnostics.tell(AlbumsRemark.store(store))
    }

    /// Tells on standard error what one should know about an answer.
    func tell(_ freshness: Freshness, droppedCount: Int) {
        if case .outdated(let age, let reason) = freshness {
            Diagnostics.tell(AlbumsRemark.outdated(age: age, reason))
        }
        if droppedCount > 0 { Diagnostics.tell(AlbumsRemark.unreadableItems(droppedCount)) }
    }
}
