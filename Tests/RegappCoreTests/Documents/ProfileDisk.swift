import RegappValues
@testable import RegappCore
import RegappStore
import RegappTestSupport
import Testing

/// A simulated disk with one regapp directory under the `profile` policy.
struct ProfileDisk: Sendable {
    static let directory = "/home/ann/Documents/regapp"
    static let profilePath = directory + "/profile.json"
    static let today = CalendarDate(iso: "2026-07-15") ?? .earliest
    static let now: Moment = {
        guard let noon = Moment(year: 2026, month: 7, day: 15, secondsSince1970: 1_784_116_800)
        else { preconditionFailure("it is one") }
        return noon
    }()

    /// Every character of these is written as it is.
    static let ann = file("ann@mail.example", "12345")
    static let bob = file("bob@host.example", "secret")

    let files: SimulatedFileSystem

    init(_ files: SimulatedFileSystem = SimulatedFileSystem()) {
        self.files = files
    }

    /// A disk that holds a profile.
    static func holding(_ profile: [UInt8]) -> ProfileDisk {
        let disk = ProfileDisk()
        disk.files.put(profilePath, profile)
        return disk
    }

    /// What `login` writes for an email and a password.
    static func file(_ email: String, _ password: String, firstName: String = "") -> [UInt8] {
        let values: [Field: String] = [.email: email, .password: password, .firstName: firstName]
        let members = Policy.profile.fields.map { "  \"\($0.rawValue)\": \"\(values[$0] ?? "")\"" }
        return Array("{\n\(members.joined(separator: ",\n"))\n}\n".utf8)
    }

    /// The store of the directory over this disk, seen through what a test puts between them.
    func store(
        _ wrapping: (any FileSystem) -> any FileSystem = { $0 }
    ) -> DocumentStore {
        DocumentStore(directory: Self.directory, layout: .regapp, fileSystem: wrapping(files))
    }

    /// The profile in that store, which stands for one process.
    func profile(_ wrapping: (any FileSystem) -> any FileSystem = { $0 }) -> LocalProfile {
        AccountStore(store(wrapping), .profile, now: Self.now).profile
    }

    /// What `profile.json` holds for readers, a link followed.
    func contents() throws -> [UInt8]? {
        try store().reading { reader in try reader.contents(of: StoreLayout.profile) }
    }

    /// Whether a change is decided that is not finished.
    var hasDecided: Bool { files.paths().contains { $0.hasSuffix(".doing") } }

    /// The names of temporary files anywhere.
    var leftovers: [String] {
        files.paths().filter { $0.contains("/.regapp-") || $0.contains("/doing-") || $0.hasSuffix(".doing") }
    }

    /// The same disk after a clean shutdown.
    func restarted() -> ProfileDisk {
        ProfileDisk(files.crashStates().first { _ in true } ?? files)
    }
}

extension LocalProfile {
    func login(_ email: String, _ password: String) throws(AccountsError) -> Login {
        try login(directory.draft([.email: email, .password: password])).login
    }

    /// Edits Ann's profile; returns whether anything was different.
    func edit(_ changes: AccountRecord, seen: AccountFile? = nil) throws(AccountsError) -> Bool {
        let present = try directory.current()
        guard let account = seen ?? present else { throw .nobodyLoggedIn }
        return try directory.edit(account, changes).isChanged
    }
}

/// One command on a prepared disk, and what `profile.json` holds before and after it.
struct ProfileAction: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let old: [UInt8]?
    let new: [UInt8]?
    /// Whether `cancel` gives `old` back afterwards, or what was logged out before.
    let canBeCancelled: Bool
    /// What an undo record of before the command leads back to.
    let older: [UInt8]?
    let prepare: @Sendable (ProfileDisk) throws -> Void
    let run: @Sendable (LocalProfile) throws -> Void

    /// What `cancel` gives back afterwards.
    var undone: [UInt8]? { old ?? older }

    init(
        _ name: String, from old: [UInt8]?, to new: [UInt8]?, canBeCancelled: Bool = true,
        older: [UInt8]? = nil,
        prepare: @escaping @Sendable (ProfileDisk) throws -> Void = { _ in },
        run: @escaping @Sendable (LocalProfile) throws -> Void
    ) {
        (testDescription, self.old, self.new, self.older) = (name, old, new, older)
        (self.canBeCancelled, self.prepare, self.run) = (canBeCancelled, prepare, run)
    }

    /// A disk on which the command is about to run, everything on it certain.
    func disk() throws -> ProfileDisk {
        let disk = ProfileDisk()
        if let old { disk.files.put(ProfileDisk.profilePath, old) }
        try prepare(disk)
        return disk.restarted()
    }
}

extension ProfileAction {
    private static let directory = ProfileDisk.directory
    private static let edited = ProfileDisk.file("ann@mail.example", "12345", firstName: "Ann")
    private static let target = "/home/ann/dotfiles/profile.json"
    private static let invalid = Array("{\"email\": \"ann@mail.example\",}\n".utf8)

    @Sendable private static func edit(_ disk: ProfileDisk) throws {
        disk.files.put(ProfileDisk.profilePath, ProfileDisk.ann)
        _ = try disk.profile().edit([.firstName: "Ann"])
    }

    @Sendable private static func logOut(_ disk: ProfileDisk) throws {
        disk.files.put(ProfileDisk.profilePath, ProfileDisk.ann)
        try disk.profile().directory.logout()
    }

    @Sendable private static func link(_ disk: ProfileDisk) {
        disk.files.put(target, ProfileDisk.ann, mode: 0o644)
        disk.files.putLink(ProfileDisk.profilePath, to: target)
    }

    static let logins: [ProfileAction] = [
        ProfileAction("login on a fresh machine", from: nil, to: ProfileDisk.ann, canBeCancelled: false) {
            _ = try $0.login("ann@mail.example", "12345")
        },
        ProfileAction(
            "login after a logout", from: nil, to: ProfileDisk.bob, older: ProfileDisk.ann,
            prepare: logOut,
            run: { _ = try $0.login("bob@host.example", "secret") }),
        ProfileAction(
            "login to what was logged out", from: nil, to: ProfileDisk.ann, canBeCancelled: false,
            older: ProfileDisk.ann,
            prepare: logOut,
            run: { _ = try $0.login("ann@mail.example", "12345") }),
        ProfileAction(
            "login with another password", from: ProfileDisk.ann,
            to: ProfileDisk.file("ann@mail.example", "67890")
        ) { _ = try $0.login("ANN@mail.example", "67890") },
        ProfileAction("login with another email", from: ProfileDisk.ann, to: ProfileDisk.bob) {
            _ = try $0.login("bob@host.example", "secret")
        },
        ProfileAction("login over an invalid file", from: invalid, to: ProfileDisk.bob) {
            _ = try $0.login("bob@host.example", "secret")
        },
        ProfileAction(
            "login through a dangling link", from: nil, to: ProfileDisk.ann, canBeCancelled: false,
            prepare: { disk in
                disk.files.putDirectory("/home/ann/dotfiles")
                disk.files.putLink(ProfileDisk.profilePath, to: target)
            },
            run: { _ = try $0.login("ann@mail.example", "12345") }),
    ]

    static let edits: [ProfileAction] = [
        ProfileAction("edit", from: ProfileDisk.ann, to: edited) {
            _ = try $0.edit([.firstName: "Ann"])
        },
        ProfileAction(
            "edit after an edit", from: edited,
            to: ProfileDisk.file("ann@mail.example", "12345", firstName: "Anna"),
            older: ProfileDisk.ann, prepare: edit, run: { _ = try $0.edit([.firstName: "Anna"]) }),
        ProfileAction(
            "edit of a linked file", from: ProfileDisk.ann, to: edited, prepare: link,
            run: { _ = try $0.edit([.firstName: "Ann"]) }),
    ]

    static let logouts: [ProfileAction] = [
        ProfileAction("logout", from: ProfileDisk.ann, to: nil) { try $0.directory.logout() },
        ProfileAction("logout of a linked file", from: ProfileDisk.ann, to: nil, prepare: link) {
            try $0.directory.logout()
        },
    ]

    static let cancels: [ProfileAction] = [
        ProfileAction(
            "cancel of an edit", from: edited, to: ProfileDisk.ann, canBeCancelled: false,
            older: ProfileDisk.ann,
            prepare: edit, run: { _ = try $0.directory.cancel() }),
        ProfileAction(
            "cancel of a login", from: ProfileDisk.bob, to: ProfileDisk.ann, canBeCancelled: false,
            older: ProfileDisk.ann,
            prepare: { disk in
                disk.files.put(ProfileDisk.profilePath, ProfileDisk.ann)
                _ = try disk.profile().login("bob@host.example", "secret")
            },
            run: { _ = try $0.directory.cancel() }),
        ProfileAction(
            "cancel of a logout", from: nil, to: ProfileDisk.ann, canBeCancelled: false,
            older: ProfileDisk.ann,
            prepare: logOut,
            run: { _ = try $0.directory.cancel() }),
        ProfileAction(
            "cancel of a linked file's logout", from: nil, to: ProfileDisk.ann, canBeCancelled: false,
            older: ProfileDisk.ann,
            prepare: { disk in
                link(disk)
                try disk.profile().directory.logout()
            },
            run: { _ = try $0.directory.cancel() }),
    ]

    static let all = logins + edits + logouts + cancels
}

extension AccountStore {
    /// Changes values of an account in one try: no other process may have been faster.
    func edit(
        _ account: AccountFile, _ changes: AccountRecord, as subject: EditSubject = .currentUser
    ) throws(AccountsError) -> SavedEdit {
        var edit = ValuesEdit(subject, of: account, under: policy)
        edit.write(draft(changes))
        return try edit.commit(try edit.judged(in: self), in: self)
    }
}
