import RegappCore
import RegappCommandLine
import RegappStore
import RegappValues
import RegappWording

struct PolicySetCommand: RegappCommand {
    static let words = ["policy", "set"]
    static let page = #"""
        # policy set
        Change one rule

        VALUE is JSON, such as 12 or true, a text, such as bcrypt, or a list, such as email,phone. 'regapp help policies'
        lists the keys.

        {consequences}

        - Require longer passwords | regapp policy set passwordLength 12
        - Require names | regapp policy set required password,firstName,lastName

            policy add
        """#
    static let isWriter = true

    private let key: PolicyKey
    private let value: String
    private let isConfirmed: Bool

    init(_ line: inout CommandLineReader) {
        key = line.argument("KEY", .ruleKey, "the key of the rule, such as passwordLength")
        let values = Completion.answers { context in
            let key = context.values.arguments.first.flatMap(PolicyKey.init(rawValue:))
            return key.map { $0.definition.offers.map { Offer($0) } } ?? []
        }
        value = line.argument(
            "VALUE", ValueType(completion: values, sample: "") { $0 }, "the new value, as JSON or as text")
        isConfirmed = PolicyImpactQuestion.isConfirmed(&line)
    }

    func run(_ context: inout CommandContext) throws {
        try key.save(value, isConfirmed, &context)
    }
}

struct PolicyUnsetCommand: RegappCommand {
    static let words = ["policy", "unset"]
    static let page = #"""
        # policy unset
        Reset one rule to the policy's default

        Removes the key from policy.json.

        {consequences}

        - Reset a rule | regapp policy unset passwordLength

            policy reset, policy remove, policy delete, policy rm, policy del, policy clear
        """#
    static let isWriter = true

    private let key: PolicyKey
    private let isConfirmed: Bool

    init(_ line: inout CommandLineReader) {
        key = line.argument("KEY", .ruleKey, "the key of the rule, such as passwordLength")
        isConfirmed = PolicyImpactQuestion.isConfirmed(&line)
    }

    func run(_ context: inout CommandContext) throws {
        try key.save(nil, isConfirmed, &context)
    }
}

extension ValueType<PolicyKey> {
    /// The policy itself comes last, so that no hint names it as an example: another command chooses it.
    fileprivate static var ruleKey: ValueType {
        .choice(of: PolicyKey.allCases.filter { $0 != .policy } + [.policy])
    }
}

extension PolicyKey {
    /// Gives the key a value, as JSON or as text, and saves the rules; nil removes the key.
    fileprivate func save(
        _ value: String?, _ isConfirmed: Bool, _ context: inout CommandContext
    ) throws {
        guard self != .policy else {
            let known = value.flatMap(Rules.PolicyName.init(rawValue:))
            let choose = ShellCommand.regapp("policy", "use", (known ?? .service).rawValue)
            throw Message(
                .usage, "'policy set' does not change the policy",
                hint: known == nil ? "for example, type \(choose)" : "type \(choose)")
        }
        let store = try context.store()
        let choice: PolicySwitch
        do throws(AccountsError) {
            choice = try PolicySwitch(self, value, in: store, now: context.environment.now)
        } catch {
            guard case .valueRefused(let problems) = error else { throw error }
            // The value was typed, so there is no position in a file to report.
            let inForce = try? context.directory().policy.value(of: self).cell
            // `log off` means `none`.
            let isOff = ["off", "no", "false", "0"].contains(value?.lowercased())
            let off = isOff ? definition.offers.first { ["none", "false"].contains($0) } : nil
            let meant = value.flatMap { typed in
                NearestName.nearest(to: typed, among: definition.offers.map { ($0, $0) })
            }
            let example = off ?? meant ?? definition.offers.first ?? inForce ?? ""
            throw Message(
                .data, problems.map(\.message),
                hints: [
                    example.isEmpty
                        ? "\(prose: rawValue) is \(prose: definition.help)"
                        : "for example, type \(.regapp("policy", "set", rawValue, example))"
                ])
        }
        guard choice.isChange else { return Diagnostics.report(.saved(false, next: .seeRules)) }
        let consequences = PolicyImpactQuestion(of: choice.rules)
        guard try consequences.areAccepted(isConfirmed, context) else {
            return Diagnostics.report(.saved(false, next: .seeRules))
        }
        let saved = try choice.save()
        try PolicyImpactQuestion.printRules(saved.policy, &context)
        try consequences.printAccounts(&context, inForce: true)
        saved.reportExcessRecords(keptBefore: choice.rules.before?.history)
        Diagnostics.report(.saved(true, next: .seeRules))
    }
}

struct PolicyUseCommand: RegappCommand {
    static let words = ["policy", "use"]
    static let page = #"""
        # policy use
        Choose the policy of this folder

        {policies}

        Accounts and the session stay as they are.

        {consequences}

        - Keep a registry for a web or mail server | regapp policy use service
        - Try logging in by first name | regapp policy use authorisation --demo

            init = service, setup = service, initialize = service, initialise = service, install = service
            createregistry = service, newregistry = service, create registry = service, policy create = service
            registry create = service, registry new = service, registry init = service, new registry = service
            policy init = service, policy change = service, policy switch = service, policy select = service
            policy choose = service, set policy = service, policy web = service, policy mail = service
            policy server = service
        """#
    static let isWriter = true

    private let kind: Rules.PolicyName
    private let isDemo: Bool
    private let isConfirmed: Bool

    init(_ line: inout CommandLineReader) {
        kind = line.argument(
            "POLICY", .choice, Rules.PolicyName.allCases.map(\.rawValue).listed(last: "or"))
        isDemo = line.flag(
            "demo", with: .argument(Rules.PolicyName.authorisation.rawValue),
            "register Alex, Anton and Jane without passwords")
        isConfirmed = PolicyImpactQuestion.isConfirmed(&line)
    }

    func run(_ context: inout CommandContext) throws {
        let store = try context.store(mayCreate: true)
        let choice = try PolicySwitch(kind, in: store, now: context.environment.now, forDemo: isDemo)
        var consequences = PolicyImpactQuestion(of: choice.rules)
        guard try consequences.areAccepted(isConfirmed, context) else {
            return Diagnostics.report(.saved(false, next: .seeRules))
        }
        let policy = try choice.save().policy
        try context.output.outcome(
            "the policy is now '\(policy.name.rawValue)': \(policy.summary)")
        try PolicyImpactQuestion.printChangedRules(policy, &context)
        if isDemo {
            let emails = AccountRecord.demo.map { $0.text(of: .email) }
            try context.output.outcome(
                "demo accounts without a password: \(emails.joined(separator: ", "))")
            try context.output.flush()
            Diagnostics.report(.demoIsReady)
            consequences = PolicyImpactQuestion(of: choice.rules)
        }
        // Printed first, since the policy is saved even if reading the accounts has failed.
        try context.output.flush()
        try consequences.printAccounts(&context, inForce: true)
    }
}
