internal import RegappCore
internal import RegappAlbums
internal import RegappStore
internal import RegappTerminal

// The exit code of each error that callers branch on; other errors have theirs beside their sentence.

extension AccountsError {
    var exitCode: ExitCode {
        switch self {
        case .store(let error): error.exitCode
        case .invalidFile, .violations, .nothingToUnlock, .hashing(.unsuitable), .hashing(.tooLong),
            .changedSince, .keyHoldsMore, .valueRefused, .passwordAndHash:
            .data
        case .noRegistry, .ambiguousFirstName, .notAbsolute: .usage
        case .nobodyLoggedIn, .noMatch, .nobodyRegistered: .denied
        case .accountExists, .fileInTheWay, .emailTaken: .exists
        case .noAccount: .notFound
        case .hashing(.notComputed), .hashing(.awaited), .tooManyHashes, .rulesChanged: .busy
        case .noDirectory: .inputOutput
        case .noClock: .failure
        case .several(let errors): errors.first?.exitCode ?? .failure
        }
    }
}

extension StoreError {
    var exitCode: ExitCode {
        switch self {
        case .failed, .refused: .inputOutput
        case .locked, .lockLost, .changedMeanwhile: .busy
        case .cancelled: .interrupted
        case .halfway(let cause): cause.exitCode
        case .damaged: .data
        }
    }
}

extension CatalogError {
    var exitCode: ExitCode {
        switch self {
        case .cancelled: .interrupted
        case .rateLimited: .busy
        case .noSuchAlbum: .notFound
        case .noSuchStore, .curlNotInstalled, .offline, .unknownHost, .curlFailed, .unreachable, .insecure,
            .timeout, .connectionLost, .notHTTP, .tooLarge, .redirected, .status, .badParameter, .message,
            .notJSON, .unexpectedShape:
            .unavailable
        }
    }
}

extension PromptError {
    var exitCode: ExitCode {
        switch self {
        case .interrupted, .endOfInput: .interrupted
        case .failed: .inputOutput
        }
    }
}
