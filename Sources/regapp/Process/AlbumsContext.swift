import RegappCore
import RegappAlbums
import RegappCommandLine
import RegappValues
import RegappStore
import RegappWording
import RegappTerminal

/// What commands and screens need to ask the catalogue.
struct AlbumsContext {
    let catalogue: Catalogue
    let reader: ReaderLocale

    /// For a command, which must call this before it starts any thread.
    init(_ command: inout CommandContext) throws {
        ProcessHardening.prepareForAlbums(command.environment)
        // What is wrong with the directory is reported before anything about the catalogue.
        _ = try command.store()
        try self.init(command.environment, report: Diagnostics.report)
    }

    /// - Parameter report: gets warnings about the access to the catalogue.
    init(_ environment: ProcessEnvironment, report: (Message) -> Void) throws {
        catalogue = try Catalogue(environment, report: report)
        reader = ReaderLocale(
            allCategories: environment.variable("LC_ALL"), collation: environment.variable("LC_COLLATE"),
            language: environment.variable("LANG"))
    }

    /// How long nothing is shown, in milliseconds: what people perceive as immediate.
    private static let silence = 70
    /// The time between two frames of the spinner, in milliseconds.
    private static let turn = 80

    /// Does slow work in the background while this thread shows progress. A signal that asks this process to end, such
    /// as that of Ctrl-C, cancels the work and then ends the command. If the system has no thread for the work, the
    /// signal ends the process at once, as it does between two pieces of work.
    func run<Value: Sendable>(
        _ words: String, _ work: @escaping @Sendable (Cancellation) throws -> Value
    ) throws -> Value {
        let cancellation = Cancellation()
        let pending = Workers.separate.start { try work(cancellation) }
        return try Interruption.noting {
            var progress = Progress(Appearance.live.progress, afterMilliseconds: Self.silence)
            while !pending.isDone(withinMilliseconds: Self.turn) {
                progress.tick(words)
                if Interruption.hasCome { cancellation.cancel() }
            }
            progress.clear()
            // A signal may come with the answer, or with a failure that it caused; the command ends all the same.
            if Interruption.hasCome { throw Message.interrupted }
            return try pending.result()
        }
    }

    /// The width of the terminal on standard output; nil if there is none.
    var columns: Int? {
        Terminal.isTerminal(.standardOutput) ? Terminal.columns(of: .standardOutput) : nil
    }

    func report(_ freshness: Freshness, droppedCount: Int) {
        if case .outdated(let age, let reason) = freshness {
            Diagnostics.report(.warning("\(reason.words); this is the answer \(String.asOf(age))"))
        }
        if droppedCount > 0 {
            Diagnostics.report(
                .warning("of the items in the catalogue's answer, \(String.unreadable(droppedCount))"))
        }
    }
}

extension Catalogue {
    fileprivate init(_ environment: ProcessEnvironment, report: (Message) -> Void) throws {
        var address = CatalogAddress.apple
        if let text = environment.variable("REGAPP_ALBUMS_URL") {
            address = try CatalogAddress(text)
            report(.hint("the catalogue is \(address.text)"))
        }
        let home = environment.variable("HOME").flatMap { $0.hasPrefix("/") ? $0 + "/.cache" : nil }
        let folder = environment.variable("XDG_CACHE_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil } ?? home
        self.init(
            address: address, transport: CurlTransport(variable: environment.variable),
            cache: folder.flatMap { Self.cache(in: $0 + "/regapp", of: address, report: report) },
            surroundings: Surroundings())
    }

    /// The cache in a directory. If others could read the directory, no answers are kept; if it belongs to another
    /// user, it is not used at all. Both give a warning.
    private static func cache(
        in root: String, of address: CatalogAddress, report: (Message) -> Void
    ) -> AnswerCache? {
        let warning = CacheWarning.check(root)
        switch warning {
        case .foreign(let path):
            report(.warning("\(path) belongs to another user; nothing is kept there"))
            return nil
        case .looseMode(let path, let mode):
            report(
                .warning(
                    "\(mode.reach(path)); answers are not kept there",
                    hint: "\(bare: .words("chmod", "700", path))"))
        case .symbolicLink(let path):
            report(.warning("\(path) is a symbolic link; answers are not kept there"))
        case nil: break
        }
        return AnswerCache(root: root, catalogue: address, keepsAnswers: warning == nil)
    }
}
