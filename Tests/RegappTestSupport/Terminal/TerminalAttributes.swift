internal import Glibc

/// How a terminal treats its input and output: what `stty -a` shows.
package struct TerminalAttributes: Hashable, Sendable, CustomStringConvertible {
    /// The four flag words and the speeds, by name.
    private let words: [String: UInt32]
    private let controlCharacters: [UInt8]

    init(of descriptor: Int32) throws {
        var attributes = termios()
        guard unsafe tcgetattr(descriptor, &attributes) == 0 else {
            throw ProcessFailure(operation: "tcgetattr", number: errno)
        }
        words = [
            "input": attributes.c_iflag, "output": attributes.c_oflag, "control": attributes.c_cflag,
            "local": attributes.c_lflag,
        ]
        controlCharacters = unsafe withUnsafeBytes(of: &attributes.c_cc) { unsafe Array($0) }
    }

    package var echo: Bool { isSet(ECHO, in: "local") }
    /// Whether input comes line by line.
    package var isCanonical: Bool { isSet(ICANON, in: "local") }
    /// Whether Ctrl-C and Ctrl-Z send signals.
    package var sendsSignals: Bool { isSet(ISIG, in: "local") }
    /// Whether newlines are written as CR LF.
    package var processesOutput: Bool { isSet(OPOST, in: "output") }

    /// Every flag word and control character, so that two descriptions are equal where the terminals are.
    package var description: String {
        let names = [
            (echo, "echo"), (isCanonical, "icanon"), (sendsSignals, "isig"), (processesOutput, "opost"),
        ]
        let flags = names.map { ($0 ? "" : "-") + $1 }.joined(separator: " ")
        let numbers = words.sorted { $0.key < $1.key }.map { "\($0.key)=\(String($0.value, radix: 16))" }
        return flags + " " + numbers.joined(separator: " ") + " cc=\(controlCharacters)"
    }

    private func isSet(_ flag: Int32, in word: String) -> Bool {
        words[word, default: 0] & UInt32(flag) != 0
    }
}
