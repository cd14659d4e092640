import Dispatch
import RegappCore

/// `verify-lines DIRECTORY`: for each line `EMAIL PASSWORD` on standard input prints whether they match, as soon as it is
/// known.
@main struct VerifyLines {
    static func main() {
        let registry = AccountDirectory(CommandLine.arguments.last ?? "").registry
        let open = DispatchGroup()
        while let line = readLine() {
            let words = line.split(separator: " ", maxSplits: 1).map(String.init)
            guard words.count == 2 else { continue }
            open.enter()
            Task.detached {
                let isMatch = try? await registry.verify(words[0], password: words[1])
                print(words[0], isMatch.map { $0 ? "yes" : "no" } ?? "no answer")
                open.leave()
            }
        }
        open.wait()
    }
}
