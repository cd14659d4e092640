import RegappTestSupport
import RegappCore
import RegappStore
import Testing

/// One change of a registry on a prepared disk.
struct RegistryAction: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// The documents that change, in the order in which they do; a crash may come between them.
    let steps: [String]
    /// Whether the next writer makes the rest of a change that a crash cut short.
    var isCompleted = false
    /// Whether the account is shut out before its session ends.
    var shutsOut = false
    /// Whether a crash may leave any of the steps made and any not.
    var isUnordered = false
    let prepare: @Sendable (RegistryDisk) throws -> Void
    let run: @Sendable (Registry) throws -> Void

    /// A disk on which the action is about to be done, shared with a service or not.
    func disk(isShared: Bool = false) throws -> RegistryDisk {
        let disk = isShared ? RegistryDisk.shared() : RegistryDisk()
        try prepare(disk)
        return disk.restarted()
    }

    static let all = [
        register, login, rehash, firstPassword, edit, moveEmail, adminMovesEmail, undoEmailMove, setPassword,
        lock, remove, logOut, importing,
    ]

    /// Whether it makes no file.
    var removesOnly: Bool { ["accounts remove", "logout"].contains(testDescription) }

    private static let ann = "accounts/ann@x.example.json"
    private static let bob = "accounts/bob@x.example.json"
    private static let session = "session.json"

    private static func putAnn(_ disk: RegistryDisk) throws {
        disk.put("ann@x.example", "Ann", hash: RegistryDisk.weakHash)
    }

    private static func logInAnn(_ disk: RegistryDisk) throws {
        try putAnn(disk)
        disk.files.put(RegistryDisk.path(session), "{\n  \"account\": \"ann@x.example\"\n}\n")
    }

    /// `password1` under more than the policy asks for, so that a login leaves it; the same throughout a run.
    private static let strongHash = Result { () throws(HashingError) in
        try PasswordHash(hashing: "password1", method: .bcrypt, cost: 5)
    }

    private static let register = RegistryAction(
        testDescription: "register", steps: [ann, session], isCompleted: true, prepare: { _ in },
        run: { registry in
            _ = try registry.register([
                .email: "ann@x.example", .firstName: "Ann", .lastName: "Doe", .password: "password1",
            ])
        })

    private static let login = RegistryAction(
        testDescription: "login", steps: [session],
        prepare: { disk in
            disk.put("ann@x.example", "Ann", hash: try strongHash.get().text)
        },
        run: { registry in
            let credentials = Credentials(email: nil, firstName: "ann", password: "password1")
            let attempt = try registry.attempt(credentials)
            #expect(try registry.complete(attempt) != nil)
        })

    private static let rehash = RegistryAction(
        testDescription: "login that makes a hash of a plain password", steps: [ann, session],
        prepare: { disk in
            let text = #"{"email":"ann@x.example","firstName":"Ann","lastName":"Doe","password":"password1"}"#
            disk.put("ann@x.example", text: text)
        },
        run: { registry in
            let attempt = try registry.attempt(
                Credentials(email: "ann@x.example", firstName: nil, password: "password1"))
            #expect(try registry.complete(attempt) != nil)
        })

    private static let firstPassword = RegistryAction(
        testDescription: "first password", steps: [ann, session], isCompleted: true,
        prepare: { $0.put("ann@x.example", "Ann") },
        run: { registry in
            let attempt = try registry.attempt(
                Credentials(email: nil, firstName: "Ann", password: "password1"))
            #expect(attempt.setsFirstPassword)
            #expect(try registry.complete(attempt) != nil)
        })

    private static let edit = RegistryAction(
        testDescription: "edit", steps: [ann], isCompleted: true, prepare: logInAnn,
        run: { registry in _ = try registry.edit([.lastName: "Roe"], of: "ann@x.example") })

    private static let moveEmail = RegistryAction(
        testDescription: "edit --email", steps: [bob, session, ann], isCompleted: true, prepare: logInAnn,
        run: { registry in _ = try registry.edit([.email: "bob@x.example"], of: "ann@x.example") })

    private static let adminMovesEmail = RegistryAction(
        testDescription: "accounts edit --email", steps: [bob, session, ann], isCompleted: true,
        prepare: logInAnn,
        run: { registry in _ = try registry.adminEdit([.email: "bob@x.example"], of: "ann@x.example") })

    private static let lock = RegistryAction(
        testDescription: "accounts lock", steps: [ann, session], isCompleted: true, shutsOut: true,
        prepare: logInAnn,
        run: { registry in
            let isNew = try registry.lock("ann@x.example")
            #expect(isNew)
        })

    private static let undoEmailMove = RegistryAction(
        testDescription: "cancel of edit --email", steps: [ann, session, bob], isCompleted: true,
        prepare: { disk in
            try logInAnn(disk)
            _ = try disk.registry().edit([.email: "bob@x.example"], of: "ann@x.example")
        },
        run: { registry in
            let taken = try registry.directory.cancel()
            #expect(taken != nil)
            // What could not be replaced is left, and told.
            for case .left(let path, _, _) in taken ?? [] {
                throw AccountsError.store(.halfway(.changedMeanwhile(path: path)))
            }
        })

    private static let logOut = RegistryAction(
        testDescription: "logout", steps: [session], prepare: logInAnn,
        run: { registry in try registry.directory.logout() })

    private static let setPassword = RegistryAction(
        testDescription: "accounts password", steps: [ann], isCompleted: true, prepare: putAnn,
        run: { registry in _ = try registry.setPassword(of: "ann@x.example", to: "password2") })

    private static let remove = RegistryAction(
        testDescription: "accounts remove", steps: [session, ann], isCompleted: true, prepare: logInAnn,
        run: { registry in _ = try registry.commit([.remove], of: ["ann@x.example"]) })

    private static let importing = RegistryAction(
        testDescription: "accounts import --update", steps: [ann, bob, "accounts/eve@x.example.json"],
        isCompleted: true, isUnordered: true,
        prepare: { disk in
            try putAnn(disk)
            disk.put("zoe@x.example", "Zoe")
        },
        run: { registry in
            var options = AccountImport.Options()
            (options.existing, options.mayLackFields) = (.updated, true)
            var accounts = AccountImport(into: registry, options)
            defer { accounts.discard() }
            var reader = ExchangeFormat.csv.reader()
            let text = "email,lastName\nann@x.example,Roe\nbob@x.example,Ray\neve@x.example,Fox\n"
            var problems = try accounts.add(reader.read(Array(text.utf8)))
            problems += try accounts.finish()
            guard problems.isEmpty else { throw LeftByImport() }
            try accounts.commit()
            guard accounts.result.left.isEmpty else { throw LeftByImport() }
        })
}

/// The file of the import has something wrong.
struct LeftByImport: Error {}

/// The documents before an action, after it, and wherever a crash may leave them in between.
struct RegistryStates {
    let all: [[String: String]]

    init(_ action: RegistryAction, old: [String: String], new: [String: String]) {
        var states = [old]
        for step in action.steps {
            for state in action.isUnordered ? states : states.suffix(1) {
                var next = state
                next[step] = new[step]
                states.append(next)
            }
        }
        if states[states.count - 1] != new { states.append(new) }
        all = states
    }

    /// Whether the next writer may make this of what a crash left: a change that it completes is all there or not
    /// at all, and only what shows nothing of it yet may have been either.
    func mayBecome(_ healed: [String: String], from left: [String: String], _ action: RegistryAction) -> Bool
    {
        guard action.isCompleted else { return healed == left }
        return healed == new || healed == old && left == old
    }

    var old: [String: String] { all[0] }
    var new: [String: String] { all[all.count - 1] }
}
