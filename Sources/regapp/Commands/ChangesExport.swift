import Accounts
import DocumentStore

/// Prints what a directory has to change to have the accounts of a registry.
struct ChangesExport {
    /// The most problems of a file that are told: the first ones tell what kind of file it is.
    private static let mostProblems = 20

    /// What the directory has: a file, or `-`.
    let path: String
    let base: DistinguishedName
    let deletes: Bool

    private var problems = 0
    private var rejected = 0
    private var strays = 0
    private var refused = 0

    init(from path: String, below base: DistinguishedName, deletes: Bool) {
        (self.path, self.base, self.deletes) = (path, base, deletes)
    }

    /// - Parameter file: the file that gets the changes, instead of standard output.
    mutating func run(
        of registry: Registry, to file: String?, _ environment: ProcessEnvironment
    ) throws(Report) {
        var changes = try reporting { () throws(AccountsError) in
            try registry.requireFolder()
            return try LDAPChanges(of: registry, below: base, deletes: deletes)
        }
        try compare(&changes)
        guard problems + rejected == 0 else {
            throw Report(.changesWithheld(becauseOfAccounts: rejected > 0))
        }
        guard !changes.wouldDeleteAll else { throw Report(.everyEntryWouldGo) }
        var output = try ExportOutput(file, of: registry, environment)
        while let next = try reporting({ () throws(AccountsError) in try changes.next() }) {
            try output.write(next.records)
            tell(next.findings)
        }
        try output.finish()
        if changes.showsNothingOfBase {
            Diagnostics.tell(Outcome.showsNothingBelow(base.description, path: name))
        }
        if changes.showsNoPassword { Diagnostics.tell(Outcome.showsNoPassword(path: name)) }
        if changes.undeleted > 0 { Diagnostics.tell(Outcome.entriesStay(changes.undeleted)) }
        if rejected + strays > 0 { throw Report(.filesLeftOut(rejected + strays)) }
        if refused > 0 { throw Report(.unrepresentable(refused, .ldif)) }
    }

    private var name: String { path == "-" ? "standard input" : path }

    private mutating func compare(_ changes: inout LDAPChanges) throws(Report) {
        var pieces = try ExternalFiles.open(path)
        while problems == 0 {
            let piece: [UInt8]
            do throws(StoreError) { piece = try pieces.next() } catch { throw Report(error) }
            guard !piece.isEmpty else { return tell(changes.finish()) }
            tell(changes.read(piece))
        }
    }

    private mutating func tell(_ findings: [LDAPChanges.Finding]) {
        for finding in findings {
            switch finding {
            case .problem(let problem):
                problems += 1
                if problems <= Self.mostProblems { Report(problem, in: name).tell() }
            case .rejected(let entry):
                rejected += 1
                Report(rejecting: entry).tell()
            case .withoutHash(let email, isThere: false):
                Diagnostics.tell(Outcome.leftOutWithoutHash(email: email))
            case .withoutHash(let email, isThere: true):
                Diagnostics.tell(Outcome.entryKeepsPassword(email: email))
            case .stray(let entry):
                strays += 1
                Report(rejecting: entry).tell()
            case .edited(let email, let path):
                Diagnostics.tell(Outcome.entryIsSpared(email: email, path: path))
            case .plainPassword(let email): Diagnostics.tell(Outcome.entryLosesPassword(email: email))
            case .ofAnotherClass(let email): Diagnostics.tell(Outcome.entryIsNoPerson(email: email))
            case .hasChildren(let email): Diagnostics.tell(Outcome.entryHasChildren(email: email))
            case .unrepresentable(let error, let email):
                refused += 1
                Diagnostics.tell(Outcome.cannotExport(error, email: email))
            }
        }
    }
}

extension ExternalFiles {
    /// Opens what a directory has printed, however much it is.
    fileprivate static func open(_ path: String) throws(Report) -> FilePieces {
        if path == "-" { return ExternalFiles().standardInputPieces() }
        do throws(StoreError) {
            if let pieces = try ExternalFiles().pieces(of: path, limit: .max) { return pieces }
        } catch { throw Report(error) }
        throw Report(StoreError.failed(.read, path: path, .noEntry))
    }
}
