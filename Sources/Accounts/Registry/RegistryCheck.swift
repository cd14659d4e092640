public import DocumentStore

/// One thing that is wrong in a registry's directory.
public enum RegistryProblem: Equatable, Sendable {
    /// A file cannot be read or accepted.
    case unusable(AccountsError)
    /// A file is not named after the e-mail that it holds; the name it should have is free.
    case misnamed(path: String, expected: String?)
    /// A file holds the e-mail of another account's file.
    case twin(path: String, of: String)
    /// An account lacks fields that the policy requires.
    case missing(email: String, path: String, [Field])
    /// An account has no password; either whoever logs in first sets it, or nobody can log in.
    case noPassword(email: String, mayBeClaimed: Bool)
    /// Other users may reach a file or folder.
    case looseMode(path: String, mode: UInt32, instead: UInt32)
    /// A writer that died has left a file or folder; the next one removes it.
    case leftover(path: String)
    /// A file is named like a temporary one, but no writer removes it.
    case likeLeftover(path: String)
    /// The account that is logged in does not exist.
    case sessionGone(email: String)
}

/// Reads every file of a registry and changes none, as `pwck` does for the system's accounts.
public struct RegistryCheck {
    private let registry: Registry
    private let names: [String]
    private var next = 0
    /// The e-mails' names that misnamed files were found for, and the first such file of each.
    private var misnamed: [String: String] = [:]

    /// Lists the accounts of a registry.
    public init(_ registry: Registry) throws(AccountsError) {
        self.registry = registry
        names = try registry.directory.accountFiles()
    }

    /// How many files of accounts have been checked.
    public var checked: Int { next }

    /// What is wrong around the accounts: the directory, session, undo record, leftovers.
    public func surroundings() -> [RegistryProblem] {
        registry.store.reading { [registry] reader in registry.surroundings(reader) }
    }

    /// What is wrong with the next few accounts; nil after the last.
    public mutating func nextBatch() -> [RegistryProblem]? {
        guard next < names.count else { return nil }
        let batch = names[next...].prefix(Registry.batchSize)
        next += batch.count
        let found = registry.store.reading { [registry] reader in
            reader.files(batch).map { file in
                let loose = registry.looseMode("\(StoreLayout.accounts)/\(file.name)", reader)
                return (file.name, registry.entry(file), loose)
            }
        }
        return found.flatMap { name, entry, loose in
            (entry.map { problems(of: $0, name) } ?? []) + (loose.map { [$0] } ?? [])
        }
    }

    private mutating func problems(of entry: RegistryEntry, _ name: String) -> [RegistryProblem] {
        switch entry {
        case .invalid(let error): return [.unusable(error)]
        case .notAnAccount(let path, let email):
            return [stray(path, name, EmailAddress.fileName(of: email).map { $0 + ".json" })]
        case .unopenable(let path): return [.misnamed(path: path, expected: nil)]
        case .account(let account, _):
            var problems: [RegistryProblem] = []
            let missing = account.missing.filter { $0 != .password }
            if !missing.isEmpty {
                problems.append(.missing(email: account.email, path: account.path, missing))
            }
            if account.hasNoPassword {
                let mayBeClaimed = registry.policy.allowsClaims
                problems.append(.noPassword(email: account.email, mayBeClaimed: mayBeClaimed))
            }
            return problems
        }
    }

    private mutating func stray(_ path: String, _ name: String, _ expected: String?) -> RegistryProblem {
        guard let expected else { return .misnamed(path: path, expected: nil) }
        let folder = registry.store.path(of: StoreLayout.accounts) + "/"
        if hasFile(expected) { return .twin(path: path, of: folder + expected) }
        if let first = misnamed[expected] { return .twin(path: path, of: folder + first) }
        misnamed[expected] = name
        return .misnamed(path: path, expected: expected)
    }

    private func hasFile(_ name: String) -> Bool {
        var range = names[...]
        while let middle = range.indices.dropFirst(range.count / 2).first {
            if names[middle].utf8.elementsEqual(name.utf8) { return true }
            let isBefore = names[middle].utf8.lexicographicallyPrecedes(name.utf8)
            range = isBefore ? range[(middle + 1)...] : range[..<middle]
        }
        return false
    }
}

extension Registry {
    fileprivate func surroundings(_ documents: DocumentReader) -> [RegistryProblem] {
        let reader = DirectoryReader(documents)
        let files = [".", StoreLayout.accounts, ".lock", StoreLayout.session, StoreLayout.regapp.undo]
        var problems = files.compactMap { looseMode($0, documents) }
        do throws(AccountsError) {
            if let session = try SessionFile(reader), isGone(session.account, reader) {
                problems.append(.sessionGone(email: session.account))
            }
        } catch { problems.append(.unusable(error)) }
        do throws(AccountsError) { _ = try reader.undoRecord() } catch { problems.append(.unusable(error)) }
        do throws(AccountsError) {
            problems += try reader.leftovers().map { name in
                let path = store.path(of: name)
                let isRemoved = documents.isRemovedByNextWriter(name)
                return isRemoved ? .leftover(path: path) : .likeLeftover(path: path)
            }
        } catch { problems.append(.unusable(error)) }
        return problems
    }

    /// Whether an e-mail has no account; a file that cannot be accepted is reported for itself.
    private func isGone(_ email: String, _ reader: DirectoryReader) -> Bool {
        do throws(AccountsError) { return try account(of: email, reader) == nil } catch { return false }
    }

    fileprivate func looseMode(_ file: String, _ reader: DocumentReader) -> RegistryProblem? {
        (try? reader.looseMode(of: file)).flatMap(RegistryProblem.init(looseMode:))
    }
}

extension RegistryProblem {
    /// What a reader warns of as a finding; nil where it is about anything but a mode.
    public init?(looseMode warning: StoreWarning) {
        guard case .looseMode(let path, let mode, let instead) = warning else { return nil }
        self = .looseMode(path: path, mode: mode, instead: instead)
    }
}
