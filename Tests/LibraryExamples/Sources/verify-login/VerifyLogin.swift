import Accounts
import Foundation

/// `verify-login DIRECTORY EMAIL`, the password on standard input: 0 where they match, 1 where not, 2 after an error.
@main struct VerifyLogin {
    static func main() async {
        guard CommandLine.arguments.count == 3, let password = readLine() else {
            print("usage: verify-login DIRECTORY EMAIL")
            exit(64)
        }
        let directory = DocumentsDirectory(CommandLine.arguments[1])
        do {
            let isMatch = try await directory.registry.verify(CommandLine.arguments[2], password: password)
            exit(isMatch ? 0 : 1)
        } catch {
            FileHandle.standardError.write(Data("\(error)\n".utf8))
            exit(2)
        }
    }
}
