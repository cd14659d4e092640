internal import DocumentStore
internal import PlainValues

/// What stands in `accounts/`, as one listing found it.
struct AccountsFolder: Sendable {
    /// The names that accounts' files have, sorted by their bytes.
    let files: [String]
    /// All other names.
    let foreign: [String]

    init(_ reader: DirectoryReader) throws(AccountsError) {
        var names = try reader.names(in: StoreLayout.accounts)
        foreign = names.filter { !EmailAddress.isFile($0) }
        if !foreign.isEmpty { names.removeAll { !EmailAddress.isFile($0) } }
        files = names
    }

    /// Where a name stands among ``files``; nil where it does not.
    func index(of name: String) -> Int? {
        var (low, high) = (0, files.count)
        while low < high {
            let middle = (low + high) / 2
            if files[middle].bytesPrecede(name) { low = middle + 1 } else { high = middle }
        }
        return low < files.count && files[low].hasSameScalars(as: name) ? low : nil
    }

    /// An account in a file that has not the name of one.
    struct Misnamed: Sendable {
        let name: String
        let email: String
        /// The name that the account's file should have.
        let expected: String
    }

    /// The accounts, or copies of them, in files of other names than accounts' have: by what a file holds, or by its
    /// name where that is an account's but for case and escapes, since the file may be being written. An editor's files
    /// and backups are not looked into.
    func misnamed(_ reader: DirectoryReader) -> [Misnamed] {
        foreign.compactMap { name in
            guard ForeignFile(name: name) == .other else { return nil }
            let held = reader.email(in: "\(StoreLayout.accounts)/\(name)").flatMap { email in
                EmailAddress.fileName(of: email).map { (email, $0 + EmailAddress.ending) }
            }
            let meant = EmailAddress.file(like: name).flatMap { file in
                EmailAddress.ofFile(file).map { ($0, file) }
            }
            guard let (email, expected) = held ?? meant else { return nil }
            return Misnamed(name: name, email: email, expected: expected)
        }
    }

    /// Those of them whose own names are free: nobody but their files says that they exist.
    func strays(_ reader: DirectoryReader) -> [Misnamed] {
        misnamed(reader).filter { index(of: $0.expected) == nil }
    }
}

extension DirectoryReader {
    /// The email of the account that a file holds; nil where it holds none.
    fileprivate func email(in file: String) -> String? {
        guard let bytes = try? documents.foreignContents(of: file),
            let email = AccountRecord(text: bytes)?[.email]
        else { return nil }
        return email.contains("@") ? email : nil
    }
}

/// The emails without an account whose entries stay all the same, since somebody seems to be at work with the account.
struct SparedEmails: Sendable {
    /// How long an editor's file or a backup without its account's file spares the entry: an editor that saves takes the
    /// old one away before it writes the new, and a person who renames a file goes on soon, or meant it.
    static let seconds = 600

    /// What is about each account's file that is not there.
    private let reasons: [String: Reason]

    enum Reason: Sendable {
        /// A file of another name holds the account.
        case stray
        /// An editor's file or a backup at this path is young.
        case edited(path: String)
    }

    init(_ folder: AccountsFolder, _ reader: DirectoryReader, now: Timestamp) {
        var reasons: [String: Reason] = [:]
        for name in folder.foreign {
            guard let subject = ForeignFile.subject(of: name), folder.index(of: subject) == nil else {
                continue
            }
            let file = "\(StoreLayout.accounts)/\(name)"
            guard let changed = try? reader.documents.status(of: file)?.changed,
                Int64(now.secondsSince1970) - changed < Int64(Self.seconds)
            else { continue }
            reasons[subject] = .edited(path: reader.path(of: file))
        }
        for stray in folder.strays(reader) { reasons[stray.expected] = .stray }
        self.reasons = reasons
    }

    /// Why the entry of an email stays; nil where nothing speaks for it.
    func reason(for email: String) -> Reason? {
        EmailAddress.fileName(of: email).flatMap { reasons[$0 + EmailAddress.ending] }
    }
}
