import RegappCommandLine
import RegappCore
import RegappStore
import RegappValues
import RegappWording

/// An email that has no account, or cannot have one, and resembles one that has or can.
enum MistypedEmail {
    private static let mostCompared = 2_000

    /// The error, and the line that was probably meant; nil if there is none.
    static func report(_ error: any Error, _ line: ParsedLine) -> Report? {
        guard let error = error as? AccountsError, let typed = try? ProcessArguments.live.get() else {
            return nil
        }
        let words = Regapp.program.withoutSecrets(typed).withoutDirectory
        let hidden = error.possiblePasswords(line)
        guard let meant = unadorned(error, words, line) ?? similar(to: error, words, line),
            !hidden.contains(where: meant.contains)
        else { return error.report(hiding: hidden) }
        // What begins the email of an account is its name.
        let names = hidden.filter { name in !meant.contains { $0.hasPrefix(name + "@") } }
        let report = error.report(hiding: names) ?? Report(of: error)
        return Report(report.exit, report.errors, hints: ["did you mean \(.program(meant))?"])
    }

    /// The line without what a web page, a mail or a list put around its emails: quotes, brackets, `mailto:`, commas.
    private static func unadorned(_ error: AccountsError, _ words: [String], _ line: ParsedLine) -> [String]?
    {
        let bare: [String]
        switch error {
        case .violations(let violations) where violations.contains { $0.field == .email }:
            guard let place = words.firstIndex(of: "--" + Field.email.optionName), place + 1 < words.count
            else { return nil }
            bare = words[..<(place + 1)] + [words[place + 1].bareEmails.first ?? ""] + words[(place + 2)...]
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

    /// The line with the email of an account that differs by a slip; nil if it has a condition: to its user, other
    /// accounts do not exist.
    private static func similar(
        to error: AccountsError, _ words: [String], _ line: ParsedLine
    ) -> [String]? {
        guard let email = error.unknownEmail, !line.values.has("where"),
            let environment = ProcessEnvironment.live(),
            let directory = try? DocumentsDirectory.resolve(
                option: ProcessArguments.everywhere.documents, environment)
        else { return nil }
        let store = DocumentStore(directory: directory, layout: .regapp)
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
        let meant = words.map { $0 == email ? nearest : $0 }
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
    /// `ann@example.com`.
    fileprivate var bareEmails: [String] {
        let separators: Set<Character> = [
            " ", ",", ";", "<", ">", "(", ")", "[", "]", "\"", "'", "“", "”", "„", "‘", "’", "«", "»", "`",
        ]
        return split { separators.contains($0) || $0.isWhitespace }.map { part in
            var email = part.lowercased().hasPrefix("mailto:") ? part.dropFirst("mailto:".count) : part
            while email.hasSuffix(".") { email.removeLast() }
            return String(email)
        }.filter { $0.contains("@") }
    }
}

extension AccountsError {
    /// The email, if all that is wrong is that one has no account.
    fileprivate var unknownEmail: String? {
        switch self {
        case .noAccount(let email): email
        case .several(let errors): errors.count == 1 ? errors[0].unknownEmail : nil
        default: nil
        }
    }

    /// The arguments that have no account and no @: a person may have typed a password there.
    fileprivate func possiblePasswords(_ line: ParsedLine) -> [String] {
        let errors = if case .several(let errors) = self { errors } else { [self] }
        return errors.compactMap(\.unknownEmail).filter {
            !$0.contains("@") && line.values.arguments.contains($0)
        }
    }

    /// Nil if there is no name to hide.
    fileprivate func report(hiding names: [String]) -> Report? {
        guard !names.isEmpty else { return nil }
        let told = names.flatMap { Report(of: AccountsError.noAccount($0)).errors }
        let report = Report(of: self)
        return Report(
            report.exit,
            report.errors.map {
                told.contains($0) ? "no account for this name (not shown, it may be a password)" : $0
            }, hints: report.hints)
    }
}
