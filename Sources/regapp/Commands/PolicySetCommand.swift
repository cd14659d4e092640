import RegappCore
import RegappCommandLine
import RegappWording

struct PolicySetCommand: RegappCommand {
    static let words = ["policy", "set"]

    static let page = CommandPage(
        "Change one rule",
        discussion: [
            "Sets a key of policy.json in place. VALUE is JSON, such as 12, true or '[\"email\",\"phone\"]'; "
                + "anything else is a text, such as bcrypt. 'regapp help policies' lists the keys.",
            RulesConsequences.discussion,
        ],
        examples: [
            Example("Ask for longer passwords", "regapp policy set passwordLength 12"),
            Example("Require names", "regapp policy set required '[\"firstName\",\"lastName\"]'"),
        ])

    private let key: PolicyKey
    private let value: String
    private let isConfirmed: Bool

    init(_ line: inout CommandLineReader) {
        // Last, so that no hint names it as an example: the policy itself is chosen by another command.
        let keys = PolicyKey.allCases.filter { $0 != .policy } + [.policy]
        key = line.argument("KEY", .choice(of: keys), "the key of the rule, such as passwordLength")
        value = line.argument("VALUE", .policyValue, "the new value, as JSON or as text")
        isConfirmed = RulesConsequences.isConfirmed(&line)
    }

    func run(_ context: inout CommandContext) throws {
        guard key != .policy else { throw Report.policyIsUsed(value) }
        try RulesConsequences.save(key, to: value, isConfirmed, &context)
    }
}

extension ValueType<String> {
    fileprivate static var policyValue: ValueType {
        ValueType(
            completion: .answers { context in
                let key = context.arguments.first.flatMap(PolicyKey.init(rawValue:))
                return key.map { $0.offers.map { Offer($0) } } ?? []
            }, sample: ""
        ) { $0 }
    }
}
