@testable import RegappCore
import RegappStore
import RegappTestSupport
import Testing

/// Rules, accounts and undoing of any of it in any order: nobody is shut out, and no file becomes unreadable, unless the
/// person who undoes has been told and has said yes.
@Suite struct UndoCampaignTests {
    @Test func `undoing leaves everything readable, and everybody who could log in, or asks`() throws {
        var random = SeededGenerator(seed: 76)
        var outcomes: [UndoCampaign.Outcome: Int] = [:]
        for sequence in 0..<Campaign.rounds(5_000, usually: 50) {
            let campaign = UndoCampaign()
            for step in 0..<12 {
                let (words, outcome) = try campaign.take(&random)
                outcomes[outcome, default: 0] += 1
                guard case .wrong = outcome else { continue }
                Issue.record("sequence \(sequence), step \(step): \(words)")
                return
            }
        }
        #expect(
            UndoCampaign.Outcome.allCases.allSatisfy { ($0 == .wrong) == (outcomes[$0] == nil) },
            "\(outcomes)")
    }
}

private struct UndoCampaign {
    enum Outcome: CaseIterable { case changed, undone, asked, forced, refused, nothing, wrong }

    private static let emails = ["ann@x.example", "bob@x.example", "eve@x.example"]
    private static let rules: [(key: PolicyKey, values: [String?])] = [
        (.hash, ["bcrypt", "yescrypt", "sha512-crypt", nil]), (.hashCost, ["4", "5", "1000", nil]),
        (.phoneMask, ["none", "international", nil]), (.required, ["phone", "[]", nil]),
        (.nameAlphabet, ["english", "any", nil]), (.loginKey, ["email", "firstName", nil]),
        (.minimumAge, ["18", nil]),
    ]
    private let disk = RegistryDisk()

    init() {
        for email in Self.emails { disk.put(email, "Ann", hash: RegistryDisk.weakHash) }
    }

    private var directory: AccountStore {
        get throws { try AccountStore(disk.store(), now: #require(RegistryDisk.now)) }
    }

    /// Of each account by its file: whether it can be accepted, and how it can be logged in to.
    private struct Standing: Equatable {
        let isAccepted: Bool
        let admitsLogin: Bool
        let obstacles: [AccountStatus]
    }

    private func standings() throws -> [String: Standing] {
        let directory = try directory
        guard directory.policy.isRegistry else { return [:] }
        let registry = try directory.registry()
        return try directory.reading { reader in
            try AccountsFolder(reader).files.reduce(into: [:]) { standings, name in
                let account = try? registry.account(in: "accounts/\(name)", reader)
                standings[name] = Standing(
                    isAccepted: account != nil, admitsLogin: account?.admitsLogin ?? false,
                    obstacles: account?.obstacles ?? [])
            }
        }
    }

    func take(_ random: inout SeededGenerator) throws -> (words: String, Outcome) {
        let number = Int.random(in: 1...20, using: &random)
        let email = Self.emails.randomElement(using: &random) ?? ""
        switch Int.random(in: 0..<16, using: &random) {
        case 0..<4: return ("rules", try changeRules(&random))
        case 4..<8: return ("accounts", try change(email, &random))
        case 8..<13: return try undo("undo \(number)", &random) { try $0.change(number) }
        case 13: return try undo("redo", &random) { try $0.lastUndoing() }
        default: return try undo("undo", &random) { try $0.lastChange() }
        }
    }

    private func changeRules(_ random: inout SeededGenerator) throws -> Outcome {
        let store = disk.store()
        let now = try #require(RegistryDisk.now)
        do throws(AccountsError) {
            if Int.random(in: 0..<8, using: &random) == 0 {
                let name = Rules.PolicyName.allCases.randomElement(using: &random) ?? .service
                try PolicySwitch(name, in: store, now: now).save()
            } else {
                let rule = Self.rules.randomElement(using: &random) ?? Self.rules[0]
                let value = rule.values.randomElement(using: &random) ?? nil
                try PolicySwitch(rule.key, value, in: store, now: now).save()
            }
            return .changed
        } catch {
            switch error {
            case .valueRefused, .invalidFile: return .refused
            default: throw error
            }
        }
    }

    private func change(_ email: String, _ random: inout SeededGenerator) throws -> Outcome {
        guard let registry = try? directory.registry() else { return .nothing }
        let phone = ["0301234", "+49301234567", ""].randomElement(using: &random) ?? ""
        let name = ["Doe", "Дом", ""].randomElement(using: &random) ?? ""
        let team = OwnValue("team", "\(Int.random(in: 0..<3, using: &random))", .add)
        do throws(AccountsError) {
            switch Int.random(in: 0..<8, using: &random) {
            case 0: _ = try registry.commit([.lock], of: [email])
            case 1: _ = try registry.commit([.unlock], of: Self.emails.filter { $0 != email })
            case 2: _ = try registry.commit([.remove], of: [email])
            case 3:
                _ = try registry.register(
                    [
                        .email: email, .firstName: "Ann", .lastName: name, .phone: phone,
                        .birthday: "2015-01-01",
                    ])
            case 4: _ = try registry.adminEdit([.email: "x" + email, .lastName: name], of: email)
            case 5: _ = try registry.adminEdit([.email: email], of: "x" + email)
            case 6: _ = try registry.commit([.values(AccountRecord(ownChanges: [team]))], of: [email])
            default: _ = try registry.adminEdit([.phone: phone, .lastName: name], of: email)
            }
            return .changed
        } catch { return .refused }
    }

    private func undo(
        _ words: String, _ random: inout SeededGenerator, _ find: (AccountStore) throws -> Undoing?
    ) throws -> (String, Outcome) {
        let (directory, before) = (try directory, try standings())
        let saysYes = Bool.random(using: &random)
        do {
            guard let found = try find(directory) else { return (words, .nothing) }
            let impact = try directory.impact(of: found)
            guard impact.isHarmless || saysYes else { return (words, .asked) }
            _ = try directory.cancel(found)
            // Throws if the rules cannot be accepted, whatever was said.
            let after = try standings()
            if !impact.isHarmless { return (words, .forced) }
            for (file, new) in after {
                let old = before[file]
                if !new.isAccepted, old?.isAccepted ?? true {
                    return ("\(words): \(file) cannot be accepted\n\(disk.documents())", .wrong)
                }
                guard let old, old.admitsLogin, !new.admitsLogin, old.obstacles == new.obstacles else {
                    continue
                }
                return ("\(words): \(file) can no longer log in\n\(disk.documents())", .wrong)
            }
            return (words, .undone)
        } catch let error as AccountsError {
            switch error {
            case .noChange: return (words, .nothing)
            case .changedSince, .takenBack, .rulesRefused: return (words, .refused)
            default: return ("\(words): \(error)", .wrong)
            }
        }
    }
}
