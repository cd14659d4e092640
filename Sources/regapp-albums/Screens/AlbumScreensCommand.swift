import AlbumCatalog
import CommandParser
import DocumentStore
import RegappProcess
import TerminalUI

// The album screens need a terminal on both sides and somebody logged in.
extension AlbumScreensCommand: AlbumCommand {
    /// Runs the screens until they are left.
    ///
    /// - Throws: a report with exit code 64 where there is no terminal for screens, 77 where nobody is logged in.
    func run(_ context: inout AlbumsContext) throws(Report) {
        let (options, environment, store) = (context.options, context.environment, context.store)
        let reader = context.reader
        if let obstacle = environment.screenObstacle(noInput: options.noInput) { throw Report(obstacle) }
        let visitor = try Visitor(in: store, environment)
        ProcessHardening.endWithParent()
        guard let mailbox = Mailbox<AlbumOutcome>() else { throw Report(.tooManyOpenFiles) }
        let worker = AlbumWorker(context.catalogue, reader: reader) {
            // At this moment: screens may stay open for days.
            let present = ProcessEnvironment.live() ?? environment
            return Result { () throws(Report) in try Visitor(in: store, present) }
        } report: {
            mailbox.post($0)
        }
        defer { worker.stop() }
        let showsCovers = covers != .never && !options.noColor && !environment.converses
        var screens = AlbumScreens(
            visitor: visitor, reader: reader, showsCovers: showsCovers,
            goesBack: SiblingProgram.hasCaller(environment), now: { .now }
        ) { worker.start($0) }
        switch try Self.run(&screens, mailbox, options, environment) {
        case .quit: if let failure = screens.failure { throw failure }
        case .interrupted: throw .interrupted
        // Nobody is there to be told anything.
        case .closed: throw Report(.terminalClosed)
        }
    }

    private static func run(
        _ screens: inout AlbumScreens, _ mailbox: Mailbox<AlbumOutcome>, _ options: CommonOptions,
        _ environment: ProcessEnvironment
    ) throws(Report) -> ScreenEnd {
        let palette = Palette.detect(hasColour: !options.noColor, environment: environment.variable)
        do throws(ScreenError) {
            if environment.converses { return try Conversation.run(&screens, mailbox: mailbox) }
            return try ScreenSession.run(
                &screens, palette: palette, mailbox: mailbox,
                onCallersScreen: SiblingProgram.hasCaller(environment))
        } catch {
            switch error {
            case .noTerminal: throw Report(ScreenObstacle.noTerminal)
            case .failed(let number): throw Report(.terminal(number))
            }
        }
    }
}
