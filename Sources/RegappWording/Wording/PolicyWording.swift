package import RegappCore
internal import RegappCommandLine
internal import RegappValues

/// What there is to begin with besides the local profile.
package enum PolicyOffer {
    package static let albums = "register and search albums"
    package static let profile = "go back to a profile for one person"
    package static let service = "keep accounts for a web or mail server"
    package static let demo = "try logging in as Alex, Anton or Jane"
}

extension Message {
    package static let demoIsReady = Message.done(
        "log in as Alex, Anton or Jane with a new password, such as password1",
        next: "try \(.regapp("login", "--first-name", "Alex"))")
}

extension RegistrySurvey {
    /// The accounts that could not log in at all, or not as now: how many, and the first that could not at all.
    package var consequences: String {
        [shutOut > 0 ? firstShutOut.couldNoLongerLogIn(of: shutOut) : nil, rekeyedWords].compactMap(\.self)
            .joined(separator: "; ")
    }

    private var rekeyedWords: String? {
        newKey.map { key in
            "\(rekeyed.counted("account")) would have to log in by \(key.field.noun), not by \(key.other.field.noun)"
        }
    }
}

extension [String] {
    /// The first emails of a number of accounts that could no longer log in.
    package func couldNoLongerLogIn(of count: Int) -> String {
        let rest = count - self.count
        let names = joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
        return "\(count.counted("account")) could no longer log in: \(names)"
    }
}

extension Policy.LoginKey {
    fileprivate var other: Self { self == .email ? .firstName : .email }
}
