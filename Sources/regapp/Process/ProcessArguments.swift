import CommandParser

/// What stands on the command line of this process.
enum ProcessArguments {
    /// The value of `--documents` as it was typed, also where the rest of the line is wrong.
    static let documents: String? = {
        guard let arguments = try? live() else { return nil }
        return Program.value(of: CommonOptions.documents, in: arguments).flatMap { $0.isEmpty ? nil : $0 }
    }()

    /// Whether no colour is wanted, also where the rest of the line is wrong.
    static let hasNoColor: Bool = {
        let arguments = (try? live()) ?? []
        return arguments.prefix { $0 != "--" }.contains("--" + CommonOptions.noColor)
    }()

    /// The arguments after the program's name, in their order.
    ///
    /// - Throws: a report with exit code 64 where one is not UTF-8: repaired it would be another password, or
    ///   name another file; one with 1 where they cannot be told: a line without arguments would be another command.
    static func live() throws -> [String] {
        // Swift reads the arguments from /proc/self/cmdline, and has none at all, not even the program's name, where
        // that is missing.
        guard CommandLine.argc > 0 else {
            throw Report.unreadableArguments
        }
        var arguments: [String] = []
        for index in 1..<max(1, Int(CommandLine.argc)) {
            guard let bytes = unsafe CommandLine.unsafeArgv[index] else { break }
            guard let text = unsafe String(validatingCString: bytes) else {
                throw Report.argumentNotUTF8(index)
            }
            arguments.append(text)
        }
        return arguments
    }
}
