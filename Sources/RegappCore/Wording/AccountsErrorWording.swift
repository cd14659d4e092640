internal import RegappStore

extension AccountsError {
    /// More than a person reads.
    private static let mostTold = 20

    /// The error in sentences, lowercase and without a period; one for each broken rule and each mistake in a file.
    package var sentences: [String] {
        switch self {
        case .store(let error): error.sentences
        case .invalidFile(let problems): problems.map(\.sentence)
        case .valueRefused(let problems): problems.map(\.message)
        case .violations(let violations): violations.map(\.message)
        case .noRegistry(let directory): ["\(directory) keeps one profile and no registry"]
        case .nobodyLoggedIn: ["nobody is logged in"]
        case .noMatch: ["no account matches these details"]
        case .nobodyRegistered: ["nobody is registered yet"]
        case .ambiguousFirstName(let count): ["\(count) accounts have this first name"]
        case .accountExists, .fileInTheWay, .emailTaken:
            ["an account with this email exists already"]
        case .noAccount(let email): ["no account for '\(email)'"]
        case .nothingToUnlock(let email):
            ["the account of \(email) has no password that could be unlocked"]
        case .keyHoldsMore(let key, let email):
            ["'\(key)' of \(email) holds a list or an object, which a text does not replace"]
        case .hashing(.notComputed(let scheme)): ["libcrypt cannot compute a \(scheme.rawValue) hash now"]
        case .hashing(.unsuitable): ["a password must not be empty or hold a NUL"]
        case .hashing(.tooLong(let maximum)): ["a password can have at most \(maximum) bytes"]
        // Never shown: the work is done again.
        case .hashing(.awaited): ["a hash is being computed"]
        case .tooManyHashes: ["too many logins wait already"]
        case .passwordAndHash: ["an account takes a password or a hash, not both"]
        case .notAbsolute(let path): ["the directory's path must be absolute: '\(path)'"]
        case .noDirectory(let path): ["no directory \(path)"]
        case .noClock: ["the clock of this machine is not set"]
        case .rulesChanged(let path):
            ["\(path) was changed meanwhile, so other rules apply now; nothing was saved"]
        case .several(let errors):
            errors.prefix(Self.mostTold).flatMap(\.sentences)
                + (errors.count > Self.mostTold ? ["\(errors.count - Self.mostTold) more like these"] : [])
        case .changedSince(let path): ["\(path) was changed since; nothing was undone"]
        }
    }
}
