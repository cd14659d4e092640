import Accounts

/// `serve-verify DIRECTORY EMAIL N`, the password on standard input: checks it N times at once, as a server would for
/// N people, and prints how many matched.
@main struct ServeVerify {
    static func main() async throws {
        let registry = DocumentsDirectory(CommandLine.arguments[1]).registry
        let email = CommandLine.arguments[2]
        let password = readLine() ?? ""
        let matches = try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<(Int(CommandLine.arguments[3]) ?? 1) {
                group.addTask { try await registry.verify(email, password: password) }
            }
            return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        print(matches)
    }
}
