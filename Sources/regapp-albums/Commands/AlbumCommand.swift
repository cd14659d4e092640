import CommandParser
import RegappProcess

/// A command for albums as this program does it.
protocol AlbumCommand: Command {
    func run(_ context: inout AlbumsContext) throws(Report)
}

/// `regapp-albums` without `albums`, which only a person types who takes it for a program of its own.
struct AlbumsProgram: Command {
    static let words: [String] = []

    static var page: CommandPage { CommandPage("Search albums, for 'regapp albums'") }

    private let version: Bool

    init(_ line: inout CommandLineReader) { version = line.flag("version", "print the version") }

    func run() throws(Report) {
        guard version else { throw Report(.otherCommand) }
        var output = Output()
        try output.line("regapp-albums \(Regapp.version)")
        try output.flush()
    }
}
