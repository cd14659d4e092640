import RegappCore
import RegappCommandLine
import RegappWording

struct PolicyUseCommand: RegappCommand {
    static let words = ["policy", "use"]

    static let page = CommandPage(
        "Choose the policy of this directory",
        discussion: [
            "profile: one local profile; anyone who gives a valid email and password is logged in.",
            "service: a registry for web, mail and login servers; registered accounts log in by email and "
                + "password, and nothing else is required of them.",
            "albums: a registry; registered accounts log in by email and password, then search albums.",
            "authorisation: a registry; registered accounts log in by first name and password.",
            "The profile, the accounts and the session stay as they are, even if the new policy does "
                + "not use them. If accounts could no longer log in, it names them and asks first. It "
                + "also asks if people would have to log in by first name instead of email, or the "
                + "other way round.",
        ],
        examples: [
            "Keep a registry for a web or mail server": "regapp policy use service",
            "Try logging in by first name": "regapp policy use authorisation --demo",
        ],
        nicknames: ["policy change", "policy switch", "policy choose"])

    private let kind: Rules.System
    private let isDemo: Bool
    private let isConfirmed: Bool

    init(_ line: inout CommandLineReader) {
        kind = line.argument(
            "POLICY", .choice, Rules.System.allCases.map(\.rawValue).listed(last: "or"))
        isDemo = line.flag(
            "demo", onlyWith: Rules.System.authorisation.rawValue,
            "register Alex, Anton and Jane without passwords (authorisation only)")
        isConfirmed = RulesConsequences.isConfirmed(&line)
    }

    func run(_ context: inout CommandContext) throws {
        let store = try context.store(mayCreate: true)
        let choice = try PolicyChoice(kind, in: store, now: context.environment.now, forDemo: isDemo)
        var consequences = RulesConsequences(of: choice.rules, context)
        guard try consequences.areAccepted(isConfirmed, context) else {
            return Diagnostics.report(.rulesSaved(isChanged: false))
        }
        let policy = try choice.save().policy
        try context.output.outcome(
            .done("the policy is now '\(prose: policy.system.rawValue)': \(prose: policy.summary)"))
        try RulesConsequences.printChangedRules(policy, &context)
        if isDemo {
            let emails = AccountRecord.demo.map { $0.text(of: .email) }
            try context.output.outcome(
                .done("demo accounts without a password: \(prose: emails.joined(separator: ", "))"))
            try context.output.flush()
            Diagnostics.report(.demoIsReady)
            consequences = RulesConsequences(of: choice.rules, context)
        }
        // The choice is made, even if reading the accounts failed.
        try context.output.flush()
        try consequences.printAccounts(&context, inForce: true)
    }
}
