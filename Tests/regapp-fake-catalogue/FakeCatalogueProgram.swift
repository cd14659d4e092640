import Glibc
import CRegappLinux
import RegappTestSupport

/// The fake catalogue as a program, and a storm of questions that it answers badly.
///
/// - `regapp-fake-catalogue serve [PORT]` serves until it is killed, and prints its address.
/// - `regapp-fake-catalogue storm ADDRESS COUNT` asks a server so many questions, each behaviour in turn, with a deadline of
///   0.2 s, and prints the worst overrun and the most memory used.
@main
enum Program {
    static func main() throws {
        let words = CommandLine.arguments
        switch (words.dropFirst().first, words.count) {
        case ("serve", 2...3):
            let catalogue = try FakeCatalogue(port: words.count == 3 ? UInt16(words[2]) ?? 0 : 0)
            write(catalogue.address, to: STDOUT_FILENO)
            catalogue.run()
        case ("storm", 4):
            // As regapp does where it asks for albums.
            regapp_set_malloc(1, 200_000)
            Storm(address: words[2], count: Int(words[3]) ?? 0).run()
        default:
            write("usage: regapp-fake-catalogue serve [PORT] | storm ADDRESS COUNT", to: STDERR_FILENO)
            exit(64)
        }
    }

    private static func write(_ line: String, to descriptor: Int32) {
        let bytes = Array((line + "\n").utf8)
        _ = unsafe Glibc.write(descriptor, bytes, bytes.count)
    }
}
