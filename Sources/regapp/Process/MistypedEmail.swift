import RegappCommandLine
import RegappCore
import RegappStore
import RegappValues
import RegappWording

/// An email that has no account, or cannot have one, and resembles one that has or can.
enum MistypedEmail {
    private static let mostCompared = 2_000
    private static let mostSlips = 2
    /// A long email may have more of them, one in so many letters.
    private static let lettersForSlip = 8

    /// The error, and the line that was probably meant; nil if nothing is to be said but the error.
    ///
    /// An argument that has no account and is like no email may be a password, so it is not shown: neither in the error
    /// nor in a line that was meant. If it begins the email of an account, it is that account's name.
    static func failure(_ error: any Error, _ line: ParsedLine) -> Message? {
        guard let error = error as? AccountsError, let typed = try? ProcessArguments.live.get() else {
            return nil
        }
        let words = Regapp.program.withoutSecrets(typed).withoutDirectory
        let errors = if case .several(let errors) = error { errors } else { [error] }
        let unknown = errors.compactMap { if case .noAccount(let email) = $0 { email } else { nil } }
        let names = line.values.arguments
        var hidden = unknown.filter { !$0.looksLikeEmail && names.contains($0) }
        var meant = unadorned(error, words)
        if meant == nil, errors.count == 1, let email = unknown.first {
            if let list = namesakes(of: email, line) {
                // That many accounts have it, so it is no password.
                return Message(of: error).with(hints: ["several have this name; see \(.program(list))"])
            }
            meant = similar(to: email, words, line)
        }
        if let known = meant, hidden.contains(where: known.contains) { meant = nil }
        guard meant != nil || !hidden.isEmpty else { return nil }
        if let meant { hidden.removeAll { name in meant.contains { $0.hasPrefix(name + "@") } } }
        let secret = hidden.flatMap { Message(of: AccountsError.noAccount($0)).errors }
        let failure = Message(of: error)
        let texts = failure.errors.map {
            secret.contains($0) ? "no account for this name (not shown, it may be a password)" : $0
        }
        let hints = meant.map { ["did you mean \(.program($0))?"] } ?? failure.hints
        return Message(failure.exit, texts, hints: hints)
    }

    /// The line without what a web page, a mail or a list put around its emails: quotes, brackets, `mailto:`, commas.
    private static func unadorned(_ error: AccountsError, _ words: [String]) -> [String]? {
        let bare: [String]
        switch error {
        case .violations(let violations) where violations.contains { $0.field == .email }:
            guard let place = words.firstIndex(of: "--" + Field.email.optionName), place + 1 < words.count,
                let email = words[place + 1].bareEmails.first, words[place + 1].bareEmails.count == 1
            else { return nil }
            bare = words[..<(place + 1)] + [email] + words[(place + 2)...]
        case .noAccount, .several:
            bare = words.flatMap { word in
                let isAdorned = word.contains("@") && !EmailAddress.isCorrect(word)
                let emails = isAdorned ? word.bareEmails : []
                return emails.isEmpty ? [word] : emails
            }
        default: return nil
        }
        let emails = bare.filter { !words.contains($0) }
        return !emails.isEmpty && emails.allSatisfy(EmailAddress.isCorrect) ? bare : nil
    }

    /// The line that lists several accounts of that name, as `bob@example.com` and `bob@example.org` are of `bob`.
    private static func namesakes(of name: String, _ line: ParsedLine) -> [String]? {
        guard !name.contains("@"), let store = store(for: line),
            let emails = try? store.emails(beginningWith: name + "@"), emails.count > 1
        else { return nil }
        return AccountsListCommand.words + [name]
    }

    /// The registry of the line; nil if it has a condition: to its user, other accounts do not exist.
    private static func store(for line: ParsedLine) -> DocumentStore? {
        guard !line.values.has("where"), let environment = ProcessEnvironment.live(),
            let directory = try? DocumentsDirectory.resolve(
                option: ProcessArguments.everywhere.documents, environment)
        else { return nil }
        return DocumentStore(directory: directory, layout: .regapp)
    }

    /// The line with the email of an account that differs by a slip; nil if none does.
    private static func similar(to email: String, _ words: [String], _ line: ParsedLine) -> [String]? {
        guard let store = store(for: line) else { return nil }
        func nearest(beginningWith start: String, atMost count: Int) -> String? {
            let emails = (try? store.emails(beginningWith: start)) ?? []
            guard emails.count <= count else { return nil }
            return NearestName.nearest(to: email, among: emails.map { ($0, $0) })
        }
        // The first letters are rarely mistyped: then only by one letter, and a large registry is not compared as a whole.
        let other = nearest(beginningWith: "", atMost: Self.mostCompared)
        let found =
            nearest(beginningWith: String(email.prefix(2)), atMost: .max)
            ?? other.flatMap {
                NearestName.editDistance(Array(email.unicodeScalars), Array($0.unicodeScalars)) == 1
                    ? $0 : nil
            }
        guard let nearest = found, nearest != email else { return nil }
        let slips = NearestName.editDistance(
            Array(email.lowercased().unicodeScalars), Array(nearest.lowercased().unicodeScalars))
        guard slips <= max(mostSlips, email.count / lettersForSlip) || nearest.hasPrefix(email + "@") else {
            return nil
        }
        // Nobody agreed to the account that is only guessed.
        let meant = words.filter { $0 != "--yes" }.map { $0 == email ? nearest : $0 }
        return meant.contains(nearest) ? meant : nil
    }
}

extension [String] {
    /// Without the option that names the directory, which a hint repeats by itself.
    fileprivate var withoutDirectory: [String] {
        var words = self
        let option = "--" + Regapp.documentsOption
        if let place = words.firstIndex(of: option) {
            words.removeSubrange(place...Swift.min(place + 1, words.count - 1))
        }
        words.removeAll { $0.hasPrefix(option + "=") }
        return words
    }
}

extension String {
    /// The emails in it without what stands around them: `<ann@example.com>,` and `Ann <mailto:ann@example.com>` hold
    /// `ann@example.com`. What stands before an email without brackets may be the beginning of it, so `bob
    /// smith@example.com` holds none.
    fileprivate var bareEmails: [String] {
        let separators: Set<Character> = [
            " ", ",", ";", "<", ">", "(", ")", "[", "]", "\"", "'", "“", "”", "„", "‘", "’", "«", "»", "`",
        ]
        let parts = split { separators.contains($0) || $0.isWhitespace }
        guard parts.allSatisfy({ $0.contains("@") }) || contains(where: { "<(".contains($0) }) else {
            return []
        }
        return parts.map { part in
            var email = part.lowercased().hasPrefix("mailto:") ? part.dropFirst("mailto:".count) : part
            while email.hasSuffix(".") { email.removeLast() }
            return String(email)
        }.filter { $0.contains("@") }
    }
}
