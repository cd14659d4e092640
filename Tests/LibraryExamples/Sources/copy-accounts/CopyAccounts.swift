import RegappCore
import Glibc

/// `copy-accounts FROM TO`: copies all accounts of one directory into another, or none, and prints how many are new,
/// changed and unchanged.
@main struct CopyAccounts {
    static func main() async {
        guard CommandLine.arguments.count == 3 else { exit(64) }
        let from = AccountDirectory(CommandLine.arguments[1]).registry
        let into = AccountDirectory(CommandLine.arguments[2]).registry
        do {
            let export = try await from.export(.json)
            let copied = try await into.importAccounts(export.bytes, as: .json, existing: .updated)
            print(copied.created, copied.updated, copied.unchanged)
        } catch {
            let sentence = Array("\(error)\n".utf8)
            write(STDERR_FILENO, sentence, sentence.count)
            exit(1)
        }
    }
}
