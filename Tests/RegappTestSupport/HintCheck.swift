internal import RegappStore
internal import Testing

/// Reads what programs under test propose to type, as those who paste it would: each hint, and each line about what was
/// done, is split here, given to bash, and its commands to the program.
package enum HintCheck {
    /// What was found right already, with the documents that the command line named.
    private static let passed = Locked<Set<String>>([])

    private static let start = "regapp: "

    /// - Parameters:
    ///   - arguments: its command line, where that is known to be regapp's.
    ///   - home: its home directory, whose name differs from run to run.
    static func check(_ text: String, arguments: [String]?, in home: TemporaryHome) {
        guard text.contains(start) else { return }
        let plain = withoutColours(text)
        for line in plain.split(whereSeparator: \.isNewline) where line.hasPrefix(start) {
            let said = line.dropFirst(start.count)
            guard !said.hasPrefix("error: "), !said.hasPrefix("warning: ") else { continue }
            let told = said.hasPrefix("hint: ") ? String(said.dropFirst(6)) : withoutPeople(said)
            let hint = told.replacing(home.path, with: "/home/ann")
            let named = arguments.flatMap(documents)?.replacing(home.path, with: "/home/ann")
            guard passed.withLock({ $0.insert("\(hint)\n\(named ?? "")").inserted }) else { continue }
            do { try check(hint, documents: named, knowsDocuments: arguments != nil, home) } catch {
                Issue.record("\(error): \(hint)")
            }
        }
    }

    /// The text without what sets a terminal's colours.
    private static func withoutColours(_ text: String) -> String {
        let parts = text.split(separator: "\u{1B}[", omittingEmptySubsequences: false)
        return parts.dropFirst().reduce(into: String(parts[0])) { plain, part in
            let rest = part.drop { $0.isNumber || $0 == ";" }
            plain += rest.first == "m" ? String(rest.dropFirst()) : "\u{1B}[" + part
        }
    }

    /// A line about what was done; its emails are for reading, so an apostrophe in one opens no quote.
    private static func withoutPeople(_ line: Substring) -> String {
        line.split(separator: "; ").enumerated().map { index, part in
            guard index == 0 else { return String(part) }
            let words = part.split(separator: " ", omittingEmptySubsequences: false)
            return words.map { $0.contains("@") ? $0.filter { $0 != "'" } : String($0) }.joined(
                separator: " ")
        }.joined(separator: "; ")
    }

    /// The commands that a hint proposes, each as it stands between its quotes.
    package static func commands(in hint: String) -> [String] {
        var commands: [String] = []
        var rest = hint[...]
        while let quote = rest.firstIndex(where: { $0 == "'" || $0 == "\"" }) {
            guard let end = rest.closing(quote) else { break }
            let isWordStart = quote == hint.startIndex || hint[hint.index(before: quote)] == " "
            let text = rest[rest.index(after: quote)..<end]
            if isWordStart, text == "regapp" || text.hasPrefix("regapp ") { commands.append(String(text)) }
            rest = rest[rest.index(after: end)...]
        }
        if hint.hasPrefix("chmod ") { commands.append(hint) }
        // Behind the words that run it as another user.
        if hint.hasPrefix("runuser "), let line = hint.split(separator: " -- ", maxSplits: 1).last {
            commands.append(String(line))
        }
        return commands
    }

    /// The words that bash makes of a line, which it is kept from running.
    package static func wordsOfBash(_ line: String, in home: TemporaryHome) throws -> [String]? {
        guard let bash = Tool.path("bash") else { return nil }
        // Restricted and without a PATH, so that a word that a wrong quote sets free runs no program.
        let script = "printf '%s\\0' " + line
        let result = try BuiltProgram(path: bash).run(
            ["--noprofile", "--norc", "-r", "-c", script], in: home, environment: ["PATH": ""])
        guard result.status == 0, result.stderrBytes.isEmpty else { return [] }
        return result.stdoutBytes.split(separator: 0, omittingEmptySubsequences: false).dropLast()
            .map { String(decoding: $0, as: UTF8.self) }
    }

    private static func check(
        _ hint: String, documents: String?, knowsDocuments: Bool, _ home: TemporaryHome
    ) throws {
        // The values of a change as they are: nothing to type.
        if hint.contains(" → ") { return }
        // The sentence itself must not leave a quote open.
        _ = try ShellWords.split(hint, isStrict: false)
        // Names of commands, where nothing is proposed to be typed.
        if hint.hasPrefix("it is an option of ") { return }
        for command in commands(in: hint) {
            let words = try ShellWords.split(command)
            // Where no character means anything to a shell, it splits at spaces.
            let isPlain = command.utf8.allSatisfy { $0.isPlainToShells }
            if !isPlain, let read = try wordsOfBash(command, in: home) {
                #expect(read.map { Array($0.utf8) } == words.map { Array($0.utf8) }, "\(command)")
            }
            guard words.first == "regapp" else { continue }
            let arguments = Array(words.dropFirst())
            try expectAccepted(arguments, command, home)
            let usesDocuments = !["help", "completions", "manual", "--version"].contains(arguments.first)
            guard knowsDocuments, usesDocuments else { continue }
            #expect(Self.documents(arguments) == documents, "\(command)")
        }
    }

    /// Runs a command with a documents directory that is refused as soon as the command line has been read.
    private static func expectAccepted(
        _ arguments: [String], _ command: String, _ home: TemporaryHome
    ) throws {
        var words = arguments
        if let place = words.firstIndex(where: { $0.hasPrefix("--documents") }) {
            words.removeSubrange(place...(words[place] == "--documents" ? place + 1 : place))
        }
        let result = try BuiltProgram.regapp.run(words, in: home, environment: ["REGAPP_DOCUMENTS": "~"])
        // If the user has to add a word to the line, the answer names the missing word.
        let isRead = [
            "no shell has expanded", " needs ", "cannot tell the format", "wrong email or password",
            "the accounts cannot be read now",
        ].contains {
            result.stderr.contains($0)
        }
        #expect(result.status == 0 || isRead, "\(command): \(result.stderr)")
    }

    /// What `--documents` names, found without the parser.
    private static func documents(_ arguments: [String]) -> String? {
        let options = arguments.prefix { $0 != "--" }
        for (place, word) in options.enumerated() {
            if word.hasPrefix("--documents=") { return String(word.dropFirst("--documents=".count)) }
            if word == "--documents" {
                return options.dropFirst(place + 1).first.flatMap { $0.hasPrefix("--") ? nil : $0 }
            }
        }
        return nil
    }
}

extension UInt8 {
    /// Whether it is a space, or a character that is never more than itself to a shell.
    fileprivate var isPlainToShells: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default: " -./:@_,+%".utf8.contains(self)
        }
    }
}

extension Substring {
    /// The quote that ends what a quote begins: the next of its kind without a backslash before it.
    fileprivate func closing(_ quote: Index) -> Index? {
        var isEscaped = false
        for place in indices[index(after: quote)...] {
            if isEscaped {
                isEscaped = false
            } else if self[place] == "\\" {
                isEscaped = true
            } else if self[place] == self[quote] {
                return place
            }
        }
        return nil
    }
}
