import RegappCommandLine
import RegappValues
import RegappWording

enum ProcessArguments {
    /// The value of `--documents` as it was typed, even if the rest of the line is wrong.
    static var documents: String? { everywhere.documents.flatMap { $0.isEmpty ? nil : $0 } }

    /// The command line as another user can run it, without passwords.
    static var withoutSecrets: [String] { [Regapp.name] + Regapp.program.withoutSecrets((try? live()) ?? []) }

    /// Nil without a valid choice.
    static var color: Wanted? { everywhere.color }
    static var hasNoMouse: Bool { everywhere.hasNoMouse }
    static var isQuiet: Bool { everywhere.isQuiet }

    /// Options of every command, read once, even if the rest of the line is wrong. The others need not be known, since a
    /// separate value never starts with two hyphens.
    private static let everywhere = Everywhere((try? live()) ?? [])

    private struct Everywhere {
        var documents: String?
        var color: Wanted?
        var (hasNoMouse, isQuiet) = (false, false)

        init(_ arguments: [String]) {
            var rest = arguments.prefix { $0 != "--" }
            while let argument = rest.popFirst() {
                let (option, value) = argument.splitAtEquals
                switch option {
                case "--" + Regapp.documentsOption where documents == nil:
                    documents = value ?? rest.first.flatMap { $0.startsLikeOption ? nil : $0 }
                case "--" + CommonOptions.noColor where value == nil: color = .never
                case "--" + CommonOptions.color: color = (value ?? rest.first).flatMap(Wanted.init)
                case "--" + CommonOptions.noMouse where value == nil: hasNoMouse = true
                case "--" + CommonOptions.quiet where value == nil: isQuiet = true
                default: break
                }
            }
        }
    }

    /// The arguments after the program's name.
    ///
    /// - Throws: a report with exit code 64 if one is not UTF-8: once repaired, it would be another password or name
    ///   another file. With 1 if they cannot be read: a line without arguments is another command.
    static func live() throws -> [String] { try decoded.get() }

    private static let decoded = Result<[String], any Error> {
        // Swift reads the arguments from /proc/self/cmdline, and without it has none at all, not even the program's
        // name.
        guard CommandLine.argc > 0 else {
            throw Report(
                .failure, "cannot read the command line: there is no /proc", hint: "mount /proc")
        }
        var arguments: [String] = []
        for index in 1..<max(1, Int(CommandLine.argc)) {
            guard let bytes = unsafe CommandLine.unsafeArgv[index] else { break }
            guard let text = unsafe String(validatingCString: bytes) else {
                throw Report(.usage, "argument \(index) is not UTF-8")
            }
            arguments.append(text)
        }
        return arguments
    }
}

extension Invocation {
    static let ofProcess = Invocation(
        program: script ?? Regapp.name, documents: script == nil ? ProcessArguments.documents : nil,
        namesDirectory: ProcessArguments.documents != nil, isOfSuperuser: ProcessHardening.isSuperuser,
        line: { ProcessArguments.withoutSecrets })

    /// The name in `REGAPP_COMMAND`, if a shell takes it for one word.
    private static let script: String? = ProcessEnvironment.liveVariable("REGAPP_COMMAND").flatMap { name in
        let isWord =
            !name.isEmpty && !name.hasPrefix("-")
            && name.utf8.allSatisfy { $0.isLetterOrDigit || "._-".utf8.contains($0) }
        return isWord ? name : nil
    }
}
