import RegappStore
import RegappCore
import RegappCommandLine
import RegappValues
import RegappWording
import RegappTerminal

/// What new rules mean for the accounts of a directory, and whether the person accepts that.
struct PolicyImpactQuestion: ~Copyable {
    let change: ProposedPolicy
    private let survey: Result<PolicyImpact, AccountsError>

    init(of change: ProposedPolicy) {
        let progress = ProgressLine()
        survey = Result(catching: try change.survey { progress.tick(.reading, $0) })
        progress.clear()
        self.change = change
    }

    static func isConfirmed(_ line: inout CommandLineReader) -> Bool {
        line.flag("yes", "do not ask first")
    }

    /// Whether the rules may be saved: all accounts can log in as before, or the person accepts the change. Throws a
    /// message if the person cannot be asked, or why the accounts cannot be read if some may be locked out.
    func areAccepted(_ isConfirmed: Bool, _ context: borrowing CommandContext) throws -> Bool {
        guard change.mayHarm else { return true }
        guard !isConfirmed else {
            reportConsequences()
            return true
        }
        let survey = try survey.get()
        if survey.isHarmless { return true }
        return try context.confirm(
            .saveRules, after: [Self.warning(of: survey, profileHint: Self.beforeRemoval)],
            orElse: Message(
                .data, ["nothing was saved: \(survey.consequences)"],
                hints: ["add --yes to save these rules without being asked"]
                    + (survey.removesProfile
                        ? [
                            Self.beforeRemoval,
                            "or make the registry in another folder, with --documents DIR",
                        ]
                        : [])))
    }

    /// While the profile is not in the history, nobody is told what deletes it from there: it would delete both.
    private static let beforeRemoval: Sentence = "\(.regapp("undo")) would bring profile.json back"
    private static let afterRemoval: Sentence =
        "\(.regapp("undo")) brings profile.json back, and \(.regapp("logout", "--forget")) deletes it from the history"

    private static func warning(of survey: PolicyImpact, profileHint: Sentence) -> Message {
        .warning(survey.consequences, hint: survey.removesProfile ? profileHint : nil)
    }

    func reportConsequences() {
        if case .success(let survey) = survey, !survey.isHarmless {
            Diagnostics.report(Self.warning(of: survey, profileHint: Self.afterRemoval))
        }
    }

    /// Prints the rules, which are not saved yet, and what they mean for the accounts.
    func print(_ context: inout CommandContext) throws {
        try Self.printRules(change.after.policy, &context)
        try printAccounts(&context, inForce: false)
    }

    static func printRules(_ policy: Policy, _ context: inout CommandContext) throws {
        try context.output.outcome(policy.line)
        try printChangedRules(policy, &context)
        try context.output.flush()
    }

    static func printChangedRules(_ policy: Policy, _ context: inout CommandContext) throws {
        let changed = policy.rulesInWords.filter(\.isOverridden)
        guard !changed.isEmpty else { return }
        try context.output.outcome("policy.json changes these rules:")
        for line in changed.lines { try context.output.outcome("  " + line) }
    }

    /// - Parameter inForce: whether the rules are saved, so that other commands follow them.
    func printAccounts(_ context: inout CommandContext, inForce: Bool) throws {
        let survey = try survey.get()
        if change.after.policy.isRegistry {
            try context.output.outcome("accounts in the registry: \(survey.files)")
            try context.output.flush()
            Diagnostics.report(.survey(survey, of: change, inForce: inForce))
        } else {
            if survey.files > 0 {
                try context.output.outcome(
                    "accounts in the registry, which this policy does not use: \(survey.files)")
            }
            try context.output.flush()
            do throws(AccountsError) {
                if try change.after.current() == nil, inForce {
                    Diagnostics.report(.hint("there is no profile yet; type \(.regapp("login"))"))
                }
            } catch {
                // A profile that breaks the rules does not prevent choosing them.
                Diagnostics.report(Message(of: error).asWarning)
            }
        }
    }
}

extension [RuleInWords] {
    /// One line per rule, the words aligned, with a mark if the file changes it.
    var lines: [String] {
        TextTable.lines(
            map { [$0.key, $0.isOverridden ? $0.words + " (changed in policy.json)" : $0.words] })
    }
}

extension AccountStore {
    /// Warns if the rules, which were just saved, keep fewer changes than the history has.
    ///
    /// - Parameter before: how many the rules kept before.
    func reportExcessRecords(keptBefore before: Int?) {
        guard let before, policy.history < before,
            let excess = try? reading({ try $0.excessRecords(keeping: policy.history).count }), excess > 0
        else { return }
        Diagnostics.report(
            .warning(
                "the next change deletes \(excess.counted("older change")) from the history",
                hint: "\(.regapp("undo")) before that keeps them"))
    }
}
