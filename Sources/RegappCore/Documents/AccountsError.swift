package import RegappStore
internal import RegappJSON

/// Why work on documents failed; arrays have at least one element.
package enum AccountsError: Error, Equatable {
    case store(StoreError)
    case invalidFile([FileProblem])
    /// A new value for a key of `policy.json` is not allowed.
    case valueRefused([FileProblem])
    case violations([Violation])
    case noRegistry(directory: String)
    case nobodyLoggedIn
    /// No such account or a wrong password: both look the same. Only the administrator learns why.
    case noMatch([LoginRefusal], by: Policy.LoginKey = .email)
    case nobodyRegistered
    /// How many accounts have the first name; an email must tell them apart.
    case ambiguousFirstName(Int)
    case accountExists
    /// A file that is not an acceptable account has the name that the account needs.
    case fileInTheWay
    case emailTaken
    case noAccount(String)
    /// A file is not named after its email, so it is no account.
    case notAnAccount(path: String, email: String)
    /// A locked account has no password: unlocked, it would accept a first password from anyone.
    case nothingToUnlock(email: String)
    case hashing(HashingError)
    case tooManyHashes
    case passwordAndHash
    case notAbsolute(path: String)
    /// The directory does not exist, and reading does not create it.
    case noDirectory(path: String)
    /// The clock is outside the years 0 to 9999.
    case noClock
    /// A text would replace a list or an object under an own key.
    case keyHoldsMore(String, email: String)
    /// `policy.json` has changed since values were checked; nothing was written.
    case rulesChanged(path: String)
    /// The document has changed since the change that `cancel` would undo.
    case changedSince(path: String, keys: [String] = [], by: ChangedBy = .unknown)
    /// No change has this number, or its record is gone.
    case noChange(Int)
    case several([AccountsError])

    package var isAboutLists: Bool {
        switch self {
        case .keyHoldsMore: true
        case .several(let errors): errors.allSatisfy(\.isAboutLists)
        default: false
        }
    }

    /// Whether another email would solve it.
    package var isTakenEmail: Bool { [.accountExists, .fileInTheWay, .emailTaken].contains(self) }

    /// Wraps an error of the store or of hashing.
    init(_ error: any Error) {
        switch error {
        case let error as AccountsError: self = error
        case let error as StoreError: self.init(error)
        case let error as HashingError: self = .hashing(error)
        default: preconditionFailure("work on documents throws no \(type(of: error))")
        }
    }

    /// A damaged record is reported like a problem of any file.
    package init(_ error: StoreError) {
        self =
            if case .damaged(let path, let position) = error {
                .invalidFile([FileProblem(path: path, position: position, reason: .damaged)])
            } else {
                .store(error)
            }
    }
}

extension AccountsError {
    /// More errors than this are only counted; nobody reads them.
    private static let mostTold = 20

    /// Lowercase and without a period; one sentence for each broken rule and each mistake in a file.
    package var sentences: [String] { told.sentences }

    /// The error as sentences for people, and as a reason for programs that use the library. The program's exit codes
    /// and hints, which name its commands, are in `AccountsWording`.
    var told: (sentences: [String], reason: DirectoryError.Reason) {
        switch self {
        case .store(let error): (error.sentences, DirectoryError.Reason(error))
        case .invalidFile(let problems):
            (problems.map(\.sentence), .invalidFiles(problems.map(FileMistake.init)))
        case .violations(let violations): (violations.map(\.message), .brokenRules(violations))
        case .noRegistry(let directory): (["\(directory) keeps one profile and no registry"], .noRegistry)
        case .nobodyLoggedIn: (["nobody is logged in"], .nobodyLoggedIn)
        case .noMatch(_, let key):
            (["wrong \(key.field.noun) or password, or the account is locked or expired"], .noMatch)
        case .nobodyRegistered: (["nobody is registered yet"], .noMatch)
        case .ambiguousFirstName(let count): (["\(count) accounts have this first name"], .noMatch)
        case .accountExists, .fileInTheWay, .emailTaken:
            (["an account with this email exists already"], .accountExists)
        case .noAccount(let email): (["no account for '\(email)'"], .noAccount(email: email))
        case .nothingToUnlock(let email):
            (
                ["the account of \(email) has no password that could be unlocked"],
                .nothingToUnlock(email: email)
            )
        case .hashing(.notComputed(let scheme)):
            (["libcrypt cannot compute a \(scheme.rawValue) hash now"], .busy(.noMemory))
        case .hashing(.unsuitable): (["a password must not be empty or hold a NUL"], .unusablePassword)
        case .hashing(.tooLong(let maximum)):
            (["a password can have at most \(maximum) bytes"], .unusablePassword)
        // Never shown: the work is repeated once the hash is there.
        case .hashing(.awaited): (["a hash is being computed"], .busy(.noMemory))
        case .tooManyHashes: (["too many logins wait already"], .busy(.tooManyHashes))
        case .passwordAndHash: (["an account takes a password or a hash, not both"], .passwordAndHash)
        case .notAbsolute(let path):
            (["the directory's path must be absolute: '\(path)'"], .notAbsolute(path: path))
        case .noDirectory(let path): (["no directory \(path)"], .noDirectory(path: path))
        case .noClock: (["the clock of this machine is not set"], .noClock)
        case .rulesChanged(let path):
            (
                ["\(path) was changed meanwhile, so other rules apply now; nothing was saved"],
                .busy(.rulesChanged)
            )
        case .changedSince(let path, let keys, let editor):
            ([path + editor.since(keys) + "; nothing was undone"], .changedSince(path: path))
        // The library changes one account at a time.
        case .several(let errors):
            (Self.sentences(of: errors), errors.first?.told.reason ?? .busy(.changedMeanwhile))
        // The library never causes these: it sets only fields, and refers to no numbered change or misnamed file.
        case .valueRefused(let problems): (problems.map(\.message), .busy(.rulesChanged))
        case .keyHoldsMore(let key, let email):
            (["'\(key)' of \(email) holds a list or an object"], .busy(.rulesChanged))
        case .notAnAccount(let path, let email):
            (["\(path) is not an account: its email is \(email)"], .busy(.changedMeanwhile))
        case .noChange(let number): (["the history has no change \(number)"], .busy(.changedMeanwhile))
        }
    }

    private static func sentences(of errors: [AccountsError]) -> [String] {
        errors.prefix(mostTold).flatMap(\.sentences)
            + (errors.count > mostTold ? ["\(errors.count - mostTold) more like these"] : [])
    }
}
