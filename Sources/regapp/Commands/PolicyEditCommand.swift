import RegappValues
import RegappCore
import RegappCommandLine
import RegappStore
import RegappWording

struct PolicyEditCommand: RegappCommand {
    static let words = ["policy", "edit"]
    static let page = #"""
        # policy edit
        Edit the rules in your editor

        Opens policy.json, with every rule in force, as 'regapp edit --editor' opens an account.

        {consequences}

        - Change a rule | regapp policy edit

            policy editor, policy modify, edit rules
        """#
    static let isWriter = true

    private let isConfirmed: Bool

    init(_ line: inout CommandLineReader) { isConfirmed = PolicyImpactQuestion.isConfirmed(&line) }

    func run(_ context: inout CommandContext) throws {
        let before = try? AccountStore(context.store(), now: context.environment.now).policy.history
        let saved = try EditorSession.run(.policy, &context) { change, context in
            let consequences = PolicyImpactQuestion(of: change)
            try consequences.print(&context)
            return try consequences.areAccepted(isConfirmed, context)
        }
        if saved != nil {
            // What was saved is saved, whatever has become of the rules since.
            try? AccountStore(context.store(), now: context.environment.now)
                .reportExcessRecords(keptBefore: before)
        }
        Diagnostics.report(.saved(saved?.isChanged ?? false, next: .seeRules))
    }
}

struct PolicyCheckCommand: RegappCommand {
    static let words = ["policy", "check"]
    static let page = #"""
        # policy check
        Check the rules in a file

        Lists the mistakes in FILE with their places, and says what the rules would mean for the accounts. It changes
        nothing, and exits with 65 if it finds a mistake.

        - Try rules before they apply | regapp policy check new.json

            policy validate, policy test, policy lint, policy verify
        """#

    private let path: String

    init(_ line: inout CommandLineReader) {
        path = line.argument("FILE", .file, "the file with the rules, or '-' for standard input")
    }

    func run(_ context: inout CommandContext) throws {
        let files = ExternalFiles()
        let limit = DocumentStore.maximumDocumentSize
        let bytes =
            path == "-"
            ? try files.standardInput(limit: limit) : try files.secret(in: path, limit: limit)?.bytes
        guard let bytes else { throw StoreError.failed(.read, path: path, .noEntry) }
        let name = path == "-" ? .standardInput : try context.environment.absolute(path)
        // There may be no directory, or its place is unknown.
        let isNamed =
            context.options.documents != nil
            || context.environment.variable(DocumentsDirectory.variable) != nil
        let store = isNamed ? try context.store() : try? context.store()
        guard let store, !DocumentsDirectory.isMissing(store) else {
            let policy = try PolicyFile(parsing: bytes, path: name).policy
            return try PolicyImpactQuestion.printRules(policy, &context)
        }
        let change = try ProposedPolicy(to: bytes, at: name, in: store, now: context.environment.now)
        let consequences = PolicyImpactQuestion(of: change)
        try consequences.print(&context)
        consequences.reportConsequences()
    }
}
