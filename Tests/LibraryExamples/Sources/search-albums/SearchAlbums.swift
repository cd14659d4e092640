import RegappAlbums
import Glibc

/// `search-albums TERM`: prints number, title and artist of the albums that a term finds, with tabs between them.
@main struct SearchAlbums {
    static func main() async {
        guard CommandLine.arguments.count == 2 else { exit(64) }
        do {
            for album in try await AlbumSearch().albums(matching: CommandLine.arguments[1]) {
                let values = ["\(album.collectionId)", album.collectionName, album.artistName ?? ""]
                print(values.joined(separator: "\t"))
            }
        } catch {
            let sentence = Array("\(error)\n".utf8)
            write(STDERR_FILENO, sentence, sentence.count)
            exit(69)
        }
    }
}
