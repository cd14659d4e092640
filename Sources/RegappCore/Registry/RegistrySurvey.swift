internal import RegappStore

/// What other rules would mean for the accounts of a directory.
package struct RegistrySurvey: Equatable, Sendable {
    /// How many accounts that could no longer log in are named.
    package static let mostNamed = 10

    /// How many files there are in `accounts/`.
    package internal(set) var files = 0
    /// How many of them cannot be accepted: they break a rule, or are no account's.
    package internal(set) var rejected = 0
    /// How many lack a required field.
    package private(set) var lacking = 0
    /// How many can log in now and could not any more.
    package private(set) var shutOut = 0
    /// The emails of the first of those, in the order of the file names.
    package private(set) var firstShutOut: [String] = []
    /// How many can log in now and still could, but by another key.
    package private(set) var rekeyed = 0
    /// That key; nil if there is none of those.
    package private(set) var newKey: Policy.LoginKey?

    /// Whether every account that can log in now still can, in the same way.
    package var isHarmless: Bool { shutOut == 0 && rekeyed == 0 }

    init() {}

    /// - Parameters:
    ///   - new: the registry under the new rules; nil if they are not a registry's.
    ///   - old: the registry under the rules in force; nil if they allow no login.
    init(_ files: [RegistryWalk.File], under new: Registry?, and old: Registry?) {
        for file in files { count(file, new, old) }
    }

    private mutating func count(_ read: RegistryWalk.File, _ new: Registry?, _ old: Registry?) {
        let entry = new?.entry(read)
        // A file that was removed since it was listed.
        if new != nil, entry == nil { return }
        files += 1
        var stillLogsIn = false
        if case .success(let account)? = entry {
            if !account.missing.isEmpty { lacking += 1 }
            stillLogsIn = account.admitsLogin
        } else if entry != nil {
            rejected += 1
        }
        if stillLogsIn, old?.policy.loginKey == new?.policy.loginKey { return }
        guard let old, case .success(let account)? = old.entry(read), account.admitsLogin else { return }
        guard !stillLogsIn else {
            rekeyed += 1
            newKey = new?.policy.loginKey
            return
        }
        shutOut += 1
        if firstShutOut.count < Self.mostNamed { firstShutOut.append(account.email) }
    }

    mutating func add(_ part: RegistrySurvey) {
        files += part.files
        rejected += part.rejected
        lacking += part.lacking
        shutOut += part.shutOut
        rekeyed += part.rekeyed
        newKey = newKey ?? part.newKey
        firstShutOut += part.firstShutOut.prefix(Self.mostNamed - firstShutOut.count)
    }
}
