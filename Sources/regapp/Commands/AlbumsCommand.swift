import DocumentStore
import RegappProcess

/// `regapp albums …`: goes on as `regapp-albums`, with the same words, so that only it pays for the network.
enum AlbumsCommand {
    static func run() throws(Report) {
        let failure = SiblingProgram(named: "regapp-albums").become(try ProcessArguments.live())
        switch failure {
        case .missing(let path):
            throw Report(
                .failure, "there is no \(path)", hint: "install regapp-albums in the same directory as regapp"
            )
        case .failed(let path, let number):
            throw Report(.failure, "cannot run \(path): \(Errno(rawValue: number).reason)")
        case .exited, .signalled: throw Report(.failure, [])
        }
    }
}
