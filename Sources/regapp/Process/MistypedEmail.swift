import RegappCommandLine
import RegappCore
import RegappStore
import RegappValues
import RegappWording

/// An email without an account that resembles an account's, on a line of an administrator.
struct MistypedEmail {
    private let error: AccountsError
    private let meant: [String]

    /// Nil if no account has a similar email, or if the line has a condition: to its user, other accounts do not exist.
    init?(_ error: any Error, _ line: ParsedLine) {
        guard let error = error as? AccountsError, let email = error.unknownEmail, !line.values.has("where"),
            let environment = ProcessEnvironment.live(),
            let directory = try? DocumentsDirectory.resolve(
                option: ProcessArguments.everywhere.documents, environment),
            let typed = try? ProcessArguments.live()
        else { return nil }
        // Its first letters are rarely mistyped, and all other names need not be compared.
        let start = String(email.prefix(2))
        let store = DocumentStore(directory: directory, layout: .regapp)
        let emails = ((try? store.emails(beginningWith: start)) ?? []).map { ($0, $0) }
        guard let nearest = NearestName.nearest(to: email, among: emails), nearest != email else {
            return nil
        }
        self.error = error
        var words = Regapp.program.withoutSecrets(typed).map { $0 == email ? nearest : $0 }
        let option = "--" + Regapp.documentsOption
        if let place = words.firstIndex(of: option) {
            words.removeSubrange(place...min(place + 1, words.count - 1))
        }
        words.removeAll { $0.hasPrefix(option + "=") }
        guard words.contains(nearest) else { return nil }
        meant = words
    }

    var report: Report {
        let report = Report(of: error)
        return Report(report.exit, report.errors, hints: ["did you mean \(.program(meant))?"])
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
}
