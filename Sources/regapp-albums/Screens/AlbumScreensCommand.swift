import AlbumCatalog
import CommandParser
import DocumentStore
import RegappProcess
import TerminalUI

/// `regapp albums` alone: the album screens, which need a terminal on both sides and somebody logged in.
enum AlbumScreensCommand {
    /// Runs the screens until they are left.
    ///
    /// - Throws: a report with exit code 64 where there is no terminal for screens, 77 where nobody is logged in.
    static func run(
        _ invocation: Invocation, _ environment: ProcessEnvironment, store: DocumentStore,
        catalogue: Catalogue, reader: ReaderLocale
    ) throws(Report) {
        if let obstacle = environment.screenObstacle(noInput: invocation.has(.noInput)) {
            throw Report(obstacle)
        }
        let visitor = try Visitor(in: store, environment)
        ProcessHardening.endWithParent()
        guard let mailbox = Mailbox<AlbumOutcome>() else {
            throw Report(.inputOutput, "cannot use the terminal: too many open files")
        }
        let worker = AlbumWorker(catalogue, reader: reader) {
            readVisitor(store, environment)
        } report: {
            mailbox.post($0)
        }
        defer { worker.stop() }
        let showsCovers = invocation.value(.covers) != .given("never") && !invocation.has(.noColor)
        var screens = AlbumScreens(
            visitor: visitor, reader: reader, showsCovers: showsCovers,
            goesBack: SiblingProgram.hasCaller(environment)
        ) { worker.start($0) }
        switch try run(&screens, mailbox, invocation, environment) {
        case .quit: if let trouble = screens.trouble { throw trouble }
        case .interrupted: throw .interrupted
        // Nobody is there to be told anything.
        case .closed: throw Report(.inputOutput, [])
        }
    }

    /// Reads who is logged in at the present moment: screens may stay open for days.
    private static func readVisitor(
        _ store: DocumentStore, _ start: ProcessEnvironment
    ) -> Result<Visitor, Report> {
        do throws(Report) {
            return .success(try Visitor(in: store, ProcessEnvironment.live() ?? start))
        } catch { return .failure(error) }
    }

    private static func run(
        _ screens: inout AlbumScreens, _ mailbox: Mailbox<AlbumOutcome>, _ invocation: Invocation,
        _ environment: ProcessEnvironment
    ) throws(Report) -> ScreenEnd {
        let palette =
            invocation.has(.noColor) ? Palette(.none) : Palette.detect(environment: environment.variable)
        do throws(ScreenError) {
            return try ScreenSession.run(&screens, palette: palette, mailbox: mailbox)
        } catch {
            switch error {
            case .noTerminal: throw Report(ScreenObstacle.noTerminal)
            case .failed(let number):
                throw Report(.inputOutput, "cannot use the terminal: \(Errno(rawValue: number).reason)")
            }
        }
    }
}

extension Report {
    /// Tells why there are no album screens, and what to type instead.
    fileprivate init(_ obstacle: ScreenObstacle) {
        let reason =
            switch obstacle {
            case .noTerminal: "need a terminal"
            case .noInput: "need input, which --no-input forbids"
            case .accessible: "are not shown where ACCESSIBLE is set"
            case .plainTerminal(let name?): "cannot be shown on a terminal of the type '\(name)'"
            case .plainTerminal(nil): "need the terminal's type, and TERM is not set"
            }
        self.init(.usage, "the album screens \(reason)", hint: "type \(.regapp("albums", "search", "TERM"))")
    }
}
