import RegappCore
import RegappJSON

/// How many accounts a command changed, as one JSON object for programs.
struct ChangeSummary {
    /// How many were registered, for commands that can.
    var new: Int?
    let changed: Int
    let unchanged: Int
    /// How many were locked beside those that changed, for commands that can.
    var locked: Int?
    /// The emails of accounts of the file that stay locked, for commands that lock others.
    var stillLocked: [String]?
    /// Generated passwords; nil for commands that generated none.
    var passwords: [GeneratedPassword]?
    var isDryRun = false
    /// All that is wrong with a file, for a dry run.
    var problems: [ImportProblem] = []

    /// The object as it is printed.
    var bytes: [UInt8] { json.fileBytes }

    private var json: JSONText {
        var members: [JSONText.Member] = []
        if let new { members.append(.init("new", .integer(new))) }
        members.append(.init("changed", .integer(changed)))
        members.append(.init("unchanged", .integer(unchanged)))
        if let locked { members.append(.init("locked", .integer(locked))) }
        if let stillLocked { members.append(.init("stillLocked", .array(stillLocked.map(JSONText.string)))) }
        if isDryRun { members.append(.init("dryRun", .boolean(true))) }
        if let passwords {
            let accounts = passwords.map { generated in
                JSONText.object([
                    .init("email", .string(generated.email)), .init("password", .string(generated.password)),
                ])
            }
            members.append(.init("passwords", .array(accounts)))
        }
        if !problems.isEmpty { members.append(.init("problems", .array(problems.map(\.json)))) }
        return .object(members)
    }
}

extension ImportProblem {
    /// The place, the field, the rule and what is wrong, with no value but an email.
    fileprivate var json: JSONText {
        let names = [("field", field?.rawValue), ("rule", rule)].compactMap { key, name in
            name.map { JSONText.Member(key, .string($0)) }
        }
        return .object(
            [.init("line", .integer(line))] + names
                + [.init("message", .string(messages.joined(separator: "; ")))])
    }
}

extension ChangeSummary {
    init(_ result: BulkResult, isDryRun: Bool, passwords: [GeneratedPassword]? = nil) {
        self.init(
            changed: result.changed.count, unchanged: result.unchanged.count, passwords: passwords,
            isDryRun: isDryRun)
    }

    /// - Parameter passwords: those that were generated.
    init(
        _ result: AccountImport.Result, _ options: AccountImport.Options, passwords: [GeneratedPassword]
    ) {
        self.init(
            new: result.created, changed: result.updated, unchanged: result.unchanged, locked: result.locked,
            stillLocked: options.locksAbsent ? result.stillLocked : nil,
            passwords: options.generatesPasswords && !options.isDryRun ? passwords : nil,
            isDryRun: options.isDryRun)
    }
}
