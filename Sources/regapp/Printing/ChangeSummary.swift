import RegappCore
import RegappJSON

// Which accounts a command changed, as one JSON object for programs.

extension BulkResult {
    /// - Parameters:
    ///   - passwords: nil for commands that generate none.
    ///   - unknown: how many emails of a log no account has; nil for commands that read none.
    func summary(isDryRun: Bool, passwords: [JSONText]? = nil, unknown: Int? = nil) -> [UInt8] {
        var members: [JSONText.Member] = [
            .init("changed", .integer(changed.count)), .init("unchanged", .integer(unchanged.count)),
            .emails([("changed", changed.map(\.email)), ("unchanged", unchanged)]),
        ]
        if let unknown { members.append(.init("unknown", .integer(unknown))) }
        if isDryRun { members.append(.dryRun) }
        if let passwords { members.append(.init("passwords", .array(passwords))) }
        return JSONText.object(members).fileBytes
    }
}

extension AccountImport.Result {
    /// - Parameter problems: all that is wrong with a file, for a dry run.
    func summary(
        _ options: AccountImport.Options, passwords: [JSONText] = [], problems: [ImportProblem] = []
    ) -> [UInt8] {
        let outcomes = AccountImport.Outcome.allCases.filter { $0 != .moved || options.match != nil }
        var members: [JSONText.Member] = [
            .init("new", .integer(created)), .init("changed", .integer(updated)),
            .init("unchanged", .integer(unchanged)), .init("locked", .integer(locked)),
            .emails(outcomes.map { ($0.rawValue, emails[$0] ?? []) }),
        ]
        if options.match != nil {
            let pairs = moves.map { move in
                JSONText.object([.init("from", .string(move.former)), .init("to", .string(move.email))])
            }
            members += [.init("moved", .integer(moved)), .init("moves", .array(pairs))]
        }
        if options.locksAbsent {
            members.append(.init("stillLocked", .array(stillLocked.map(JSONText.string))))
        }
        if options.isOnlyForExisting {
            members.append(.init("notAdded", .array(notAdded.map(JSONText.string))))
        }
        if options.existing == .updated {
            members += [.init("notAccepted", .integer(notAccepted)), .init("shutOut", .integer(shutOut))]
        }
        if options.isDryRun {
            members.append(.dryRun)
        } else if options.generatesPasswords {
            members.append(.init("passwords", .array(passwords)))
        }
        if !problems.isEmpty { members.append(.init("problems", .array(problems.map(\.json)))) }
        return JSONText.object(members).fileBytes
    }
}

extension JSONText.Member {
    fileprivate static func emails(_ lists: [(outcome: String, emails: [String])]) -> Self {
        Self("emails", .object(lists.map { Self($0.outcome, .array($0.emails.map(JSONText.string))) }))
    }

    fileprivate static let dryRun = Self("dryRun", .boolean(true))
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
