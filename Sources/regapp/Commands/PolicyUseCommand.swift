import Accounts
import CommandParser
import DocumentStore
import RegappProcess

/// `regapp policy use`: chooses the policy and says what that means for what is already there.
struct PolicyUseCommand: RegappCommand {
    static let words = ["policy", "use"]

    static var page: CommandPage {
        CommandPage(
            "Choose the policy of this directory",
            discussion: [
                "profile: one local profile; whoever gives a good e-mail and password is logged in.",
                "albums: a registry; registered accounts log in by e-mail and password, then search albums.",
                "authorisation: a registry; registered accounts log in by first name and password.",
                "Profile, accounts and session stay untouched; those of the other kind are just not used.",
            ],
            examples: [
                Example("Keep a registry for album search", "regapp policy use albums"),
                Example("Try logging in by first name", "regapp policy use authorisation --demo"),
            ])
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

    func run(_ context: inout CommandContext) throws(Report) {
        let store = try context.store(mayCreate: true)
        let (today, now) = (context.environment.today, context.environment.now)
        let directory = try reporting { () throws(AccountsError) in
            try AccountsDirectory.choosing(kind, in: store, today: today, now: now) {
                policy throws(AccountsError) in
                if isDemo { try DemoAccount.requireAccepted(by: policy, today: today) }
            }
        }
        try context.output.line("the policy is now '\(kind.rawValue)': \(kind.summary)")
        let changed = directory.policy.rulesInWords.filter(\.isOverridden)
        if !changed.isEmpty {
            try context.output.line("policy.json changes these of its rules:")
            for line in PolicyShowCommand.lines(changed) { try context.output.line("  " + line) }
        }
        if isDemo { try Self.prepareDemo(directory, &context) }
        // The choice is made, whatever reading the accounts comes to.
        try context.output.flush()
        try Self.tellConsequences(directory, &context)
        try context.output.flush()
    }

    private static func prepareDemo(
        _ directory: AccountsDirectory, _ context: inout CommandContext
    ) throws(Report) {
        try reporting { () throws(AccountsError) in try directory.registry().prepareDemo() }
        let emails = DemoAccount.all.map(\.email).joined(separator: ", ")
        try context.output.line("demo accounts without a password: \(emails)")
        try context.output.flush()
        Diagnostics.hint("try \(.regapp("login", "--first-name", "Alex", "--password", "password1"))")
    }

    private static func tellConsequences(
        _ directory: AccountsDirectory, _ context: inout CommandContext
    ) throws(Report) {
        guard directory.policy.isRegistry else {
            let files = try reporting { () throws(AccountsError) in try directory.accountFiles() }.count
            if files > 0 {
                try context.output.line("accounts in the registry, which this policy does not use: \(files)")
            }
            return tellAboutProfile(directory)
        }
        let progress = ProgressLine()
        let survey = try reporting { () throws(AccountsError) in
            try directory.registry().survey { progress.tick("reading accounts: \($0)") }
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

    private static func tellAboutProfile(_ directory: AccountsDirectory) {
        do throws(AccountsError) {
            if try directory.current() == nil {
                Diagnostics.hint("there is no profile yet; type \(.regapp("login"))")
            }
        } catch {
            let report = Report(error)
            for line in report.errors { Diagnostics.warning(line) }
            for hint in report.hints { Diagnostics.hint(hint) }
        }
    }
}
