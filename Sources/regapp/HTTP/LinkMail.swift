import RegappCore
import RegappProcesses
import RegappValues
import RegappWording

/// The mail with a link that a person gets who forgot the password. It goes to the address of the account alone, and
/// nothing that a stranger typed is in it: its text has the account's email and the link, its head neither.
struct LinkMail {
    /// Where the page is: never taken from a request, whose `Host` a stranger can choose.
    let page: PageAddress
    private let text: Template
    private let program: String?

    private static let names = Template.Names(
        places: ["email", "link"], blocks: [], hint: "the text needs '{{email}}' and '{{link}}'")
    /// The fields of its head that a text may begin with.
    private static let fields = ["from", "subject", "reply-to"]
    private static let patience = Duration.seconds(60)

    /// - Parameters:
    ///   - file: the text: fields of the head, an empty line, the body; nil for regapp's own.
    ///   - program: what sends it, called like sendmail; nil for the sendmail of PATH.
    /// - Throws: a message if the text cannot be accepted.
    init(page: PageAddress, file: String?, program: String?) throws {
        self.page = page
        self.program = program
        text =
            try file.map { try Template(file: $0, Self.names) }
            ?? Template(Array(Texts.linkMail.utf8), path: "mail.txt", Self.names)
        if let mistake = Self.mistake(in: text) {
            throw Message(
                .data, "\(file ?? "mail.txt"):\(mistake.line): \(mistake.text)",
                hint: "begin the text with a line 'Subject: …', and an empty line after it")
        }
    }

    /// What keeps a text from being a mail.
    private static func mistake(in text: Template) -> (line: Int, text: String)? {
        func lines(_ value: String) -> [String] {
            text.text(.init(places: ["email": value, "link": value]))
                .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        }
        let filled = lines("x")
        let empty = lines("")
        guard let end = filled.firstIndex(where: \.isEmpty) else {
            return (filled.count, "no empty line ends its head")
        }
        for (index, line) in filled[..<end].enumerated() {
            let name = line.prefix { $0 != ":" }
            guard name.count < line.count, fields.contains(name.lowercased()) else {
                return (index + 1, "only From, Subject and Reply-To may stand in its head")
            }
            guard line == empty[index] else {
                return (index + 1, "only the body may have {{email}} and {{link}}, not the head")
            }
            guard line.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F }) else {
                return (index + 1, "a control character stands in its head")
            }
        }
        return filled[..<end].contains { $0.lowercased().hasPrefix("subject:") }
            ? nil : (1, "it has no subject")
    }

    /// Waits until sendmail has taken the mail.
    ///
    /// - Returns: why it did not, as a word of the system's log; nil if it did.
    func send(_ mailed: MailedLink, _ environment: ProcessEnvironment) -> String? {
        let path = environment.variable("PATH") ?? ""
        let folders = path.split(separator: ":").filter { $0.hasPrefix("/") }
        guard let sendmail = program ?? ProgramStart.find("sendmail", in: folders) else {
            return "no-sendmail"
        }
        let deadline = ContinuousClock.now + Self.patience
        do throws(ProgramEnd) {
            let run = try ChildProgram(
                sendmail, ["sendmail", "-t", "-i"], environment: ["PATH=\(path)"], input: bytes(of: mailed))
            var step = ChildProgram.Step.output
            while step == .output {
                // What it prints is not kept.
                var output: [UInt8] = []
                step = run.read(into: &output, until: deadline)
            }
            guard step == .closed, let end = run.end(until: deadline) else { return "late" }
            if end == .exited(0) { return nil }
            throw end
        } catch {
            return switch error {
            case .exited(let code): "exit-\(code)"
            case .signalled(let number): "signal-\(number)"
            case .notStarted(let number): "errno-\(number)"
            }
        }
    }

    private func bytes(of mailed: MailedLink) -> [UInt8] {
        let filled = text.text(.init(places: ["email": mailed.email, "link": mailed.address]))
        let lines = filled.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let head = lines.prefix { !$0.isEmpty }
        let all =
            ["To: \(mailed.email)"] + head.map(Self.encoded)
            + [
                "MIME-Version: 1.0", "Content-Type: text/plain; charset=UTF-8",
                "Content-Transfer-Encoding: 8bit",
                "Auto-Submitted: auto-generated",
            ] + lines.dropFirst(head.count)
        return Array((all.joined(separator: "\n") + "\n").utf8)
    }

    /// A field whose value is not ASCII, in encoded words of at most 75 characters (RFC 2047).
    private static func encoded(_ field: String) -> String {
        guard !field.utf8.allSatisfy({ $0 < 0x80 }),
            let (name, value) = field.parts(around: field.firstIndex(of: ":"))
        else { return field }
        var words: [String] = []
        var part = ""
        // 45 bytes become 60 characters.
        for scalar in value.trimmed.unicodeScalars {
            if part.utf8.count + 4 > 45 {
                words.append(part)
                part = ""
            }
            part.unicodeScalars.append(scalar)
        }
        let encoded = (words + [part]).map { "=?UTF-8?B?\(Base64.encode(Array($0.utf8)))?=" }
        return "\(name): \(encoded.joined(separator: "\n "))"
    }
}
