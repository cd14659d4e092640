import AlbumCatalog
import CommandParser
import DocumentStore
import TerminalUI

/// `regapp albums` alone: the album screens.
struct AlbumScreensCommand: RegappCommand {
    static let words = ["albums"]

    static var page: CommandPage {
        CommandPage(
            "Open the album screens, on a terminal",
            examples: [Example("Open the album screens", "regapp albums")])
    }

    let covers: CoversChoice

    init(_ line: inout CommandLineReader) { covers = line.covers() }

    /// Runs the screens until they are left.
    ///
    /// - Throws: a report with exit code 64 where there is no terminal for screens, 77 where nobody is logged in.
    func run(_ command: inout CommandContext) throws {
        let environment = command.environment
        let context = try AlbumsContext(&command, tell: Diagnostics.tell)
        if let obstacle = environment.screenObstacle(noInput: command.options.noInput) {
            throw Report(obstacle)
        }
        guard let mailbox = Mailbox<AlbumOutcome>() else { throw Report.tooManyOpenFiles }
        var screens = try AlbumScreens(context, covers) { mailbox.post($0) }
        defer { screens.stop() }
        switch try Self.run(&screens, mailbox, command.options, environment) {
        case .quit: if let failure = screens.failure { throw failure }
        case .interrupted: throw Report.interrupted
        // Nobody is there to be told anything.
        case .closed: throw Report.terminalClosed
        }
    }

    private static func run(
        _ screens: inout AlbumScreens, _ mailbox: Mailbox<AlbumOutcome>, _ options: CommonOptions,
        _ environment: ProcessEnvironment
    ) throws -> ScreenEnd {
        let palette = Palette.detect(hasColour: !options.noColor, environment: environment.variable)
        do throws(ScreenError) {
            if environment.converses { return try ConversationSession.run(&screens, mailbox: mailbox) }
            return try ScreenSession.run(&screens, palette: palette, mailbox: mailbox)
        } catch {
            switch error {
            case .noTerminal: throw Report(ScreenObstacle.noTerminal)
            case .failed(let number): throw Report.terminal(number)
            }
        }
    }
}

extension AlbumScreens {
    /// The screens for whoever is logged in.
    ///
    /// - Parameters:
    ///   - goesBack: whether leaving leads back to other screens.
    ///   - report: gets what comes of work in the background, from any thread.
    /// - Throws: a report with exit code 77 where nobody is logged in.
    init(
        _ context: AlbumsContext, _ covers: CoversChoice, goesBack: Bool = false,
        report: @escaping @Sendable (AlbumOutcome) -> Void
    ) throws {
        let (environment, store) = (context.environment, context.store)
        let worker = AlbumWorker(
            context.catalogue, reader: context.reader,
            currentUser: {
                // At this moment: screens may stay open for days.
                let present = ProcessEnvironment.live() ?? environment
                return Result { try CurrentUser(in: store, present) }.mapError(Report.init(of:))
            }, report: report)
        self.init(
            currentUser: try CurrentUser(in: store, environment), reader: context.reader,
            showsCovers: covers != .never && !context.options.noColor && !environment.converses,
            goesBack: goesBack, now: { .now }, start: worker.start)
    }
}
