import RegappProcess

/// `regapp albums …`: goes on as `regapp-albums`, with the same words, so that only it pays for the network.
enum AlbumsCommand {
    static func run() throws(Report) {
        let words = try ProcessArguments.live()
        do throws(SiblingProgram.Failure) {
            throw try SiblingProgram(named: "regapp-albums").become(words)
        } catch { throw Report(error) }
    }
}
