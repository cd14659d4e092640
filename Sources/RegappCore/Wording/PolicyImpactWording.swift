internal import RegappValues

extension PolicyImpact {
    /// How many accounts could no longer log in, with the first of them, and how many only by another field.
    package var consequences: String {
        var parts = shutOut > 0 ? [firstShutOut.couldNoLongerLogIn(of: shutOut)] : []
        if unacceptable > 0 {
            let rest = unacceptable - firstUnacceptable.count
            let names = firstUnacceptable.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
            parts.append("\(unacceptable.counted("account")) could not be accepted: \(names)")
        }
        if abandoned > 0 {
            parts.append(
                "the directory would be no registry any more, and \(abandoned.counted("account")) that cannot log in now would stay behind"
            )
        }
        if let newKey, let formerKey {
            parts.append(
                "\(rekeyed.counted("account")) would have to log in by \(newKey.noun), not by \(formerKey.noun)"
            )
        }
        let same = sameNamed
        if !same.isEmpty {
            let rest = same.count - Self.mostNamed
            let names =
                same.prefix(Self.mostNamed).joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
            parts.append("\(same.count) accounts share their login names with others: \(names)")
        }
        if removesProfile {
            parts.append(
                "profile.json would move into the history with its plain password, which a registry does not use"
            )
        }
        return parts.joined(separator: "; ")
    }
}

extension [String] {
    /// Says that `count` accounts could no longer log in; these are the first of their emails.
    package func couldNoLongerLogIn(of count: Int) -> String {
        let rest = count - self.count
        let names = joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
        return "\(count.counted("account")) could no longer log in: \(names)"
    }
}
