import RegappCore
import Glibc

/// `serve-verify DIRECTORY EMAIL N`, the password on standard input: checks it N times at once, as a server does for N
/// people, and prints how many matched.
@main struct ServeVerify {
    static func main() async {
        let arguments = CommandLine.arguments
        guard arguments.count == 4, let count = Int(arguments[3]), count >= 0 else { exit(64) }
        let registry = AccountDirectory(arguments[1]).registry
        let password = readLine() ?? ""
        do {
            let matches = try await withThrowingTaskGroup(of: Bool.self, returning: Int.self) { group in
                var matches = 0
                for _ in 0..<count {
                    group.addTask { try await registry.verify(arguments[2], password: password) }
                }
                for try await isMatch in group where isMatch { matches += 1 }
                return matches
            }
            print(matches)
        } catch {
            let sentence = Array("\(error)\n".utf8)
            write(STDERR_FILENO, sentence, sentence.count)
            exit(2)
        }
    }
}
