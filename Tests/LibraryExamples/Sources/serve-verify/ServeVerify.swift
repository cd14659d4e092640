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
        var matches = 0
        await withTaskGroup(of: Result<Bool, DirectoryError>.self) { group in
            for _ in 0..<count {
                group.addTask {
                    do throws(DirectoryError) {
                        return .success(try await registry.verify(arguments[2], password: password))
                    } catch { return .failure(error) }
                }
            }
            for await answer in group where answer == .success(true) { matches += 1 }
        }
        print(matches)
    }
}
