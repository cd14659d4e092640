import Accounts
import CommandParser
import DocumentStore
import RegappProcess

/// `regapp policy use`: chooses the policy and says what that means for what is already there.
enum PolicyUseCommand {
    static func run(_ context: inout CommandContext) throws(Report) {
        // The parser lets nothing but a policy's name through.
        guard let kind = context.invocation.arguments.first.flatMap(Policy.Kind.init(rawValue:)) else {
            return
        }
        let store = try context.store(mayCreate: true)
        let (isDemo, today) = (context.invocation.has(.demo), context.environment.today)
        let policy = try reporting { () throws(AccountsError) in
            try PolicyFile.use(kind, in: store) { policy throws(AccountsError) in
                if isDemo { try DemoAccount.requireAccepted(by: policy, today: today) }
            }
        }.policy
        try context.output.line("the policy is now '\(kind.rawValue)': \(kind.summary)")
        let changed = policy.rulesInWords.filter(\.isOverridden)
        if !changed.isEmpty {
            try context.output.line("policy.json changes these of its rules:")
            for line in PolicyShowCommand.lines(changed) { try context.output.line("  " + line) }
        }
        if isDemo { try prepareDemo(&context, policy) }
        // The choice is made, whatever reading the accounts comes to.
        try context.output.flush()
        try tellConsequences(&context, policy)
        try context.output.flush()
    }

    private static func prepareDemo(_ context: inout CommandContext, _ policy: Policy) throws(Report) {
        let registry = try context.registry(policy)
        try reporting { () throws(AccountsError) in try registry.prepareDemo() }
        let emails = DemoAccount.all.map(\.email).joined(separator: ", ")
        try context.output.line("demo accounts without a password: \(emails)")
        try context.output.flush()
        Diagnostics.hint("try \(.regapp("login", "--first-name", "Alex", "--password", "password1"))")
    }

    private static func tellConsequences(
        _ context: inout CommandContext, _ policy: Policy
    ) throws(Report) {
        let registry = Registry(
            store: try context.store(), policy: policy, today: context.environment.today,
            now: context.environment.now)
        guard policy.isRegistry else {
            let files = try reporting { () throws(AccountsError) in try registry.fileNames() }.count
            if files > 0 {
                try context.output.line("accounts in the registry, which this policy does not use: \(files)")
            }
            return try tellAboutProfile(&context, policy)
        }
        let progress = ProgressLine()
        let survey = try reporting { () throws(AccountsError) in
            try registry.survey { progress.tick("reading accounts: \($0)") }
        }
        progress.clear()
        try context.output.line("accounts in the registry: \(survey.files)")
        try context.output.flush()
        tell(survey)
    }

    private static func tell(_ survey: RegistrySurvey) {
        if survey.files == 0 { Diagnostics.hint("nobody can log in yet; type \(.regapp("register"))") }
        if survey.rejected > 0 {
            Diagnostics.warning("accounts that break a rule and cannot be used: \(survey.rejected)")
        }
        if survey.lacking > 0 {
            Diagnostics.warning("accounts that lack what the policy requires: \(survey.lacking)")
        }
        if survey.rejected + survey.lacking > 0 { Diagnostics.hint("see \(.regapp("accounts", "check"))") }
    }

    private static func tellAboutProfile(
        _ context: inout CommandContext, _ policy: Policy
    ) throws(Report) {
        let profile = try context.profile(policy)
        do throws(AccountsError) {
            if try profile.current() == nil {
                Diagnostics.hint("there is no profile yet; type \(.regapp("login"))")
            }
        } catch {
            let report = Report(error)
            for line in report.errors { Diagnostics.warning(line) }
            for hint in report.hints { Diagnostics.hint(hint) }
        }
    }
}
