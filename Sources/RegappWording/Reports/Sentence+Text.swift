internal import RegappCommandLine
internal import RegappCore
package import RegappValues
internal import RegappTerminal

// The only place where sentences and messages become text.

extension Message {
    /// The message as a question, or as the title of a dialog.
    package var asked: String { facts.map(\.text.sentenceCased).joined(separator: " ") }
}

extension Message.Fact {
    /// One line on a command line, without its kind. Emails are quoted for the shell only in what can be typed: in a
    /// hint, and in what can be done next.
    package var text: String {
        let text = kind == .hint ? sentence.text : sentence.statement
        return next.map { "\(text); \($0.text)" } ?? text
    }

    /// The text on a screen, as sentences; nil if it names a command that no button or key stands for. A value at
    /// its beginning, such as a key, stays as it is.
    package var screenText: String? {
        guard let text = sentence.screenText else { return nil }
        let isValue = if case .value? = sentence.parts.first { true } else { false }
        let first = isValue ? text : text.sentenceCased
        return next?.screenText.map { "\(first). \($0.sentenceCased)" } ?? first
    }
}

extension Sentence {
    /// The sentence for this process: its commands repeat how this process was called.
    package var text: String { text(for: .live) }

    /// The sentence in one line. Values and the words of commands are quoted for the shell if necessary, with
    /// backslashes only. A command is put between single quotes, or double quotes if it contains a single one, so that
    /// what is between them can be pasted.
    package func text(for invocation: Invocation) -> String {
        parts.reduce(into: "") { $0 += $1.text(for: invocation) }
    }

    /// The sentence as ``text``, but with its emails as they are: it says what is so, and people are not typed. Paths stay
    /// quoted, since people do paste them.
    package var statement: String {
        parts.reduce(into: "") { $0 += $1.email ?? $1.text(for: .live) }
    }

    /// The sentence on a screen, where a button or key replaces each command of the program; nil if one has neither.
    var screenText: String? {
        var texts: [String] = []
        for part in parts {
            switch part {
            case .command(let command) where command.kind == .program,
                .bareCommand(let command) where command.kind == .program:
                switch command.control {
                case .button(let title): texts.append("'\(title)'")
                case .key(let name): texts.append(name)
                case nil: return nil
                }
            case .prose, .value, .command, .bareCommand, .thisLine:
                texts.append(part.email ?? part.text(for: .live))
            }
        }
        return texts.joined()
    }
}

extension Sentence.Part {
    /// Nil if the part is not the email of a registered account.
    fileprivate var email: String? {
        if case .value(let value) = self, EmailAddress.isCorrect(value) { value } else { nil }
    }

    fileprivate func text(for invocation: Invocation) -> String {
        switch self {
        case .prose(let text): return text.printable
        case .value(let value): return value.quotedForShell
        case .bareCommand(let command): return command.line(for: invocation)
        case .thisLine(let words):
            // Only the superuser can become another user.
            let line = ShellCommand.words(words + invocation.line()).line(for: invocation)
            return invocation.isOfSuperuser ? line : "let root type \(line)"
        case .command(let command):
            let line = command.line(for: invocation)
            return line.utf8.contains(UInt8(ascii: "'")) ? "\"\(line)\"" : "'\(line)'"
        }
    }
}

extension ShellCommand {
    fileprivate func line(for invocation: Invocation) -> String {
        words(for: invocation).map(\.quotedForShell).spaced
    }

    private func words(for invocation: Invocation) -> [String] {
        switch kind {
        case .other: return words
        case .name: return [invocation.program] + words
        case .program:
            guard let documents = invocation.documents else { return [invocation.program] + words }
            // A separate value never starts with two hyphens.
            let option = "--" + Regapp.documentsOption
            let isAttached = documents.utf8.starts(with: "--".utf8)
            let given = isAttached ? ["\(option)=\(documents)"] : [option, documents]
            let end = words.firstIndex(of: "--") ?? words.endIndex
            return [invocation.program] + words[..<end] + given + words[end...]
        }
    }
}

extension String {
    /// The text as one word of a shell command. A text with characters that a terminal must not get is written as
    /// `$'…'`, which bash and zsh understand.
    var quotedForShell: String {
        if isEmpty { return "\"\"" }
        guard printable.utf8.elementsEqual(utf8) else { return writtenInASCII }
        var quoted: [UInt8] = []
        for (index, byte) in utf8.enumerated() {
            if !Self.needsNoQuoting(byte, first: index == 0) { quoted.append(UInt8(ascii: "\\")) }
            quoted.append(byte)
        }
        return String(decoding: quoted, as: UTF8.self)
    }

    /// Letters, digits and punctuation without a meaning in any shell. zsh expands a word that begins with `=`.
    private static func needsNoQuoting(_ byte: UInt8, first: Bool) -> Bool {
        switch byte {
        case _ where byte.isLetterOrDigit: true
        case 0x80...: true
        case UInt8(ascii: "="): !first
        default: "_@%+:,./-".utf8.contains(byte)
        }
    }

    private var writtenInASCII: String {
        let escaped = utf8.map { byte -> String in
            switch byte {
            case UInt8(ascii: "\\"), UInt8(ascii: "'"): return "\\" + String(UnicodeScalar(byte))
            case 0x20...0x7E: return String(UnicodeScalar(byte))
            default: return "\\" + byte.zeroPadded(to: 3, radix: 8)
            }
        }
        return "$'\(escaped.joined())'"
    }
}
