import CommandParser
import RegappProcess

// `regapp albums …` goes on as `regapp-albums`, with the same words, so that only it pays for the network.

extension AlbumScreensCommand: RegappCommand {
    func run(_ context: inout CommandContext) throws(Report) { throw try becomeAlbums() }
}

extension AlbumSearchCommand: RegappCommand {
    func run(_ context: inout CommandContext) throws(Report) { throw try becomeAlbums() }
}

extension AlbumShowCommand: RegappCommand {
    func run(_ context: inout CommandContext) throws(Report) { throw try becomeAlbums() }
}

/// Returns only where that fails, with the reason.
private func becomeAlbums() throws(Report) -> Report {
    let words = try ProcessArguments.live()
    do throws(SiblingProgram.Failure) {
        throw try SiblingProgram(named: "regapp-albums").become(words)
    } catch { return Report(error) }
}
