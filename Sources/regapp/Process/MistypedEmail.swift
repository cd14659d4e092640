import RegappCommandLine
import RegappCore
import RegappStore
import RegappValues
import RegappWording

/// An email without an account that resembles an account's, on a line of an administrator.
struct MistypedEmail {
    private static let mostCompared = 2_000

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
