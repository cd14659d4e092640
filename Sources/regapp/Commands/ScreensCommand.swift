import Accounts
import CommandParser
import Dispatch
import DocumentStore
import RegappProcess
import TerminalUI

/// `regapp` alone: the screens on a terminal, elsewhere what `show` prints, or how to log in.
enum ScreensCommand {
    static func run(_ context: inout CommandContext) throws(Report) {
        let store = try context.store(mayCreate: true)
        guard context.environment.screenObstacle(noInput: context.invocation.has(.noInput)) == nil,
            let mailbox = Mailbox<AccountOutcome>(),
            let end = try run(store, mailbox, context)
        else {
            try context.requirePresent(store)
            return try ShowCommand.run(&context)
        }
        switch end {
        case .quit: return
        case .interrupted: throw .interrupted
        // Nobody is there to be told anything.
        case .closed: throw Report(.inputOutput, [])
        }
    }

    /// Runs the screens; nil where the terminal does not open.
    private static func run(
        _ store: DocumentStore, _ mailbox: Mailbox<AccountOutcome>, _ context: borrowing CommandContext
    ) throws(Report) -> ScreenEnd? {
        let environment = context.environment
        let hasColour = !context.invocation.has(.noColor)
        let queue = DispatchQueue(label: "regapp.screens")
        let files = Self.files(store, environment)
        var screens = AccountScreens(files) { task in
            queue.async { mailbox.post(perform(task, store, environment)) }
        } runAlbums: {
            switch runAlbums(store.directory, hasColour) {
            case .left: return nil
            case .interrupted: return .interrupted
            case .failed(let words):
                mailbox.post(.albumsFailed(words))
                return nil
            }
        }
        let palette = hasColour ? Palette.detect(environment: environment.variable) : Palette(.none)
        do throws(ScreenError) {
            return try ScreenSession.run(&screens, palette: palette, mailbox: mailbox)
        } catch {
            switch error {
            case .noTerminal: return nil
            case .failed(let number):
                throw Report(.inputOutput, "cannot use the terminal: \(Errno(rawValue: number).reason)")
            }
        }
    }

    private static func files(_ store: DocumentStore, _ environment: ProcessEnvironment) -> Files {
        do throws(AccountsError) {
            return .success(try Snapshot(store, today: environment.today, now: environment.now))
        } catch { return .failure(error) }
    }

    /// Performs a task at the present moment: screens may stay open for days.
    private static func perform(
        _ task: AccountTask, _ store: DocumentStore, _ start: ProcessEnvironment
    ) -> AccountOutcome {
        let present = ProcessEnvironment.live() ?? start
        return task.perform(store, today: present.today, now: present.now)
    }

    /// How the album screens ended.
    private enum AlbumsEnd {
        case left
        /// Ctrl-C, which leaves everything.
        case interrupted
        /// The payload says why they could not run.
        case failed(String)
    }

    /// Runs the album screens, which read from the files who is logged in.
    private static func runAlbums(_ documents: String, _ hasColour: Bool) -> AlbumsEnd {
        do throws(SiblingProgram.Failure) {
            let program = try SiblingProgram(named: "regapp-albums")
            try program.run(["albums", "--documents", documents] + (hasColour ? [] : ["--no-color"]))
            return .left
        } catch .exited(ExitCode.interrupted.rawValue) {
            return .interrupted
        } catch {
            let report = Report(error)
            return .failed((report.errors + report.hints.map(\.text)).joined(separator: "; "))
        }
    }
}
