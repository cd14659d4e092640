package import Accounts
package import PlainValues

/// What there is to begin with besides the local profile.
package enum PolicyOffer {
    package static let albums = "register and search albums"
    package static let demo = "try a sign-in with Alex, Anton and Jane"
}

extension RegistrySurvey {
    /// Who could no longer log in: how many accounts, and the first of them.
    package var shutOutWords: String {
        let accounts = shutOut.counted("account")
        let rest = shutOut - firstShutOut.count
        let names = firstShutOut.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
        return "\(accounts) could no longer log in: \(names)"
    }
}
