internal import RegappValues
internal import RegappStore
internal import RegappCore
internal import RegappJSON
internal import RegappTestSupport

/// `policy.json`, a NUL, the file of an account or profile, a NUL, and bytes that choose changes of both.
struct AccountProperties {
    private static let values = [
        "", "ann@mail.example", "a@b", "Ann", "Анна", "O'Neil", "1990-05-31", "2020-01-01", "89161234567",
        "+7 (916) 123-45-67",
        "Secret1", "password1", "12345", "1234", "\u{202E}", "2026-01-31T12:00:00Z", "$6$x",
    ]

    private let policyText: [UInt8]
    private let accountText: [UInt8]
    private let choices: FuzzInput

    init(_ input: [UInt8]) {
        var rest = FuzzInput(input)
        policyText = rest.text()
        accountText = rest.text()
        choices = rest
    }

    func check() throws(BrokenProperty) {
        var choices = choices
        let kind = choices.pick(Rules.PolicyName.allCases)
        let policy = try policy(using: choices.number() & 3 == 0 ? kind : nil) ?? .builtIn(kind)
        try checkAccount(policy, &choices)
    }

    // MARK: The policy

    /// The rules that the text holds, nil where it is refused, and what becomes of it when another policy is chosen.
    private func policy(using kind: Rules.PolicyName?) throws(BrokenProperty) -> Policy? {
        let disk = SimulatedFileSystem()
        disk.putDirectory("/d")
        disk.put("/d/policy.json", policyText)
        let store = DocumentStore(directory: "/d", layout: .regapp, fileSystem: disk)
        let file: PolicyFile
        do { file = try store.reading { try PolicyFile($0) } } catch {
            try Self.checkProblems(of: AccountsError(error), in: policyText)
            return nil
        }
        try Self.check(file.policy)
        guard let kind, let document = file.document,
            let chosen = try? PolicySwitch(kind, in: store, now: RuleProperties.now).save()
        else { return file.policy }
        let edited = document.applying([.set(key: "policy", kind.rawValue)])
        try require(disk.contents("/d/policy.json") == edited, "choosing a policy changes only its name")
        try require(chosen.policy.name == kind, "the policy that is chosen is in force")
        return file.policy
    }

    private static func check(_ policy: Policy) throws(BrokenProperty) {
        try require(policy.required.contains(.email), "an email is always required")
        try require(
            policy.required == Field.allCases.filter(policy.required.contains), "required fields are in order"
        )
        try require(
            policy.hash.form.costRange.contains(policy.hashCost), "the cost of hashes is within its bounds")
        let decoy = PasswordHash.decoy(for: policy)
        try require(
            (try? PasswordHash(decoy.text)) == decoy && !decoy.isWeaker(than: policy),
            "the decoy is a hash of the policy's")
    }

    // MARK: The account

    private func checkAccount(_ policy: Policy, _ choices: inout FuzzInput) throws(BrokenProperty) {
        guard let account = try Self.read(accountText, policy) else { return }
        let violations = policy.violations(
            in: Draft(policy, today: RuleProperties.today, over: account.values))
        try require(
            violations.map(\.field) == account.missing && violations.allSatisfy { $0.rule == .required },
            "what is accepted breaks no rule, but may lack fields of a registry")
        try require(account.missing.isEmpty || policy.isRegistry, "a profile lacks nothing")
        try require(!account.missing.contains(.email), "every account has an email")
        for field in account.values.fields {
            guard let value = account.values[field],
                case .string(let written)? = account.document.root[field.rawValue]?.content
            else {
                throw BrokenProperty(description: "a value is in the file")
            }
            try require(written.hasSameScalars(as: value), "a value is what the file says")
            try RuleProperties.check(value, field, policy)
        }
        while !choices.isEmpty { try checkEdit(of: account, policy, &choices) }
    }

    /// A value that passes its rules keeps an accepted file accepted.
    private func checkEdit(
        of account: AccountFile, _ policy: Policy, _ choices: inout FuzzInput
    ) throws(BrokenProperty) {
        let field = choices.pick(Field.typedByPeople)
        let typed = choices.pick(Self.values)
        let value = policy.normalized(typed, for: field)
        guard policy.knownFields.contains(field) else { return }
        let mayLack = policy.isRegistry && field != .email
        let isFine = policy.violations(of: value, for: field, today: RuleProperties.today).allSatisfy {
            mayLack && $0.rule == .required
        }
        let edited = account.document.applying([.set(key: field.rawValue, value)])
        let found = try Self.read(edited, policy)
        try require(
            (found != nil) == isFine, "a file is accepted after an edit if, and only if, the value passes")
        try require(found?.values[field] ?? value == value, "an edit sets the value")
    }

    private static func read(_ text: [UInt8], _ policy: Policy) throws(BrokenProperty) -> AccountFile? {
        do throws(AccountsError) {
            return try AccountFile(
                parsing: text, path: "/d/accounts/x.json", policy: policy, now: RuleProperties.now)
        } catch {
            try checkProblems(of: error, in: text)
            return nil
        }
    }

    private static func checkProblems(of error: AccountsError, in text: [UInt8]) throws(BrokenProperty) {
        guard case .invalidFile(let problems) = error, !problems.isEmpty else {
            throw BrokenProperty(description: "a file is refused for what it holds")
        }
        let places = problems.map(\.position)
        try require(
            zip(places, places.dropFirst()).allSatisfy { ($0.line, $0.column) <= ($1.line, $1.column) },
            "problems come in the text's order")
        let end = SourcePosition(of: text.count, in: text)
        try require(
            places.allSatisfy { $0.line >= 1 && $0.column >= 1 && $0.line <= end.line },
            "problems lie in the text")
        try require(problems.allSatisfy { !$0.message.isEmpty }, "a problem is told in words")
    }
}
