import AlbumCatalog
import CommandParser
import DocumentStore
import RegappProcess
import TerminalUI

/// What the album commands work with.
struct AlbumsContext: ~Copyable {
    let options: CommonOptions
    let environment: ProcessEnvironment
    let store: DocumentStore
    let catalogue: Catalogue
    let reader: ReaderLocale
    lazy var waiting = Waiting(environment.progress)
    var output = Output()

    /// Makes sure that somebody is logged in: nobody else may ask.
    func requireVisitor() throws(Report) { _ = try Visitor(in: store, environment) }

    /// The width of the terminal on standard output; nil if there is none.
    var columns: Int? {
        guard Terminal.isTerminal(.standardOutput) else { return nil }
        return Terminal.size(of: .standardOutput)?.columns ?? 80
    }

    /// The abilities of the terminal on standard output.
    var abilities: TerminalAbilities {
        columns == nil ? .none : .detect(environment: environment.variable)
    }

    /// How covers are drawn; nil where none are wanted or can be seen.
    func covers(_ choice: CoversChoice) -> CoverPrinter? {
        guard !options.noColor else { return nil }
        return CoverPrinter(choice, isTerminal: columns != nil, environment: environment.variable)
    }

    /// Says on standard error that an answer is outdated or incomplete.
    func tell(_ freshness: Freshness, droppedCount: Int) {
        if case .outdated(let age, let reason) = freshness {
            Diagnostics.tell(AlbumsRemark.outdated(age: age, reason))
        }
        if droppedCount > 0 { Diagnostics.tell(AlbumsRemark.unreadableItems(droppedCount)) }
    }
}
