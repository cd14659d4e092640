import Accounts
import CommandParser
import DocumentStore

/// `regapp policy use`: chooses the policy and says what that means for what is already there.
struct PolicyUseCommand: RegappCommand {
    static let words = ["policy", "use"]

    static var page: CommandPage {
        CommandPage(
            "Choose the policy of this directory",
            discussion: [
                "profile: one local profile; whoever gives a valid email and password is logged in.",
                "albums: a registry; registered accounts log in by email and password, then search albums.",
                "authorisation: a registry; registered accounts log in by first name and password.",
                "Profile, accounts and session stay untouched; those of the other kind are just not used.",
            ],
            examples: [
                Example("Keep a registry for album search", "regapp policy use albums"),
                Example("Try logging in by first name", "regapp policy use authorisation --demo"),
            ],
            nicknames: ["policy set", "policy change", "policy switch"])
    }

    private let kind: Policy.Kind
    private let isDemo: Bool

    init(_ line: inout CommandLineReader) {
        kind = line.argument(
            "NAME", .choice, Policy.Kind.allCases.map(\.rawValue).listed(last: "or"))
        isDemo = line.flag(
            "demo", onlyWith: Policy.Kind.authorisation.rawValue,
            "register Alex, Anton and Jane without passwords (authorisation only)")
    }

    func run(_ context: inout CommandContext) throws {
        let store = try context.store(mayCreate: true)
        let (today, now) = (context.environment.today, context.environment.now)
        let directory = try AccountsDirectory.choosing(
            kind, in: store, today: today, now: now, forDemo: isDemo)
        try context.output.line(ResultLine.policyIsNow(kind))
        try Self.printChangedRules(directory.policy, &context)
        if isDemo {
            try context.output.line(ResultLine.demoAccounts(DemoAccount.all.map(\.email)))
            try context.output.flush()
            Diagnostics.tell(.demoIsReady)
        }
        // The choice is made, whatever reading the accounts comes to.
        try context.output.flush()
        try Self.tellConsequences(directory, &context)
        try context.output.flush()
    }

    /// Prints the rules that `policy.json` changes.
    static func printChangedRules(_ policy: Policy, _ context: inout CommandContext) throws {
        let changed = policy.rulesInWords.filter(\.isOverridden)
        guard !changed.isEmpty else { return }
        try context.output.line(ResultLine.rulesChanged)
        for line in PolicyShowCommand.lines(changed) { try context.output.line("  " + line) }
    }

    /// Says what the rules of a directory mean for the accounts that are there.
    static func tellConsequences(
        _ directory: AccountsDirectory, _ context: inout CommandContext
    ) throws {
        guard directory.policy.isRegistry else {
            let files = try directory.accountFiles().count
            if files > 0 { try context.output.line(ResultLine.unusedAccounts(files)) }
            return tellAboutProfile(directory)
        }
        let progress = ProgressLine(context.environment)
        let survey = try directory.registry().survey { progress.tick(.reading, $0) }
        progress.clear()
        try context.output.line(ResultLine.accountsInRegistry(survey.files))
        try context.output.flush()
        Diagnostics.tell(.survey(survey))
    }

    private static func tellAboutProfile(_ directory: AccountsDirectory) {
        do throws(AccountsError) {
            if try directory.current() == nil { Diagnostics.tell(.noProfileYet) }
        } catch {
            Diagnostics.tell(.profileNotAccepted(error))
        }
    }
}
