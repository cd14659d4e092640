internal import DocumentStore

/// How the accounts of a directory stand to its rules.
package struct RegistrySurvey: Hashable, Sendable {
    /// How many files there are in `accounts/`.
    package private(set) var files = 0
    /// How many of them cannot be accepted: they break a rule, or are no account's.
    package private(set) var rejected = 0
    /// How many lack a field that the policy requires.
    package private(set) var lacking = 0
    /// How many have no password.
    package private(set) var withoutPassword = 0

    mutating func count(_ entry: RegistryEntry) {
        files += 1
        guard case .account(let account, _) = entry else {
            rejected += 1
            return
        }
        if !account.missing.isEmpty { lacking += 1 }
        if account.hasNoPassword { withoutPassword += 1 }
    }
}

extension Registry {
    /// How many files a walk over all of them reads in one go: memory stays flat.
    package static let batchSize = 512

    /// Holds every account against the rules; `progress` gets the number of files read so far.
    package func survey(progress: (Int) -> Void = { _ in }) throws(AccountsError) -> RegistrySurvey {
        var survey = RegistrySurvey()
        var walk = try RegistryWalk(self)
        while let parts = walk.next({ $0 }) {
            for entry in parts.joined() { survey.count(entry) }
            progress(survey.files)
        }
        return survey
    }
}
