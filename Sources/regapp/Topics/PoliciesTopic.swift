import RegappCore
import RegappCommandLine

extension HelpTopic {
    static var policies: HelpTopic {
        let rules = Rules.System.allCases.flatMap { kind -> [HelpBlock] in
            let policy = Policy.builtIn(kind)
            let rules = policy.rulesInWords.map { HelpRow($0.key, $0.words) }
            return [
                .heading("Policy \(kind.rawValue)"),
                .paragraph(policy.summary.prefix(1).uppercased() + policy.summary.dropFirst() + "."),
                .rows(rules),
            ]
        }
        return HelpTopic(
            name: "policies", summary: "What each policy asks of an account", manualTitle: "Policies",
            blocks: [
                .paragraph(
                    "'regapp policy use POLICY' chooses the policy of a documents directory. Its rules apply "
                        + "to values that are typed, imported or written into the files by hand. Under each of "
                        + "them a first or last name has at most \(NameRule.maximumLength) characters.")
            ] + rules + [
                .heading("Keys of policy.json"),
                .paragraph("Each of them changes one rule; only 'policy' is required."),
                .rows(PolicyKey.allCases.map { HelpRow($0.rawValue, $0.help) }),
            ])
    }
}
