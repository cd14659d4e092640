import Foundation
import RegappCore

/// What Foundation shows of an error, for example in `localizedDescription`.
extension DirectoryError: @retroactive LocalizedError {
    public var errorDescription: String? { description }
    public var recoverySuggestion: String? { hint }
}

/// `tell-error DIRECTORY`: prints why a registry cannot be read, and what to do, one a line; nothing if it can.
@main struct TellError {
    static func main() async {
        do throws(DirectoryError) {
            for try await _ in AccountDirectory(CommandLine.arguments.last ?? "").registry.accounts() {}
        } catch {
            print(error.localizedDescription)
            if let suggestion = error.recoverySuggestion { print(suggestion) }
            exit(error.reason == .noRegistry ? 2 : 1)
        }
    }
}
